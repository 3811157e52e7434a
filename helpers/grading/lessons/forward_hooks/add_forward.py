"""add-forward: a pre-hook and a hook on Add that record what goes in and what comes out."""

from __future__ import annotations

import inspect
import random
from collections.abc import Mapping
from typing import Any

import torch
from torch import nn

from helpers.grading.data import as_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.forward_hooks._add_forward_mistakes import MISTAKES
from helpers.grading.lessons.forward_hooks._add_forward_signs import inputs, wanted
from helpers.grading.lessons.forward_hooks._shared import LESSON, as_in_a_cell, replaced_forward
from helpers.grading.probing import Answer, Run


def cases(draw: random.Random) -> list[Case]:
    """One-element inputs as in the task, then a matrix, zeros, and NaN."""
    return [
        {"x1": eighths(draw, 1), "x2": eighths(draw, 1)},
        {"x1": eighths(draw, 2, 3), "x2": eighths(draw, 2, 3)},
        {"x1": [0.0], "x2": [0.0]},
        {"x1": [float("nan"), 1.0], "x2": eighths(draw, 2)},
    ]


def setup(case: Case) -> Mapping[str, Any]:
    """Give Add, add, an empty answer, and the two inputs of the task."""
    answer: list[Any] = []

    @as_in_a_cell
    class Add(nn.Module):
        def forward(self, x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
            return torch.add(x1, x2)

    return {"Add": Add, "add": Add(), "answer": answer, "x1": torch.rand(1), "x2": torch.rand(1)}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, call add on the case's inputs, then a second Add that has no hooks."""
    given = setup(case)
    run = answer.run(given)
    x1, x2 = torch.tensor(case["x1"]), torch.tensor(case["x2"])
    add: Any = run.names.get("add")
    stage: list[Any] = []

    def emptied() -> None:
        for held in (given["answer"], run.names.get("answer")):
            if isinstance(held, list):
                held.clear()

    emptied()
    # Registered after the answer's own pre-hooks, so it sees what they have left behind.
    watcher = given["add"].register_forward_pre_hook(
        lambda module, args: stage.append(as_data(run.names.get("answer")))
    )
    output = run.attempt("calling add(x1, x2)", lambda: add(x1, x2)) if not run.error else None
    watcher.remove()
    recorded = as_data(run.names.get("answer"))
    emptied()
    run.attempt("calling another Add", lambda: given["Add"]()(torch.ones(1), torch.ones(1)))
    return {
        **run.facts(output=output, x1=x1, x2=x2),
        "recorded": recorded,
        "before_forward": stage[0] if stage else None,
        "notebook": [
            as_data(given["x1"]),
            as_data(given["x2"]),
            as_data(given["x1"] + given["x2"]),
        ],
        "bystander": as_data(run.names.get("answer")),
        "own_forward": replaced_forward(given["add"]),
        "swapped": _swapped(run),
    }


def _swapped(run: Run) -> bool:
    """Say whether pre-hook and hook would fit if each took the other's place, and don't as it is."""
    fits = {entry.kind: _takes(entry.hook) for entry in run.log}
    names = {entry.kind: getattr(entry.hook, "__name__", "") for entry in run.log}
    before, after = fits.get("forward pre", []), fits.get("forward", [])
    return 3 in before and 2 not in before and 2 in after and names["forward pre"] != "pre_hook"


def _takes(hook: Any) -> list[int]:
    """Return which of two and three arguments a hook can be called with."""
    try:
        signature = inspect.signature(hook)
    except (TypeError, ValueError):
        return []
    return [number for number in (2, 3) if _binds(signature, number)]


def _binds(signature: inspect.Signature, number: int) -> bool:
    try:
        signature.bind(*[None] * number)
    except TypeError:
        return False
    return True


ADD_FORWARD = Exercise(
    id="add-forward",
    lesson=LESSON,
    title="Record what goes in and what comes out",
    task="Write pre_hook and hook and register both on add, so that a call add(x1, x2) leaves "
    "x1, x2 and the output in answer, in this order.",
    gives=("Add", "add", "answer", "x1", "x2"),
    hints=(
        "pre_hook runs before forward and knows the inputs; hook runs after it and knows the "
        "output. Each puts its part into answer.",
        "input is a tuple. A list has a method that takes in every entry of a tuple.",
        "The registrations are add.register_forward_pre_hook and add.register_forward_hook. Hand "
        "the functions over without parentheses.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim(
            "answer holds x1, x2 and the output, in this order",
            "recorded",
            wanted,
            "add(x1, x2)",
        ),
        Claim(
            "the inputs are recorded before forward runs",
            "before_forward",
            lambda case: {"list": inputs(case)},
            "the start of forward",
        ),
        Claim(
            "add still returns x1 + x2",
            "output",
            lambda case: wanted(case)["list"][2],
            "add(x1, x2)",
        ),
        Claim(
            "x1 and x2 are as they were",
            lambda facts: [facts["x1"], facts["x2"]],
            inputs,
            "add(x1, x2)",
        ),
        Claim(
            "a second Add without hooks records nothing",
            "bystander",
            {"list": []},
            "Add()(x1, x2)",
        ),
        Claim("forward is still Add's own", "own_forward", False),
    ),
    mistakes=MISTAKES,
    praise="Two hooks saw the call from both sides, and Add's own code was never touched.",
)
