"""GradientNorms: the gradient norm of each of many parameters, measured as fast as we can."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch


class GradientNorms:
    """Call it after a backward pass to get the norm of each ``p.grad``.

    The result is one tensor without dimensions for each parameter, 0 where there is no gradient,
    on the parameter's device, so that nothing waits for a GPU. Sparse gradients are measured by
    their values.
    """

    def __init__(self, parameters: Sequence[torch.Tensor]) -> None:
        """Keep the parameters."""
        self._parameters = list(parameters)
        # The norm of a half-precision gradient may be more than half precision can hold.
        halves = any(p.dtype in (torch.float16, torch.bfloat16) for p in self._parameters)
        self._as: dict[str, Any] = {"dtype": torch.float32} if halves else {}
        self._zeros = [torch.zeros((), device=p.device) for p in self._parameters]

    def __call__(self) -> list[torch.Tensor]:
        """Measure the gradients as they are now."""
        grads: list[Any] = [p.grad for p in self._parameters]
        try:
            # Stacking them here would cost as much again: whoever reads them does it, many
            # steps in one go.
            return list(torch._foreach_norm(grads, **self._as))
        except (TypeError, RuntimeError, NotImplementedError):  # None, or a layout it can't take
            return self._one_by_one(grads)

    def _one_by_one(self, grads: list[Any]) -> list[torch.Tensor]:
        values = [g.coalesce().values() if g is not None and g.is_sparse else g for g in grads]
        places = [i for i, g in enumerate(values) if g is not None and g.numel()]
        norms = list(self._zeros)
        if places:
            measured = torch._foreach_norm([values[i] for i in places], **self._as)
            for place, norm in zip(places, measured, strict=True):
                norms[place] = norm
        return norms


def stacked(norms: Sequence[torch.Tensor]) -> torch.Tensor:
    """Return norms as one float32 tensor (n,), on the device of the first."""
    device = norms[0].device
    if any(norm.device != device or norm.dtype != torch.float32 for norm in norms):
        norms = [norm.to(device, torch.float32) for norm in norms]
    return torch.stack(list(norms))
