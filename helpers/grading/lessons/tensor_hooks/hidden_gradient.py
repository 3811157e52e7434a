"""hidden-gradient: catch the gradient of a tensor inside the graph, which .grad does not keep."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import torch

from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.tensor_hooks import _shared as shared
from helpers.grading.lessons.tensor_hooks._hidden_gradient_mistakes import MISTAKES, gradients
from helpers.grading.lessons.tensor_hooks._shared import LESSON
from helpers.grading.probing import Answer, Run

EXAMPLE = [1.0, 2.0, 3.0]


def cases(draw: random.Random) -> list[Case]:
    """The task's own numbers, then other shapes, zero, NaN, and another h and loss."""
    return [
        {"x": EXAMPLE, "times": 3.0, "linear": 0.0},
        {"x": eighths(draw, 2, 3), "times": 2.0, "linear": eighths(draw)},
        {"x": [0.0, *eighths(draw, 2)], "times": -0.5, "linear": eighths(draw)},
        {"x": [float("nan"), 1.0], "times": 3.0, "linear": 0.0},
    ]


def setup(case: Case) -> Mapping[str, Any]:
    """Give the leaf x, h made from it, and a loss in which h is used more than once."""
    x = torch.tensor(case["x"], requires_grad=True)
    h = x * case["times"]
    return {"x": x, "h": h, "loss": (h * h).sum() + case["linear"] * h.sum()}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, noting for each pass that starts at loss what waits at h just then."""
    given = setup(case)
    x, h, passes = given["x"], given["h"], list[list[str]]()
    run = Run(answer, given)

    def note(_: Any) -> None:
        live = [entry.kind for entry in run.log if entry.on is h and not entry.removed]
        passes.append([*live, *(["retain_grad"] if h.retains_grad else [])])

    # At loss and not at h: the node behind h is skipped by torch.autograd.grad(loss, h).
    given["loss"].grad_fn.register_prehook(note)
    run.attempt("running your cell", run.execute)
    shared.forgive_own_check(run, example=case["x"] == EXAMPLE)
    return {
        **run.facts(hidden=run.names.get("hidden"), x_grad=x.grad),
        "passes": passes,
        "retains": h.retains_grad,
        "own_h": run.names.get("h") is not h,
        "local": any("hidden" in _locals_of(entry.hook) for entry in run.log),
    }


def _locals_of(hook: Any) -> tuple[str, ...]:
    return tuple(getattr(getattr(hook, "__code__", None), "co_varnames", ()))


HIDDEN_GRADIENT = Exercise(
    id="hidden-gradient",
    lesson=LESSON,
    title="Catch the gradient of a hidden tensor",
    task="Run loss.backward() once, and catch on the way the gradient of h, a tensor inside the "
    "graph. Afterwards the name hidden holds it.",
    gives=("x", "h", "loss"),
    hints=(
        "The gradient of h exists for a moment during backward. Who is called at that moment?",
        "Prepare before backward: a list outside, and a hook on h that puts its argument into it.",
        "After loss.backward(), take the tensor out of the list and call it hidden. (There is a "
        "way without a hook of your own: h has a method that makes it keep its gradient.)",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim(
            "hidden is the gradient of h",
            "hidden",
            lambda case: gradients(case)["h"],
            "your whole cell  # with other values in x, and other losses",
        ),
        Claim(
            "x.grad is what it is without a hook",
            "x_grad",
            lambda case: gradients(case)["x"],
            "your whole cell",
        ),
        Claim(
            "one backward pass from loss was enough",
            lambda facts: len(facts["passes"]),
            1,
            "your whole cell  # passes counted",
        ),
    ),
    mistakes=MISTAKES,
    praise="You caught a gradient that PyTorch computes, passes on, and forgets.",
)
