"""The same marking on a Dask cluster: batches of answers go to its workers, verdicts come back.

The workers need the course installed, and no file of the class: answers travel with the tasks.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from itertools import islice
from types import TracebackType
from typing import Any, Self

from helpers.classroom.settings import course_version
from helpers.classroom.worker import NOT_MARKED, Done, Job, mark_batch

BATCH = 16
"""Answers in one task: few enough that a lost worker costs seconds."""
AHEAD = 2
"""Tasks for each thread of the cluster that wait or run at a time."""
TRIES = 3
"""How often a batch is handed in anew after the scheduler has given it up."""
CONNECT_SECONDS = 20
TROUBLE = (
    "Is it running, and can this machine reach it? "
    "`dask scheduler` and `dask worker tcp://…:8786` start one."
)


class ClusterError(RuntimeError):
    """The cluster can't be used; the message says why and what to do."""


class Cluster:
    """Marks on a Dask cluster; a context manager that leaves nothing queued there.

    Raises ClusterError where Dask isn't installed, the scheduler can't be reached, no worker is
    there, or a worker has another version of the course.
    """

    def __init__(self, address: str) -> None:
        """Connect to the scheduler, and compare its workers' course with the one here."""
        try:
            self._dask = importlib.import_module("distributed")
        except ImportError:
            raise ClusterError(
                "--scheduler needs Dask, which isn't installed here. "
                "`pip install 'hooks-course[cluster]'` adds it, and the workers need it too."
            ) from None
        try:
            self._client = self._dask.Client(address, timeout=CONNECT_SECONDS)
        except (OSError, ValueError, TimeoutError) as error:
            raise ClusterError(f"{address}: no scheduler answers ({error}). {TROUBLE}") from None
        try:
            self._compare(address)
        except BaseException:
            self._client.close()
            raise

    def _compare(self, address: str) -> None:
        versions: dict[str, Any] = self._client.run(course_version, on_error="return")
        if not versions:
            raise ClusterError(f"{address}: the scheduler has no workers. {TROUBLE}")
        for worker, found in versions.items():
            if isinstance(found, Exception):
                raise ClusterError(f"{worker}: the course isn't installed there ({found!r:.200}).")
            if found != course_version():
                raise ClusterError(f"{worker}: it has another version of the course than this one.")

    def mark(self, jobs: Iterable[Job]) -> Iterator[Done]:
        """Yield what came of each job, as batches of them are done.

        A batch whose worker dies is run again on another. One that no worker survives is tried
        answer by answer, so that only the answer to blame is yielded as *not marked*.
        """
        drawn, running = iter(jobs), dict[str, tuple[list[Job], int]]()
        stream = self._dask.as_completed(loop=self._client.loop)
        room = AHEAD * max(1, sum(self._client.nthreads().values()))

        def hand_in(batch: list[Job], tries: int) -> None:
            future = self._client.submit(mark_batch, batch, pure=False)
            running[future.key] = (batch, tries)
            stream.add(future)

        while True:
            while len(running) < room and (batch := list(islice(drawn, BATCH))):
                hand_in(batch, 1)
            if not running:
                return
            future = next(stream)
            batch, tries = running.pop(future.key)
            if future.status == "finished":
                yield from future.result()
            elif tries < TRIES:
                hand_in(batch, tries + 1)
            elif len(batch) > 1:
                for job in batch:
                    hand_in([job], TRIES)
            else:
                why = repr(future.exception()) if future.status == "error" else future.status
                yield _given_up(batch[0], why)

    def close(self) -> None:
        """Leave the cluster; what is still queued for this run is dropped there."""
        self._client.close()

    def __enter__(self) -> Self:
        """Return the cluster."""
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave the cluster."""
        self.close()


def _given_up(job: Job, why: str) -> Done:
    return {
        "key": job["key"],
        "exercise": job["exercise"],
        "outcome": NOT_MARKED,
        "misconception": None,
        "message": f"the cluster gave it up: {why:.300}",
    }
