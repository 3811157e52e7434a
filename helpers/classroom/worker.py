"""One core's marker: ``python -m helpers.classroom.worker FD`` marks job after job.

Jobs and verdicts are JSON, one a message. It ends when the other end closes the connection.
"""

from __future__ import annotations

import json
import sys
import threading
from multiprocessing.connection import Connection
from typing import Any

from helpers.grading.isolation import Judge, JudgeError, Limits

Job = dict[str, Any]
"""{"key", "exercise", "source", "seed", "seconds"}"""
Done = dict[str, Any]
"""{"key", "exercise", "outcome", "misconception", "message"}"""

MOST_MESSAGE = 1 << 24
NOT_MARKED = "not marked"
BEGUN = "begun"
"""The first message of a worker: everything is loaded."""
NO_JUDGE = 2
"""Exit code of a worker that can't mark here, whatever it is given."""

_own = threading.local()


def mark(judge: Judge, job: Job) -> Done:
    """Mark one answer; whatever goes wrong, something comes back."""
    from helpers.grading.lessons import find

    done = {"key": job["key"], "exercise": job["exercise"], "misconception": None}
    try:
        verdict = judge.mark(find(job["exercise"]), job["source"], job["seed"])
    except JudgeError:
        raise
    except Exception as error:  # a fault of ours: one answer must not stop the class
        return {**done, "outcome": NOT_MARKED, "message": f"marking failed: {error!r:.300}"}
    return {
        **done,
        "outcome": verdict.outcome,
        "misconception": verdict.misconception,
        "message": verdict.message,
    }


def mark_batch(jobs: list[Job]) -> list[Done]:
    """Mark several answers with the judge that this thread keeps: what a cluster is asked to run."""
    limits = Limits(seconds=jobs[0]["seconds"])
    judge = getattr(_own, "judge", None)
    if judge is None or judge.limits != limits:
        judge = _own.judge = Judge(limits)
    return [mark(judge, job) for job in jobs]


def serve(connection: Connection, seconds: float) -> None:
    """Mark what comes over the connection until it closes."""
    with Judge(Limits(seconds=seconds)) as judge:
        # Loads torch: here, where the judge's zygote is doing the same beside it.
        import helpers.grading.marking  # noqa: F401

        connection.send_bytes(json.dumps(BEGUN).encode())
        while True:
            try:
                job = json.loads(connection.recv_bytes(MOST_MESSAGE))
            except (EOFError, ConnectionError):
                return
            connection.send_bytes(json.dumps(mark(judge, job)).encode())


def main(fd: int, seconds: float) -> int:
    """Serve; exit code NO_JUDGE says that nothing can be marked here, for a reason on standard error."""
    try:
        serve(Connection(fd), seconds)
    except JudgeError as error:
        print(error, file=sys.stderr)
        return NO_JUDGE
    except ConnectionError:  # the parent has left while an answer was marked
        return 0
    return 0


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]), float(sys.argv[2])))
