"""predict-replaced-output: what comes out when one hook returns and another edits in place."""

from __future__ import annotations

import torch
from torch import nn

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.forward_hooks._shared import LESSON, REPLACE
from helpers.grading.prediction import prediction, slip


def _experiment() -> object:
    layer = nn.Identity()
    layer.register_forward_hook(lambda module, input, output: output * 10)
    layer.register_forward_hook(lambda module, input, output: print(output + 1))
    return layer(torch.tensor(2.0))


OBSERVERS_ONLY = Misconception(
    "hooks-only-watch",
    "that a forward hook can only watch.",
    "whatever it returns, unless it is None, takes the place of the output.",
    REPLACE,
)
PRINT_RETURNS = Misconception(
    "print-returns-its-value",
    "that the second hook returns what it prints.",
    "print returns None, so the second hook changed nothing.",
    REPLACE,
)
SECOND_SEES_FIRST_OUTPUT = Misconception(
    "every-hook-sees-the-first-output",
    "that the second hook works on what forward made.",
    "each hook is given what the one before it left; and a hook that returns None leaves it so.",
    REPLACE,
)

NONE_REPLACES = Misconception(
    "none-replaces-the-output",
    "that the None a hook returns takes the place of the output.",
    "None is how a hook says: leave it as it is. The output stays what the hook before it made.",
    REPLACE,
)

PREDICT_REPLACED_OUTPUT = prediction(
    "predict-replaced-output",
    lesson=LESSON,
    title="Two hooks on one output",
    question="your prediction is what the layer gives",
    experiment=_experiment,
    slips=(
        slip(OBSERVERS_ONLY, 2),
        slip(PRINT_RETURNS, 21),
        slip(SECOND_SEES_FIRST_OUTPUT, 3),
        slip(NONE_REPLACES, None),
    ),
    hints=(
        "What does the first hook return? It takes the output's place.",
        "What does print(...) return?",
    ),
    praise="One hook replaced the output, the other looked on.",
)
