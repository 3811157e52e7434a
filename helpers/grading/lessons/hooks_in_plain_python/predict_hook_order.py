"""predict-hook-order: two hooks on one package, each working on what the other left."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.hooks_in_plain_python._shared import BETWEEN, LESSON
from helpers.grading.prediction import prediction, slip
from helpers.hooks.pipeline import Package

ORDER = "Several hooks, in order"


def _experiment() -> object:
    package = Package()
    package.programs = [lambda x: x + 3]
    package.register_hook(lambda program, x: x * 10)
    package.register_hook(lambda program, x: x + 2)
    package.register_pre_hook(lambda program, x: x - 1)
    return package(2)


LAST_FIRST = Misconception(
    "last-hook-first-predicted",
    "that the hook registered last runs first.",
    "hooks of one kind run in the order in which they were registered.",
    (LESSON, ORDER),
)
PRE_LAST = Misconception(
    "registration-order-alone",
    "that hooks run in the order of registration, whatever their kind.",
    "the pre-hook was registered last, and still runs first: before the program.",
    (LESSON, BETWEEN),
)
NO_PRE = Misconception(
    "pre-hook-does-not-change",
    "that a pre-hook can only look.",
    "what a pre-hook returns is what the program is given.",
    (LESSON, BETWEEN),
)
LAST_WINS = Misconception(
    "last-hook-wins",
    "that every hook works on what the program made, and the last one wins.",
    "each hook is given what the hook before it left.",
    (LESSON, ORDER),
)

PROGRAM_LAST = Misconception(
    "hooks-before-the-program",
    "that hooks work on what goes in, and the program comes last.",
    "only pre-hooks do. A hook runs after the program and is given what it made.",
    (LESSON, BETWEEN),
)

PREDICT_HOOK_ORDER = prediction(
    "predict-hook-order",
    lesson=LESSON,
    title="Three hooks, one value",
    question="your prediction is what package(2) gives",
    experiment=_experiment,
    slips=(
        slip(LAST_FIRST, 60),
        slip(PRE_LAST, 51),
        slip(NO_PRE, 52),
        slip(LAST_WINS, 6, 7),
        slip(PROGRAM_LAST, 15, 25),
    ),
    hints=(
        "Write down x after each step: first the pre-hook, then the program.",
        "Then the two hooks, in the order of registration, each on what the one before it left.",
    ),
    praise="Before, then the program, then after; and among equals, first come, first served.",
)
