"""Guards for a training run: an alarm and a clip before the optimiser's step, and the door to all.

They need no line in the training loop. One hook on all optimisers' steps sees each gradient as the
step will use it: summed over small batches, and unscaled. Freeze is in freezing.py; those that
stand in the passes themselves, NanGuard and GradientReversal, are in flow_guards.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import nn
from torch.nn.parameter import is_lazy
from torch.optim.optimizer import register_optimizer_step_pre_hook

from helpers.hooks.flow_guards import GradientReversal, NanGuard, NonFiniteError
from helpers.hooks.freezing import Freeze
from helpers.hooks.guard import Guard, named, scale_of, trained_by, values_of
from helpers.hooks.layers import layers_of
from helpers.hooks.norms import GradientNorms
from helpers.hooks.rounds import Rounds

__all__ = [
    "Freeze",
    "GradientAlarm",
    "GradientClip",
    "GradientReversal",
    "Guard",
    "NanGuard",
    "NonFiniteError",
]

Alarm = Callable[[str, int, float], Any]


class GradientAlarm(Guard):
    """Calls ``alarm(layer, step, norm)`` before a step, for each layer not within ``limit``.

    A layer is a module that owns parameters, by its name in the model; its norm is taken over
    those that the optimiser trains, and counts as 0 where they have no gradient. NaN and infinity
    are within no limit. Steps are counted from 0; optimisers that share the model take one step
    together. An alarm that raises stops the run before the step is taken.

    Each look waits for the device; ``every=10`` looks at each tenth step. Raises ValueError for a
    limit that is no number from 0 on, and for a model without parameters or with lazy ones.
    """

    def __init__(
        self, model: nn.Module, limit: float, alarm: Alarm = print, *, every: int = 1
    ) -> None:
        """Watch every optimiser that trains parameters of ``model``, from its next step on."""
        super().__init__()
        called = f"GradientAlarm({type(model).__name__}(...), limit={limit}, every={every})"
        if not limit >= 0 or every < 1:
            raise ValueError(f"{called}: give a limit of 0 or more, and 1 or more for every.")
        layers = layers_of(model)
        parameters = [p for owned in layers.values() for p in owned]
        if not parameters or any(map(is_lazy, parameters)):
            raise ValueError(f"{called}: needs parameters that have their shapes. Call lazy ones.")
        self.limit, self.alarm, self.step = limit, alarm, -1
        self._every, self._names = every, list(layers)
        self._owners = [n for n, owned in enumerate(layers.values()) for _ in owned]
        self._measure, self._rounds = GradientNorms(parameters), Rounds(lambda: parameters)
        self._handles.append(register_optimizer_step_pre_hook(self._look))

    def _look(self, optimizer: torch.optim.Optimizer, args: Any, kwargs: Any) -> None:
        share = self._rounds.share_of(optimizer)
        if share is None:
            return
        self.step += self._rounds.begins_with(optimizer)
        if self.step % self._every:
            return
        norms = self._measure.in_order([self._measure()])[0]
        squares = torch.where(torch.tensor(share, device=norms.device), norms.square(), 0.0)
        owners = torch.tensor(self._owners, device=squares.device)
        sums = squares.new_zeros(len(self._names)).index_add(0, owners, squares)
        of_layers: list[float] = (sums.sqrt() / scale_of(optimizer)).tolist()
        for name, norm in zip(self._names, of_layers, strict=True):
            if not norm <= self.limit:
                self.alarm(name, self.step, norm)


class GradientClip(Guard):
    """Clips the gradients of the named parameters, each by itself, and no other.

    By ``value``, entries are cut off at ±value; by ``norm``, a longer gradient is scaled down to
    that norm. What is clipped is the sum that the step will use; with ``each_pass=True`` it is
    what each backward brings, before it is added. Sparse gradients stay sparse. A parameter
    without gradient is passed over, and a NaN stays one: put a NanGuard before.

    Raises ValueError unless one of value and norm is given and positive, and LookupError for a
    name that is not in ``model.named_parameters()``.
    """

    def __init__(
        self,
        model: nn.Module,
        names: Iterable[str],
        *,
        value: float | None = None,
        norm: float | None = None,
        each_pass: bool = False,
    ) -> None:
        """Clip from the next step on; with ``each_pass``, from the next backward on.

        With ``each_pass``, parameters that need no gradient now are left out for good.
        """
        super().__init__()
        called = f"GradientClip({type(model).__name__}(...), value={value}, norm={norm})"
        if (value is None) == (norm is None) or not (value or norm or 0.0) > 0:
            raise ValueError(f"{called}: give either value or norm, a number above 0.")
        self.value, self.norm = value, norm or 0.0
        self._parameters = named(model, [names] if isinstance(names, str) else names, called)
        if each_pass:
            for p in self._parameters:
                if p.requires_grad:
                    self._handles.append(p.register_hook(self._clipped))  # type: ignore[no-untyped-call]
        else:
            self._handles.append(register_optimizer_step_pre_hook(self._before_step))

    def _before_step(self, optimizer: torch.optim.Optimizer, args: Any, kwargs: Any) -> None:
        mine, scale = trained_by(optimizer), scale_of(optimizer)
        for p in self._parameters:
            if p.grad is None or id(p) not in mine:
                continue
            clipped = self._clipped(p.grad.detach(), scale)
            if p.grad.is_sparse:
                p.grad = clipped
            else:
                p.grad.detach().copy_(clipped)  # the same memory: others may hold a view of it

    def _clipped(self, grad: torch.Tensor, scale: Any = 1.0) -> torch.Tensor:
        if grad.is_sparse:
            grad = grad.coalesce()
        values = values_of(grad)
        if self.value is not None:
            most = self.value * scale
            new = values.clamp(-most, most)
        else:
            # Not in half precision, where the norm of large gradients would be infinite.
            wide = torch.promote_types(values.dtype, torch.float32)
            length = torch.linalg.vector_norm(values, dtype=wide)
            new = (values * (self.norm * scale / length).clamp(max=1)).to(values.dtype)
        if not grad.is_sparse:
            return new
        return torch.sparse_coo_tensor(
            grad.indices(), new, grad.shape, is_coalesced=True, check_invariants=False
        )
