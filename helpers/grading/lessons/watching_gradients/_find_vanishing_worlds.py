"""Models in which one layer strangles the gradient, and what a look at them would say."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import nn

from helpers.grading.data import as_data
from helpers.grading.exercise import Case
from helpers.grading.lessons.watching_gradients._shared import grads

CULPRITS = ("third.squash", "second.thin", "second.act", "fourth.squash", "out", "inlet")
"""A saturated sigmoid, tiny weights, a dead ReLU, a sigmoid near the output; the last, the first."""
MILD = "first.thin"
"""The culprit of a model whose last layer shrinks each entry more, but has more of them to send."""
FED_WITH_GRAD = "inlet"
"""The culprit of the model that is fed with a tensor which requires grad."""
IDLE = "second.thin"
"""The culprit of the model that also has an idle head, to which a gradient of zero arrives."""
LOUD = "out"
"""The culprit of the model behind whose last layer gradients grow, the further back the more."""
BLOCKS = ("first", "second", "third", "fourth")


class _Block(nn.Module):
    """A layer and an activation, listed in another order than that in which they work."""

    def __init__(self, name: str, activation: nn.Module) -> None:
        super().__init__()
        self.add_module(name, activation)
        self.thin = nn.Linear(8, 8)
        self._name = name

    def forward(self, x: torch.Tensor) -> Any:
        return self.get_submodule(self._name)(self.thin(x))


class _Heads(nn.Module):
    """Two heads; the second is switched off by a factor of zero, and is the last to be called."""

    def __init__(self) -> None:
        super().__init__()
        self.main, self.idle = nn.Linear(8, 1), nn.Linear(8, 1)

    def forward(self, x: torch.Tensor) -> Any:
        return self.main(x) + 0 * self.idle(x)


def build(case: Case) -> nn.Sequential:
    """Return the case's model: a layer, four blocks of two, and a layer or two heads."""
    where, _, culprit = case["culprit"].partition(".")
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(case["seed"])
        parts = OrderedDict[str, nn.Module](inlet=nn.Linear(4, 8))
        for block in BLOCKS:
            strangler = culprit if block == where else ""
            activation = {"act": nn.ReLU, "squash": nn.Sigmoid}.get(strangler, nn.Tanh)
            parts[block] = _Block("squash" if strangler == "squash" else "act", activation())
        parts["out"] = _Heads() if case["culprit"] == IDLE else nn.Linear(8, 1)
        # In float32 orthogonal_ rounds otherwise in another process, and layers make more of it.
        model = nn.Sequential(parts).double()
        for block in BLOCKS:
            # An orthogonal matrix passes a gradient on as it is: nothing else vanishes much.
            nn.init.orthogonal_(_thin(model, block).weight)
    with torch.no_grad():
        # One layer at which the gradient grows, so that a ratio upside down shows.
        _thin(model, "third" if where == "fourth" else "fourth").weight *= 1.5
        if case["culprit"] == LOUD:
            first: Any = model.get_submodule("inlet")
            first.weight *= 0.1
            for block in BLOCKS[:3]:
                _thin(model, block).weight *= 1.5
        if culprit in ("act", "squash"):
            _thin(model, where).bias += {"act": -100.0, "squash": 9.0}[culprit]
        else:
            tiny: Any = model.get_submodule(case["culprit"])
            tiny.weight *= 0.3 if case["culprit"] == MILD else 1e-4
        if case["culprit"] == MILD:
            last: Any = model.get_submodule("out")
            last.weight *= 0.55 / last.weight.norm()
    return model


def _thin(model: nn.Sequential, block: str) -> Any:
    return model.get_submodule(f"{block}.thin")


def passes(model: nn.Module, case: Case, calls: list[int]) -> Callable[[], None]:
    """Return a function that runs one forward and one backward; it notes each call."""

    def run() -> None:
        calls.append(1)
        # Not loss.backward(): an answer may have put something else in its place.
        x, sent = (torch.tensor(case[key], dtype=torch.float64) for key in ("x", "sent"))
        x.requires_grad_(case["culprit"] == FED_WITH_GRAD)
        torch.autograd.backward(model(x), sent)

    return run


def without_hooks(case: Case) -> dict[str, Any]:
    """Return gradients, and the layer that each way of looking would name."""
    model, kept = build(case), dict[str, tuple[torch.Tensor, torch.Tensor]]()

    def keep(name: str) -> Any:
        def hook(module: nn.Module, args: tuple[torch.Tensor], output: torch.Tensor) -> None:
            output.retain_grad()
            if args[0].requires_grad:
                args[0].retain_grad()
            kept[name] = (args[0], output)

        return hook

    for name, module in model.named_modules():
        module.register_forward_hook(keep(name))
    passes(model, case, [])()
    sizes = {name: (_norm(given), _norm(made)) for name, (given, made) in kept.items()}
    leaves = {n: sizes[n] for n, m in model.named_modules() if not list(m.children())}
    ratios = {name: i / o for name, (i, o) in leaves.items() if i is not None and o}
    blocks = {name: i / o for name, (i, o) in sizes.items() if i is not None and o}
    weights = {n.removesuffix(".weight"): float(p.grad.norm()) for n, p in _weights(model)}
    weighted = {name: ratio for name, ratio in ratios.items() if name in weights}
    signed = {name: _signed(*kept[name]) for name in ratios}
    means = {name: _of_means(*kept[name]) for name in ratios}
    right = min(ratios, key=ratios.__getitem__)
    others = {name: ratio for name, ratio in ratios.items() if name != right}
    return {
        "gradients": as_data(grads(model)),
        "silent": [name for name, (_, o) in leaves.items() if not o],
        "fed with data": [name for name, (i, _) in leaves.items() if i is None],
        "right lets nothing through": ratios[right] == 0,
        "right": right,
        "next": min(others, key=others.__getitem__),
        "growing": max(ratios, key=ratios.__getitem__),
        "block": min(blocks, key=blocks.__getitem__),
        "weighted": min(weighted, key=weighted.__getitem__),
        "signed": min(signed, key=signed.__getitem__),
        "means": min(means, key=means.__getitem__),
        "smallest output": _all_least({n: o for n, (_, o) in leaves.items()})
        + _all_least({n: leaves[n][1] for n in ratios})
        + _all_least({n: o for n, (_, o) in leaves.items() if o}),
        "difference": min(ratios, key=lambda name: leaves[name][0] - leaves[name][1]),
        "smallest input": _all_least({n: i for n, (i, _) in leaves.items() if i is not None}),
        "smallest weight": _all_least(weights),
    }


def _weights(model: nn.Module) -> list[tuple[str, Any]]:
    return [pair for pair in model.named_parameters() if pair[0].endswith("weight")]


def _signed(given: Any, made: Any) -> float:
    return float(given.grad.mean() / made.grad.mean())


def _of_means(given: Any, made: Any) -> float:
    return float(given.grad.abs().mean() / made.grad.abs().mean())


def _norm(tensor: torch.Tensor) -> Any:
    return None if tensor.grad is None else float(tensor.grad.norm())


def _all_least(sizes: Mapping[str, Any]) -> list[str]:
    return [name for name, size in sizes.items() if size == min(sizes.values())]
