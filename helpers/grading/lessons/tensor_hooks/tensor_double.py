"""tensor-double: double a gradient with a hook on v, send [1, 2, 3] backward, take the hook off.

The answer calls backward itself, so its passes are observed, and in further runs what it sends is
scaled. A hook that works passes for any incoming gradient; a number written down by hand doesn't.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import torch

from helpers.grading.data import tensor_data
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.tensor_hooks import _shared as shared
from helpers.grading.lessons.tensor_hooks._observed_backward import observed_backward
from helpers.grading.lessons.tensor_hooks._shared import LESSON
from helpers.grading.lessons.tensor_hooks._tensor_double_mistakes import (
    MISTAKES,
    SENT,
    first_pass,
    sent,
    wanted,
)
from helpers.grading.probing import Answer, Run


def cases(draw: random.Random) -> list[Case]:
    """The task as it stands, then with whatever is sent scaled by a factor."""
    return [
        {"factor": 1.0},
        {"factor": draw.choice((1.5, 2.5, 4.0))},
        {"factor": -draw.randint(1, 4) / 2},
    ]


def setup(case: Case) -> Mapping[str, Any]:
    """Give v, a leaf of three zeros."""
    return {"v": torch.zeros(3, requires_grad=True)}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer with its backward passes observed, then send one more gradient by itself."""
    run, passes = Run(answer, setup(case)), list[dict[str, Any]]()
    with observed_backward("v", case["factor"], run, passes):
        run.attempt("running your cell", run.execute)
    v = shared.leaf(run, "v")
    if shared.forgive_own_check(run, example=case["factor"] == 1):
        # The lines below the assert didn't run, and remove() may be one of them.
        for entry in run.log:
            entry.handle.remove()
    named = run.names.get("v")
    left = named.grad if isinstance(named, torch.Tensor) else None
    still_on = [*(v._backward_hooks or ()), *(v._post_accumulate_grad_hooks or ())]
    v.grad = None
    run.attempt(
        "calling v.backward once more", lambda: torch.autograd.backward(v, torch.tensor(SENT))
    )
    return {
        **run.facts(left=left, after=v.grad),
        "passes": passes,
        "is_leaf": named is v,
        "still_on": len(still_on),
    }


TENSOR_DOUBLE = Exercise(
    id="tensor-double",
    lesson=LESSON,
    title="Double a gradient, then take the hook off",
    task="Register a hook on v that doubles its gradient, send [1., 2., 3.] backward through v, "
    "and remove the hook.",
    gives=("v",),
    hints=(
        "Three steps: register a hook on v, run v.backward(...) with a vector, remove the hook.",
        "A tensor hook takes one argument, the gradient. What it returns takes its place.",
        "v.register_hook(...) gives back a handle. Keep it in a name; you need it for the end.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim(
            "your cell sends the gradient [1., 2., 3.] to v",
            lambda facts: first_pass(facts)["arrived"],
            sent,
            "your whole cell  # sometimes with a multiple of what it sends",
        ),
        Claim(
            "v.grad is doubled when the pass ends",
            lambda facts: first_pass(facts)["added"],
            wanted,
            "v.backward(torch.tensor([1., 2., 3.]))  # or a multiple of it",
        ),
        Claim(
            "v.grad is left as that pass made it",
            "left",
            lambda case: tensor_data(wanted(case)),
            "your whole cell",
        ),
        Claim(
            "the hook is off afterwards, so a later pass is plain",
            "after",
            tensor_data(SENT),
            "v.grad = None; v.backward(torch.tensor([1., 2., 3.]))",
        ),
        Claim("no hook is left on v", "still_on", 0, "your whole cell  # hooks on v counted"),
    ),
    mistakes=MISTAKES,
    praise="The gradient was doubled on its way into v.grad, and the next pass is plain again.",
)
