"""predict-after-removal: what v.grad is after a doubled pass, remove(), and a second pass."""

from __future__ import annotations

from typing import Any

import torch

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.tensor_hooks._shared import LESSON, SECOND_REPLACES
from helpers.grading.prediction import prediction, slip


def experiment() -> Any:
    """Run the lesson's own question."""
    v: Any = torch.tensor([0.0, 0.0, 0.0], requires_grad=True)
    handle = v.register_hook(lambda grad: grad * 2)
    v.backward(torch.tensor([1.0, 2.0, 3.0]))
    handle.remove()
    v.backward(torch.tensor([1.0, 2.0, 3.0]))
    return v.grad


STILL_ON = Misconception(
    "hook-outlives-remove",
    "that the hook still works after remove().",
    "remove() takes effect at once. The second pass met no hook.",
    (LESSON, "Handles: taking a hook off"),
)
SECOND_LOST = Misconception(
    "second-pass-adds-nothing",
    "that a second backward brings nothing new, or that remove() takes back the doubling.",
    "each backward sends its gradient, and v.grad grows by it. remove() takes the hook off and "
    "nothing else: what the first pass left stays.",
    (LESSON, "Handles: taking a hook off"),
)
DOUBLES_TOTAL = Misconception(
    "hook-doubles-the-total",
    "that the hook works on v.grad, old content included.",
    "the hook is called while the first pass runs, with that pass's gradient. It doesn't touch "
    "v.grad, and it is gone in the second pass.",
    (LESSON, "Handles: taking a hook off"),
)

SIDE_BY_SIDE = Misconception(
    "passes-side-by-side",
    "that accumulating means to put the passes one behind the other.",
    "they are added, entry by entry. .grad has the shape of v, however many passes there were.",
    (LESSON, "Handles: taking a hook off"),
)

PREDICT_AFTER_REMOVAL = prediction(
    "predict-after-removal",
    lesson=LESSON,
    title="After the hook is gone",
    question="v.grad after the second backward",
    experiment=experiment,
    slips=(
        slip(SECOND_REPLACES, [1, 2, 3]),
        slip(STILL_ON, [4, 8, 12]),
        slip(SIDE_BY_SIDE, [2, 4, 6, 1, 2, 3], [[2, 4, 6], [1, 2, 3]]),
        slip(SECOND_LOST, [2, 4, 6]),
        slip(DOUBLES_TOTAL, [6, 12, 18]),
    ),
    hints=(
        "Two questions in one: what does the second pass bring to v, and what becomes of what the "
        "first pass left in v.grad?",
        "The hook is off in the second pass. And .grad is never overwritten by backward; what else "
        "can backward do with it?",
    ),
    praise="One doubled gradient, one plain one, and .grad holds the sum of both.",
)
