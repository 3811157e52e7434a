"""GradientNorms: the gradient norm of each of many parameters, measured as fast as we can."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import torch

FEWEST, LARGEST, MOST = 8, 1 << 16, 1 << 20
"""How many parameters make a group, entries of the largest one in it, entries of a whole group.

For so small ones the call of a norm costs more than the norm, and one call for a copy of them all
less than a call for each. A group's copy still fits into a processor's cache.
"""

Measured = list[torch.Tensor]
"""One vector for each group, then a tensor without dimensions for each other parameter."""


class GradientNorms:
    """Call it after a backward pass to get the norm of each ``p.grad``, as ``Measured``.

    Nothing waits for a GPU, and nothing is put in order: ``in_order`` does that for many passes in
    one go. A parameter without gradient measures 0, a sparse gradient as its values do.
    """

    def __init__(self, parameters: Sequence[torch.Tensor]) -> None:
        """Keep the parameters, and form groups of those on the CPU that are small and alike."""
        self._parameters = list(parameters)
        # The norm of a half-precision gradient may be more than half precision can hold.
        halves = any(p.dtype in (torch.float16, torch.bfloat16) for p in self._parameters)
        self._as: dict[str, Any] = {"dtype": torch.float32} if halves else {}
        self._groups = _groups(self._parameters)
        grouped = {place for group in self._groups for place in group}
        self._others = [place for place in range(len(parameters)) if place not in grouped]
        places = [*(place for group in self._groups for place in group), *self._others]
        self._order = torch.tensor(places).argsort()

    def __call__(self) -> Measured:
        """Measure the gradients as they are now."""
        grads: list[Any] = [p.grad for p in self._parameters]
        try:
            copies = [torch.stack([grads[i] for i in group]).flatten(1) for group in self._groups]
            norms = [torch.linalg.vector_norm(copy, dim=1, **self._as) for copy in copies]
            if self._others:
                norms += torch._foreach_norm([grads[i] for i in self._others], **self._as)
        except (TypeError, RuntimeError, NotImplementedError):  # None, or a layout it can't take
            return self._one_by_one(grads)
        return norms

    def _one_by_one(self, grads: list[Any]) -> Measured:
        values = [g.coalesce().values() if g is not None and g.is_sparse else g for g in grads]
        places = [i for i, g in enumerate(values) if g is not None and g.numel()]
        norms = [torch.zeros((), device=p.device) for p in self._parameters]
        if places:
            measured = self._of_any_kind([values[i] for i in places])
            for place, norm in zip(places, measured, strict=True):
                norms[place] = norm
        vectors = [torch.stack([norms[i] for i in group]) for group in self._groups]
        return [*vectors, *(norms[i] for i in self._others)]

    def _of_any_kind(self, values: list[Any]) -> Sequence[torch.Tensor]:
        """Return the norm of each; float64 and complex ones can't be measured as float32."""
        try:
            return torch._foreach_norm(values, **self._as)
        except RuntimeError:
            reals = [v.abs() if v.is_complex() else v for v in values]
            return [torch.linalg.vector_norm(v.double()).float() for v in reals]

    def in_order(self, passes: Sequence[Measured]) -> torch.Tensor:
        """Return the norms (passes, parameters) of some passes, float32, on one device."""
        device = self._parameters[0].device
        columns = [
            torch.stack([_at(measured[g], device) for measured in passes])
            for g in range(len(self._groups))
        ]
        if self._others:
            rest = [norm for measured in passes for norm in measured[len(self._groups) :]]
            columns.append(_stacked(rest, device).view(len(passes), -1))
        return torch.cat(columns, dim=1)[:, self._order.to(device)]

    def mixed(self, share: Sequence[bool], new: Measured, old: Measured) -> Measured:
        """Return ``new`` for the parameters, in their order, whose ``share`` is true, else ``old``."""
        mixture = []
        for group, newer, older in zip(self._groups, new, old, strict=False):
            mine = torch.tensor([share[i] for i in group], device=newer.device)
            mixture.append(torch.where(mine, newer, older))
        count = len(self._groups)
        rest = zip(self._others, new[count:], old[count:], strict=True)
        return [*mixture, *(newer if share[i] else older for i, newer, older in rest)]


def _stacked(norms: list[torch.Tensor], device: torch.device) -> torch.Tensor:
    try:
        return _at(torch.stack(norms), device)
    except RuntimeError:  # a model on several devices
        return torch.stack([_at(norm, device) for norm in norms])


def _at(norms: torch.Tensor, device: torch.device) -> torch.Tensor:
    return norms.to(device, torch.float32)


def _groups(parameters: Sequence[torch.Tensor]) -> list[list[int]]:
    """Return places of small parameters of one shape and dtype on the CPU, together."""
    alike: dict[Any, list[int]] = defaultdict(list)
    for place, p in enumerate(parameters):
        if p.device.type == "cpu" and 0 < p.numel() <= LARGEST:
            alike[p.shape, p.dtype].append(place)
    return [
        places[start : start + size]
        for (shape, _), places in alike.items()
        if (size := max(FEWEST, MOST // shape.numel()))
        for start in range(0, len(places), size)
        if len(places[start : start + size]) >= FEWEST
    ]
