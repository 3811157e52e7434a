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
from helpers.grading.isolation import Judge, JudgeError, Limits
from helpers.grading.levels import HIDES_SOLUTIONS, Level

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
        """Let the judge of ``count`` workers load torch meanwhile; else at the first job."""
        if not hasattr(os, "fork"):
            raise JudgeError(
                "a class is marked in forked processes, which this platform doesn't have. "
                "Use Linux, macOS or WSL."
            )
        self._count, self._seconds, self._level = count, seconds, level
        self._failed_starts = 0
        self._workers: list[WorkerHandle] = []
        self._judge = self._new_judge() if at_once else None

    def _new_judge(self) -> Judge:
        return Judge(Limits(seconds=self._seconds), self._level, shared_by=self._count)

    def _start(self) -> None:
        """Fork the workers that are missing."""
        self._judge = self._judge or self._new_judge()
        # Loads torch: here, where the judge's zygote is doing the same beside it.
        import helpers.grading.marking  # noqa: F401

        self._judge.level  # noqa: B018  (raises where it is below the one required)
        while len(self._workers) < self._count:
            self._workers.append(WorkerHandle(self._judge, self._workers))

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
        self._workers.remove(worker)
        self._start()
        return worker.jobs[0] if worker.has_begun else None

    @property
    def pids(self) -> list[int]:
        """The workers' process ids."""
        return [pid for worker in self._workers if (pid := worker.process.pid) is not None]

    def close(self) -> None:
        """End the workers; a second time does nothing."""
        for worker in self._workers:
            worker.connection.close()  # each sees it, and ends its judge
            if worker.jobs:  # broken off: nobody waits for what is being marked
                worker.process.terminate()
        for worker in self._workers:
            worker.end()
        self._workers = []
        if self._judge is not None:
            self._judge.close()
            self._judge = None

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
