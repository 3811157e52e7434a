"""Judge: marks answers one by one, each run in a bounded process of its own.

Four parties. The judge, here, draws the cases, holds the claims, and never runs an answer. The
zygote (zygote.py) has torch loaded and forks a keeper for each answer. The keeper (keeper.py)
forks a child, watches it and cleans up after it. The child (sandbox.py) runs the answer under
bounds, and what it noted comes back as data. No verdict is ever written on the answer's side, so
there is none to forge.
"""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from helpers.grading.levels import LEVELS, Level, at_least
from helpers.grading.zygote_handle import JudgeError, LostError, Zygote

if TYPE_CHECKING:
    from helpers.grading.exercise import Case, Exercise, Verdict

__all__ = ["Judge", "JudgeError", "Limits"]

MOST_DRAWN = 256
"""Exercises and seeds whose cases are kept. A class has one seed, and to work out what is wanted
takes longer than all else that the judge does for an answer."""
GRACE_SECONDS = 5
"""How long a keeper may take to clean up, beyond the time that the answer has."""


@dataclass(frozen=True)
class Limits:
    """Bounds for one answer: wall seconds, and bytes of memory, output and facts."""

    seconds: float = 10.0
    memory: int = 1 << 30
    output: int = 4 << 20
    facts: int = 4 << 20


class Judge:
    """Marks answers in processes of their own; a context manager that leaves no process behind.

    Raises JudgeError where the platform can't fork (Windows), where the zygote won't start, where
    the platform doesn't reach ``required_level``, and when it is asked to mark after it was
    closed.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        required_level: Level = "limits",
        highest_level: Level = LEVELS[-1],
        shared_by: int = 1,
    ) -> None:
        """Start the zygote, which loads torch meanwhile; the first answer waits for it.

        Answers are locked in at the highest level that the platform reaches, up to
        ``highest_level``. Once ``level`` is known, ``shared_by`` forked copies of this process can
        mark at the same time.
        """
        if not hasattr(os, "fork"):
            raise JudgeError(
                "Judge(): answers are run in forked processes, which this platform doesn't have. "
                "Use Linux, macOS or WSL; check(...) in a notebook works everywhere."
            )
        self.limits = limits or Limits()
        self.required_level, self.highest_level = required_level, highest_level
        self._zygote: Zygote | None = Zygote(highest_level, shared_by)
        self._drawn: dict[tuple[str, int], list[Case]] = {}
        self._closed = False

    @property
    def level(self) -> Level:
        """The level at which answers are locked in; the first time, it waits for the zygote.

        Raises JudgeError where it is below ``required_level``.
        """
        if self._closed:
            raise JudgeError("Judge.level: this judge is closed. Make another: Judge().")
        return self._strong_zygote().level

    def _strong_zygote(self) -> Zygote:
        zygote = self._zygote = self._zygote or Zygote(self.highest_level)
        if not at_least(zygote.level, self.required_level):
            raise JudgeError(
                f"Judge: answers can be locked in at level {zygote.level!r} here, and "
                f"{self.required_level!r} is required ({zygote.why_not_higher}). "
                "docs/security.md says what each level takes, and what it leaves open."
            )
        return zygote

    def mark(self, exercise: Exercise, source: str, seed: int | None = None) -> Verdict:
        """Mark one answer; whatever it does, a verdict comes back and the next can be marked.

        ``seed`` decides the cases; without one they are those of a notebook's check.
        """
        if self._closed:
            raise JudgeError("Judge.mark(...): this judge is closed. Make another: Judge().")
        # Loads torch, a second or two: here, so that the zygote does the same beside it.
        from helpers.grading.hand_out import for_answer, seed_for_answer
        from helpers.grading.marking import SEED, judge, was_tried
        from helpers.grading.wording import not_tried

        if not was_tried(source):
            return not_tried(exercise)
        seed = SEED if seed is None else seed
        cases = self._cases(exercise, seed)
        job = {
            "exercise": exercise.id,
            "source": source,
            "cases": for_answer(exercise, cases),
            "seed": seed_for_answer(seed),
            "limits": asdict(self.limits),
        }
        return judge(exercise, source, cases, _facts(self._ask(job)))

    def _cases(self, exercise: Exercise, seed: int) -> list[Case]:
        """Return an exercise's cases for a seed, drawn when the first answer needs them."""
        from helpers.grading.marking import draw_cases

        key = exercise.id, seed
        if key not in self._drawn:
            if len(self._drawn) >= MOST_DRAWN:
                self._drawn.clear()
            self._drawn[key] = draw_cases(exercise, seed)
        return self._drawn[key]

    def _ask(self, job: dict[str, Any]) -> dict[str, Any]:
        # Where no word comes, perhaps an earlier answer has killed the zygote: once more, afresh.
        for _ in range(2):
            zygote = self._strong_zygote()
            try:
                return zygote.ask(job, self.limits.seconds + GRACE_SECONDS)
            except LostError:
                zygote.end(GRACE_SECONDS)
                self._zygote = None
        return {"ended": "lost"}

    def close(self) -> None:
        """End the zygote and what it has running; a second time does nothing."""
        self._closed = True
        if self._zygote is not None:
            self._zygote.end(GRACE_SECONDS)
            self._zygote = None

    def __enter__(self) -> Self:
        """Return the judge."""
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the zygote."""
        self.close()


def _facts(reply: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the facts of each case, or how the answer ended where it noted none.

    How it ended is the keeper's to say: an answer that wrote it among its facts is not believed.
    """
    if "ended" in reply:
        return [{"ended": str(reply["ended"])}]
    facts = reply.get("facts")
    if isinstance(facts, list) and facts and all(isinstance(one, dict) for one in facts):
        return [{**one, "ended": None} for one in facts]
    return [{"ended": "facts"}]
