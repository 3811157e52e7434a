"""One core's marker: ``python -m helpers.classroom.worker FD SECONDS LEVEL`` marks job after job.

Jobs and verdicts are JSON, one a message. It ends when the other end closes the connection.
"""

from __future__ import annotations

import json
import sys
import threading
from multiprocessing.connection import Connection
from typing import Any, cast

from helpers.grading.isolation import Judge, JudgeError, Limits
from helpers.grading.levels import Level

Job = dict[str, Any]
"""{"key", "exercise", "source", "seed", "seconds", "level"}"""
Done = dict[str, Any]
"""{"key", "exercise", "outcome", "misconception", "message", "level"}"""

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
        "level": judge.level,
    }


def mark_batch(jobs: list[Job]) -> list[Done]:
    """Mark several answers with the judge that this thread keeps: what a cluster is asked to run."""
    limits = Limits(seconds=jobs[0]["seconds"])
    judge = getattr(_own, "judge", None)
    level = jobs[0]["level"]
    if judge is None or judge.limits != limits or judge.required_level != level:
        judge = _own.judge = Judge(limits, level)
    return [mark(judge, job) for job in jobs]


def serve(connection: Connection, seconds: float, level: Level) -> None:
    """Mark what comes over the connection until it closes."""
    with Judge(Limits(seconds=seconds), level) as judge:
        # Loads torch: here, where the judge's zygote is doing the same beside it.
        import helpers.grading.marking  # noqa: F401

        judge.level  # noqa: B018  (raises where it is below the one required)
        connection.send_bytes(json.dumps(BEGUN).encode())
        while True:
            try:
                job = json.loads(connection.recv_bytes(MOST_MESSAGE))
            except (EOFError, ConnectionError):
                return
            connection.send_bytes(json.dumps(mark(judge, job)).encode())


def main(fd: int, seconds: float, level: Level) -> int:
    """Serve; exit code NO_JUDGE says that nothing can be marked here, for a reason on standard error."""
    try:
        serve(Connection(fd), seconds, level)
    except JudgeError as error:
        print(error, file=sys.stderr)
        return NO_JUDGE
    except ConnectionError:  # the parent has left while an answer was marked
        return 0
    return 0


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]), float(sys.argv[2]), cast(Level, sys.argv[3])))
