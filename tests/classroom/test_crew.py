"""Real processes mark, and one that ends takes nothing with it."""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.classroom import crew as crew_module
from helpers.classroom import worker_handle
from helpers.classroom.crew import Crew
from helpers.classroom.worker import Done, Job
from helpers.classroom.worker_handle import GoneError, WorkerHandle
from helpers.grading.isolation import Judge, JudgeError


def job(number: int, source: str, exercise: str = "add-forward") -> Job:
    """Return a job."""
    head = {"key": str(number), "exercise": exercise, "source": source}
    return {**head, "seed": 1, "seconds": 5.0, "level": "limits"}


@pytest.fixture(scope="module")
def crew() -> Iterator[Crew]:
    """Two workers."""
    with Crew(2, 5.0) as made:
        yield made


def test_each_job_comes_back_once(crew: Crew, right: str) -> None:
    """With its outcome, whatever the answers before it did."""
    sources = [right, "import os; os._exit(0)", "...", "raise SystemExit", "x = '\ud800'"]
    jobs = [job(number, sources[number % 5]) for number in range(10)]

    found = {done["key"]: done["outcome"] for done in crew.mark(jobs)}

    outcomes = ["passed", "crashed", "not tried", "crashed", "crashed"]
    assert found == {str(number): outcomes[number % 5] for number in range(10)}


def test_jobs_are_drawn_as_workers_get_free(crew: Crew) -> None:
    """At most two for each worker wait."""
    drawn: list[int] = []

    def jobs() -> Iterator[Job]:
        for number in range(20):
            drawn.append(number)
            yield job(number, "...")

    ahead = [len(drawn) - done for done, _ in enumerate(crew.mark(jobs()), 1)]

    assert max(ahead) <= 4
    assert len(ahead) == 20


def test_a_killed_worker_loses_nothing(crew: Crew, right: str) -> None:
    """Its jobs go to a new one."""
    jobs = [job(number, f"{right}\n# {number}") for number in range(8)]
    found = []
    for done in crew.mark(jobs):
        if len(found) in (1, 4):
            os.kill(crew.pids[0], signal.SIGKILL)
        found.append((done["key"], done["outcome"]))

    assert sorted(found) == [(str(number), "passed") for number in range(8)]


def test_an_answer_that_ends_its_worker_each_time_is_given_up(
    crew: Crew, right: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It alone: the others are marked."""
    take = WorkerHandle.take

    def poisoned(worker: WorkerHandle, is_ready: bool) -> Done | None:
        if worker.has_begun and worker.jobs[0]["source"] == "poison":
            worker.process.kill()
            raise GoneError
        return take(worker, is_ready)

    monkeypatch.setattr(WorkerHandle, "take", poisoned)
    jobs = [job(number, "poison" if number == 2 else right) for number in range(5)]

    found = {done["key"]: done["outcome"] for done in crew.mark(jobs)}

    assert found == {**{str(number): "passed" for number in range(5)}, "2": "not marked"}


def test_a_fault_of_ours_is_one_answer_not_marked(crew: Crew, right: str) -> None:
    """An exercise that isn't there, say."""
    jobs = [job(1, "x = 1", "no-such-exercise"), job(2, right)]

    found = {done["key"]: done["outcome"] for done in crew.mark(jobs)}

    assert found == {"1": "not marked", "2": "passed"}


def test_without_a_job_no_worker_need_start(right: str) -> None:
    """Where all was marked before, say; with the first job they do."""
    with Crew(2, 5.0, at_once=False) as crew:
        assert list(crew.mark([])) == []
        assert crew.pids == []
        assert [done["outcome"] for done in crew.mark([job(1, right)])] == ["passed"]


def test_a_zygote_that_never_starts_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """The run ends with a message and not in a circle."""
    monkeypatch.setattr("sys.executable", "/bin/false")

    with Crew(2, 5.0) as crew, pytest.raises(JudgeError, match="ended while it was starting"):
        list(crew.mark([job(1, "x = 1")]))


def test_workers_that_never_begin_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is one started after the other without end."""
    monkeypatch.setattr(worker_handle, "serve", lambda *_: os._exit(1))

    with Crew(2, 5.0) as crew, pytest.raises(JudgeError, match="before they have begun"):
        list(crew.mark([job(1, "x = 1")]))


def test_nothing_is_left_when_it_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No process and no folder, even where an answer is being marked."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("CREW_TEST", tmp_path.name)
    crew = Crew(1, 60.0)
    stream = crew.mark([job(1, "..."), job(2, "while True: pass")])
    next(stream)

    begun = time.monotonic()
    crew.close()

    assert time.monotonic() - begun < 10
    deadline = time.monotonic() + 10
    while (left := _left(tmp_path.name)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert left == []
    assert list(tmp_path.iterdir()) == []


def _zygotes() -> set[int]:
    """Return this process's own children that answers are forked from."""
    lists = Path("/proc/self/task").glob("*/children")
    pids = [int(pid) for one in lists for pid in one.read_text().split()]
    return {pid for pid in pids if ".zygote" in Path(f"/proc/{pid}/cmdline").read_text()}


def _sockets(pid: int) -> set[str]:
    """Return the names of a process's sockets; one that two processes hold has one name."""
    found = set()
    for end in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # the list itself was open
            found.add(str(end.readlink()))
    return {name for name in found if name.startswith("socket:")}


def _left(mark: str) -> list[str]:
    """Return the processes, this one apart, in whose environment a mark stands."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if int(process.name) != os.getpid() and mark in (process / "environ").read_text():
                found.append((process / "cmdline").read_text())
        except OSError:
            continue
    return found


def test_nothing_is_marked_below_the_level_that_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the platform has no walls so high, that is said and no worker begins."""
    monkeypatch.setattr(crew_module, "Judge", functools.partial(Judge, highest_level="limits"))

    with Crew(2, 5.0, "filters") as crew, pytest.raises(JudgeError, match="'filters' is required"):
        list(crew.mark([job(1, "x = 1")]))
    assert crew.pids == []


def test_workers_go_on_without_what_answers_are_forked_from(right: str) -> None:
    """An answer that found a way to kill it would harm none of the next ones."""
    found, others = [], _zygotes()
    with Crew(2, 5.0) as crew:
        for done in crew.mark([job(number, f"{right}\n# {number}") for number in range(8)]):
            if not found:
                [zygote] = _zygotes() - others
                os.killpg(zygote, signal.SIGKILL)
            found.append(done["outcome"])

    assert found == ["passed"] * 8


def test_a_worker_keeps_no_other_workers_connection(right: str) -> None:
    """Else it would not be seen when one closes, and workers would outlive a killed parent."""
    before = _sockets(os.getpid())
    with Crew(3, 5.0) as crew:
        list(crew.mark([job(1, right)]))
        parents = _sockets(os.getpid()) - before
        workers = [_sockets(pid) for pid in crew.pids]

    [judges] = set.intersection(*workers) & parents
    assert [one & parents for one in workers] == [{judges}] * 3


def test_what_was_marked_says_at_which_level(crew: Crew, right: str) -> None:
    """It is the highest that this platform reaches, whatever was asked for."""
    with Judge() as judge:
        level = judge.level

    assert [done["level"] for done in crew.mark([job(1, right)])] == [level]
