"""Small classes in a temporary folder, and a marker that runs no process."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.classroom.finding import find
from helpers.classroom.running import Run
from helpers.classroom.settings import Settings, Shard
from helpers.classroom.store import Store
from helpers.classroom.tally import Tally
from helpers.classroom.worker import Done, Job

RIGHT = """\
add.register_forward_pre_hook(lambda module, input: answer.extend(input))
add.register_forward_hook(lambda module, input, output: answer.append(output))"""


def cell(exercise: str, source: str) -> dict[str, Any]:
    """Return an answer cell."""
    whole = f"# exercise: {exercise}\n{source}"
    return {"cell_type": "code", "source": whole.splitlines(keepends=True), "metadata": {}}


def notebook(*cells: dict[str, Any], **answers: str) -> bytes:
    """Return a notebook with these cells, or an answer for each ``exercise_id=source``."""
    made = [cell(name.replace("_", "-"), source) for name, source in answers.items()]
    whole = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [*cells, *made]}
    return json.dumps(whole).encode()


class FakeMarkers:
    """Marks at once and without running anything; keeps the jobs that it was given."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []

    def mark(self, jobs: Iterable[Job]) -> Iterator[Done]:
        """Say what the answer's first word after ``#`` says, else *passed*."""
        for job in jobs:
            self.jobs.append(job)
            yield self.done(job)

    def done(self, job: Job) -> Done:
        """Return what came of a job: ``#not yet`` in the answer asks for that outcome."""
        outcomes = ("not yet", "crashed", "not tried", "not marked")
        outcome = next((one for one in outcomes if f"#{one}" in job["source"]), "passed")
        seen = "input-is-the-tensor" if outcome == "not yet" else None
        message = f"{outcome}: {job['exercise']}"
        head = {"key": job["key"], "exercise": job["exercise"]}
        return {
            **head,
            "outcome": outcome,
            "misconception": seen,
            "message": message,
            "level": job["level"],
        }


class Class:
    """A class in a folder: learners' files, a report, and a fake marker."""

    make, cell, markers = staticmethod(notebook), staticmethod(cell), FakeMarkers

    def __init__(self, folder: Path) -> None:
        self.root, self.report = folder / "class", folder / "report"
        self.root.mkdir()

    def put(self, name: str, content: bytes) -> Path:
        """Write a file of the class."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def run(
        self, markers: Any = None, shard: str = "1/1", seed: int = 1, report: Path | None = None
    ) -> list[Job]:
        """Mark the class into the report, and return what had to be marked."""
        markers = markers or FakeMarkers()
        settings = Settings(seed, shard=Shard.parse(shard))
        handed_in = [one for one in find(self.root) if settings.shard.holds(one.learner.label)]
        with Store(report or self.report) as store:
            Run(store, settings).mark(handed_in, markers)
        return list(getattr(markers, "jobs", []))

    def tallied(self, look: Callable[[Tally], Any], report: Path | None = None) -> Any:
        """Return what ``look`` makes of the results."""
        with Store(report or self.report) as store:
            return look(Tally(store))


@pytest.fixture
def classroom(tmp_path: Path) -> Class:
    """An empty class."""
    return Class(tmp_path)


@pytest.fixture(scope="session")
def right() -> str:
    """A right answer to add-forward."""
    return RIGHT
