"""The catalogue of misconceptions: each has a specimen that shows it, and a place to reread."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import helpers.grading
from helpers.course.notebooks import read
from helpers.grading.exercise import Misconception, Mistake
from helpers.grading.lessons import EXERCISES
from helpers.grading.marking import mark, was_tried
from helpers.grading.misconceptions import COMMON

COURSE = Path(__file__).resolve().parents[2]
MISTAKES = [
    pytest.param(exercise.id, mistake, id=f"{exercise.id}-{mistake.misconception.id}")
    for exercise in EXERCISES.values()
    for mistake in exercise.mistakes
]


def declared() -> list[Misconception]:
    """Return every misconception that a module of helpers.grading declares, each object once."""
    modules = pkgutil.walk_packages(helpers.grading.__path__, "helpers.grading.")
    values = [v for one in modules for v in vars(importlib.import_module(one.name)).values()]
    found = {id(value): value for value in values if isinstance(value, Misconception)}
    used = {id(mistake.misconception): mistake.misconception for mistake in every_mistake()}
    return list({**found, **used}.values())


def every_mistake() -> list[Mistake]:
    """Return the mistakes of all exercises and the common ones."""
    return [*COMMON, *(m for exercise in EXERCISES.values() for m in exercise.mistakes)]


@pytest.mark.parametrize(("exercise_id", "mistake"), MISTAKES)
def test_each_specimen_shows_exactly_its_misconception(exercise_id: str, mistake: Mistake) -> None:
    """A wrong answer gets the diagnosis it was written for and no other."""
    verdict = mark(EXERCISES[exercise_id], mistake.specimen)

    assert verdict.outcome in ("not yet", "crashed")
    assert verdict.misconception == mistake.misconception.id


@pytest.mark.parametrize("mistake", COMMON, ids=lambda mistake: mistake.misconception.id)
def test_each_common_specimen_shows_its_misconception(mistake: Mistake) -> None:
    """What ends or hangs a process is diagnosed from outside it."""
    from helpers.grading.isolation import Judge

    with Judge() as judge:
        verdict = judge.mark(EXERCISES["tensor-double"], mistake.specimen, 1)

    assert verdict.misconception == mistake.misconception.id


def test_every_misconception_has_a_specimen() -> None:
    """Nothing stands in the catalogue that no wrong answer shows."""
    shown = {id(m.misconception) for m in every_mistake() if was_tried(m.specimen)}

    assert [one.id for one in declared() if id(one) not in shown] == []


def test_an_id_stands_for_one_misconception() -> None:
    """Two misconceptions never share an id: results are counted by it."""
    ids = [one.id for one in declared()]

    assert sorted({one for one in ids if ids.count(one) > 1}) == []


@pytest.mark.parametrize("misconception", declared(), ids=lambda one: one.id)
def test_what_to_reread_is_there(misconception: Misconception) -> None:
    """A diagnosis sends the learner to a heading that exists, word for word."""
    lesson, section = misconception.reread
    prose = "\n".join(
        cell["source"]
        for cell in read(COURSE / f"notebooks/{lesson}.ipynb")["cells"]
        if cell["cell_type"] == "markdown"
    )
    text = re.sub(r"^```.*?^```", "", prose, flags=re.MULTILINE | re.DOTALL)

    assert section in re.findall(r"^#{1,6} +(.+?) *$", text, re.MULTILINE)
