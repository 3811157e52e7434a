"""scale-the-input: a pre-hook that scales one of two inputs, and leaves the caller's tensor alone."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Mapping
from typing import Any

import torch
from torch import nn

from helpers.grading.data import as_data, tensor_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.forward_hooks import _shared as shared
from helpers.grading.lessons.forward_hooks._scale_the_input_mistakes import (
    MISTAKES,
    arguments,
    wanted_output,
)
from helpers.grading.lessons.forward_hooks._shared import LESSON
from helpers.grading.probing import Answer, Run


def cases(draw: random.Random) -> list[Case]:
    """The task's own numbers, then a matrix, zeros, and one number."""
    return [
        {"x": [1.0, 2.0], "weight": [3.0, 4.0]},
        {"x": eighths(draw, 2, 3), "weight": eighths(draw, 2, 3)},
        {"x": [0.0, 0.0], "weight": eighths(draw, 2)},
        {"x": eighths(draw, 1), "weight": eighths(draw, 1)},
    ]


def setup(case: Case) -> Mapping[str, Any]:
    """Give the class Mix and one module of it."""
    return _given([])


def _given(saw: list[Any]) -> Mapping[str, Any]:
    """Return a Mix that notes what its forward sees: its output is the same for (weight, x)."""

    @shared.as_in_a_cell
    class Mix(nn.Module):
        def forward(self, x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
            output = x * weight + 1
            saw.append([as_data(x), as_data(weight)])
            return output

    return {"Mix": Mix, "mix": Mix()}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, call mix twice on the same tensors, and a second Mix once."""
    saw: list[Any] = []
    given = _given(saw)
    run = answer.run(given)
    saw.clear()
    x, weight = torch.tensor(case["x"]), torch.tensor(case["weight"])
    outputs = [
        None
        if run.error
        else run.attempt("calling mix(x, weight)", lambda: given["mix"](x, weight))
        for _ in range(2)
    ]
    seen = list(saw)
    other = run.attempt("calling another Mix", lambda: given["Mix"]()(torch.ones(1), torch.ones(1)))
    return {
        **run.facts(first=outputs[0], second=outputs[1], x=x, weight=weight, other=other),
        "saw": seen,
        "own_forward": shared.replaced_forward(given["mix"]),
        "returns_list": any(isinstance(one, list) for one in _returned(run, given["mix"])),
        "packs": any(map(_packs, _returned(run, given["mix"]))),
    }


def _returned(run: Run, module: nn.Module) -> list[Any]:
    """Call each hook by itself with spare tensors, and return what they give back."""
    returned = []
    for entry in run.log:
        with contextlib.suppress(Exception):
            returned.append(entry.hook(module, (torch.ones(1), torch.ones(1))))
    return returned


def _packs(returned: Any) -> bool:
    """Say whether a list or tuple stands among what a hook returned for forward's arguments."""
    return isinstance(returned, tuple) and any(isinstance(one, list | tuple) for one in returned)


SCALE_THE_INPUT = Exercise(
    id="scale-the-input",
    lesson=LESSON,
    title="Scale what goes in",
    task="Register a forward pre-hook on mix that lets forward see 10 times its first argument. "
    "The second argument, and the caller's own tensors, stay as they are.",
    gives=("Mix", "mix"),
    hints=(
        "A pre-hook gets (module, input). input is a tuple with both arguments.",
        "What the pre-hook returns takes the place of all arguments. So return both.",
        "Make a new tensor for the first one. An operation that ends in an underscore, or *=, would "
        "change the caller's.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim("forward works on 10 · x and weight", "first", wanted_output, "mix(x, weight)"),
        Claim("a second call gives the same", "second", wanted_output, "mix(x, weight) again"),
        Claim(
            "forward sees 10 · x first, and weight second",
            "saw",
            lambda case: [arguments(case)] * 2,
            "mix(x, weight), twice  # shown: what forward was given",
        ),
        Claim(
            "the caller's tensors are as they were",
            lambda facts: [facts["x"], facts["weight"]],
            lambda case: [tensor_data(case["x"]), tensor_data(case["weight"])],
            "mix(x, weight)",
        ),
        Claim(
            "another Mix works as ever",
            "other",
            tensor_data([2.0]),
            "Mix()(torch.ones(1), torch.ones(1))",
        ),
        Claim("forward is still Mix's own", "own_forward", False),
    ),
    mistakes=MISTAKES,
    praise="forward saw ten times x, and the caller never noticed.",
)
