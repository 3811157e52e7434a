"""HookedModel: a model whose hooks can be turned on and off by name, and what these hooks said."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from torch import nn

from helpers.hooks.history import Rows, Steps
from helpers.hooks.switches import Removable
from helpers.lab.hook_errors import HOOK_ERRORS, own_line
from helpers.lab.menu import Recipe, fitted, install

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


class HookedModel(ABC):
    """Not thread-safe: whoever trains calls everything here.

    ``layers`` are names of modules that own parameters; a hook sits on one of them.
    """

    def __init__(self, model: nn.Module, layers: Sequence[str]) -> None:
        """Start with no hook on."""
        self.model, self.layers = model, list(layers)
        self.step_count, self.stopped, self.loss = 0, "", float("nan")
        self.picked = self.layers[0]
        self.marks: deque[Mark] = deque(maxlen=MOST_MARKS)
        self.said: dict[str, str] = {}
        self.stop_on_alarm = False
        self.last_alarm: Mark | None = None
        self._alarmed: dict[str, int] = {}
        self._live: dict[str, _Live] = {}

    @property
    def live(self) -> dict[str, str]:
        """Label → layer of each hook that is on."""
        return {label: live.layer for label, live in self._live.items()}

    @abstractmethod
    def read(self) -> tuple[Steps, Rows]:
        """Return the steps (n,) and rows (n, layers + 1): each layer's norm, and the loss last."""

    def mark(self, kind: str, words: str) -> None:
        """Note something at the present step."""
        self.marks.append(Mark(self.step_count, kind, words))

    def module(self, layer: str) -> nn.Module:
        """Return the layer's module; the model itself goes by the name of its class."""
        if layer == type(self.model).__name__ and layer not in dict(self.model.named_children()):
            return self.model
        return self.model.get_submodule(layer)

    def activation_name(self, layer: str) -> str:
        """Return the name of the activation that follows a layer, or the layer's own."""
        return self._name(activation_after(self.model, self.module(layer))) or layer

    def turn_on(self, recipe: Recipe, layer: str) -> None:
        """Put a recipe's hook on a layer; if it is on already, it moves there."""
        if layer not in self.layers:
            raise ValueError(f"turn_on({recipe.label!r}, {layer!r}): the layers are {self.layers}.")
        self.turn_off(recipe.label)
        module = self.module(layer)
        if "register_hook" in recipe.code and not any(p.requires_grad for p in module.parameters()):
            raise ValueError(
                f"turn_on({recipe.label!r}, {layer!r}): no gradient comes to it, since its "
                "requires_grad is False. Unfreeze it first, or pick another layer."
            )

        def stop(words: str, where: nn.Module | None = None) -> None:
            raise StopTrainingError(f"{self._name(where) or layer}: {words}")

        names: dict[str, Any] = {
            "model": self.model,
            "layer": module,
            "activation": activation_after(self.model, module),
            "tell": lambda words: self.said.__setitem__(recipe.label, f"{layer}: {words}"),
            "alarm": lambda words: self.alarm(layer, words),
            "stop": stop,
            "careful": lambda hook: self._careful(hook, recipe.label),
        }
        handle = install(self._ready(fitted(recipe, module)), names, layer)
        self._live[recipe.label] = _Live(recipe, layer, handle)
        self.mark("on", f"{recipe.label} on {layer}")

    def _ready(self, recipe: Recipe) -> Recipe:
        """Return the recipe as it is to be installed."""
        return recipe

    def _careful(self, hook: Callable[..., Any], label: str) -> Callable[..., Any]:
        """Return the hook with its errors told in ``said`` and kept from whoever trains."""

        def careful(*given: Any) -> Any:
            try:
                made = hook(*given)
                # PyTorch would find this out outside, where nobody could catch it.
                if made is None or (made.shape, made.dtype) == (given[0].shape, given[0].dtype):
                    return made
                return made.reshape(given[0].shape).to(given[0].dtype)
            except StopTrainingError:
                raise
            except HOOK_ERRORS as error:
                words = own_line(error)
                if self.said.get(label) != words:
                    self.said[label] = words
                    self.mark("alarm", f"{label}: {words}")
                return None

        return careful

    def turn_off(self, label: str) -> None:
        """Take a hook off; nothing happens if it is off."""
        live = self._live.pop(label, None)
        if live:
            live.handle.remove()
            self.said.pop(label, None)
            self.mark("off", f"{label} off")

    def turn_on_as_in(self, other: HookedModel) -> None:
        """Turn on what is on in another model, on the layer of the same name or else the first."""
        for live in other._live.values():
            self.turn_on(live.recipe, live.layer if live.layer in self.layers else self.layers[0])

    def recipes_on(self) -> list[tuple[Recipe, str]]:
        """Return each recipe that is on, with its layer, in the order of turning on."""
        return [(live.recipe, live.layer) for live in self._live.values()]

    def close(self) -> None:
        """Take every hook off."""
        # Without marks: that the run ended is no news of the run.
        while self._live:
            self._live.popitem()[1].handle.remove()

    def _name(self, module: nn.Module | None) -> str:
        names = (n for n, m in self.model.named_modules() if m is module)
        return next(names, "") or (type(self.model).__name__ if module is self.model else "")

    def alarm(self, layer: str, words: str) -> None:
        """Raise an alarm, and stop training if that was asked for.

        While it goes on, step after step, its beginning alone is marked; ``last_alarm`` is the
        newest.
        """
        self.last_alarm = Mark(self.step_count, "alarm", f"{layer}: {words}")
        before = self._alarmed.get(layer, -2)
        self._alarmed[layer] = self.step_count
        if before < self.step_count - 1:
            self.marks.append(self.last_alarm)
        if self.stop_on_alarm:
            raise StopTrainingError(self.last_alarm.words)

    def gradient(self) -> npt.NDArray[np.float32]:
        """Return the gradient of the picked layer's first parameter, flat; empty if there is none.

        Of complex entries it is their absolute values.
        """
        own = next(iter(self.module(self.picked).parameters(recurse=False)), None)
        grad = None if own is None else own.grad
        if grad is None:
            return np.zeros(0, np.float32)
        values = grad.coalesce().values() if grad.is_sparse else grad
        values = values.abs() if values.is_complex() else values
        flat: npt.NDArray[np.float32] = values.detach().flatten().float().cpu().numpy().copy()
        return flat


def activation_after(model: nn.Module, layer: nn.Module) -> nn.Module:
    """Return the first module without parameters that is listed after a layer, or the layer."""
    modules = list(model.modules())
    later = modules[modules.index(layer) + 1 :] if layer is not model else []
    for module in later:
        if next(module.parameters(), None) is not None:
            break
        if not isinstance(module, nn.Dropout | nn.Identity):
            return module
    return layer
