"""gradient-norms: watch every leaf layer of any model, and be able to stop."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import nn

from helpers.grading.data import as_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.backward_hooks._gradient_norms_mistakes import MISTAKES
from helpers.grading.lessons.backward_hooks._shared import LESSON, forgive_own_check
from helpers.grading.probing import Answer, Run


def cases(draw: random.Random) -> list[Case]:
    """The task's model, then a nested one; another gradient, a zero one, NaN, input with grad."""
    given: list[Case] = [
        {"nested": False, "sent": [[1.0], [1.0]]},
        {"nested": True, "sent": eighths(draw, 2, 1), "needs_grad": True},
        {"nested": False, "sent": [[0.0], [0.0]]},
        {"nested": True, "sent": [[float("nan")], [1.0]]},
    ]
    for case in given:
        case |= {"x": eighths(draw, 2, 2), "seed": draw.randint(1, 10_000)}
        case["later"] = eighths(draw, 2, 1)
        case["wanted"] = _without_backward_hooks(case, "sent")
        case["wanted later"] = _without_backward_hooks(case, "later")
    return given


class _Block(nn.Module):
    """A container that is no nn.Sequential, with one inside that is."""

    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
        self.back = nn.Linear(4, 3)

    def forward(self, x: torch.Tensor) -> Any:
        return self.back(self.inner(x))


def build(case: Case, number: int = 0) -> nn.Sequential:
    """Return the case's model; another ``number`` gives one of the same form, other weights."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(case["seed"] + number)
        model = nn.Sequential()
        model.add_module("first", nn.Linear(2, 3))
        if case["nested"]:
            model.add_module("block", _Block())
        model.add_module("act", nn.Tanh())
        model.add_module("last", nn.Linear(3, 1))
    return model


def setup(case: Case) -> Mapping[str, Any]:
    """Give a model to try the function on."""
    return {"model": build(case)}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, watch two models with its function, send passes, and take the hooks off."""
    run = answer.run(setup(case))
    forgive_own_check(run, example=not case["nested"])
    watch: Any = run.names.get("watch_norms")
    model, other = build(case), build(case, 1)
    labels = {id(layer): name for name, layer in model.named_modules() if name}
    seen: dict[str, Any] = {"defined": callable(watch), "norms": [], "hooks": []}

    def watched() -> Any:
        before = len(run.log)
        returned = watch(model)
        seen["returned"] = as_data(returned)
        seen["hooks"] = [entry.facts(labels) for entry in run.log[before:]]
        norms, handles = returned
        watch(other)
        return norms, handles

    def one_pass(through: nn.Module, gradient: str) -> None:
        _send(through, case, gradient)
        seen["norms"].append(as_data(norms))

    norms, handles = None, None
    if callable(watch) and not run.error:
        pair = run.attempt("calling norms, handles = watch_norms(model)", watched)
        norms, handles = pair or (None, None)
    steps: tuple[tuple[str, Callable[[], None]], ...] = (
        ("sending a gradient through model", lambda: one_pass(model, "sent")),
        ("sending a gradient through the other model", lambda: one_pass(other, "sent")),
        ("sending another gradient through model", lambda: one_pass(model, "later")),
        ("removing the handles", lambda: _remove(handles)),
        ("sending a gradient when the hooks are off", lambda: one_pass(model, "sent")),
    )
    for doing, step in steps if callable(watch) else ():
        if not run.error:
            run.attempt(doing, step)
    return {**run.facts(), **seen, "gradients": _gradients(run, watch, case)}


def _send(model: nn.Module, case: Case, gradient: str = "sent") -> None:
    x = torch.tensor(case["x"], requires_grad=bool(case.get("needs_grad")))
    model(x).backward(torch.tensor(case[gradient]))


def _remove(handles: Any) -> None:
    """Take off whatever an answer gave back: one handle, or a collection of them."""
    single = hasattr(handles, "remove") and not isinstance(handles, list | set)
    for handle in (
        [handles] if single else handles.values() if isinstance(handles, dict) else handles
    ):
        handle.remove()


