"""The little worlds in which an answer to fire-once is tried, each with layers of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import nn

from helpers.grading.lessons.handles_and_lifetime._shared import hooks_on


def _calls(once: Any, x: torch.Tensor) -> Any:
    """Return how often the hook had been called: at first, and after each of three calls."""
    layer, calls = nn.Identity(), list[int]()
    once(layer, lambda *_: calls.append(1))
    counts = [len(calls)]
    for _ in range(3):
        layer(x)
        counts.append(len(calls))
    return counts


def _given(once: Any, x: torch.Tensor) -> Any:
    layer, given = nn.Linear(x.shape[-1], 1), list[Any]()
    once(layer, lambda *args: given.extend(args))
    output = layer(x)
    names = [("module", layer), ("input", (x,)), ("output", output)]
    return [
        next((name for name, value in names if _alike(value, one)), "something else")
        for one in given
    ]


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return all(map(_alike, one, other))
    return one is other


def _returned(once: Any, x: torch.Tensor) -> Any:
    layer = nn.Identity()
    once(layer, lambda module, input, output: output * 10 + 1)
    return [layer(x), layer(x)]


def _left(once: Any, x: torch.Tensor) -> Any:
    """Return how many hooks the layer has when registered, and after one call."""
    layer = nn.Identity()
    once(layer, lambda *_: None)
    counts = [hooks_on(layer)]
    layer(x)
    return [*counts, hooks_on(layer)]


def _among_others(once: Any, x: torch.Tensor) -> Any:
    """Return who was called, by name, in each of two calls of a layer with other hooks."""
    layer, rounds = nn.Identity(), list[list[str]]()
    note: Callable[[str], Any] = lambda name: lambda *_: rounds[-1].append(name)  # noqa: E731
    layer.register_forward_hook(note("another"))
    once(layer, note("yours"))
    once(layer, note("yours too"))
    layer.register_forward_hook(note("a third"))
    for _ in range(2):
        rounds.append([])
        layer(x)
    return [sorted(names) for names in rounds]


def _two_layers(once: Any, x: torch.Tensor) -> Any:
    one, two, calls = nn.Identity(), nn.Identity(), list[str]()
    once(one, lambda *_: calls.append("one"))
    once(two, lambda *_: calls.append("two"))
    for layer in (two, one, one, two):
        layer(x)
    return calls


def _raising(once: Any, x: torch.Tensor) -> Any:
    """Return whether the hook's error came out, for each of two calls, and the hooks left."""
    layer, came_out = nn.Identity(), list[bool]()

    def hook(*_: Any) -> None:
        raise HookError("the hook itself raises")

    once(layer, hook)
    for _ in range(2):
        try:
            layer(x)
            came_out.append(False)
        except HookError:
            came_out.append(True)
    return [*came_out, hooks_on(layer)]


class HookError(Exception):
    """What a hook of the trial raises."""


def _unfired(once: Any, x: torch.Tensor) -> Any:
    layer, calls = nn.Identity(), list[int]()
    handle = once(layer, lambda *_: calls.append(1))
    handle.remove()
    layer(x)
    return [len(calls), hooks_on(layer)]


def _again(once: Any, x: torch.Tensor) -> Any:
    layer, calls = nn.Identity(), list[int]()

    def hook(*_: Any) -> None:
        calls.append(1)

    for _ in range(2):
        once(layer, hook)
        layer(x)
    return len(calls)


def _one_hook_waits_in_many_places(once: Any, x: torch.Tensor) -> Any:
    """Return how often one and the same hook was called by four calls, and the hooks left.

    It waits twice on the first layer, and once on the second.
    """
    one, two, calls, counts = nn.Identity(), nn.Identity(), list[int](), list[int]()

    def hook(*_: Any) -> None:
        calls.append(1)

    for layer in (one, one, two):
        once(layer, hook)
    for layer in (one, one, two, two):
        layer(x)
        counts.append(len(calls))
    return [*counts, hooks_on(one) + hooks_on(two)]


WORLDS: dict[str, Callable[[Any, torch.Tensor], Any]] = {
    "calls": _calls,
    "given": _given,
    "returned": _returned,
    "left": _left,
    "among_others": _among_others,
    "two_layers": _two_layers,
    "raising": _raising,
    "again": _again,
    "many_places": _one_hook_waits_in_many_places,
    "unfired": _unfired,
}
"""The little worlds in which the function is tried, each with layers of its own."""
