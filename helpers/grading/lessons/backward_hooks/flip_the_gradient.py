"""flip-the-gradient: what one of two heads sends back to the features arrives with another sign."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import torch
from torch import nn

from helpers.grading.data import as_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.backward_hooks import _shared as shared
from helpers.grading.lessons.backward_hooks._flip_the_gradient_mistakes import MISTAKES
from helpers.grading.lessons.backward_hooks._shared import LESSON
from helpers.grading.probing import Answer, Run

HEADS = ("label", "domain")


def cases(draw: random.Random) -> list[Case]:
    """Several batch shapes, one of a single row, and a zero gradient through domain."""
    given: list[Case] = [
        {
            "x": eighths(draw, *shape, 2),
            "sent": {head: eighths(draw, *shape, 1) for head in HEADS},
            "weights": {
                "body": [eighths(draw, 3, 2), eighths(draw, 3)],
                **{head: [eighths(draw, 1, 3), eighths(draw, 1)] for head in HEADS},
            },
        }
        for shape in ((2,), (1,), (2, 2), (3,))
    ]
    given[3]["sent"]["domain"] = [[0.0]] * 3
    for case in given:
        case["wanted"] = {
            how: _step(setup(case), case, signs)
            for how, signs in {
                "flipped": (1, -1),
                "without a hook": (1, 1),
                "label flipped": (-1, 1),
                "both flipped": (-1, -1),
                "stopped": (1, 0),
            }.items()
        }
    return given


def setup(case: Case) -> Mapping[str, Any]:
    """Give body, which makes three features of two inputs, and two heads upon the features."""
    layers = {"body": nn.Linear(2, 3), **{head: nn.Linear(3, 1) for head in HEADS}}
    _set_weights(layers, case)
    return layers


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, give the layers new weights, then train one step, twice."""
    run = answer.run(setup(case))
    layers = {name: shared.module_named(run, name) for name in ("body", *HEADS)}
    run.attempt("setting the weights", lambda: _set_weights(layers, case))
    steps = []
    for _ in range(2):
        if not run.error:
            doing = "calling (label(features) + domain(features)).backward()"
            steps.append(run.attempt(doing, lambda: _step(layers, case)))
    return {
        **run.facts(),
        "steps": [step or {} for step in steps],
        "kept": None if run.error else _kept_by_another_hook(run, layers, case),
        "edits": shared.edited_arguments(run, layers["domain"], (2, 3), (2, 1)),
    }


def _set_weights(layers: Mapping[str, Any], case: Case) -> None:
    with torch.no_grad():
        for name, (weight, bias) in case["weights"].items():
            layers[name].weight.copy_(torch.tensor(weight))
            layers[name].bias.copy_(torch.tensor(bias))


def _step(
    layers: Mapping[str, Any], case: Case, signs: tuple[int, int] | None = None
) -> dict[str, Any]:
    """Run one step and return what came out everywhere, as data.

    With ``signs``, what label and domain send back is multiplied by them, without any hook.
    """
    for layer in layers.values():
        layer.zero_grad()
    features = layers["body"](torch.tensor(case["x"]))
    features.retain_grad()
    inputs = [features] * 2
    if signs is not None:
        inputs = [features.detach() * (1 - sign) + features * sign for sign in signs]
    outputs = [layers[head](given) for head, given in zip(HEADS, inputs, strict=True)]
    torch.autograd.backward(outputs, [torch.tensor(case["sent"][head]) for head in HEADS])
    return {
        "features": as_data(features.grad),
        "outputs": as_data(outputs),
        **{name: as_data([layer.weight.grad, layer.bias.grad]) for name, layer in layers.items()},
    }


def _kept_by_another_hook(run: Run, layers: Mapping[str, Any], case: Case) -> bool | None:
    """Say whether a gradient that a hook before the answer's has kept is still the same afterwards.

    None where the answer has no full hook: an old one can't stand beside ours.
    """
    if not any(entry.kind == "backward" and entry.on is layers["domain"] for entry in run.log):
        return None
    kept: list[tuple[torch.Tensor, torch.Tensor]] = []
    handle = layers["domain"].register_full_backward_hook(
        lambda module, grad_input, grad_output: kept.append((grad_input[0], grad_input[0].clone())),
        prepend=True,
    )
    run.attempt("training one more step", lambda: _step(layers, case))
    handle.remove()
    return all(torch.equal(tensor, clone) for tensor, clone in kept)


def _wanted(key: str) -> Any:
    return lambda case: case["wanted"]["flipped"][key]


def _seen(key: str, number: int = 0) -> Any:
    return lambda facts: facts["steps"][number][key]


_CALL = "features = body(x); (label(features) + domain(features)).backward(...)"

FLIP_THE_GRADIENT = Exercise(
    id="flip-the-gradient",
    lesson=LESSON,
    title="Turn a gradient round on its way back",
    task="Register a full backward hook on domain, so that what domain sends back to the features "
    "arrives with its sign reversed. domain itself learns as ever, and so does label.",
    gives=("body", "label", "domain"),
    hints=(
        "The gradient that leaves domain toward the features has a name among the hook's "
        "arguments. What does a hook do to change it for all who come after?",
        "A full backward hook returns what is to take the place of grad_input. domain's own "
        "weights are not concerned by that: they are served from grad_output.",
        "grad_input is a tuple with one entry, the gradient of the features. Return a tuple with "
        "one entry, too: its negative.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim(
            "features.grad is label's part minus domain's part",
            _seen("features"),
            _wanted("features"),
            _CALL,
        ),
        Claim("so body learns from it", _seen("body"), _wanted("body"), _CALL),
        Claim("domain itself learns as ever", _seen("domain"), _wanted("domain"), _CALL),
        Claim("label learns as ever", _seen("label"), _wanted("label"), _CALL),
        Claim(
            "label's and domain's outputs are what they are without a hook",
            _seen("outputs"),
            _wanted("outputs"),
            _CALL,
        ),
        Claim("the next step is flipped like the first", _seen("features", 1), _wanted("features")),
        Claim(
            "a gradient that another hook has kept stays as it was",
            lambda facts: facts["kept"] is not False,
            True,
            "domain.register_full_backward_hook(keep_grad_input, prepend=True); one step",
        ),
    ),
    mistakes=MISTAKES,
    praise="body now learns to please label and to puzzle domain: gradient reversal, in one hook.",
)
