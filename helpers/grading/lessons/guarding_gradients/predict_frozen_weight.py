"""predict-frozen-weight: a gradient of zero, and an optimiser with momentum."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.guarding_gradients._shared import FREEZE, LESSON
from helpers.grading.prediction import prediction, slip


def experiment() -> Any:
    """Run the lesson's own question."""
    w: Any = nn.Parameter(torch.tensor(1.0))
    optimizer = torch.optim.SGD([w], lr=0.5, momentum=0.5)
    w.backward()
    optimizer.step()
    w.register_hook(torch.zeros_like)
    optimizer.zero_grad()
    w.backward()
    optimizer.step()
    return w


STANDS = Misconception(
    "zero-gradient-freezes",
    "that a gradient of zero keeps a weight where it is.",
    "the optimiser adds half of its last step's gradient to the zero. What momentum remembers "
    "moves the weight on.",
    FREEZE,
)
NO_EFFECT = Misconception(
    "hook-comes-too-late",
    "that a hook which is registered between two steps has no effect on the second.",
    "it works from the next backward on: the second gradient was zero. Only the memory of the "
    "first one was left.",
    FREEZE,
)
WHOLE_MEMORY = Misconception(
    "momentum-remembers-all",
    "that momentum repeats the last step in full.",
    "one half of the last step's gradient is left in the buffer, and the learning rate makes half "
    "of that again.",
    FREEZE,
)
BACK = Misconception(
    "freezing-puts-back",
    "that freezing a weight undoes what it has learnt.",
    "the first step stays as it was. From 0.5 the weight can only go on, or stand.",
    FREEZE,
)
AVERAGE = Misconception(
    "momentum-is-an-average",
    "that momentum mixes old and new gradients by shares that add up to one.",
    "Adam's averages do. SGD's buffer takes each new gradient in full: after the first step it is "
    "1, after the second one half of that.",
    FREEZE,
)
PULLS_BACK = Misconception(
    "momentum-pulls-back",
    "that momentum works against the last step.",
    "it carries on: the weight moves once more in the direction that it took before.",
    FREEZE,
)

PREDICT_FROZEN_WEIGHT = prediction(
    "predict-frozen-weight",
    lesson=LESSON,
    title="Frozen by zeros?",
    question="w after the second step",
    experiment=experiment,
    slips=(
        slip(STANDS, 0.5),
        slip(NO_EFFECT, -0.25),
        slip(BACK, 1),
        slip(WHOLE_MEMORY, 0),
        slip(AVERAGE, 0.375),
        slip(PULLS_BACK, 0.75),
    ),
    hints=(
        "What does SGD with momentum move a weight by? More than the gradient goes into it.",
        "SGD keeps a buffer: in each step it becomes momentum × buffer + gradient, and the weight "
        "moves by the learning rate times that. After the first step the buffer is 1.",
    ),
    praise="The gradient was zero, the memory wasn't: 0.5 − 0.5 · 0.5.",
)
