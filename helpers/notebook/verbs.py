"""The verbs of a notebook: check, hint, solution, progress."""

from __future__ import annotations

import os

from IPython.display import display

from helpers.course.answers import reference
from helpers.grading.lessons import find
from helpers.grading.marking import mark
from helpers.grading.progress import Progress
from helpers.notebook import cells
from helpers.notebook.cards import Card, verdict_card
from helpers.notebook.progress_page import ProgressPage

cells.start()

_hints_given: dict[str, int] = {}
_asked_early: set[str] = set()
_tried: set[str] = set()


class NotPassedError(AssertionError):
    """Raised by check only where a grader runs the notebook and needs an exception to see a fail."""


def check(exercise_id: str) -> Card | None:
    """Mark the answer that was last run under ``# exercise: exercise_id`` and show the verdict.

    Raises UnknownExerciseError for an id that isn't there. Where nbgrader runs the notebook (it
    sets the environment variable NBGRADER_EXECUTION) it shows a passed verdict and returns None,
    and raises NotPassedError else.
    """
    exercise = find(exercise_id)
    verdict = mark(exercise, cells.answers.get(exercise_id, ""))
    if verdict.outcome != "not tried":
        _tried.add(exercise_id)
    said = Progress().note(exercise_id, verdict.outcome) if cells.run_by_a_person() else None
    card = verdict_card(verdict)
    if os.environ.get("NBGRADER_EXECUTION"):
        if verdict.outcome != "passed":
            raise NotPassedError(verdict.message)
        display(card)  # type: ignore[no-untyped-call]
        return None  # nbgrader takes what a cell ends with for a number of points
    return Card((*card.lines, f"   ({said})"), card.colour) if said else card


def hint(exercise_id: str, number: int | None = None) -> Card:
    """Show the next hint of an exercise, or hint ``number``, counted from 1."""
    exercise = find(exercise_id)
    count = len(exercise.hints)
    number = number or min(_hints_given.get(exercise_id, 0) + 1, count)
    if not 1 <= number <= count:
        raise ValueError(
            f"hint({exercise_id!r}, {number}): there are hints 1 to {count}. Try hint({exercise_id!r})."
        )
    _hints_given[exercise_id] = number
    more = (
        f'   hint("{exercise_id}") again gives the next one.'
        if number < count
        else (f'   That was the last one. solution("{exercise_id}") shows an answer.')
    )
    title = f"💡 {exercise_id}: {exercise.title}"
    return Card((title, f"   Hint {number} of {count}: {exercise.hints[number - 1]}", more))


def solution(exercise_id: str) -> Card:
    """Show the reference answer; before a first try it asks once whether you mean it."""
    exercise = find(exercise_id)
    if exercise.kind == "prediction":
        title = f"📖 {exercise_id}: {exercise.title}"
        return Card((title, "   Nothing to read here: run the lesson's next cells and watch."))
    tried = exercise_id in _tried or Progress().tries(exercise_id)
    if not tried and exercise_id not in _asked_early:
        _asked_early.add(exercise_id)
        return Card(
            (
                f"💡 {exercise_id}: you haven't tried it yet.",
                f'   A wrong answer teaches more than a right one read. hint("{exercise_id}") helps; '
                "call solution again if you want to see it all the same.",
            )
        )
    source = reference(exercise_id)
    return Card(
        (f"📖 {exercise_id}: {exercise.title}", *(f"    {line}" for line in source.splitlines()))
    )


def progress() -> ProgressPage:
    """Show what has been passed, lesson by lesson, and what is worth doing again today."""
    return ProgressPage(Progress())
