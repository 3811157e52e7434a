"""What make check says: how each exercise fared, in one readable line."""

from __future__ import annotations

from dataclasses import dataclass

from helpers.grading.exercise import Verdict

NOT_IN_NOTEBOOK = (
    "right by itself, but its check said otherwise when the whole notebook ran. "
    "Does an answer above it end the kernel, or change torch or helpers for good?"
)


@dataclass
class Result:
    """How one exercise fared; ``message`` says in one line why it isn't passed."""

    lesson: str
    exercise: str
    outcome: str
    message: str = ""

    @property
    def passed(self) -> bool:
        """Say whether the exercise is passed."""
        return self.outcome == "passed"


def result_of(lesson: str, verdict: Verdict) -> Result:
    """Return a verdict as a result: what is amiss first, and what is perhaps believed."""
    said = [line.strip() for line in verdict.lines[1:]]
    first = [line for line in said if not line.startswith("Try hint")][:1]
    believed = [line for line in said if line.startswith("You perhaps believe")]
    message = ". ".join(line.removeprefix("✗ ").rstrip(".") for line in first + believed)
    return Result(lesson, verdict.exercise, verdict.outcome, message)


def not_one(lesson: str, exercise_id: str, count: int) -> Result:
    """Return the result of an exercise with no answer cell, or with several."""
    header = f"“# exercise: {exercise_id}”"
    if count:
        message = f"{count} cells hold the line {header}: keep it in one of them"
    else:
        message = f"no cell holds the line {header}: put it back on top of your answer"
    return Result(lesson, exercise_id, "no answer", message)


def report(results: list[Result]) -> list[str]:
    """Return a line an exercise (an unreadable notebook is one line), and the count."""
    lesson = max((len(result.lesson) for result in results), default=0)
    name = max((len(result.exercise) for result in results), default=0)
    lines: list[str] = []
    for result in results:
        if result.outcome == "unreadable":
            line = f"✗ {result.message}. Mend it, or put a fresh copy of it in its place"
        else:
            sign = "✓" if result.passed else "✗"
            reason = f": {result.message}" if result.message else ""
            where = f"{result.lesson:{lesson}}  {result.exercise:{name}}"
            line = f"{sign} {where}  {result.outcome}{reason}"
        if line not in lines:
            lines.append(line)
    passed = sum(result.passed for result in results)
    return [*lines, f"{passed} of {len(results)} exercises passed."]
