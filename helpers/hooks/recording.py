"""GradientRecorder: the gradient norm of each layer, step by step, at next to no cost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn.parameter import is_lazy
from torch.optim.optimizer import register_optimizer_step_pre_hook

from helpers.hooks.closures import once_there
from helpers.hooks.history import History, Rows, Steps
from helpers.hooks.layers import check_layers, layers_of
from helpers.hooks.norms import GradientNorms, Measured
from helpers.hooks.rounds import Rounds

CHUNK = 256
"""Steps whose norms wait on the device before they are moved to Python in one go."""

Norms = npt.NDArray[np.float32]


class GradientRecorder:
    """Records each layer's gradient norm whenever an optimiser that trains the model steps.

    One hook on the optimisers' steps does it: by then gradients are summed over micro-batches and
    unscaled by a ``GradScaler``, and a single fused norm over all of them costs less than a hook
    on every tensor. Optimisers that share the model make one step together. A layer without a
    gradient reads as 0. Works on any device; sparse gradients are measured by their values.

    Use as a context manager, or call ``close()``: the model is left as it was.
    """

    def __init__(
        self,
        model: nn.Module,
        every: int = 1,
        history: History | None = None,
        *,
        with_loss: bool = False,
    ) -> None:
        """Attach to ``model``; record each ``every``-th step.

        ``with_loss`` adds a last column for what ``note_loss`` is told, NaN where it isn't.
        ``after``, an attribute, is called when a step, or an optimiser's share of it, is recorded.
        ``is_outdated`` says that the model has other layers by now, which are not recorded.
        """
        if every < 1:
            raise ValueError(
                f"GradientRecorder(every={every}): record each how many-th step? Give 1 or more."
            )
        self.layers = layers_of(model)
        self.names = list(self.layers)
        check_layers(f"GradientRecorder({type(model).__name__}(...))", self.layers)
        self._model, self.is_outdated = model, False
        self._know(self.layers)
        self._every, self.step, self._with_loss = every, 0, with_loss
        self.history = history or History(len(self.names) + with_loss)
        self._waiting: list[tuple[int, Measured]] = []
        self._losses: dict[int, Any] = {}
        # A picture may be drawn on another thread than the one that trains.
        self._lock = threading.RLock()
        self._rounds, self._open = Rounds(self._now), False
        self.after: Callable[[], None] = lambda: None
        self._handle: Any = register_optimizer_step_pre_hook(self._before_step)

    def _know(self, layers: dict[str, list[nn.Parameter]]) -> None:
        self.layers = layers
        self._parameters = [p for owned in layers.values() for p in owned]
        self._measure = GradientNorms(self._parameters)
        counts = [len(owned) for owned in layers.values()]
        self._starts = np.cumsum([0, *counts[:-1]])

    def _now(self) -> list[nn.Parameter]:
        """Return the parameters, anew where others have taken their place in the same layers."""
        layers = layers_of(self._model)
        self.is_outdated = list(layers) != self.names
        parameters = [p for owned in layers.values() for p in owned]
        replaced = list(map(id, parameters)) != list(map(id, self._parameters))
        if replaced and not self.is_outdated and not any(map(is_lazy, parameters)):
            with self._lock:
                self.history.extend(*self._flush())
                self._waiting = []
                self._know(layers)
        return self._parameters

    def _before_step(self, optimizer: torch.optim.Optimizer, args: Any, kwargs: Any) -> Any:
        share = self._rounds.share_of(optimizer)
        if share is None:
            return None
        return once_there(args, kwargs, lambda: self._see(optimizer, share))

    def _see(self, optimizer: torch.optim.Optimizer, share: list[bool]) -> None:
        with self._lock:
            self._note(optimizer, share)
        self.after()

    def _note(self, optimizer: torch.optim.Optimizer, share: list[bool]) -> None:
        begins = self._rounds.begins_with(optimizer) and not self._open
        self._open = False
        if begins or not self._waiting:
            self._add()
        elif self.is_recorded:
            self._replace(share, self._measure())
        # A fused optimiser unscales inside its step, so its gradients still carry the scale here.
        scale = getattr(optimizer, "grad_scale", None)
        if scale is not None and self.is_recorded:
            self._replace(share, [norm / scale for norm in self._waiting[-1][1]])

    def _replace(self, share: list[bool], norms: Measured) -> None:
        step, before = self._waiting[-1]
        self._waiting[-1] = step, self._measure.mixed(share, norms, before)

    def record(self) -> None:
        """Record the gradients as they are now, as one step.

        An optimiser that steps next with these gradients doesn't record them a second time.
        """
        with self._lock:
            self._open = True
            self._add()
        self.after()

    def _add(self) -> None:
        self.step += 1
        if self.is_recorded:
            if len(self._waiting) >= CHUNK:
                self._flush()
            self._waiting.append((self.step, self._measure()))

    @property
    def is_recorded(self) -> bool:
        """Whether the present step is one of those that are recorded."""
        return self.step > 0 and self.step % self._every == 0

    def note_loss(self, loss: Any) -> None:
        """Keep the loss of the last recorded step: a number, or a tensor of one entry."""
        if self._with_loss and self.is_recorded:
            self._losses[self.step] = loss.detach() if isinstance(loss, torch.Tensor) else loss

    def newest(self) -> Norms:
        """Return each layer's norm (layers,) at the last recorded step; empty before the first."""
        return self._norms(self._waiting[-1:])[0] if self._waiting else np.zeros(0, np.float32)

    def _norms(self, waiting: list[tuple[int, Measured]]) -> Norms:
        table = self._measure.in_order([norms for _, norms in waiting]).cpu().numpy()
        squares = np.square(table, dtype=np.float64)
        return np.sqrt(np.add.reduceat(squares, self._starts, axis=1)).astype(np.float32)

    def _flush(self) -> tuple[Steps, Rows]:
        """Move what waits on the device into the history, but for the last step; return that one."""
        if not self._waiting:
            return np.zeros(0, np.int64), np.zeros((0, self.history.columns), np.float32)
        steps, rows = self._rows(self._waiting)
        self.history.extend(steps[:-1], rows[:-1])
        # It may still get a loss, or another optimiser's share.
        self._waiting = self._waiting[-1:]
        self._losses = {step: loss for step, loss in self._losses.items() if step == steps[-1]}
        return steps[-1:], rows[-1:]

    def _rows(self, waiting: list[tuple[int, Measured]]) -> tuple[Steps, Rows]:
        steps = np.array([step for step, _ in waiting], np.int64)
        rows = self._norms(waiting)
        if self._with_loss:
            losses = np.full(len(rows), np.nan, np.float32)
            told = list(self._losses)  # each of a step that waits
            losses[np.searchsorted(steps, told)] = [float(self._losses[step]) for step in told]
            rows = np.column_stack([rows, losses])
        return steps, rows

    def read(self) -> tuple[Steps, Rows]:
        """Return the steps (n,) and each layer's norm (n, layers) that the history keeps.

        With ``with_loss``, rows are (n, layers + 1), the loss last.
        """
        with self._lock:
            newest, row = self._flush()
            steps, rows = self.history.read()
        return np.concatenate([steps, newest]), np.concatenate([rows, row])

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
