"""The same marking on a Dask cluster, and what is said where there is none."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from helpers.classroom import cluster
from helpers.classroom.cluster import Cluster, ClusterError
from helpers.classroom.worker import Job


def jobs(count: int, source: str) -> list[Job]:
    """Return jobs of different sources."""
    head = {"exercise": "add-forward", "seed": 1, "seconds": 5.0, "level": "limits"}
    return [{**head, "key": str(n), "source": f"{source}\n# {n}"} for n in range(count)]


@pytest.fixture(scope="module")
def dask() -> Iterator[Any]:
    """A cluster of two worker processes on this machine."""
    distributed = pytest.importorskip("distributed")
    made = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    )
    with made:
        yield made


def test_each_job_comes_back_once(dask: Any, right: str) -> None:
    """With its outcome."""
    with Cluster(dask.scheduler_address) as markers:
        found = [(done["key"], done["outcome"]) for done in markers.mark(jobs(40, right))]

    assert sorted(found) == sorted((str(number), "passed") for number in range(40))


def test_a_killed_worker_loses_nothing(
    dask: Any, right: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it had is marked by another; nothing comes back twice."""
    monkeypatch.setattr(cluster, "BATCH", 4)
    killed, found = [], []
    with Cluster(dask.scheduler_address) as markers:
        for done in markers.mark(jobs(60, right)):
            found.append((done["key"], done["outcome"]))
            if len(found) in (5, 25):
                pid = next(iter(markers._client.run(os.getpid).values()))
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    assert len(set(killed)) == 2
    assert sorted(found) == sorted((str(number), "passed") for number in range(60))


def test_only_the_answer_to_blame_is_given_up(
    dask: Any, right: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its batch is tried again answer by answer."""
    given = jobs(4, right)
    given[2]["exercise"] = None

    with Cluster(dask.scheduler_address) as markers:
        monkeypatch.setattr(cluster, "mark_batch", breaks_on_none)
        found = {done["key"]: done["outcome"] for done in markers.mark(given)}

    assert found == {"0": "passed", "1": "passed", "2": "not marked", "3": "passed"}


def breaks_on_none(batch: list[Job]) -> list[dict[str, Any]]:
    """Stand in for a task that fails as a whole."""
    if any(job["exercise"] is None for job in batch):
        raise RuntimeError("planted")
    return [{"key": job["key"], "outcome": "passed"} for job in batch]


def test_a_cluster_without_the_same_course_is_refused(
    dask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Verdicts of two versions don't belong in one report."""
    monkeypatch.setattr(cluster, "course_version", lambda: f"another, here in {os.getpid()}")

    with pytest.raises(ClusterError, match="another version"):
        Cluster(dask.scheduler_address)


def test_no_scheduler_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """With what starts one."""
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1)

    with pytest.raises(ClusterError, match="dask scheduler"):
        Cluster("tcp://127.0.0.1:9")


def test_without_dask_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line, no traceback."""
    monkeypatch.setitem(sys.modules, "distributed", None)

    with pytest.raises(ClusterError, match=r"pip install 'hooks-course\[cluster\]'"):
        Cluster("tcp://127.0.0.1:8786")
