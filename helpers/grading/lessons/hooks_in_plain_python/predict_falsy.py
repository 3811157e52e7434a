"""predict-falsy: what comes out when a hook returns 0 and the runner asks `if output`."""

from __future__ import annotations

from collections.abc import Callable

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.hooks_in_plain_python._shared import BETWEEN, LESSON, TRAP
from helpers.grading.prediction import prediction, slip


def _experiment() -> int:
    hooks: list[Callable[[int], int]] = [lambda x: 0, lambda x: x + 1]
    x = 10
    for hook in hooks:
        output = hook(x)
        if output:
            x = output
    return x


ZERO_COUNTS = Misconception(
    "zero-counts-as-an-answer",
    "that the 0 takes the place of x.",
    "`if output` asks whether output counts as true, and 0 doesn't. The first hook was passed "
    "over.",
    (LESSON, TRAP),
)
ALL_DROPPED = Misconception(
    "falsy-ends-the-loop",
    "that one passed-over hook ends the loop.",
    "only that hook is passed over. The next one runs as ever, on the x of before.",
    (LESSON, TRAP),
)
NO_HOOK_COUNTS = Misconception(
    "zero-comes-out",
    "that a 0 is the end of the matter.",
    "the loop goes on: the second function runs too, and adds 1 to whatever x is by then.",
    (LESSON, BETWEEN),
)

ASKED_TWICE = Misconception(
    "function-runs-again-where-it-is-named",
    "that a result which is looked at and then used is worked out twice.",
    "hook(x) is called once, and output is its result. `if output` and `x = output` look at that "
    "result; neither calls the function again.",
    (LESSON, BETWEEN),
)

PREDICT_FALSY = prediction(
    "predict-falsy",
    lesson=LESSON,
    title="A hook that returns 0",
    question="your prediction is what the loop leaves in x",
    experiment=_experiment,
    slips=(
        slip(ZERO_COUNTS, 1),
        slip(ALL_DROPPED, 10),
        slip(NO_HOOK_COUNTS, 0),
        slip(ASKED_TWICE, 12),
    ),
    hints=(
        "Go through the loop by hand. What is output the first time, and is the line below run?",
        "In Python, bool(0) is False.",
    ),
    praise="The 0 was dropped without a word. That is the trap of this lesson.",
)
