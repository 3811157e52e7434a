"""The crew's end of a worker: start it, hand it jobs, take what comes of them, end it."""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import time
from collections import deque
from collections.abc import Iterable

from helpers.classroom.worker import BEGUN, MOST_MESSAGE, Done, Job, serve
from helpers.grading.isolation import Judge

PATIENCE = 60.0
"""Seconds beyond two full runs of an answer after which a silent worker is replaced."""


class GoneError(Exception):
    """A worker has ended, or says nothing any more."""


class WorkerHandle:
    """One process, the connection to it, and the jobs that it has, the running one first."""

    def __init__(self, judge: Judge, others: Iterable[WorkerHandle]) -> None:
        """Fork the process, which marks with a judge whose level is known.

        ``others`` are the workers there are already.
        """
        # Not started afresh: each would load torch, which this process has.
        forking = multiprocessing.get_context("fork")
        self.connection, theirs = forking.Pipe()
        ours = [self.connection, *(other.connection for other in others)]
        self.process = forking.Process(target=serve, args=(theirs, judge, ours), daemon=True)
        self.process.start()
        theirs.close()
        self.jobs: deque[Job] = deque()
        self.has_begun = False
        self._patience = 2 * judge.limits.seconds + PATIENCE
        self._since = time.monotonic()

    def give(self, job: Job) -> None:
        """Hand it a job, which it will mark when it comes to it."""
        if not self.jobs:
            self._since = time.monotonic()
        self.jobs.append(job)
        with contextlib.suppress(ConnectionError):  # it has ended, which take() will see
            self.connection.send_bytes(json.dumps(job).encode())

    def take(self, is_ready: bool) -> Done | None:
        """Return what came of the running job, or None; raises GoneError where nothing will come.

        ``is_ready`` says that a message is there, or the end.
        """
        if not is_ready:
            if time.monotonic() - self._since > self._patience:
                raise GoneError
            return None
        try:
            message = json.loads(self.connection.recv_bytes(MOST_MESSAGE))
        except (EOFError, OSError, ValueError):
            raise GoneError from None
        self._since = time.monotonic()
        if message == BEGUN and not self.has_begun:
            self.has_begun = True
            return None
        if not isinstance(message, dict) or message.get("key") != self.jobs[0]["key"]:
            raise GoneError
        self.jobs.popleft()
        return message

    def end(self) -> int | None:
        """End the process, which may have ended, and return its exit code."""
        self.connection.close()
        self.process.join(10.0)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()
        return self.process.exitcode
