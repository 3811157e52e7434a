"""gradient-flow: the data of a gradient-flow figure, caught in one step that leaves no gradient."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import nn

from helpers.grading.cleanroom import optimizer_hooks_aside
from helpers.grading.data import as_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise, Facts
from helpers.grading.lessons.backward_hooks._shared import forgive_own_check
from helpers.grading.lessons.watching_gradients._gradient_flow_mistakes import MISTAKES
from helpers.grading.lessons.watching_gradients._gradient_flow_signs import flow_of, share_a_name
from helpers.grading.lessons.watching_gradients._shared import (
    LESSON,
    hooks_left,
)
from helpers.grading.probing import Answer


def cases(draw: random.Random) -> list[Case]:
    """The task's model, then nested ones; gradients set to None or to zero; a zero gradient."""
    given: list[Case] = [
        {"nested": False, "seed": 0, "to_none": True},
        {"nested": True, "to_none": False},
        {"nested": True, "to_none": True, "zero": True},
    ]
    for case in given:
        case.setdefault("seed", draw.randint(1, 10_000))
        case["x"] = eighths(draw, 4, 2)
        case["sent"] = [[0.0]] * 4 if case.get("zero") else eighths(draw, 4, 1)
        case["plain"] = _without_hooks(case)
    return given


