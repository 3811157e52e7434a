"""The catalogue of misconceptions that more than one exercise can meet.

One that belongs to a single exercise is declared in that exercise's own block.
"""

from __future__ import annotations

from helpers.grading.exercise import Facts, Misconception, Mistake

ENDS_THE_PROCESS = Misconception(
    "ends-the-process",
    "that ending Python early ends the marking with a good mark.",
    "your answer stopped the program before its hooks could be tried. Marking looks at what the "
    "hooks do, so let the code run to its end.",
    ("00_start_here", "How an exercise is marked"),
)
NEVER_ENDS = Misconception(
    "never-ends",
    "that the loop will come to an end.",
    "your answer was still running when its time was up. Look for a loop whose condition never "
    "turns false.",
    ("00_start_here", "How an exercise is marked"),
)
NEVER_REGISTERED = Misconception(
    "never-registered",
    "that a function with the right name is a hook.",
    "a function becomes a hook when you hand it to a register_… method. Until then nothing calls it.",
    ("03_forward_hooks", "Two hooks on one module"),
)
CALLED_AT_REGISTRATION = Misconception(
    "called-at-registration",
    "that register_…(hook(...)) registers hook.",
    "the parentheses call your function at once, and its result (None) is what gets registered. "
    "Hand over the function itself: register_…(hook).",
    ("03_forward_hooks", "Two hooks on one module"),
)


def _error_type(facts: Facts) -> str:
    return str((facts["error"] or {}).get("type"))


COMMON: tuple[Mistake, ...] = (
    Mistake(
        ENDS_THE_PROCESS,
        lambda facts: facts["ended"] == "early" or _error_type(facts) == "SystemExit",
        "import os\nos._exit(0)\n",
    ),
    Mistake(
        NEVER_ENDS,
        lambda facts: facts["ended"] in ("time", "signal SIGXCPU"),
        "while True:\n    pass\n",
    ),
)
"""Mistakes that any answer to any exercise can hold; tried after the exercise's own."""
