"""A short training in which the middle layer is frozen: truly, or in one of the ways that aren't."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from helpers.grading.data import as_data
from helpers.grading.exercise import Case
from helpers.grading.lessons.guarding_gradients._shared import build

Grads = dict[str, Any]
OPTIMISERS: dict[str, Any] = {
    "SGD": torch.optim.SGD,
    "Adam": torch.optim.Adam,
    "AdamW": torch.optim.AdamW,
}


class Training:
    """One run of the case: steps through the model with the case's optimiser."""

    def __init__(self, case: Case) -> None:
        """Build model and optimiser."""
        self.case, self.model = case, build(case)
        kind = OPTIMISERS[case["optimiser"]]
        self.optimizer: Any = kind(self.model.parameters(), lr=0.125, **case["options"])

    def steps(self, number: int, way: Callable[[Grads], Grads] | None = None) -> None:
        """Take steps, each with zero_grad() and the case's passes; ``way`` changes the gradients."""
        for _ in range(number):
            self.optimizer.zero_grad()
            for sent in self.case["passes"]:
                self.model(torch.tensor(self.case["x"])).backward(torch.tensor(sent))
            if way is not None:
                named = dict(self.model.named_parameters())
                for name, grad in way({name: p.grad for name, p in named.items()}).items():
                    named[name].grad = grad
            self.optimizer.step()

    def weights(self, *, frozen: bool) -> Any:
        """Return the parameters of the layer, or of the others, by name, as data."""
        return {
            name: as_data(p)
            for name, p in self.model.named_parameters()
            if name.startswith("middle.") == frozen
        }


def _in_layer(change: Callable[[str, Any], Any]) -> Callable[[Grads], Grads]:
    return lambda grads: {
        name: change(name, grad) if name.startswith("middle.") else grad
        for name, grad in grads.items()
    }


WAYS: dict[str, Callable[[Grads], Grads]] = {
    "wanted": _in_layer(lambda name, grad: None),
    "plain": lambda grads: grads,
    "zeros": _in_layer(lambda name, grad: torch.zeros_like(grad)),
    "weights only": _in_layer(lambda name, grad: None if "weight" in name else grad),
    "all": dict.fromkeys,
    "cut": lambda grads: {n: g if n.startswith("last.") else None for n, g in grads.items()},
    "zeros further down": lambda grads: {
        name: grad if name.startswith("last.") else torch.zeros_like(grad)
        for name, grad in grads.items()
    },
}
"""What each way makes of the gradients before a step."""


def outcome(case: Case, way: str) -> dict[str, Any]:
    """Return the layer's and the others' weights after the frozen steps, as data."""
    training = Training(case)
    training.steps(2)
    training.steps(2, WAYS[way])
    return {
        "layer": training.weights(frozen=True),
        "others": training.weights(frozen=False),
    }
