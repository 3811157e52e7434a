"""GradientRecorder: the gradient norm of each layer, step by step, at next to no cost."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

import numpy as np
import torch
from torch import nn
from torch.optim.optimizer import register_optimizer_step_pre_hook

from helpers.hooks.history import History, Rows, Steps
from helpers.hooks.norms import SquaredNorms

CHUNK = 64
"""Steps whose norms wait on the device before they are moved to Python in one go."""


def layers_of(model: nn.Module) -> dict[str, list[nn.Parameter]]:
    """Return the modules that own parameters by name, each parameter once, under its first owner.

    The model itself, where it owns some, goes by the name of its class.
    """
    seen: set[int] = set()
    layers: dict[str, list[nn.Parameter]] = {}
    for name, module in model.named_modules():
        own = [p for p in module.parameters(recurse=False) if id(p) not in seen]
        seen.update(map(id, own))
        if own:
            layers[name or type(model).__name__] = own
    return layers


class GradientRecorder:
    """Records each layer's gradient norm whenever an optimiser that trains the model steps.

    One hook on the optimisers' steps does it: by then gradients are summed over micro-batches and
    unscaled by a ``GradScaler``, and a single fused norm over all of them costs less than a hook
    on every tensor. A layer without a gradient reads as NaN-free 0 in ``norms`` and False in
    ``present``. Works on any device; sparse gradients are measured by their values.

    Use as a context manager, or call ``close()``: the model is left as it was.
    """

    def __init__(self, model: nn.Module, every: int = 1, history: History | None = None) -> None:
        """Attach to ``model``; record each ``every``-th step."""
        if every < 1:
            raise ValueError(
                f"GradientRecorder(every={every}): record each how many-th step? Give 1 or more."
            )
        self.layers = layers_of(model)
        self.names = list(self.layers)
        self._parameters = [p for owned in self.layers.values() for p in owned]
        self._measure = SquaredNorms(self._parameters)
        counts = [len(owned) for owned in self.layers.values()]
        self._starts = np.cumsum([0, *counts[:-1]])
        self._known = frozenset(map(id, self._parameters))
        self._every, self.step = every, 0
        self.history = history or History(len(self.names))
        self._waiting: list[tuple[int, torch.Tensor]] = []
        self._trains: dict[int, bool] = {}
        self._handle: Any = register_optimizer_step_pre_hook(self._before_step)

    def _before_step(self, optimizer: torch.optim.Optimizer, args: Any, kwargs: Any) -> None:
        trains = self._trains.get(id(optimizer))
        if trains is None:
            held = (p for group in optimizer.param_groups for p in group["params"])
            trains = self._trains[id(optimizer)] = any(id(p) in self._known for p in held)
        if trains:
            self.record()

    def record(self) -> None:
        """Record the gradients as they are now, as one step."""
        self.step += 1
        if self.step % self._every:
            return
        squares = self._measure()
        self._waiting.append((self.step, squares))
        if len(self._waiting) >= CHUNK:
            self.flush()

    def flush(self) -> None:
        """Move the norms that wait on the device into the history."""
        if not self._waiting:
            return
        waiting, self._waiting = self._waiting, []
        table = torch.stack([squares for _, squares in waiting]).cpu().numpy()
        layers = np.add.reduceat(table, self._starts, axis=1)
        for (step, _), row in zip(waiting, np.sqrt(layers), strict=True):
            self.history.append(step, row)

    def read(self) -> tuple[Steps, Rows]:
        """Return the steps (n,) and each layer's norm (n, layers) that the history keeps."""
        self.flush()
        return self.history.read()

    def close(self) -> None:
        """Take the hook off; a second time does nothing."""
        if self._handle is not None:
            self._handle.remove()
            self._handle = None

    def __enter__(self) -> Self:
        """Return the recorder."""
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take the hook off."""
        self.close()
