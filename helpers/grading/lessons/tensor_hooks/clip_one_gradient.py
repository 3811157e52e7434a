"""clip-one-gradient: clip one tensor's gradient in every pass, and leave its neighbour's alone."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from typing import Any

import torch

from helpers.grading.data import as_data, tensor_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.tensor_hooks import _shared as shared
from helpers.grading.lessons.tensor_hooks._clip_one_gradient_mistakes import (
    MISTAKES,
    B,
    W,
    clipped,
    plain,
)
from helpers.grading.lessons.tensor_hooks._shared import LESSON
from helpers.grading.probing import Answer


def cases(draw: random.Random) -> list[Case]:
    """New values for w and b, and what y = w + b is weighted with in each of two passes."""
    return [
        {"w": W, "b": B, "x": [[0.25, 2.0, 4.0], [0.5, -0.25, 0.125]]},
        {"w": eighths(draw, 3), "b": eighths(draw, 3), "x": eighths(draw, 2, 3)},
        {"w": [0.0, 1.0, -1.0], "b": [0.0, -1.0, 0.75], "x": eighths(draw, 3, 3)},
        # One entry too large in the first pass, one too small in the second.
        {
            "w": [1.0, 1.0, 1.0],
            "b": [0.0, 0.0, 0.0],
            "x": [[2.0, 0.25, -0.25], [0.125, -2.0, 0.25]],
        },
    ]


def setup(case: Case) -> Mapping[str, Any]:
    """Give the leaves w and b as the task shows them."""
    return {name: torch.tensor(values, requires_grad=True) for name, values in (("w", W), ("b", B))}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, give w and b new values, then note what each of the case's passes adds."""
    run = answer.run(setup(case))
    leaves = w, b = shared.leaf(run, "w"), shared.leaf(run, "b")
    kept = [as_data(leaf) for leaf in leaves]
    added: list[list[Any]] = [[], []]
    with torch.no_grad():
        for leaf, name in zip(leaves, ("w", "b"), strict=True):
            leaf.copy_(torch.tensor(case[name]))
            leaf.grad = None
    for x in case["x"]:
        before = [0 if leaf.grad is None else leaf.grad.clone() for leaf in leaves]
        run.attempt("calling backward", partial(_one_pass, w, b, torch.tensor(x)))
        for leaf, old, notes in zip(leaves, before, added, strict=True):
            notes.append(None if leaf.grad is None else as_data(leaf.grad - old))
    return {
        **run.facts(),
        "kept": kept,
        "values": [as_data(leaf) for leaf in leaves],
        "w_added": added[0],
        "b_added": added[1],
    }


def _one_pass(w: torch.Tensor, b: torch.Tensor, x: torch.Tensor) -> None:
    """Send back a gradient that depends on w, and reaches w and b as one and the same tensor."""
    y = w + b
    torch.autograd.backward((y * y * x).sum())


CLIP_ONE_GRADIENT = Exercise(
    id="clip-one-gradient",
    lesson=LESSON,
    title="Clip the gradient of one tensor alone",
    task="Put a hook on w that clips each entry of its gradient to between -1 and 1, in every "
    "backward pass to come. The gradient of b stays as it is. Leave the hook on.",
    gives=("w", "b"),
    hints=(
        "One hook on w, none on b. It is given the gradient and returns the clipped one.",
        "A tensor has a method clamp(min, max). Its twin with an underscore edits in place.",
        "w + b gives w and b the very same gradient tensor. Whoever edits it edits both: make a "
        "new one and return it.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim(
            "each pass adds to w.grad its gradient, clipped to between -1 and 1",
            "w_added",
            clipped,
            "y = w + b; (y * y * x).sum().backward()  # for several x; shown: what each pass adds",
        ),
        Claim(
            "each pass adds to b.grad its gradient as it is",
            "b_added",
            plain,
            "y = w + b; (y * y * x).sum().backward()  # for several x; shown: what each pass adds",
        ),
        Claim(
            "w and b keep their values",
            lambda facts: [*facts["kept"], *facts["values"]],
            lambda case: [tensor_data(values) for values in (W, B, case["w"], case["b"])],
            "your whole cell, and the passes",
        ),
    ),
    mistakes=MISTAKES,
    praise="w's gradient is held, b's runs free, and neither tensor was edited behind its back.",
)
