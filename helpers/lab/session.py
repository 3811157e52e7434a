"""Session: one run of the lab, step by step, on whatever thread calls it."""

from __future__ import annotations

import math

import numpy as np
import torch

from helpers.hooks.history import History, Rows, Steps
from helpers.hooks.norms import GradientNorms
from helpers.lab.hook_errors import HOOK_ERRORS, own_line
from helpers.lab.hooked_model import HookedModel, StopTrainingError
from helpers.lab.settings import Settings
from helpers.lab.workshop import build

LOST_STEPS = 5
"""Steps in a row with a loss that isn't finite, after which a run stops: it won't come back.

At full speed there would else be thousands of them, and nothing to see of what led to them."""


class Session(HookedModel):
    """Model, data and hooks of one run. Not thread-safe: whoever trains calls everything here.

    ``history`` has a column for each layer's gradient norm and one for the loss.
    """

    def __init__(self, settings: Settings) -> None:
        """Build the run; no step is made yet."""
        self.settings = settings
        self.work = build(settings)
        super().__init__(self.work.model, self.work.layers)
        owned = [list(self.module(name).parameters()) for name in self.layers]
        self._norms = GradientNorms([p for layer in owned for p in layer])
        self._starts = np.cumsum([0, *(len(layer) for layer in owned[:-1])])
        self._lost = 0
        self._rows = torch.Generator().manual_seed(settings.seed)
        self.history = History(len(self.layers) + 1)

    def step(self) -> bool:
        """Make one training step; False if a hook stopped or broke it, with the reason kept."""
        work = self.work
        rows = torch.randint(len(work.x), (self.settings.batch,), generator=self._rows)
        try:
            work.optimizer.zero_grad()
            loss = work.loss(rows)
            torch.autograd.backward(loss)
            # In float32 the square of a norm of 2e19 is infinite, the norm itself far from it.
            norms = self._norms.in_order([self._norms()])[0].numpy()
            squares = np.square(norms, dtype=np.float64)
            norms = np.sqrt(np.add.reduceat(squares, self._starts))
            work.optimizer.step()
        except StopTrainingError as reason:
            return self._stop(str(reason))
        except HOOK_ERRORS as error:
            return self._stop(own_line(error))
        self.step_count += 1
        self.loss = loss.item()
        self.history.append(self.step_count, [*norms, self.loss])
        self._lost = 0 if math.isfinite(self.loss) else self._lost + 1
        if self._lost >= LOST_STEPS:
            return self._stop(f"the loss has not been finite for {LOST_STEPS} steps")
        return True

    def _stop(self, reason: str) -> bool:
        self.stopped = reason
        self.mark("stop", reason)
        return False

    def read(self) -> tuple[Steps, Rows]:
        """Return the steps (n,) and rows (n, layers + 1): norms, and the loss last."""
        return self.history.read()
