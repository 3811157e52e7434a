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

from helpers.grading.zygote_handle import JudgeError, LostError, Zygote

if TYPE_CHECKING:
    from helpers.grading.exercise import Exercise, Verdict

__all__ = ["Judge", "JudgeError", "Limits"]

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

    Raises JudgeError where the platform can't fork (Windows), where the zygote won't start, and
    when it is asked to mark after it was closed.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        """Start the zygote, which loads torch meanwhile; the first answer waits for it."""
        if not hasattr(os, "fork"):
            raise JudgeError(
                "Judge(): answers are run in forked processes, which this platform doesn't have. "
                "Use Linux, macOS or WSL; check(...) in a notebook works everywhere."
            )
        self.limits = limits or Limits()
        self._zygote: Zygote | None = Zygote()
        self._closed = False

    def mark(self, exercise: Exercise, source: str, seed: int | None = None) -> Verdict:
        """Mark one answer; whatever it does, a verdict comes back and the next can be marked.

        ``seed`` decides the cases; without one they are those of a notebook's check.
        """
        if self._closed:
            raise JudgeError("Judge.mark(...): this judge is closed. Make another: Judge().")
        # Loads torch, a second or two: here, so that the zygote does the same beside it.
        from helpers.grading.marking import SEED, draw_cases, judge, was_tried
        from helpers.grading.wording import not_tried

        if not was_tried(source):
            return not_tried(exercise)
        seed = SEED if seed is None else seed
        cases = draw_cases(exercise, seed)
        job = {
            "exercise": exercise.id,
            "source": source,
            "cases": cases,
            "seed": seed,
            "limits": asdict(self.limits),
        }
        return judge(exercise, source, cases, _facts(self._ask(job)))

    def _ask(self, job: dict[str, Any]) -> dict[str, Any]:
        # Where no word comes, perhaps an earlier answer has killed the zygote: once more, afresh.
        for _ in range(2):
            if self._zygote is None:
                self._zygote = Zygote()
            try:
                return self._zygote.ask(job, self.limits.seconds + GRACE_SECONDS)
            except LostError:
                self._zygote.end(GRACE_SECONDS)
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
