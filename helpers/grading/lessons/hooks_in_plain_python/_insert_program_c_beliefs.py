"""What one may believe in insert-program-c that isn't so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.hooks_in_plain_python._shared import BETWEEN, EDIT, LESSON, TRAP

EDITS = Misconception(
    "edits-the-programs",
    "that changing package.programs is a way in from outside.",
    "it works here, but it edits the package itself. That is what you can't do when the list is "
    "hidden, or somebody else's. The package left a place for you: its hooks.",
    (LESSON, EDIT),
)
PATCHES = Misconception(
    "patches-the-package",
    "that replacing the package's own code is a way in from outside.",
    "it changes the package for everybody who uses it, and a new version undoes it. The package "
    "left a place for you: its hooks.",
    (LESSON, EDIT),
)
EVERY_PROGRAM = Misconception(
    "hook-runs-once",
    "that a hook runs once in a call of the package.",
    "it runs at every program. program_C ran more than once. The hook is told which program is at "
    "work: use that.",
    (LESSON, BETWEEN),
)
WRONG_PLACE = Misconception(
    "before-and-after-swapped",
    "that it is all the same on which side of which program the hook stands.",
    "program_C ran, but not between A and B. Pre-hooks run before each program, hooks after it.",
    (LESSON, BETWEEN),
)
NO_RETURN = Misconception(
    "calls-but-returns-nothing",
    "that running program_C inside the hook is enough.",
    "it ran in the right place, and what it made was dropped: the value went on as before. Only "
    "what your hook hands back takes the place of x.",
    (LESSON, BETWEEN),
)
FALSY = Misconception(
    "falsy-means-leave-it",
    "that returning 0 or False tells the package to leave the value as it is.",
    "only None says that. Any other result takes the place of x, and so did what your hook "
    "returned for the other program.",
    (LESSON, TRAP),
)
NEVER_TRUE = Misconception(
    "condition-never-true",
    "that your hook comes to the line with program_C.",
    "a hook is in the package, and it was called after each program, but program_C never ran. What "
    "decides in your hook whether it runs was never true. Print what the hook is given.",
    (LESSON, BETWEEN),
)
FIRST_CALL_ONLY = Misconception(
    "state-outlives-the-call",
    "that each call of the package finds your names as they were at first.",
    "the first call went right, the second one didn't. What your hook counts, keeps or takes off "
    "stays so. It is told which program is at work, each time: let that alone decide.",
    (LESSON, BETWEEN),
)
C_SPOILT = Misconception(
    "program-c-is-given-too-much",
    "that program_C is called as a hook is.",
    "a hook is called with two things, a program with one: the value. Call program_C(x), and hand "
    "back what it gives.",
    (LESSON, BETWEEN),
)
NOT_CALLED = Misconception(
    "does-the-work-by-hand",
    "that adding 5 yourself is the same as letting program_C run.",
    "the number is right, but the program_C that was given never ran. If it changes tomorrow, "
    "your hook is wrong.",
    (LESSON, BETWEEN),
)
