"""Where an answer to record-norms is tried: models, and what reading .grad says of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import nn

from helpers.grading.data import as_data
from helpers.grading.exercise import Case
from helpers.grading.lessons.watching_gradients._shared import grads, send


class _Scaled(nn.Sequential):
    """A model that has a parameter of its own, beside those of its layers."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.tensor([1.5]))

    def forward(self, x: torch.Tensor) -> Any:
        return super().forward(x) * self.scale  # type: ignore[no-untyped-call]


def build(case: Case, number: int = 0) -> nn.Sequential:
    """Return the case's model; another ``number`` gives one of the same form, other weights."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(case["seed"] + number)
        model = _Scaled() if case["nested"] else nn.Sequential()
        model.add_module("first", nn.Linear(2, 3))
        if case["nested"]:
            model.add_module("block", nn.Sequential(nn.Tanh(), nn.Linear(3, 3)))
        model.add_module("act", nn.Tanh())
        model.add_module("last", nn.Linear(3, 1))
    if case.get("frozen"):
        model[0].requires_grad_(False)
    return model


def without_hooks(case: Case) -> dict[str, Any]:
    """Return what reading .grad after each backward gives, and what else might be measured."""
    model, late = build(case), build(case)
    told: dict[str, Any] = {"norms": [], "means": [], "largest": [], "alone": []}
    weights = {name: float(p.detach().norm()) for name, p in model.named_parameters()}
    for sent in case["sent"]:
        alone = build(case)
        send(model, case["x"], sent)
        send(alone, case["x"], sent)
        told["norms"].append(_measured(model, lambda grad: grad.norm()))
        told["means"].append(_measured(model, lambda grad: grad.abs().mean()))
        told["largest"].append(_measured(model, lambda grad: grad.abs().max()))
        told["alone"].append(_measured(alone, lambda grad: grad.norm()))
    # A parameter's gradient is linear in what its own hook makes of it.
    send(late, case["x"], case["sent"][2])
    last: Any = late[-1]
    last.weight.grad *= 4
    changed = _measured(late, lambda grad: grad.norm())
    return {**told, "weights": weights, "late": changed, "gradients": as_data(grads(model))}


def _measured(model: nn.Module, measure: Callable[[Any], Any]) -> dict[str, float]:
    return {
        name: float(measure(p.grad)) for name, p in model.named_parameters() if p.grad is not None
    }
