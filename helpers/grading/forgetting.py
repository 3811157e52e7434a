"""Take everything out of a process that knows what is wanted of an answer."""

from __future__ import annotations

import gc
import random
import sys
from dataclasses import replace

from helpers.grading import lessons
from helpers.grading.exercise import Case, Exercise
from helpers.grading.hand_out import LESSONS
from helpers.grading.reach import Reach


def forget_what_is_wanted() -> dict[str, Exercise]:
    """Keep of the lessons' modules what tries an answer, and nothing that judges one.

    The exercises that come back can be set up and probed; they have no claims, mistakes, hints or
    cases. For a process that is only going to run answers: ``find`` no longer works in it.
    """
    exercises = {
        exercise.id: replace(
            exercise, task="", hints=(), cases=_none, claims=(), mistakes=(), praise=""
        )
        for exercise in lessons.EXERCISES.values()
    }
    needed = Reach(LESSONS, [(one.setup, one.probe) for one in exercises.values()]).names
    for name, module in list(sys.modules.items()):
        if f"{name}.".startswith(f"{LESSONS}."):
            for key in list(vars(module)):
                if not key.startswith("__") and (name, key) not in needed:
                    delattr(module, key)
    gc.collect()
    return exercises


def _none(draw: random.Random) -> list[Case]:
    return []
