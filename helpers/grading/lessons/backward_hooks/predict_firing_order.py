"""predict-firing-order: whose hook fires first in a net that is fed with plain data."""

from __future__ import annotations

import warnings
from collections import OrderedDict
from typing import Any

import torch
from torch import nn

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.backward_hooks._shared import FIRES, LESSON
from helpers.grading.prediction import prediction, slip


def experiment() -> Any:
    """Run the lesson's own question."""
    net = nn.Sequential(OrderedDict(first=nn.Linear(2, 3), last=nn.Linear(3, 1)))
    order: list[str] = []
    for name, module in (("net", net), *net.named_children()):
        module.register_full_backward_hook(lambda *_, name=name: order.append(name))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        net(torch.ones(1, 2)).sum().backward()
    return order


NET_AT_THE_END = Misconception(
    "whole-net-fires-last",
    "that the hook of a whole net fires when all of its layers are done.",
    "it does so only if the net's input requires a gradient. Plain data has no gradient to wait "
    "for, and then the hook fires as soon as the gradient at the net's output is there.",
    FIRES,
)
FORWARD_ORDER = Misconception(
    "backward-hooks-in-forward-order",
    "that backward hooks fire in the order in which the layers were called.",
    "the gradient comes from the loss: the layer that was called last is the first to see it.",
    FIRES,
)
REGISTRATION_ORDER = Misconception(
    "order-of-registration",
    "that hooks on several modules fire in the order in which they were registered.",
    "that decides only among hooks on one module. Among modules it is the gradient, on its way "
    "back, that decides.",
    FIRES,
)
FIRST_SILENT = Misconception(
    "no-hook-on-plain-data",
    "that the hook of a module that is fed with plain data never fires.",
    "it does fire, with (None,) as grad_input, when the gradient at its output is there.",
    FIRES,
)
IN_BETWEEN = Misconception(
    "net-fires-between-its-layers",
    "that a net's hook fires somewhere between those of its layers.",
    "a net's output is its last layer's output. The gradient meets the net's border first, then "
    "that of the last layer.",
    FIRES,
)

PREDICT_FIRING_ORDER = prediction(
    "predict-firing-order",
    lesson=LESSON,
    title="Whose hook fires first",
    question="the names, in the order in which the hooks fire",
    experiment=experiment,
    slips=(
        slip(NET_AT_THE_END, ["last", "first", "net"]),
        slip(FORWARD_ORDER, ["first", "last", "net"]),
        slip(REGISTRATION_ORDER, ["net", "first", "last"]),
        slip(FIRST_SILENT, ["last"], ["net", "last"], ["last", "net"], []),
        slip(IN_BETWEEN, ["last", "net", "first"], ["first", "net", "last"]),
    ),
    hints=(
        "The gradient travels from the loss toward the data. Which border does it cross first, and "
        "which last?",
        "A full backward hook waits for the gradient of its module's input. What can it wait for "
        "if that input is plain data?",
    ),
    praise="Plain data gives a hook nothing to wait for, so the net's own hook opens the pass.",
)
