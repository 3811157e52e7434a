"""The crew's end of a worker: start it, hand it jobs, take what comes of them, end it."""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
import time
from collections import deque
from multiprocessing.connection import Connection

from helpers.classroom.worker import BEGUN, MOST_MESSAGE, Done, Job
from helpers.grading.levels import Level

PATIENCE = 60.0
"""Seconds beyond two full runs of an answer after which a silent worker is replaced."""


class GoneError(Exception):
    """A worker has ended, or says nothing any more."""


class WorkerHandle:
    """One process, the connection to it, and the jobs that it has, the running one first."""

    def __init__(self, seconds: float, level: Level) -> None:
        """Start the process and return at once, while it loads torch."""
        ours, theirs = socket.socketpair()
        with theirs:
            arguments = [str(theirs.fileno()), str(seconds), level]
            self.process = subprocess.Popen(
                [sys.executable, "-m", "helpers.classroom.worker", *arguments],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C reaches the parent alone, which then closes
            )
        self.connection = Connection(ours.detach())
        self.jobs: deque[Job] = deque()
        self.has_begun = False
        self._patience = 2 * seconds + PATIENCE
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

    def end(self) -> int:
        """End the process, which may have ended, and return its exit code."""
        self.connection.close()
        try:
            return self.process.wait(timeout=10.0)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()
