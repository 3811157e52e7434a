"""What one training round leaves, clipped in this way or that, without any hook."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import nn

from helpers.grading.data import as_data
from helpers.grading.exercise import Case
from helpers.grading.lessons.guarding_gradients._shared import build

RATE = 0.125
NAME = "first.weight"
"""The one parameter whose gradient is to be clipped."""


def by_norm(grad: torch.Tensor) -> torch.Tensor:
    """Return the gradient scaled down to a norm of at most 1."""
    scaled: torch.Tensor = grad * (1 / grad.norm()).clamp(max=1)
    return scaled


def _together(grads: list[torch.Tensor]) -> list[torch.Tensor]:
    norm = torch.cat([grad.flatten() for grad in grads]).norm()
    return [grad * (1 / norm).clamp(max=1) for grad in grads]


def _the_one(clip: Callable[[torch.Tensor], torch.Tensor]) -> Any:
    return lambda grads: {**grads, NAME: clip(grads[NAME])}


def _layer(grads: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    names = [NAME, "first.bias"]
    return {**grads, **dict(zip(names, _together([grads[n] for n in names]), strict=True))}


def _all(grads: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return dict(zip(grads, _together(list(grads.values())), strict=True))


def _same(grads: Any) -> Any:
    return grads


# Of each way: what it does to this pass's gradients, to the total after it, and before the step.
WAYS: dict[str, tuple[Any, Any, Any]] = {
    "wanted": (_same, _same, _the_one(by_norm)),
    "plain": (_same, _same, _same),
    "per pass": (_the_one(by_norm), _same, _same),
    "running total": (_same, _the_one(by_norm), _same),
    "by value": (_same, _same, _the_one(lambda grad: grad.clamp(-1, 1))),
    "always": (_same, _same, _the_one(lambda grad: grad / grad.norm())),
    "layer": (_same, _same, _layer),
    "all together": (_same, _same, _all),
    "each": (_same, _same, lambda grads: {name: by_norm(grad) for name, grad in grads.items()}),
}


def outcome(case: Case, way: str) -> list[Any]:
    """Return gradients and weights, as data, after each round of the case."""
    in_the_pass, after_the_sum, before_the_step = WAYS[way]
    rounds = []
    for passes in case["rounds"]:
        model, total = build(case), dict[str, torch.Tensor]()
        for sent in passes:
            grads = in_the_pass(_gradients(model, case["x"], sent))
            total = {name: total.get(name, 0) + grad for name, grad in grads.items()}
            total = after_the_sum(total)
        total = before_the_step(total) if total else total
        rounds.append(left(model, total))
    return rounds


def left(model: nn.Module, grads: Any, *, stepped: bool = False) -> dict[str, Any]:
    """Return gradients by name and the weights after a step with them, as data."""
    weights = {}
    for name, p in model.named_parameters():
        grad = None if stepped else grads.get(name)
        weights[name] = as_data(p if grad is None else p - RATE * grad)
    return {
        "grads": {name: as_data(grads.get(name)) for name, _ in model.named_parameters()},
        "weights": weights,
    }


def _gradients(model: nn.Module, x: Any, sent: Any) -> dict[str, Any]:
    model.zero_grad()
    model(torch.tensor(x)).backward(torch.tensor(sent))
    return {name: p.grad for name, p in model.named_parameters()}
