"""predict-summed-gradient: what a hook sees when its tensor is used twice."""

from __future__ import annotations

from typing import Any

import torch

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.tensor_hooks._shared import LESSON
from helpers.grading.prediction import prediction, slip


def experiment() -> Any:
    """Run the lesson's own question."""
    seen: list[float] = []
    w: Any = torch.tensor(1.0, requires_grad=True)
    w.register_hook(lambda grad: seen.append(grad.item()))
    (2 * w + 3 * w).backward()
    return seen


ONCE_A_USE = Misconception(
    "once-for-each-use",
    "that the hook fires once for each place where the tensor is used.",
    "the two contributions are added up first. Then the hook is called, once, with their sum.",
    (LESSON, "Once a pass, with the sum"),
)
GROWING = Misconception(
    "sees-the-sum-grow",
    "that the hook is called each time the sum grows.",
    "it is called once, when the sum is complete.",
    (LESSON, "Once a pass, with the sum"),
)
SUM_TWICE = Misconception(
    "sum-for-each-use",
    "that a tensor used twice calls its hook twice with the sum.",
    "the sum is right. But the hook belongs to the tensor, not to its uses: one pass, one call.",
    (LESSON, "Once a pass, with the sum"),
)
NEVER = Misconception(
    "no-call-on-a-leaf",
    "that hooks don't fire on a leaf.",
    "they do, on leaves and inside the graph alike: before anything is added to .grad.",
    (LESSON, "Leaf and non-leaf"),
)
MULTIPLIED = Misconception(
    "contributions-multiply",
    "that the contributions of two uses are multiplied.",
    "along one path factors multiply; where paths meet again, the gradients are added.",
    (LESSON, "Once a pass, with the sum"),
)
ONE_ONLY = Misconception(
    "one-use-only",
    "that the hook sees one of the two uses.",
    "it is called once, but with everything: the contributions of both uses, added up.",
    (LESSON, "Once a pass, with the sum"),
)

A_NUMBER = Misconception(
    "number-instead-of-list",
    "that seen holds a number.",
    "it is a list, with one number for each call of the hook. How many there are is half of the "
    "question.",
    (LESSON, "Once a pass, with the sum"),
)

PREDICT_SUMMED_GRADIENT = prediction(
    "predict-summed-gradient",
    lesson=LESSON,
    title="A tensor used twice",
    question="seen after the backward pass",
    experiment=experiment,
    slips=(
        slip(ONCE_A_USE, [2, 3], [3, 2]),
        slip(GROWING, [2, 5], [3, 5]),
        slip(SUM_TWICE, [5, 5]),
        slip(NEVER, []),
        slip(MULTIPLIED, [6]),
        slip(ONE_ONLY, [2], [3]),
        slip(A_NUMBER, *range(11)),
    ),
    hints=(
        "seen is a list, with one number for each call of the hook. How many calls, and with what?",
        "w reaches the loss by two ways, and a gradient comes back on each. A hook belongs to the "
        "tensor, not to a way.",
    ),
    praise="One pass, one call, and the sum of all uses.",
)
