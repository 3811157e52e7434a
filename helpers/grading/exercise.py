"""The nouns of marking: Exercise, Claim, Misconception, Mistake, Verdict.

They hold data and small functions, and nothing here runs an answer: marking.py has the verbs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from helpers.grading.data import same

if TYPE_CHECKING:
    from helpers.grading.probing import Answer

Case = dict[str, Any]
"""What one trial gives to an answer, as plain data drawn outside the answer's process."""

Outcome = Literal["passed", "not yet", "crashed", "not tried"]


class Facts(dict[str, Any]):
    """What was seen in one trial, as plain data; a fact that was never noted reads as None."""

    def __missing__(self, key: str) -> None:
        return None


@dataclass(frozen=True)
class Claim:
    """One sentence that must be true of an answer, and how to tell.

    ``seen`` picks the data from the facts (a key, or a function of the facts); ``wanted`` is the
    data it must agree with (a value, or a function of the case). ``call`` repeats, for the
    message, what was done to see it. A ``secret`` claim never shows what was wanted: a
    prediction must not be given away.
    """

    sentence: str
    seen: str | Callable[[Facts], Any]
    wanted: Any
    call: str = ""
    secret: bool = False

    def seen_in(self, facts: Facts) -> Any:
        """Return what was seen; None where the answer ended before it could be seen."""
        if isinstance(self.seen, str):
            return facts[self.seen]
        try:
            return self.seen(facts)
        except Exception:
            return None

    def wanted_for(self, case: Case) -> Any:
        """Return what the case asks for."""
        return self.wanted(case) if callable(self.wanted) else self.wanted

    def holds(self, case: Case, facts: Facts) -> bool:
        """Say whether the sentence is true of what was seen in this case."""
        return same(self.seen_in(facts), self.wanted_for(case))


@dataclass(frozen=True)
class Misconception:
    """Something one may well believe that isn't so.

    ``reread`` names the lesson's stem and the heading where the matter is shown.
    """

    id: str
    believe: str
    so: str
    reread: tuple[str, str]


@dataclass(frozen=True)
class Mistake:
    """A misconception as it shows in one exercise: its signs in the facts, and a specimen.

    ``signs`` gets the facts of one case, with the case itself under ``"case"``; it holds for an
    answer when it holds in any case in which something isn't as wanted. ``specimen`` is a wrong
    answer that must trigger exactly this mistake.
    """

    misconception: Misconception
    signs: Callable[[Facts], Any]
    specimen: str

    def shows_in(self, facts: Facts) -> bool:
        """Say whether the signs are there; facts too poor to tell count as no."""
        try:
            return bool(self.signs(facts))
        except Exception:
            return False


@dataclass(frozen=True)
class Exercise:
    """One exercise, declared in one block.

    ``setup`` builds the given names fresh from a case; ``cases`` draws the trials, the task's own
    example first; ``probe`` is the only code that runs an answer, and returns the facts of one
    case; ``claims`` say what must hold; ``mistakes`` are tried in order when something doesn't.
    """

    id: str
    lesson: str
    title: str
    task: str
    gives: tuple[str, ...]
    hints: tuple[str, ...]
    cases: Callable[[random.Random], list[Case]]
    setup: Callable[[Case], Mapping[str, Any]]
    probe: Callable[[Answer, Case], Mapping[str, Any]]
    claims: tuple[Claim, ...]
    mistakes: tuple[Mistake, ...]
    praise: str
    points: int = 1
    kind: Literal["exercise", "prediction"] = "exercise"


@dataclass(frozen=True)
class Verdict:
    """What marking says of one answer; ``lines`` is the whole message, in order."""

    exercise: str
    outcome: Outcome
    misconception: str | None = None
    lines: tuple[str, ...] = field(default=())

    @property
    def message(self) -> str:
        """The message as one text without time, address or count, so that nbval can compare it."""
        return "\n".join(self.lines)
