"""Guard: hooks that belong together, taken off together; and what guards look up by name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Self

import torch
from torch import nn

from helpers.hooks.switches import Removable


class Guard:
    """A context manager that owns the handles of its hooks.

    ``close()`` takes every hook off; a second time it does nothing.
    """

    def __init__(self) -> None:
        """Start without hooks."""
        self._handles: list[Removable] = []

    def close(self) -> None:
        """Take every hook off."""
        while self._handles:
            self._handles.pop().remove()

    def __enter__(self) -> Self:
        """Return the guard, whose hooks are on already."""
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take every hook off, also after an error."""
        self.close()


def named(model: nn.Module, names: Iterable[str], called: str) -> list[nn.Parameter]:
    """Return the model's parameters with these names, each once, whatever it is shared by.

    ``called`` begins the message of the LookupError that an unknown name raises.
    """
    known = dict(model.named_parameters(remove_duplicate=False))
    found: dict[int, nn.Parameter] = {}
    for name in names:
        if name not in known:
            close = difflib.get_close_matches(name, known, n=3) or list(known)[:3]
            raise LookupError(f"{called}: no parameter {name!r}. Closest: {', '.join(close)}.")
        found[id(known[name])] = known[name]
    return list(found.values())


def trained_by(optimizer: torch.optim.Optimizer) -> set[int]:
    """Return the ids of the parameters that an optimiser steps."""
    return {id(p) for group in optimizer.param_groups for p in group["params"]}


def scale_of(optimizer: torch.optim.Optimizer) -> Any:
    """Return what gradients are still multiplied by when the step begins; 1 for most.

    A fused optimiser under a ``GradScaler`` unscales inside its step: there it is a tensor.
    """
    scale = getattr(optimizer, "grad_scale", None)
    return 1.0 if scale is None else scale


def values_of(tensor: torch.Tensor) -> torch.Tensor:
    """Return a dense tensor as it is, and of a sparse one its values, one for each place."""
    return tensor.coalesce().values() if tensor.is_sparse else tensor
