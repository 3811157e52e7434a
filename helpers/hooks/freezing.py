"""Freeze: parameters that stand still, whatever the optimiser remembers."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.optim.optimizer import (
    register_optimizer_step_post_hook,
    register_optimizer_step_pre_hook,
)

from helpers.hooks.guard import Guard, trained_by


class Freeze(Guard):
    """Keeps parameters exactly as they are, whatever the optimisers have in mind.

    A gradient of zero is not enough: momentum, Adam's averages and weight decay move a parameter
    all the same. Here its gradient is thrown away as soon as it has arrived, and optimisers pass
    over a parameter without one: no step, no weight decay, and their memory of it stays as it is.
    LBFGS, which passes over nothing, has the values put back after its step.

    Gradients flow through to earlier layers as ever. ``requires_grad`` isn't touched, so a model
    may be frozen between forward and backward, and in pieces. To save the work of computing the
    gradients too, use ``requires_grad_(False)`` instead. Buffers, such as the running mean of a
    batch norm, are no parameters and move on; ``eval()`` stops those.

    Raises ValueError if there is nothing to freeze.
    """

    def __init__(self, *what: nn.Module | nn.Parameter) -> None:
        """Freeze modules, with all that is inside them, and single parameters."""
        super().__init__()
        owned = [one.parameters() if isinstance(one, nn.Module) else [one] for one in what]
        self._parameters = {id(p): p for each in owned for p in each}
        if not self._parameters:
            raise ValueError("Freeze(...): nothing to freeze. Give parameters, or their modules.")
        self._kept: list[tuple[nn.Parameter, torch.Tensor]] = []
        # Steps with a closure run backward inside the step: there the gradient must go at once.
        for p in self._parameters.values():
            if p.requires_grad:
                hook: Any = p.register_post_accumulate_grad_hook
                self._handles.append(hook(_throw_away))
        self._handles.append(register_optimizer_step_pre_hook(self._before_step))
        self._handles.append(register_optimizer_step_post_hook(self._after_step))

    def _before_step(self, optimizer: torch.optim.Optimizer, args: Any, kwargs: Any) -> None:
        mine = [p for key, p in self._parameters.items() if key in trained_by(optimizer)]
        for p in mine:
            p.grad = None
        if isinstance(optimizer, torch.optim.LBFGS):
            self._kept = [(p, p.detach().clone()) for p in mine]

    def _after_step(self, optimizer: torch.optim.Optimizer, args: Any, kwargs: Any) -> None:
        with torch.no_grad():
            for p, value in self._kept:
                p.copy_(value)
        self._kept = []


def _throw_away(p: torch.Tensor) -> None:
    p.grad = None
