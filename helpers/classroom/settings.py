"""How a class is marked: what decides a verdict besides the answer, and which shard this is."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Self

from helpers.grading.levels import HIDES_SOLUTIONS, Level

HELPERS = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Shard:
    """The ``number``-th of ``count`` parts of a class, counted from 1."""

    number: int = 1
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the shard that a text like ``3/16`` names; raises ValueError for any other."""
        found = re.fullmatch(r"(\d{1,5})/(\d{1,5})", text)
        if not found or not 1 <= int(found[1]) <= int(found[2]):
            raise ValueError(f"{text!r} is no shard: write 3/16 for the third of sixteen")
        return cls(int(found[1]), int(found[2]))

    def holds(self, label: str) -> bool:
        """Say whether a learner is in this shard, which depends on nothing but the label."""
        digest = hashlib.sha256(label.encode("utf-8", "backslashreplace")).digest()
        return int.from_bytes(digest[:8], "big") % self.count == self.number - 1

    def __str__(self) -> str:
        """Return ``3/16``."""
        return f"{self.number}/{self.count}"


@dataclass(frozen=True)
class Settings:
    """What the cases are drawn from, an answer's seconds, the level it is locked in at, the shard."""

    seed: int
    seconds: float = 10.0
    shard: Shard = Shard()
    level: Level = HIDES_SOLUTIONS

    @property
    def key(self) -> str:
        """A hash of all that a verdict depends on, besides the answer."""
        return digest(course_version(), self.seed, self.seconds, self.level)

    def answer_key(self, exercise: str, source: str) -> str:
        """Return the key of an answer's verdict: equal answers have one."""
        return digest(self.key, exercise, source)

    def as_json(self) -> dict[str, Any]:
        """Return what marking.json says of the settings."""
        return {
            "course": course_version(),
            "seed": self.seed,
            "seconds": self.seconds,
            "shard": str(self.shard),
            "required level": self.level,
        }


def digest(*parts: object) -> str:
    """Return 32 hexadecimal digits that differ where any part does."""
    whole = hashlib.sha256()
    for part in parts:
        # An answer may hold half a character.
        text = str(part).encode("utf-8", "surrogatepass")
        whole.update(f"{len(text)}:".encode() + text)
    return whole.hexdigest()[:32]


@lru_cache
def course_version() -> str:
    """Return a hash of the exercises, of the code that marks them, and of torch's version."""
    paths = sorted(path for room in ("grading", "hooks") for path in (HELPERS / room).rglob("*.py"))
    return digest(version("torch"), *(path.read_text("utf-8") for path in paths))
