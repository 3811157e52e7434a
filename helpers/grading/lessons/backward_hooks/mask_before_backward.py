"""mask-before-backward: a full backward pre-hook that keeps some outputs from learning."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import torch
from torch import nn

from helpers.grading.data import as_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.backward_hooks._mask_before_backward_mistakes import MISTAKES
from helpers.grading.lessons.backward_hooks._shared import LESSON, forgive_own_check, module_named
from helpers.grading.probing import Answer

KEEP = [1.0, 0.0, 1.0]


def cases(draw: random.Random) -> list[Case]:
    """The task's own keep, then others; several batch shapes, plain data, and a zero gradient."""
    shapes = [((2,), KEEP), ((1,), [0.0, 0.0, 1.0]), ((2, 2), [1.0, 1.0, 0.0]), ((), [0.0] * 3)]
    given: list[Case] = [
        {"x": eighths(draw, *shape, 2), "keep": keep, "sent": eighths(draw, *shape, 3)}
        for shape, keep in shapes
    ]
    given.append({"x": eighths(draw, 3, 2), "keep": [1.0] * 3, "sent": [[0.0] * 3] * 3})
    given[1]["data"] = True
    for case in given:
        case |= {"weight": eighths(draw, 3, 2), "bias": eighths(draw, 3)}
        case["wanted"] = {
            "kept": _plain(case, case["keep"]),
            "without a hook": _plain(case, [1.0] * 3),
            "the task's keep": _plain(case, KEEP),
            "the others": _plain(case, [1 - kept for kept in case["keep"]]),
        }
    sent = [given[0]["sent"][0], [0.0] * 3]
    given[0]["wanted"]["all but a row"] = _pass_alone(given[0], sent)
    return given


def setup(case: Case) -> Mapping[str, Any]:
    """Give a layer with three outputs, and which of them to keep."""
    layer = nn.Linear(2, 3)
    _set_weights(layer, case)
    return {"layer": layer, "keep": torch.tensor(case["keep"])}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, give layer new weights, send two passes, then one through another layer."""
    run = answer.run(setup(case))
    forgive_own_check(run, example=case["keep"] == KEEP)
    layer = module_named(run, "layer")
    run.attempt("setting layer's weights", lambda: _set_weights(layer, case))
    passes: list[dict[str, Any]] = []
    for _ in range(2):
        if not run.error:
            seen = run.attempt("calling output.backward(sent)", lambda: _pass(layer, case))
            passes.append(seen or {})
    other = nn.Linear(2, 3)
    _set_weights(other, case)
    bystander = None
    if not run.error:
        bystander = run.attempt("calling another layer", lambda: _pass(other, case))
    return {**run.facts(), "passes": passes, "bystander": bystander}


def _set_weights(layer: Any, case: Case) -> None:
    with torch.no_grad():
        layer.weight.copy_(torch.tensor(case["weight"]))
        layer.bias.copy_(torch.tensor(case["bias"]))


def _pass(layer: Any, case: Case) -> dict[str, Any]:
    """Send one gradient through layer and return what came out everywhere, as data."""
    x = torch.tensor(case["x"], requires_grad=not case.get("data"))
    sent = torch.tensor(case["sent"])
    layer.zero_grad()
    output = layer(x)
    output.backward(sent)
    return {
        "output": as_data(output),
        "weight": as_data(layer.weight.grad),
        "bias": as_data(layer.bias.grad),
        "x": as_data(x.grad),
        "sent": as_data(sent),
    }


def _plain(case: Case, keep: list[float]) -> dict[str, Any]:
    """Return what a pass must leave when the gradient is masked before it is sent, no hook on."""
    return _pass_alone(case, (torch.tensor(case["sent"]) * torch.tensor(keep)).tolist())


def _pass_alone(case: Case, masked: Any) -> dict[str, Any]:
    """Return what a pass of ``masked`` leaves, without any hook."""
    layer = nn.Linear(2, 3)
    _set_weights(layer, case)
    return {**_pass(layer, {**case, "sent": masked}), "sent": as_data(torch.tensor(case["sent"]))}


def _seen(number: int, key: str) -> Any:
    return lambda facts: facts["passes"][number][key]


def _kept(key: str) -> Any:
    return lambda case: case["wanted"]["kept"][key]


_CALL = "output = layer(x); output.backward(sent)"

MASK_BEFORE_BACKWARD = Exercise(
    id="mask-before-backward",
    lesson=LESSON,
    title="Let some outputs learn nothing",
    task="Register a full backward pre-hook on layer that zeroes the gradient of each output where "
    "keep is 0: these train no weight and send nothing back to the input.",
    gives=("layer", "keep"),
    hints=(
        "The gradient must be changed before layer's own backward uses it. Which of the two "
        "backward hooks runs then, and what is it given?",
        "Multiplied by keep, a gradient is zero where keep is 0. The last dimension of the "
        "gradient counts layer's outputs, as keep does.",
        "A pre-hook gets (module, grad_output), and what it returns takes grad_output's place. "
        "grad_output is a tuple with one entry; so must be what you return.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim(
            "layer.weight.grad is zero in the rows where keep is 0, and as ever in the others",
            _seen(0, "weight"),
            _kept("weight"),
            _CALL,
        ),
        Claim("so is layer.bias.grad", _seen(0, "bias"), _kept("bias"), _CALL),
        Claim(
            "nothing of the outputs where keep is 0 arrives in x.grad",
            _seen(0, "x"),
            _kept("x"),
            _CALL,
        ),
        Claim(
            "layer's output is what it is without a hook",
            _seen(0, "output"),
            _kept("output"),
            _CALL,
        ),
        Claim("the gradient that was sent is as it was", _seen(0, "sent"), _kept("sent"), _CALL),
        Claim(
            "the next pass is masked like the first",
            _seen(1, "weight"),
            _kept("weight"),
            "layer.zero_grad(); " + _CALL,
        ),
        Claim(
            "a second layer without hooks is left alone",
            lambda facts: facts["bystander"]["weight"],
            lambda case: case["wanted"]["without a hook"]["weight"],
            "output = another_layer(x); output.backward(sent)",
        ),
    ),
    mistakes=MISTAKES,
    praise="What keep leaves out learns nothing and sends nothing back; the rest never noticed.",
)
