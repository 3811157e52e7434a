"""predict-forward-calls: how often a hook fires in three ways of running a layer."""

from __future__ import annotations

import torch
from torch import nn

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.forward_hooks._shared import LESSON, TWO_HOOKS, UNSEEN
from helpers.grading.prediction import prediction, slip


def _experiment() -> int:
    layer, calls = nn.Linear(2, 2), list[int]()
    layer.register_forward_hook(lambda module, input, output: calls.append(1))
    x = torch.ones(1, 2)
    layer(x)
    layer.forward(x)
    nn.functional.linear(x, layer.weight, layer.bias)
    nn.Sequential(layer, layer)(x)
    return len(calls)


FORWARD_COUNTS = Misconception(
    "forward-is-a-call",
    "that layer.forward(x) is the same as layer(x).",
    "hooks live in the call. layer.forward(x) goes past them.",
    UNSEEN,
)
FUNCTION_COUNTS = Misconception(
    "functions-fire-hooks",
    "that a function which uses the layer's weights fires the layer's hooks.",
    "a function knows nothing of the layer. Only a call of the layer itself fires its hooks.",
    UNSEEN,
)
ONCE_A_MODEL = Misconception(
    "once-a-model",
    "that a layer's hook fires once in a call of the model.",
    "it fires each time the layer is called. This model calls it twice.",
    TWO_HOOKS,
)
ONLY_DIRECT = Misconception(
    "only-direct-calls",
    "that only your own call of the layer fires its hook.",
    "a model calls its layers too, and that fires their hooks.",
    TWO_HOOKS,
)

PREDICT_FORWARD_CALLS = prediction(
    "predict-forward-calls",
    lesson=LESSON,
    title="How often does it fire?",
    question="your prediction is how many times the hook has fired",
    experiment=_experiment,
    slips=(
        slip(FORWARD_COUNTS, 4),
        slip(FUNCTION_COUNTS, 5),
        slip(ONCE_A_MODEL, 2),
        slip(ONLY_DIRECT, 1),
    ),
    hints=(
        "Take the four lines one by one. In which of them is the layer itself called?",
        "A hook fires at each call of its module, whoever calls it.",
    ),
    praise="Calls fire hooks. Going round the call doesn't.",
)
