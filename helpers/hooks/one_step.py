"""One training step with a hook at every point that fires in it, to see the order by running it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn
from torch.nn.modules import module as every_module
from torch.optim import optimizer as every_optimizer

from helpers.hooks.points import HookPoint, find

FORWARD, BACKWARD, STEP = "forward", "backward", "optimiser's step"


@dataclass(frozen=True)
class Firing:
    """A hook that fired: its point, the part of the step, and on what it sat."""

    point: HookPoint
    part: str
    on: str


def one_step() -> list[Firing]:
    """Run one step of a linear layer and return every hook that fired, in order.

    Each hook sits on one thing: the layer, all modules, the layer's output and its node, the
    weight, the optimiser, all optimisers. None is left. The global random state stays as it was.
    """
    fired: list[Firing] = []
    part = [FORWARD]
    with torch.random.fork_rng(devices=[]), contextlib.ExitStack() as hooks:
        layer = nn.Linear(2, 1, bias=False)
        optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)

        def put(register: Callable[[Any], Any], name: str, on: str) -> None:
            point = find(name)
            handle = register(lambda *args: fired.append(Firing(point, part[0], on)))
            hooks.callback(handle.remove)

        _put_on_modules(put, layer)
        _put_on_optimizers(put, optimizer)
        weight = layer.weight
        put(weight.register_hook, "torch.Tensor.register_hook", "the weight")
        after = "torch.Tensor.register_post_accumulate_grad_hook"
        put(weight.register_post_accumulate_grad_hook, after, "the weight")

        output = layer(torch.ones(1, 2, requires_grad=True))
        put(output.register_hook, "torch.Tensor.register_hook", "the output")
        node = output.grad_fn
        while node is not None and "Mm" not in type(node).__name__:
            node = node.next_functions[0][0]
        put(node.register_prehook, "torch.autograd.graph.Node.register_prehook", "its node")
        put(node.register_hook, "torch.autograd.graph.Node.register_hook", "its node")
        part[0] = BACKWARD
        output.sum().backward()
        part[0] = STEP
        optimizer.step()
    return fired


def _put_on_modules(put: Callable[..., None], layer: nn.Module) -> None:
    for kind in ("forward_pre", "forward", "full_backward_pre", "full_backward"):
        for owner, name, on in (
            (every_module, f"register_module_{kind}_hook", "all modules"),
            (layer, f"register_{kind}_hook", "the layer"),
        ):
            full = "torch.nn.modules.module" if owner is every_module else "torch.nn.Module"
            put(getattr(owner, name), f"{full}.{name}", on)


def _put_on_optimizers(put: Callable[..., None], optimizer: torch.optim.Optimizer) -> None:
    for kind in ("pre", "post"):
        every = f"register_optimizer_step_{kind}_hook"
        put(getattr(every_optimizer, every), f"torch.optim.optimizer.{every}", "all optimisers")
        own = f"register_step_{kind}_hook"
        put(getattr(optimizer, own), f"torch.optim.Optimizer.{own}", "the optimiser")
