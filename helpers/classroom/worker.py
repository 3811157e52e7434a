"""One core's marker, in a process of its own: it marks job after job.

Jobs and verdicts are JSON, one a message. It ends when the other end closes the connection.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import sys
import threading
from collections.abc import Iterable
from multiprocessing.connection import Connection
from typing import Any

from helpers.grading.isolation import Judge, JudgeError, Limits

Job = dict[str, Any]
"""{"key", "exercise", "source", "seed", "seconds", "level"}"""
Done = dict[str, Any]
"""{"key", "exercise", "outcome", "misconception", "message", "level"}"""

MOST_MESSAGE = 1 << 24
NOT_MARKED = "not marked"
BEGUN = "begun"
"""The first message of a worker: it is there."""
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


def serve(connection: Connection, judge: Judge, not_its_own: Iterable[Connection]) -> None:
    """Mark what comes over the connection until it closes: the life of a forked worker.

    Connections of the process that it was forked from, ``not_its_own``, are closed: else nobody
    who waits for one to close would ever see it. Exit code NO_JUDGE says that nothing can be
    marked here, for a reason on standard error.
    """
    os.setsid()  # Ctrl-C reaches the parent alone, which then closes
    gc.freeze()  # a collection would touch, and so copy, all that torch has loaded
    for other in not_its_own:
        other.close()
    with contextlib.suppress(EOFError, ConnectionError), judge:
        connection.send_bytes(json.dumps(BEGUN).encode())
        while True:
            job = json.loads(connection.recv_bytes(MOST_MESSAGE))
            try:
                done = mark(judge, job)
            except JudgeError as error:
                print(error, file=sys.stderr)
                sys.exit(NO_JUDGE)
            connection.send_bytes(json.dumps(done).encode())
