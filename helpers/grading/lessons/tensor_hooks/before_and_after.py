"""before-and-after: three hooks in the right order: record, clip, record."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial, wraps
from typing import Any

import torch

from helpers.grading.data import as_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.tensor_hooks import _shared as shared
from helpers.grading.lessons.tensor_hooks._before_and_after_mistakes import MISTAKES, clipped, raw
from helpers.grading.lessons.tensor_hooks._shared import LESSON
from helpers.grading.probing import Answer, Run


def cases(draw: random.Random) -> list[Case]:
    """What is sent in each pass: the task's own numbers, zeros, others, and a NaN at the end."""
    return [
        {"sent": [[0.5, -2.0, 4.0], [3.0, 0.25, -0.5]]},
        {"sent": [[0.0, 2.0, -2.0], *eighths(draw, 2, 3)]},
        {"sent": [[0.0, 8.0, 0.0], [float("nan"), 2.0, -2.0]]},
    ]


def setup(case: Case) -> Mapping[str, Any]:
    """Give v, two empty lists, and a clip of somebody else's that edits in place."""

    def clip(grad: torch.Tensor) -> None:
        grad.clamp_(-1, 1)

    clip.__qualname__ = "clip"  # errors name it so
    return {"v": torch.zeros(3, requires_grad=True), "clip": clip, "before": [], "after": []}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, empty the lists, then send the case's gradients, a pass each."""
    given, found = dict(setup(case)), list[list[int]]()
    clip = given["clip"]

    @wraps(clip)
    def watched_clip(grad: torch.Tensor) -> None:
        """Note how much has been recorded when clip comes to work."""
        found.append([_length(run.names.get(name)) for name in ("before", "after")])
        clip(grad)

    run = Run(answer, {**given, "clip": watched_clip})
    run.attempt("running your cell", run.execute)
    v = shared.leaf(run, "v")
    v.grad = None
    found.clear()
    for name in ("before", "after"):
        for held in (given[name], run.names.get(name)):
            if isinstance(held, list):
                held.clear()
    added = list[Any]()
    for sent in case["sent"]:
        old = torch.zeros(3) if v.grad is None else v.grad.clone()
        send = partial(torch.autograd.backward, v, torch.tensor(sent))
        run.attempt("calling v.backward", send)
        added.append(None if v.grad is None else as_data(v.grad - old))
    lists = {name: run.names.get(name) for name in ("before", "after")}
    return {**run.facts(**lists), "added": added, "found": found}


def _length(value: Any) -> int:
    return len(value) if isinstance(value, list) else -1


BEFORE_AND_AFTER = Exercise(
    id="before-and-after",
    lesson=LESSON,
    title="Record a gradient before and after it is clipped",
    task="Register clip on v, and record each pass's gradient twice: as it arrives, in the list "
    "before, and as clip leaves it, in the list after.",
    gives=("v", "clip", "before", "after"),
    hints=(
        "Three hooks can sit on v. They run in the order in which they are registered.",
        "A hook that only records puts its argument into a list and returns nothing.",
        "clip edits the gradient in place, and a list keeps tensors, not their values. What must "
        "the first recorder put into its list, so that clip can't reach it?",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim(
            "before holds each pass's gradient as it arrived",
            "before",
            lambda case: {"list": raw(case)},
            "v.backward(sent)  # for several gradients, one after the other",
        ),
        Claim(
            "after holds each pass's gradient as clip left it",
            "after",
            lambda case: {"list": clipped(case)},
            "v.backward(sent)  # for several gradients, one after the other",
        ),
        Claim(
            "each pass adds the clipped gradient to v.grad",
            "added",
            clipped,
            "v.backward(sent)  # shown: what each pass adds",
        ),
    ),
    mistakes=MISTAKES,
    praise="Three hooks in a row, and each saw the gradient at its own moment.",
)
