"""step-in-backward: each parameter takes its SGD step during backward, and frees its gradient."""

from __future__ import annotations

import contextlib
import dis
import random
from collections.abc import Mapping
from functools import partial
from types import CodeType
from typing import Any

import torch
from torch import nn

from helpers.grading.data import as_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.tensor_hooks._plain_sgd import SHAPES, sgd
from helpers.grading.lessons.tensor_hooks._shared import LESSON
from helpers.grading.lessons.tensor_hooks._step_in_backward_mistakes import MISTAKES
from helpers.grading.probing import Answer, Run
from helpers.grading.registrations import Registration

PASSES = 2


def cases(draw: random.Random) -> list[Case]:
    """Weights, inputs of two passes, and a learning rate: the task's own, then another."""
    rates = (0.125, draw.choice((0.5, 0.25)), 0.0625)
    return [
        {
            "lr": lr,
            "weights": [_eighth_of(eighths(draw, *shape)) for shape in SHAPES],
            "x": eighths(draw, PASSES, 4, 2),
        }
        for lr in rates
    ]


def _eighth_of(values: Any) -> Any:
    """Scale weights down, so that tanh keeps some slope."""
    return [_eighth_of(v) for v in values] if isinstance(values, list) else values / 8


def setup(case: Case) -> Mapping[str, Any]:
    """Give a small model and the learning rate."""
    model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
    return {"model": model, "lr": case["lr"]}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, give the model new weights, run passes, and note weights and gradients."""
    run = answer.run(setup(case))
    model = _model(run)
    parameters = list(model.parameters())
    with torch.no_grad():
        for parameter, values in zip(parameters, case["weights"], strict=True):
            parameter.copy_(torch.tensor(values))
            parameter.grad = None
    stepped, grads = list[Any](), list[Any]()
    for x in case["x"]:
        run.attempt("calling loss.backward()", partial(_one_pass, model, x))
        stepped.append([as_data(parameter) for parameter in parameters])
        grads.append([as_data(parameter.grad) for parameter in parameters])
    return {
        **run.facts(),
        "stepped": stepped,
        "grads": grads,
        "hooks": [[entry.kind for entry in run.log if entry.on is one] for one in parameters],
        "removed": bool(run.log) and all(entry.removed for entry in run.log),
        "rebinds": any(map(_rebinds, run.log)),
        "moves": [_moved_by(entry, parameters) for entry in run.log if entry.on in set(parameters)],
    }


def _one_pass(model: nn.Module, x: Any) -> None:
    """Run the model twice, so that each parameter's gradient is a sum."""
    batch = torch.tensor(x)
    torch.autograd.backward((model(batch) ** 2).sum() + model(batch + 1).sum())


def _rebinds(entry: Registration) -> bool:
    """Say whether a hook gives the name of its own argument to something else."""
    code = getattr(entry.hook, "__code__", None)
    return isinstance(code, CodeType) and any(
        step.opname == "STORE_FAST" and step.argval in code.co_varnames[:1]
        for step in dis.get_instructions(code)
    )


def _moved_by(entry: Registration, parameters: list[nn.Parameter]) -> list[int]:
    """Call one hook by itself, with gradients everywhere, and say which parameters it changes."""
    before = [parameter.detach().clone() for parameter in parameters]
    for parameter in parameters:
        parameter.grad = torch.ones_like(parameter)
    with contextlib.suppress(Exception), torch.no_grad():
        entry.hook(entry.on)
    pairs = enumerate(zip(parameters, before, strict=True))
    return [number for number, (now, old) in pairs if now.tolist() != old.tolist()]


def _model(run: Run) -> nn.Module:
    """Return the given model, or one like it that the answer has made anew under its name."""
    given, now = run.given["model"], run.names.get("model")
    if isinstance(now, nn.Module) and [p.shape for p in now.parameters()] == [
        p.shape for p in given.parameters()
    ]:
        return now
    return given  # type: ignore[no-any-return]


def _wanted(case: Case) -> Any:
    return [list(map(as_data, weights)) for weights in sgd(case)]


STEP_IN_BACKWARD = Exercise(
    id="step-in-backward",
    lesson=LESSON,
    title="Train inside backward",
    task="Put a hook on each parameter of model, so that loss.backward() alone does a step of SGD: "
    "p becomes p - lr * p.grad, and p.grad is None again when backward returns.",
    gives=("model", "lr"),
    hints=(
        "The step needs p.grad as it is after this pass. Which kind of hook runs then?",
        "A post-accumulate hook is given the parameter itself. It changes it in place, takes its "
        ".grad away, and returns nothing.",
        "One function serves all parameters, since it is told which one it is called for. "
        "Register it in a loop over model.parameters().",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim(
            "each backward does one step of SGD on every parameter",
            "stepped",
            _wanted,
            "loss.backward()  # twice, with new weights and data; shown: the weights",
        ),
        Claim(
            "no gradient is left when backward returns: each .grad is None",
            "grads",
            [[None] * len(SHAPES)] * PASSES,
            "loss.backward()  # twice; shown: .grad of each parameter",
        ),
    ),
    mistakes=MISTAKES,
    praise="Backward now trains as it goes, and never holds all gradients at once.",
    points=2,
)