def _gradients(run: Run, watch: Any, case: Case) -> Any:
    """Return the weights' gradients of one pass through a model that the function watches."""
    model = build(case)

    def one_pass() -> None:
        if callable(watch):
            watch(model)
        _send(model, case)

    if not run.error:
        run.attempt("sending a gradient through a watched model", one_pass)
    return as_data([parameter.grad for parameter in model.parameters()])


def _without_backward_hooks(case: Case, gradient: str) -> dict[str, Any]:
    """Return what a pass leaves: norms at each leaf layer's output, input and weight; gradients."""
    model, kept = build(case), dict[str, tuple[torch.Tensor, torch.Tensor]]()

    def keep(name: str) -> Any:
        def hook(module: nn.Module, args: tuple[torch.Tensor], output: torch.Tensor) -> None:
            output.retain_grad()
            args[0].retain_grad()
            kept[name] = (output, args[0])

        return hook

    leaves = {name: layer for name, layer in model.named_modules() if not list(layer.children())}
    for name, layer in leaves.items():
        layer.register_forward_hook(keep(name))
    _send(model, {**case, "needs_grad": True}, gradient)
    return {
        "norms": {name: _norm(output) for name, (output, _) in kept.items()},
        "input norms": {name: _norm(given) for name, (_, given) in kept.items()},
        "weight norms": {
            name: _norm(layer.weight) for name, layer in leaves.items() if hasattr(layer, "weight")
        },
        "gradients": as_data([parameter.grad for parameter in model.parameters()]),
    }


def _norm(tensor: Any) -> float:
    return float(tensor.grad.norm())


def _told(number: int) -> Any:
    """Return the norms noted after a pass, by name; a number may stand in a one-element tensor."""
    return lambda facts: {
        "dict": sorted([name, _number(value)] for name, value in facts["norms"][number]["dict"])
    }


def _number(value: Any) -> Any:
    if isinstance(value, dict) and value.get("shape") == []:
        value = value["tensor"]
    return float(value) if isinstance(value, int) else value


def _wanted(key: str = "wanted") -> Any:
    return lambda case: {"dict": sorted(map(list, case[key]["norms"].items()))}


_CALL = "norms, handles = watch_norms(model); model(x).backward(gradient)"

GRADIENT_NORMS = Exercise(
    id="gradient-norms",
    lesson=LESSON,
    title="Watch the gradients of a whole model",
    task="Write watch_norms(model): it puts a full backward hook on each leaf layer of any model, "
    "and returns norms, where each backward writes the norm of the gradient at a layer's output "
    "under the layer's name, and handles, a list that takes the hooks off again.",
    gives=("model",),
    hints=(
        "Three parts: go through the layers with their names, skip those that have children, and "
        "register a hook on each of the others that knows its layer's name.",
        "model.named_modules() gives names and layers, nested ones too; a leaf layer is one whose "
        "children() are none. The gradient at a layer's output is the first entry of grad_output.",
        "A function made in a loop looks the loop's name up late: hand the name over when you make "
        "the hook (a default argument, or functools.partial). Keep every handle, and return both.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim("there is a function watch_norms", "defined", True),
        Claim("norms holds a norm for each leaf layer, by its name", _told(0), _wanted(), _CALL),
        Claim(
            "another watched model has norms of its own",
            _told(1),
            _wanted(),
            "watch_norms(other); other(x).backward(gradient)  # norms of model",
        ),
        Claim(
            "the next backward writes its norms over the old ones",
            _told(2),
            _wanted("wanted later"),
            "model(x).backward(another_gradient)",
        ),
        Claim(
            "with every handle removed, norms stays as it is",
            _told(3),
            _wanted("wanted later"),
            "for handle in handles: handle.remove()",
        ),
        Claim(
            "the model's gradients are what they are without hooks",
            "gradients",
            lambda case: case["wanted"]["gradients"],
            _CALL,
        ),
    ),
    mistakes=MISTAKES,
    praise="One function, any model: you see where gradients shrink or grow, and can stop looking.",
)
