"""The models in which an answer to stop-at-the-nan is tried: each can be told to go wrong."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import torch
from torch import nn

from helpers.grading.data import as_data

LARGE = 3e38
"""Finite in float32, and the sum of two isn't."""
MODULES = ("first", "block.inner", "block.deep.act", "block.deep", "block", "last")
"""The modules inside the model, in the order in which they are done; `block` computes by itself."""


class Plant(nn.Module):
    """Hands on what it is given, with ``value`` planted in it where there is one."""

    def __init__(self) -> None:
        """Start harmless."""
        super().__init__()
        self.value: float | None = None
        self.everywhere = False

    def plant(self, x: torch.Tensor) -> torch.Tensor:
        """Return x as it is, or a copy with the value in one entry or in all."""
        if self.value is None:
            return x
        planted = x.clone()
        planted[... if self.everywhere else (0, 0)] = self.value
        return planted

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return x, shape and dtype as given."""
        return self.plant(x)


class Block(Plant):
    """Has modules inside and does something of its own after them."""

    def __init__(self) -> None:
        """Hold a module, and a container with another."""
        super().__init__()
        self.inner = Plant()
        self.deep = nn.Sequential(OrderedDict(act=Plant()))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return x, shape and dtype as given."""
        return self.plant(self.deep(self.inner(x)))


def model() -> nn.Sequential:
    """Return first → block(inner → deep(act)) → last."""
    return nn.Sequential(OrderedDict(first=Plant(), block=Block(), last=Plant()))


def run(net: nn.Sequential, trial: dict[str, Any]) -> Any:
    """Return what a call gives: the output as data, or the error that was asked for, and its text.

    Any other error passes through.
    """
    where = trial["where"]
    module: Any = net.get_submodule(where) if where else Plant()
    module.value, module.everywhere = trial["value"], trial.get("everywhere", False)
    try:
        return ["output", as_data(net(torch.tensor(trial["x"])))]
    except FloatingPointError as error:
        return ["FloatingPointError", str(error)]
    finally:
        module.value, module.everywhere = None, False


def wanted(trial: dict[str, Any]) -> Any:
    """Return what a guarded call should give."""
    value = trial["value"]
    if value is not None and not torch.tensor(value).isfinite():
        return ["FloatingPointError", trial["where"]]
    return run(model(), trial)
