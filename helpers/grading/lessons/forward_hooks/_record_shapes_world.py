"""The models that record-shapes is tried on, and what it should note of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import nn

from helpers.grading.exercise import Case, Facts


def _flat() -> nn.Module:
    return nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))


def _nested() -> nn.Module:
    block = nn.Sequential(nn.Linear(4, 5), nn.Tanh())
    return nn.Sequential(nn.Linear(2, 4), block, nn.Sequential(nn.Linear(5, 6)))


class _Named(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.last = nn.Linear(3, 2)
        self.first = nn.Linear(2, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.last(self.first(x)))


def _shared() -> nn.Module:
    act = nn.Tanh()
    return nn.Sequential(nn.Linear(2, 3), act, nn.Linear(3, 1), act)


MODELS: dict[str, Callable[[], nn.Module]] = {
    "flat": _flat,
    "nested": _nested,
    "named": _Named,
    "shared": _shared,
}


def wanted(case: Case, extra: int = 0) -> Any:
    """Return the shape of what comes out of each layer."""
    return _shapes(case, extra, lambda input, output: output)


def seen(facts: Facts, step: str = "first") -> dict[str, Any]:
    """Return what stood in shapes after a call, by name."""
    return dict(facts[step] or {})


def missed(facts: Facts) -> set[str]:
    """Return the layers that weren't noted, where some were and nothing else was."""
    layers, noted = set(wanted(facts["case"])), set(seen(facts))
    return layers - noted if noted and noted < layers and not facts["error"] else set()


def at_an_end(facts: Facts) -> bool:
    """Say whether one layer alone was noted, the first of named_modules() or the last."""
    model = MODELS[facts["case"]["model"]]()
    names = [name for name, layer in model.named_modules() if not list(layer.children())]
    return list(seen(facts)) in ([names[0]], [names[-1]])


def without_weights(case: Case) -> set[str]:
    """Return the names of the layers that have no parameters."""
    model = MODELS[case["model"]]()
    return {name for name, layer in model.named_modules() if not list(layer.parameters())}


def input_shapes(case: Case) -> Any:
    """Return the shape of what goes into each layer."""
    return _shapes(case, 0, lambda input, output: input[0])


def _shapes(case: Case, extra: int, which: Callable[[Any, Any], torch.Tensor]) -> Any:
    """Run a model of the case with hooks of our own, on layers that have no layers inside."""
    model, shapes = MODELS[case["model"]](), dict[str, Any]()
    for name, module in model.named_modules():
        if not list(module.children()):
            module.register_forward_hook(
                lambda m, i, o, name=name: shapes.__setitem__(name, list(which(i, o).shape))
            )
    model(torch.ones(case["size"] + extra, 2))
    return shapes
