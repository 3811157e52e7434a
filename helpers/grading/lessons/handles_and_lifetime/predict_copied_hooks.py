"""predict-copied-hooks: which hooks a deep copy of a layer has."""

from __future__ import annotations

import copy
from typing import Any

import torch
from torch import nn

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.handles_and_lifetime._shared import COPIES, LESSON
from helpers.grading.prediction import prediction, slip


def experiment() -> Any:
    """Run the lesson's own question."""
    layer, fired = nn.Linear(1, 1), list[str]()
    handle = layer.register_forward_hook(lambda *_: fired.append("module"))
    layer.weight.register_hook(lambda _: fired.append("weight"))  # type: ignore[no-untyped-call]
    twin = copy.deepcopy(layer)
    handle.remove()
    twin(torch.ones(1, 1)).sum().backward()
    return fired


NO_HOOKS_COPIED = Misconception(
    "copies-have-no-hooks",
    "that a copy starts without hooks, or that the old handle reaches the copy.",
    "a module's hooks stand in its dictionaries, and deepcopy copies these with it. The handle "
    "knows the original's dictionary and no other.",
    COPIES,
)
ALL_COPIED = Misconception(
    "all-hooks-are-copied",
    "that a copy has all the hooks of the original.",
    "a module's hooks are copied with it. A tensor's are not: the copy of the weight is a new "
    "tensor, and has none.",
    COPIES,
)
TENSOR_HOOKS_COPIED = Misconception(
    "only-tensor-hooks-are-copied",
    "that a tensor's hooks are copied with it, and a module's are not.",
    "it is the other way round: a module's hooks are part of its dictionaries, which are copied; "
    "the copy of a tensor starts without hooks.",
    COPIES,
)
OWN_LIST = Misconception(
    "copy-writes-elsewhere",
    "that the copied hook fires too, and each firing is noted twice.",
    "only the copy is called here, once. Its hook is the very same function, and writes into the "
    "same list.",
    COPIES,
)
WORD_ALONE = Misconception(
    "word-for-a-list",
    "that one word says what a list with this word in it says.",
    "fired is a list, and may hold one word, several or none. Type it as Python prints it, in "
    "square brackets.",
    COPIES,
)

PREDICT_COPIED_HOOKS = prediction(
    "predict-copied-hooks",
    lesson=LESSON,
    title="What a copy takes along",
    question="what is in fired",
    experiment=experiment,
    slips=(
        slip(NO_HOOKS_COPIED, []),
        slip(ALL_COPIED, ["module", "weight"], ["weight", "module"]),
        slip(TENSOR_HOOKS_COPIED, ["weight"]),
        slip(OWN_LIST, ["module", "module"], ["module", "module", "weight"]),
        slip(WORD_ALONE, "module", "weight"),
    ),
    hints=(
        "Where does a module keep its hooks, and where does a tensor? Which of these does a copy "
        "take along?",
        "The handle was asked to remove after the copy was made. Whose dictionary does it know?",
    ),
    praise="The module's hook came along, and the weight's stayed with the old weight.",
)
