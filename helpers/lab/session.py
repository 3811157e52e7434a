"""Session: one run of the lab, step by step, on whatever thread calls it."""

from __future__ import annotations

import traceback
from collections import deque
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from helpers.hooks.history import History, Rows, Steps
from helpers.hooks.norms import SquaredNorms
from helpers.hooks.switches import Removable
from helpers.lab.menu import RECIPES, Recipe, install
from helpers.lab.settings import Settings
from helpers.lab.workshop import build

MOST_MARKS = 200


class StopTrainingError(Exception):
    """Raised by a hook that wants training to stop; the message says why, with the layer."""


@dataclass(frozen=True)
class Mark:
    """Something that happened at a step: a hook turned on or off, an alarm, a stop."""

    step: int
    kind: str
    words: str


@dataclass
class _Live:
    recipe: Recipe
    layer: str
    handle: Removable


class Session:
    """Model, data and hooks of one run. Not thread-safe: whoever trains calls everything here.

    ``history`` has a column for each layer's gradient norm and one for the loss.
    """

    def __init__(self, settings: Settings) -> None:
        """Build the run; no step is made yet."""
        self.settings = settings
        self.work = build(settings)
        self.layers = self.work.layers
        owned = [list(self.work.model.get_submodule(n).parameters()) for n in self.layers]
        self._norms = SquaredNorms([p for layer in owned for p in layer])
        self._starts = np.cumsum([0, *(len(layer) for layer in owned[:-1])])
        self._rows = torch.Generator().manual_seed(settings.seed)
        self.history = History(len(self.layers) + 1)
        self.step_count, self.stopped, self.loss = 0, "", float("nan")
        self.picked = self.layers[0]
        self.marks: deque[Mark] = deque(maxlen=MOST_MARKS)
        self.said: dict[str, str] = {}
        self.stop_on_alarm = False
        self._live: dict[str, _Live] = {}

    @property
    def live(self) -> dict[str, str]:
        """Label → layer of each hook that is on."""
        return {label: live.layer for label, live in self._live.items()}

    def step(self) -> bool:
        """Make one training step; False if a hook stopped or broke it, with the reason kept."""
        work = self.work
        rows = torch.randint(len(work.x), (self.settings.batch,), generator=self._rows)
        try:
            work.optimizer.zero_grad()
            loss = work.loss(rows)
            torch.autograd.backward(loss)
            norms = np.sqrt(np.add.reduceat(self._norms().numpy(), self._starts))
            work.optimizer.step()
        except StopTrainingError as reason:
            return self._stop(str(reason))
        except Exception as error:
            return self._stop(_own_line(error))
        self.step_count += 1
        self.loss = loss.item()
        self.history.append(self.step_count, [*norms, self.loss])
        return True

    def _stop(self, reason: str) -> bool:
        self.stopped = reason
        self.mark("stop", reason)
        return False

    def mark(self, kind: str, words: str) -> None:
        """Note something at the present step."""
        self.marks.append(Mark(self.step_count, kind, words))

    def turn_on(self, recipe: Recipe, layer: str) -> None:
        """Put a recipe's hook on a layer; if it is on already, it moves there."""
        if layer not in self.layers:
            raise ValueError(f"turn_on({recipe.label!r}, {layer!r}): the layers are {self.layers}.")
        self.turn_off(recipe.label)
        model = self.work.model

        def stop(words: str, module: torch.nn.Module | None = None) -> None:
            raise StopTrainingError(f"{self._name(module) or layer}: {words}")

        names = {
            "model": model,
            "layer": model.get_submodule(layer),
            "activation": getattr(model, layer.replace("layer", "act"), model.get_submodule(layer)),
            "tell": lambda words: self.said.__setitem__(recipe.label, f"{layer}: {words}"),
            "alarm": lambda words: self._alarm(f"{layer}: {words}"),
            "stop": stop,
        }
        handle = install(recipe, names, layer)
        self._live[recipe.label] = _Live(recipe, layer, handle)
        self.mark("on", f"{recipe.label} on {layer}")

    def turn_off(self, label: str) -> None:
        """Take a hook off; nothing happens if it is off."""
        live = self._live.pop(label, None)
        if live:
            live.handle.remove()
            self.said.pop(label, None)
            self.mark("off", f"{label} off")

    def close(self) -> None:
        """Take every hook off."""
        for label in list(self._live):
            self.turn_off(label)

    def _name(self, module: torch.nn.Module | None) -> str:
        return next((n for n, m in self.work.model.named_modules() if m is module), "")

    def _alarm(self, words: str) -> None:
        if not (self.marks and self.marks[-1] == Mark(self.step_count, "alarm", words)):
            self.mark("alarm", words)
        if self.stop_on_alarm:
            raise StopTrainingError(words)

    def read(self) -> tuple[Steps, Rows]:
        """Return the steps (n,) and rows (n, layers + 1): norms, and the loss last."""
        return self.history.read()

    def gradient(self) -> np.ndarray[Any, np.dtype[np.float32]]:
        """Return the picked layer's weight gradient, flat; empty where there is none."""
        grad = self.work.model.get_parameter(f"{self.picked}.weight").grad
        return np.zeros(0, np.float32) if grad is None else grad.flatten().numpy().copy()


def _own_line(error: Exception) -> str:
    """Say type, message, and the line of the hook that raised."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.startswith("<")]
    line = f" in: {frames[-1].line}" if frames else ""
    first = (str(error).splitlines() or [""])[0]
    return f"{type(error).__name__}: {first}{line}"


def recipe(label: str) -> Recipe:
    """Return the offered recipe with this label, or raise KeyError naming those there are."""
    for offered in RECIPES:
        if offered.label == label:
            return offered
    raise KeyError(f"no hook {label!r}; there are {[offered.label for offered in RECIPES]}")
