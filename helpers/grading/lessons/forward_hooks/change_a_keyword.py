"""change-a-keyword: a pre-hook with keyword arguments that keeps factor at 3 or below."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import torch
from torch import nn

from helpers.grading.data import tensor_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.forward_hooks import _shared as shared
from helpers.grading.lessons.forward_hooks._change_a_keyword_mistakes import (
    MISTAKES,
    PLAIN,
    scaled,
    wanted_output,
)
from helpers.grading.lessons.forward_hooks._shared import LESSON
from helpers.grading.probing import Answer


def cases(draw: random.Random) -> list[Case]:
    """The task's own call, then factors below, at, without, far above, negative, and zero."""
    return [
        {"x": [1.0, 2.0], "factor": 10.0},
        {"x": eighths(draw, 2), "factor": draw.randint(1, 5) / 2},
        {"x": eighths(draw, 2, 2), "factor": 3.0},
        {"x": eighths(draw, 3), "factor": None},
        {"x": eighths(draw, 2), "factor": draw.randint(4, 900) / 1.0},
        {"x": eighths(draw, 2), "factor": -7.0},
        {"x": eighths(draw, 2), "factor": 0.0},
    ]


def setup(case: Case) -> Mapping[str, Any]:
    """Give the class Scale and one module of it."""

    @shared.as_in_a_cell
    class Scale(nn.Module):
        def forward(self, x: torch.Tensor, *, factor: float = PLAIN) -> torch.Tensor:
            return x * factor

    return {"Scale": Scale, "scale": Scale()}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, then call scale with or without its keyword, and a second Scale."""
    given = setup(case)
    run = answer.run(given)
    x, words = torch.tensor(case["x"]), {"factor": case["factor"]}
    if case["factor"] is None:
        words = {}
    passed = dict(words)
    output = None
    if not run.error:
        doing = f"calling scale(x{_words(case)})"
        output = run.attempt(doing, lambda: given["scale"](x, **passed))
    other = run.attempt("calling another Scale", lambda: given["Scale"]()(x, factor=10.0))
    return {
        **run.facts(output=output, other=other, x=x),
        "own_forward": shared.replaced_forward(given["scale"]),
        "asked": bool(given["scale"]._forward_pre_hooks_with_kwargs),
    }


def _words(case: Case) -> str:
    return "" if case["factor"] is None else f", factor={case['factor']:g}"


CHANGE_A_KEYWORD = Exercise(
    id="change-a-keyword",
    lesson=LESSON,
    title="Hold a keyword argument back",
    task="Register a forward pre-hook on scale that keeps the keyword argument factor at 3 or "
    "below. Calls with a smaller factor, or with none, work as ever.",
    gives=("Scale", "scale"),
    hints=(
        "A pre-hook sees keyword arguments only if you ask for them when you register it.",
        "Then it is called with (module, args, kwargs). kwargs is a dict, and factor may not be in it.",
        "Return both parts, positional ones first, or change the dict and return nothing.",
    ),
    points=2,
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim(
            "the output is x times factor, or x times 3 if factor is larger",
            "output",
            wanted_output,
            "scale(x, factor=...)",
        ),
        Claim("x is as it was", "x", lambda case: tensor_data(case["x"])),
        Claim(
            "another Scale works as ever",
            "other",
            lambda case: scaled(case, 10.0),
            "Scale()(x, factor=10.0)",
        ),
        Claim("forward is still Scale's own", "own_forward", False),
    ),
    mistakes=MISTAKES,
    praise="You reached an argument that plain hooks never see.",
)
