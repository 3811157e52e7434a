"""WatchedModel: gradient norms, alarms and hooks to toggle in anybody's own training loop."""

from __future__ import annotations

import queue
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Self

import numpy as np
from torch import nn

from helpers.hooks.history import Rows, Steps
from helpers.hooks.recording import GradientRecorder
from helpers.lab.hook_errors import HOOK_ERRORS
from helpers.lab.hooked_model import HookedModel
from helpers.lab.menu import Recipe
from helpers.lab.refusals import check_watch, checked_loss

Request = Callable[["WatchedModel"], None]
MOST_ALARMS = 10_000
"""Alarms kept, the newest, so that a run gone wrong doesn't fill the memory."""

OUTDATED = "the model has other layers than when it was watched; call watch(model) again"


@dataclass(frozen=True)
class Alarm:
    """A gradient norm above the threshold, or one that isn't finite."""

    step: int
    layer: str
    value: float


class WatchedModel(HookedModel):
    """Attach it, train as ever, close it: the model is then what it was before.

    It sees a step whenever an optimiser that trains the model is about to step. ``step(loss)``,
    where it is called, adds the loss, and records by itself where no optimiser is at work.
    """

    def __init__(
        self, model: nn.Module, every: int = 1, alarm: float | None = None, stop: bool = False
    ) -> None:
        """Record each ``every``-th step; ``alarm`` is a norm, ``stop`` raises when it is passed."""
        check_watch(model, every, alarm)
        inside = getattr(model, "_orig_mod", model)
        self.compiled = _is_compiled(model)
        self.recorder = GradientRecorder(inside, every, with_loss=True)
        super().__init__(inside, self.recorder.names)
        self.threshold, self.stop_on_alarm = alarm, stop
        self.alarms: list[Alarm] = []
        self.between_steps: Callable[[], None] = lambda: None
        self._requests: queue.SimpleQueue[Request] = queue.SimpleQueue()
        self._noted = 0
        self.recorder.after = self._after_record

    def ask(self, request: Request) -> None:
        """Have ``request(self)`` called between two steps, so that no step has half a hook."""
        self._requests.put(request)

    @property
    def has_requests(self) -> bool:
        """Whether something waits for the end of the present step."""
        return not self._requests.empty()

    def take_requests(self) -> None:
        """Carry out what is waiting; an error in one is marked, and the next is carried out."""
        while not self._requests.empty():
            request = self._requests.get()
            try:
                request(self)
            except HOOK_ERRORS as error:
                self.mark("alarm", f"{type(error).__name__}: {error}")
                self.last_alarm = self.marks[-1]

    def _after_record(self) -> None:
        if self.recorder.step != self.step_count:
            self.step_count = self.recorder.step
            self.take_requests()
            if self.recorder.is_outdated:
                self.said["layers"] = OUTDATED
            self.between_steps()
        if self.threshold is not None and self.recorder.is_recorded:
            self._check(self.threshold)

    def _check(self, threshold: float) -> None:
        norms = self.recorder.newest()
        told = {one.layer for one in self.alarms[-len(norms) :] if one.step == self.step_count}
        found = [
            Alarm(self.step_count, self.layers[place], float(norms[place]))
            for place in np.flatnonzero(~(norms <= threshold))
            if self.layers[place] not in told
        ]
        self.alarms = (self.alarms + found)[-MOST_ALARMS:] if found else self.alarms
        for one in found:
            self.alarm(
                one.layer, f"gradient norm {one.value:.3g} passes {threshold:g} at step {one.step}"
            )

    def step(self, loss: Any = None) -> None:
        """Note the loss of this step; record the gradients too where no optimiser stepped.

        Raises ValueError for a loss that isn't one number.
        """
        value = None if loss is None else checked_loss(loss)
        if self.recorder.step == self._noted:
            self.recorder.record()
        self._noted = self.recorder.step
        if value is not None:
            self.recorder.note_loss(value)

    def turn_on(self, recipe: Recipe, layer: str) -> None:
        """Put a recipe's hook on a layer; a compiled model refuses those on modules."""
        if self.compiled and "forward_hook" in recipe.code:
            raise ValueError(
                f"turn_on({recipe.label!r}): the model is compiled, and a hook on a module that is "
                "registered afterwards is not in what was compiled. Hooks on gradients work."
            )
        super().turn_on(recipe, layer)

    def _ready(self, recipe: Recipe) -> Recipe:
        """Guard every hook: an error in it must not end somebody's training."""
        return replace(recipe, code=re.sub(r"_hook\((\w+)\)", r"_hook(careful(\1))", recipe.code))

    def read(self) -> tuple[Steps, Rows]:
        """Return the steps (n,) and rows (n, layers + 1): norms, and the loss last."""
        return self.recorder.read()

    def close(self) -> None:
        """Take everything off the model; a second time does nothing."""
        super().close()
        self.recorder.close()

    def __enter__(self) -> Self:
        """Return the watched model."""
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take everything off."""
        self.close()


def _is_compiled(model: nn.Module) -> bool:
    """Say whether the model or a part of it is compiled, by torch.compile or in its place."""
    marks = ("_orig_mod", "_compiled_call_impl")
    return any(getattr(part, mark, None) is not None for part in model.modules() for mark in marks)
