"""Where a learner stands: each lesson's exercises, what was passed, and what to do again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import groupby
from typing import Any

from helpers.grading.exercise import Exercise
from helpers.grading.lessons import EXERCISES
from helpers.grading.progress import Progress
from helpers.grading.repeating import days_since_pass, is_due


@dataclass(frozen=True)
class Row:
    """One exercise: how often it was tried, how that went, and how long ago it was passed.

    ``since`` is None where the day isn't known; ``due`` is whether to do it again today.
    """

    exercise: Exercise
    tries: int
    passed: bool
    last: str
    since: int | None
    due: bool

    @property
    def state(self) -> str:
        """The outcome and the number of tries, in words."""
        if not self.tries:
            return "–"
        outcome = "🎉 passed" if self.passed else self.last
        return f"{outcome} ({self.tries} {'try' if self.tries == 1 else 'tries'})"

    @property
    def notebook(self) -> str:
        """Path of its notebook from the course's folder: a prediction stands in the lesson."""
        folder = "notebooks" if self.exercise.kind == "prediction" else "exercises"
        return f"{folder}/{self.exercise.lesson}.ipynb"


@dataclass(frozen=True)
class Standing:
    """All exercises in the order of the course, and what is wrong with the file, if anything."""

    rows: tuple[Row, ...]
    said: str | None = None

    @classmethod
    def of(cls, progress: Progress, today: date | None = None) -> Standing:
        """Read the progress file; ``today`` is the day from which pauses are counted."""
        exercises, said = progress.look()
        day = today or date.today()
        rows = (_row(one, exercises.get(one.id, {}), day) for one in EXERCISES.values())
        return cls(tuple(rows), said)

    @cached_property
    def lessons(self) -> dict[str, list[Row]]:
        """The rows of each lesson."""
        return {
            lesson: list(rows)
            for lesson, rows in groupby(self.rows, lambda row: row.exercise.lesson)
        }

    @cached_property
    def due(self) -> list[Row]:
        """What to do again today, longest ago first."""
        return sorted((row for row in self.rows if row.due), key=lambda row: -(row.since or 0))

    @property
    def headline(self) -> str:
        """How much was passed, in a few words."""
        return f"{passed(self.rows)} of {len(self.rows)} passed"

    def __str__(self) -> str:
        """Return a table, lesson by lesson; without days until something is to be done again."""
        lines = [self.headline, *([self.said] if self.said else [])]
        width = max(len(row.exercise.id) for row in self.rows) + 2
        if self.due:
            lines += ["", "Worth doing again, from an empty cell"]
            lines += [f"  {row.exercise.id:<{width}}{when(row)}" for row in self.due]
        for lesson, rows in self.lessons.items():
            lines += ["", lesson]
            lines += [f"  {row.exercise.id:<{width}}{row.state}" for row in rows]
        return "\n".join(lines)


def passed(rows: tuple[Row, ...] | list[Row]) -> int:
    """Count what was passed."""
    return sum(row.passed for row in rows)


def when(row: Row) -> str:
    """Say how long ago a row was passed."""
    return f"passed {row.since} {'day' if row.since == 1 else 'days'} ago"


def _row(exercise: Exercise, entry: dict[str, Any], today: date) -> Row:
    return Row(
        exercise,
        entry.get("tries", 0),
        entry.get("passed", False),
        entry.get("last", ""),
        days_since_pass(entry, today),
        is_due(entry, today),
    )