class _Gate(nn.Module):
    """A layer without a weight; the name of its parameter only sounds like one."""

    def __init__(self) -> None:
        super().__init__()
        self.weighting = nn.Parameter(torch.ones(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.weighting


def build(case: Case) -> nn.Sequential:
    """Return the case's model."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(case["seed"])
        model = nn.Sequential()
        model.add_module("first", nn.Linear(2, 4))
        model.add_module("act", nn.Tanh())
        if case["nested"]:
            inner = nn.Sequential(nn.Linear(4, 3), nn.Tanh())
            model.add_module("block", nn.Sequential(inner, nn.Linear(3, 4), nn.LayerNorm(4)))
            model.add_module("gate", _Gate())
        model.add_module("middle", nn.Linear(4, 3))
        model.add_module("last", nn.Linear(3, 1))
    return model


class _Trouble(Exception):  # noqa: N818  (a step's own trouble, which nobody should know by name)
    pass


def training_step(
    model: nn.Module, case: Case, calls: list[int], *, raises: bool = False
) -> Callable[[], None]:
    """Return a step: forward, backward, optimiser, gradients gone. It may raise after backward."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.125)

    def step() -> None:
        calls.append(1)
        # Not loss.backward(): an answer may have put something else in its place.
        torch.autograd.backward(model(torch.tensor(case["x"])), torch.tensor(case["sent"]))
        if raises:
            raise _Trouble("no room left on the disk")
        optimizer.step()
        optimizer.zero_grad(set_to_none=case["to_none"])

    return step


def setup(case: Case) -> Mapping[str, Any]:
    """Give a model and its step, to try the function on."""
    model = build(case)
    return {"model": model, "step": training_step(model, case, [])}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, then let its function watch a step that works, and one that raises."""
    run = answer.run(setup(case))
    forgive_own_check(run, example=case["seed"] == 0)
    function: Any = run.names.get("gradient_flow")
    seen: dict[str, Any] = {"defined": callable(function)}
    model, broken, calls = build(case), build(case), list[int]()
    before = hooks_left(model)

    def watched() -> None:
        flow = function(model, training_step(model, case, calls))
        seen["flow"] = as_data(flow)

    def watched_trouble() -> None:
        try:
            function(broken, training_step(broken, case, [], raises=True))
        except _Trouble:
            seen["let out"] = True
        except Exception as error:
            seen["let out"] = type(error).__name__
        else:
            seen["let out"] = False

    if callable(function) and not run.error:
        registered = len(run.log)
        run.attempt("calling gradient_flow(model, step)", watched)
        seen["kinds"] = sorted({entry.kind for entry in run.log[registered:]})
        seen["one name"] = share_a_name([entry.hook for entry in run.log[registered:]])
        seen["left"] = hooks_left(model) - before
    if callable(function) and not run.error:
        run.attempt("calling gradient_flow(model, step) with a step that raises", watched_trouble)
        seen["left after trouble"] = hooks_left(broken) - before
    return {
        **run.facts(),
        **seen,
        "calls": len(calls),
        "weights": as_data([p.detach() for p in model.parameters()]),
    }


def _without_hooks(case: Case) -> dict[str, Any]:
    """Return what a step's gradients are, read in time; what else might be taken; the weights."""
    model = build(case)
    x, sent = torch.tensor(case["x"]), torch.tensor(case["sent"])
    torch.autograd.backward(model(x), sent)
    told: dict[str, Any] = {"flow": {}, "signed": {}, "weights": {}, "biases": {}}
    for name, layer in model.named_modules():
        if isinstance(layer, nn.Linear | nn.LayerNorm):
            weight, bias = layer.weight.grad, layer.bias.grad
            assert weight is not None
            assert bias is not None
            told["flow"][name] = _pair(weight.abs())
            told["signed"][name] = _pair(weight)
            told["weights"][name] = _pair(layer.weight.detach().abs())
            told["biases"][name] = _pair(bias.abs())
    stepped = build(case)
    with optimizer_hooks_aside():
        training_step(stepped, case, [])()
    return {**told, "after": as_data([p.detach() for p in stepped.parameters()])}


def _pair(values: torch.Tensor) -> list[float]:
    return [float(values.mean()), float(values.max())]


def _seen_flow(facts: Facts) -> Any:
    return sorted(map(list, flow_of(facts).items()))


GRADIENT_FLOW = Exercise(
    id="gradient-flow",
    lesson=LESSON,
    title="The data of a gradient-flow figure",
    task="Write gradient_flow(model, step): it calls step() once, a whole training step that leaves "
    "no gradient behind, and returns a dict from layer name to (mean, largest) of the absolute "
    "values of its weight's gradient, from input to output. No hook is left, not even if step "
    "raises; then its error comes out.",
    gives=("model", "step"),
    hints=(
        "When step() returns, the gradients are gone. Who is there between backward and the "
        "optimiser? And what do you have to do before and after step()?",
        "Put a hook on the weight of each layer that has one, let it write two numbers under the "
        "layer's name, call step(), and take all hooks off in a finally block.",
        "Hooks fire from the output to the input, so your dict is filled the wrong way round. Make "
        "the one that you return in the order of named_modules().",
    ),
    points=2,
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim("there is a function gradient_flow", "defined", True),
        Claim(
            "it returns mean and largest |entry| of each layer's weight gradient, by layer name",
            _seen_flow,
            lambda case: sorted(map(list, case["plain"]["flow"].items())),
            "gradient_flow(model, step)",
        ),
        Claim(
            "the layers come in the order of the model, from input to output",
            lambda facts: list(flow_of(facts)),
            lambda case: list(case["plain"]["flow"]),
            "list(gradient_flow(model, step))",
        ),
        Claim("step is called once", "calls", 1, "gradient_flow(model, step)  # calls of step"),
        Claim(
            "no hook is left afterwards", "left", 0, "gradient_flow(model, step)  # hooks counted"
        ),
        Claim(
            "if step raises, its error comes out, and no hook is left",
            lambda facts: [facts["let out"], facts["left after trouble"]],
            [True, 0],
            "gradient_flow(model, step), where step raises after backward  # came out? hooks left",
        ),
        Claim(
            "the step trains the model as it does without hooks",
            "weights",
            lambda case: case["plain"]["after"],
            "gradient_flow(model, step)",
        ),
    ),
    mistakes=MISTAKES,
    praise="You saw gradients that nobody else could see any more, and left no trace.",
)
