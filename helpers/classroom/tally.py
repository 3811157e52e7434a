"""A class's results, put together from a store: by learner, by exercise, by misconception."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from helpers.classroom.store import Store
from helpers.grading.levels import LEVELS

OUTCOMES = ("passed", "not yet", "crashed", "not tried", "no answer", "not marked")
TRIED = ("passed", "not yet", "crashed")
NO_ANSWER = "no cell holds an answer"


class Result(NamedTuple):
    """How one exercise fared; ``key`` leads to the answer, ``why`` says why there is none."""

    outcome: str
    misconception: str | None = None
    key: str = ""
    why: str = ""


@dataclass
class Learner:
    """One learner's results by exercise, points, and what is amiss with what was handed in."""

    label: str
    name: str
    lms: str
    id: str
    results: dict[str, Result]
    problems: list[str] = field(default_factory=list)
    points: int = 0


@dataclass
class Tally:
    """The results of a class, whose rows ``store`` holds.

    ``exercises`` are those of the lessons from which somebody handed in something, in the order of
    the course; a prediction is among them where somebody answered it, and gives no points.
    """

    store: Store

    @cached_property
    def about(self) -> dict[str, Any]:
        """What marking.json says."""
        return self.store.about

    @cached_property
    def verdicts(self) -> dict[str, Result]:
        """Outcome and misconception of each answer, by its key."""
        rows = map(self.store.answers.__getitem__, self.store.answers)
        return {
            row["key"]: Result(row["outcome"], row["misconception"], row["key"]) for row in rows
        }

    @cached_property
    def level(self) -> str:
        """The weakest level at which one of these answers was marked; "" where none was."""
        rows = map(self.store.answers.__getitem__, self.store.answers)
        marked_at = {row.get("level") for row in rows}
        return next((level for level in LEVELS if level in marked_at), "")

    @cached_property
    def exercises(self) -> list[dict[str, Any]]:
        """The exercises of this class, as the catalogue describes them."""
        every = self.about["exercises"]
        answered = {
            exercise for row in self._rows for exercise in (*row["answers"], *row["faults"])
        }
        lessons = {one["lesson"] for one in every if one["id"] in answered}
        of_class = [one for one in every if one["lesson"] in lessons or not lessons]
        return [one for one in of_class if one["kind"] == "exercise" or one["id"] in answered]

    @cached_property
    def _rows(self) -> list[dict[str, Any]]:
        wanted = [label for label in self.about["learners"] if label in self.store.learners]
        return [self.store.learners[label] for label in sorted(wanted)]

    @cached_property
    def learners(self) -> list[Learner]:
        """Every learner, sorted by label."""
        return [self._learner(row) for row in self._rows]

    def _learner(self, row: dict[str, Any]) -> Learner:
        results = {one["id"]: self._result(row, one["id"]) for one in self.exercises}
        points = sum(
            one["points"] for one in self.exercises if results[one["id"]].outcome == "passed"
        )
        head = (row["learner"], row["name"], row["lms"], row["id"])
        return Learner(*head, results, row["problems"], points)

    def _result(self, row: dict[str, Any], exercise: str) -> Result:
        if exercise in row["faults"]:
            outcome, why = row["faults"][exercise]
            return Result(outcome, why=why)
        key = row["answers"].get(exercise)
        # A verdict whose line was damaged on the disk is marked anew by the next run.
        missing = "the verdict is lost: mark again" if key else NO_ANSWER
        return self.verdicts.get(key) or Result("not marked" if key else "no answer", why=missing)

    @property
    def most_points(self) -> int:
        """The points of somebody who passed everything."""
        return sum(one["points"] for one in self.exercises)

    def by_exercise(self) -> dict[str, Counter[str]]:
        """Return, for each exercise, how many learners had which outcome."""
        return {
            one["id"]: Counter(learner.results[one["id"]].outcome for learner in self.learners)
            for one in self.exercises
        }

    def by_misconception(self) -> list[tuple[str, int, Counter[str]]]:
        """Return (misconception, learners, answers by exercise), the most frequent first."""
        exercises: dict[str, Counter[str]] = {}
        learners: Counter[str] = Counter()
        for learner in self.learners:
            of_learner = set()
            for exercise, result in learner.results.items():
                if result.misconception:
                    exercises.setdefault(result.misconception, Counter())[exercise] += 1
                    of_learner.add(result.misconception)
            learners.update(of_learner)
        order = sorted(exercises, key=lambda one: (-learners[one], one))
        return [(one, learners[one], exercises[one]) for one in order]

    def undiagnosed(self) -> int:
        """Return how many answers didn't pass and show no known misconception."""
        return sum(
            result.outcome in ("not yet", "crashed") and result.misconception is None
            for learner in self.learners
            for result in learner.results.values()
        )

    def answer(self, key: str) -> dict[str, Any]:
        """Return an answer's whole row: source, outcome, misconception and message."""
        return self.store.answers[key]
