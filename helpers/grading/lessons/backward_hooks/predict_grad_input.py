"""predict-grad-input: what grad_input holds when one of two inputs is plain data."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.backward_hooks._shared import HOLD, LESSON
from helpers.grading.prediction import prediction, slip


def experiment() -> Any:
    """Run the lesson's own question."""
    seen: list[Any] = []

    class Model(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.W = nn.Parameter(torch.tensor([5.0]))

        def forward(self, x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
            return x1 * x2 * self.W

    model = Model()
    model.register_full_backward_hook(
        lambda module, grad_input, grad_output: seen.extend(grad_input)
    )
    model(torch.tensor([2.0], requires_grad=True), torch.tensor([3.0])).backward()
    return [gradient.item() for gradient in seen]


NONE_FOR_DATA = Misconception(
    "none-for-plain-data",
    "that a tensor which requires no gradient has None in grad_input.",
    "beside an input that requires one, it has a tensor of zeros. None stands for inputs that are "
    "no tensors at all.",
    HOLD,
)
AS_IF_NEEDED = Misconception(
    "gradient-for-plain-data",
    "that every input gets a gradient, whether it requires one or not.",
    "10 would be right if x2 required a gradient. It doesn't, so none is worked out for it; but "
    "its place in grad_input is there, and something neutral stands in it.",
    HOLD,
)
LEFT_OUT = Misconception(
    "plain-data-left-out",
    "that grad_input holds those inputs alone that require a gradient.",
    "it has a place for each positional input. Else nobody could tell which gradient belongs to "
    "which input.",
    HOLD,
)
WITH_W = Misconception(
    "parameter-in-grad-input",
    "that the gradient of W is in grad_input.",
    "W is no input of forward. grad_input has two places, for x1 and x2; W's gradient goes into "
    "W.grad.",
    HOLD,
)
WITHOUT_W = Misconception(
    "forgets-what-forward-does",
    "that the gradient of x1 is x2.",
    "forward multiplies by W, too. If x1 grows by 1, the output grows by x2 · W.",
    HOLD,
)
OWN_FACTOR = Misconception(
    "gradient-from-the-own-value",
    "that the gradient of a factor is made of its own value.",
    "the gradient of x1 says how much the output grows with x1: by the other factors, x2 and W.",
    HOLD,
)
VALUES = Misconception(
    "inputs-instead-of-gradients",
    "that grad_input holds the inputs.",
    "it holds their gradients: how much the output grows when an input grows.",
    HOLD,
)
NOTHING = Misconception(
    "hook-not-called-beside-data",
    "that a hook isn't called, or has nothing to show, if an input is plain data.",
    "one input that requires a gradient is enough. The hook is called, and each input has a place.",
    HOLD,
)

PREDICT_GRAD_INPUT = prediction(
    "predict-grad-input",
    lesson=LESSON,
    title="One input is plain data",
    question="grad_input, entry by entry",
    experiment=experiment,
    slips=(
        slip(NONE_FOR_DATA, [15, None]),
        slip(AS_IF_NEEDED, [15, 10]),
        slip(LEFT_OUT, [15], 15),
        slip(WITH_W, [15, 10, 6], [15, 0, 6], [15, None, 6], [15, 6], [15, 10, 5], [15, 0, 5]),
        slip(WITHOUT_W, [3, 0], [3, None], [3, 2], [3]),
        slip(OWN_FACTOR, [10, 0], [10, None], [10, 15], [10], [2, 0], [2, None]),
        slip(VALUES, [2, 3], [2, 3, 5]),
        slip(NOTHING, [], None, [None, None], [0, 0], [None]),
    ),
    hints=(
        "Two questions in one: how many places does grad_input have, and what stands in the place "
        "of an input that wants no gradient?",
        "The first place is x1's: how much does the output grow if x1 grows by 1? For the second, "
        "remember that a gradient is a tensor, shaped like its input.",
    ),
    praise="Each input has its place, and a tensor that wants no gradient gets a zero there.",
)
