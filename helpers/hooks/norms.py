"""SquaredNorms: the squared gradient norm of each of many parameters, measured as fast as we can."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch

GROUP_VALUES = 25_000
"""Gradients are taken together up to this many values: 100 kB of float32, about one core's cache."""


class SquaredNorms:
    """Call it after a backward pass to get the squared norm of each ``p.grad``.

    The result has shape (n,), float32, 0 where there is no gradient; it stays on the parameters'
    device, so that nothing waits for a GPU. Sparse gradients are measured by their values.
    """

    def __init__(self, parameters: Sequence[torch.Tensor]) -> None:
        """Sort the parameters into groups once."""
        self._groups = [_Group(group) for group in _grouped(parameters)]

    def __call__(self) -> torch.Tensor:
        """Measure the gradients as they are now."""
        parts = [group.measure() for group in self._groups]
        return torch.cat(parts) if len(parts) != 1 else parts[0]


class _Group:
    """Neighbouring parameters on one device."""

    def __init__(self, parameters: list[torch.Tensor]) -> None:
        self._parameters = parameters
        self._starts = np.cumsum([0, *(p.numel() for p in parameters[:-1])])
        self._flat = (
            len(parameters) > 1
            and all(p.device.type == "cpu" and p.dtype == torch.float32 for p in parameters)
            and all(p.numel() for p in parameters)
        )

    def measure(self) -> torch.Tensor:
        grads = [p.grad for p in self._parameters]
        if self._flat and all(g is not None and not g.is_sparse for g in grads):
            # On the CPU a fused norm is a loop over tensors, 2 µs each. One small flat copy, squared
            # and summed piece by piece while it is still in the cache, costs a third of that; one
            # copy of all gradients at once would push the model itself out of the cache.
            flat: torch.Tensor = torch._utils._flatten_dense_tensors(grads)  # type: ignore[no-untyped-call]
            return torch.from_numpy(np.add.reduceat(flat.square_().numpy(), self._starts))
        return _one_by_one(grads, self._parameters[0].device)


def _one_by_one(grads: list[Any], device: torch.device) -> torch.Tensor:
    values = [g.coalesce().values() if g is not None and g.is_sparse else g for g in grads]
    places = [i for i, g in enumerate(values) if g is not None and g.numel()]
    squares = torch.zeros(len(values), device=device)
    if places:
        norms = torch.stack(torch._foreach_norm([values[i] for i in places])).float()
        squares[torch.tensor(places, device=device)] = norms.square()
    return squares


def _grouped(parameters: Sequence[torch.Tensor]) -> Iterator[list[torch.Tensor]]:
    group: list[torch.Tensor] = []
    for parameter in parameters:
        full = sum(p.numel() for p in group) + parameter.numel() > GROUP_VALUES
        if group and (full or parameter.device != group[0].device):
            yield group
            group = []
        group.append(parameter)
    if group:
        yield group
