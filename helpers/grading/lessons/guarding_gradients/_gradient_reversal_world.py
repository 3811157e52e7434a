"""Where an answer to gradient-reversal is tried: one small pass each, with exact numbers."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import torch
from torch.autograd.function import BackwardCFunction

from helpers.grading.data import as_data
from helpers.grading.exercise import Case

Layer = Any


def _gradient(case: Case, layer: Layer, between: Callable[[], None] = lambda: None) -> Any:
    """Return the gradient of h, which goes to one head as it is and to the other by the layer."""
    h = torch.tensor(case["x"], requires_grad=True) * 1
    h.retain_grad()
    label, domain = (torch.tensor(case[head]) for head in ("label", "domain"))
    loss = (h * label + layer(h) * domain).sum()
    between()
    torch.autograd.backward(loss)
    return as_data(h.grad)


def _output(make: Layer, case: Case) -> Any:
    layer = make(case["strength"])
    return as_data(layer(torch.tensor(case["x"], requires_grad=True) * 1))


def _two_heads(make: Layer, case: Case) -> Any:
    return _gradient(case, make(case["strength"]))


def _again(make: Layer, case: Case) -> Any:
    """Return the gradient of the third pass through one layer."""
    layer = make(case["strength"])
    return [_gradient(case, layer) for _ in range(3)][-1]


def _twice(make: Layer, case: Case) -> Any:
    """Return the gradient where the layer is used twice in one pass."""
    layer = make(case["strength"])
    return _gradient(case, lambda h: layer(h) + layer(h))


def _a_sum(make: Layer, case: Case) -> Any:
    """Return the gradient of h in h + layer(h), to which one and the same tensor is sent."""
    h = torch.tensor(case["x"], requires_grad=True) * 1
    h.retain_grad()
    (h + make(case["strength"])(h)).backward(torch.tensor(case["domain"]))
    return as_data(h.grad)


def _a_leaf(make: Layer, case: Case) -> Any:
    x = torch.tensor(case["x"], requires_grad=True)
    torch.autograd.backward((make(case["strength"])(x) * torch.tensor(case["domain"])).sum())
    return as_data(x.grad)


def _later(make: Layer, case: Case) -> Any:
    """Return the gradient of a pass that begins when the strength has been changed."""
    layer = make(case["strength"])
    layer.strength = case["later"]
    return _gradient(case, layer)


def _between(make: Layer, case: Case) -> Any:
    """Return the gradient where the strength is changed after forward."""
    layer = make(case["strength"])
    return _gradient(case, layer, lambda: setattr(layer, "strength", case["later"]))


def _a_copy(make: Layer, case: Case) -> Any:
    """Return the gradients through a deep copy with another strength, and through the first."""
    layer = make(case["strength"])
    twin = copy.deepcopy(layer)
    twin.strength = case["later"]
    return [_gradient(case, twin), _gradient(case, layer)]


def _plain(make: Layer, case: Case) -> Any:
    """Return what plain data, and a tensor without gradients to come, pass through as."""
    layer, x = make(case["strength"]), torch.tensor(case["x"], requires_grad=True)
    with torch.no_grad():
        quiet = layer(x * 1)
    return [as_data(layer(torch.tensor(case["x"]))), as_data(quiet)]


def _own_function(make: Layer, case: Case) -> bool:
    """Return whether a torch.autograd.Function stands between h and what the layer gives back."""
    h = torch.tensor(case["x"], requires_grad=True) * 1
    waiting, seen = [make(case["strength"])(h).grad_fn], {None, h.grad_fn}
    while waiting:
        node = waiting.pop()
        if isinstance(node, BackwardCFunction):
            return True
        if node not in seen:
            seen.add(node)
            waiting += [following for following, _ in node.next_functions]
    return False


WORLDS: dict[str, tuple[str, Callable[[Layer, Case], Any]]] = {
    "output": ("layer(h)", _output),
    "two_heads": ("(label(h) + domain(layer(h))).backward()", _two_heads),
    "again": ("the same, three times", _again),
    "twice": ("domain(layer(h) + layer(h))", _twice),
    "a_sum": ("(h + layer(h)).backward(gradient)", _a_sum),
    "a_leaf": ("layer(x) of a leaf x", _a_leaf),
    "later": ("layer.strength = …; forward and backward", _later),
    "between": ("forward; layer.strength = …; backward", _between),
    "a_copy": ("copy.deepcopy(layer), with another strength", _a_copy),
    "plain": ("layer(data) without gradients", _plain),
    "own_function": ("layer(h)", _own_function),
}
"""By name: what is done, in words, and the trial."""


def wanted(case: Case) -> dict[str, Any]:
    """Return what each trial should give, worked out from the numbers alone."""
    strength, later = case["strength"], case["later"]
    x, label, domain = (torch.tensor(case[key]) for key in ("x", "label", "domain"))
    usual = as_data(label - strength * domain)
    return {
        "output": as_data(x),
        "two_heads": usual,
        "again": usual,
        "twice": as_data(label - 2 * strength * domain),
        "a_sum": as_data(domain - strength * domain),
        "a_leaf": as_data(-strength * domain),
        "later": as_data(label - later * domain),
        "between": as_data(label - later * domain),
        "a_copy": [as_data(label - later * domain), usual],
        "plain": [as_data(x), as_data(x)],
    }


def other_ways(case: Case) -> dict[str, Any]:
    """Return what h's gradient is if the layer does something else than it should."""
    strength = case["strength"]
    label, domain = (torch.tensor(case[key]) for key in ("label", "domain"))
    return {
        "not reversed": as_data(label + domain),
        "sign kept": as_data(label + strength * domain),
        "no strength": as_data(label - domain),
        "both heads": as_data(-strength * (label + domain)),
        "both heads, no strength": as_data(-(label + domain)),
        "stopped": as_data(label),
        "one of two": as_data(label + domain - strength * domain),
    }
