"""What an answer's side is given: the cases without what is wanted, and a seed of its own.

An answer shares its process with the probe and can read all that is there: frames, modules, the
garbage collector's list. So what is wanted must not be there.
"""

from __future__ import annotations

import functools
import hashlib

from helpers.grading.exercise import Case, Exercise
from helpers.grading.reach import Reach

LESSONS = "helpers.grading.lessons"
"""The package whose modules hold both what tries an answer and what is wanted of it."""


def for_answer(exercise: Exercise, cases: list[Case]) -> list[Case]:
    """Return the cases with those keys alone that the code of setup and probe names.

    A case may carry what is wanted, for the claims: that stays on the judge's side.
    """
    named = _named(exercise.setup, exercise.probe)
    return [{key: value for key, value in case.items() if key in named} for case in cases]


@functools.lru_cache(maxsize=256)
def _named(*functions: object) -> frozenset[str]:
    return frozenset(Reach(LESSONS, functions).texts)


def seed_for_answer(seed: int) -> int:
    """Return the seed for an answer's random numbers; that of the cases can't be told from it."""
    return int.from_bytes(hashlib.sha256(f"answer {seed}".encode()).digest()[:4], "big")
