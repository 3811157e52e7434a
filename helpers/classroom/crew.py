"""A crew of worker processes on this machine, one a core, that marks a stream of answers."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from multiprocessing.connection import wait
from types import TracebackType
from typing import Self

from helpers.classroom.worker import NO_JUDGE, NOT_MARKED, Done, Job
from helpers.classroom.worker_handle import GoneError, WorkerHandle
from helpers.grading.levels import HIDES_SOLUTIONS, Level
from helpers.grading.zygote_handle import JudgeError

AHEAD = 2
"""Jobs that a worker has at a time: one that it marks, and the next."""
TRIES = 2
"""How often an answer is given to a worker that then ends."""


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Crew:
    """Workers that mark answers; a context manager that leaves none behind.

    Raises JudgeError where workers can't start.
    """

    def __init__(
        self,
        count: int,
        seconds: float,
        level: Level = HIDES_SOLUTIONS,
        *,
        at_once: bool = True,
    ) -> None:
        """Start ``count`` workers, which load torch meanwhile; else at the first job."""
        if not hasattr(os, "fork"):
            raise JudgeError(
                "a class is marked in forked processes, which this platform doesn't have. "
                "Use Linux, macOS or WSL."
            )
        self._count, self._seconds, self._level = count, seconds, level
        self._failed_starts = 0
        self._workers: list[WorkerHandle] = []
        if at_once:
            self._start()

    def _start(self) -> None:
        missing = self._count - len(self._workers)
        self._workers += [WorkerHandle(self._seconds, self._level) for _ in range(missing)]

    def mark(self, jobs: Iterable[Job]) -> Iterator[Done]:
        """Yield what came of each job, in the order in which they are done.

        Jobs are drawn only as workers get free. One that ends its worker twice is yielded as *not
        marked*; its neighbours are marked by a new worker.
        """
        drawn, tried, more = iter(jobs), dict[str, int](), True
        again = deque(islice(drawn, 1))
        if again:
            self._start()
        while True:
            for worker in self._workers:
                while len(worker.jobs) < AHEAD and (again or more):
                    job = again.popleft() if again else next(drawn, None)
                    if job is None:
                        more = False
                        break
                    worker.give(job)
            busy = [worker for worker in self._workers if worker.jobs]
            if not busy and not again:
                return
            ready = wait([worker.connection for worker in busy], timeout=1.0)
            for worker in busy:
                try:
                    if done := worker.take(worker.connection in ready):
                        tried.pop(done["key"], None)
                        yield done
                except GoneError:
                    again.extend(worker.jobs)
                    suspect = self._replaced(worker)
                    if suspect is None:
                        continue
                    tried[suspect["key"]] = tried.get(suspect["key"], 0) + 1
                    if tried[suspect["key"]] >= TRIES:
                        again.remove(suspect)
                        yield _given_up(suspect)

    def _replaced(self, worker: WorkerHandle) -> Job | None:
        """Put a new worker in the place of one that has gone; return the job that it was at.

        None: it hadn't begun with any. Raises JudgeError where that goes on and on.
        """
        self._failed_starts = 0 if worker.has_begun else self._failed_starts + 1
        code = worker.end()
        if code == NO_JUDGE or self._failed_starts > TRIES * len(self._workers):
            raise JudgeError("the marking processes end before they have begun.")
        self._workers[self._workers.index(worker)] = WorkerHandle(self._seconds, self._level)
        return worker.jobs[0] if worker.has_begun else None

    @property
    def pids(self) -> list[int]:
        """The workers' process ids."""
        return [worker.process.pid for worker in self._workers]

    def close(self) -> None:
        """End the workers; a second time does nothing."""
        for worker in self._workers:
            worker.connection.close()  # each sees it, and ends its judge
            if worker.jobs:  # broken off: nobody waits for what is being marked
                worker.process.terminate()
        for worker in self._workers:
            worker.end()
        self._workers = []

    def __enter__(self) -> Self:
        """Return the crew."""
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the workers."""
        self.close()


def _given_up(job: Job) -> Done:
    return {
        "key": job["key"],
        "exercise": job["exercise"],
        "outcome": NOT_MARKED,
        "misconception": None,
        "message": "the marking process ended twice over this answer",
    }
