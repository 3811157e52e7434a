"""run-it-twice: a cell that may be run as often as one likes, and leaves one hook."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import torch

from helpers.grading.data import tensor_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.handles_and_lifetime._run_it_twice_mistakes import MISTAKES
from helpers.grading.lessons.handles_and_lifetime._shared import LESSON, code_facts
from helpers.grading.lessons.tensor_hooks._shared import forgive_own_check
from helpers.grading.probing import Answer, Run


def cases(draw: random.Random) -> list[Case]:
    """Run twice, once, more often, with v made anew in between; with and without other hooks."""
    given: list[Case] = [
        {"runs": 2, "others": 1},
        {"runs": 1, "others": 1},
        {"runs": 4, "others": 2},
        {"runs": 3, "others": 1, "anew": True},
        {"runs": 2, "others": 0},
    ]
    return [case | {"sent": [eighths(draw, 3), eighths(draw, 3)]} for case in given]


def double(grad: torch.Tensor) -> torch.Tensor:
    """Return twice the gradient: the hook that the task gives."""
    return grad * 2


def setup(case: Case) -> Mapping[str, Any]:
    """Give v, a leaf of three zeros that carries somebody's hooks, their list, and double."""
    seen: list[Any] = []
    return {"v": _leaf(case, seen.append), "double": double, "seen": seen}


def _leaf(case: Case, other: Callable[[Any], Any]) -> torch.Tensor:
    v = torch.zeros(3, requires_grad=True)
    for _ in range(case["others"]):
        v.register_hook(other)  # type: ignore[no-untyped-call]
    return v


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the cell as often as the case says, then send two gradients through v."""
    run, met = Run(answer, setup(case)), list[Any]()
    v = run.names["v"] = run.given["v"] = _leaf(case, met.append)
    for number in range(case["runs"]):
        if not run.error:
            run.attempt(f"running your cell{' again' if number else ''}", run.execute)
            forgive_own_check(run, example=case["runs"] == 2)
        if number == 0 and case.get("anew"):
            kept = run.names.get("v") is v
            v = run.given["v"] = _leaf(case, met.append)
            if kept:
                run.names["v"] = v
    table = len(v._backward_hooks or ()), len(v._post_accumulate_grad_hooks or ())
    v.grad = None
    met.clear()
    for gradient in case["sent"]:
        if not run.error:
            run.attempt(
                "calling v.backward", partial(torch.autograd.backward, v, torch.tensor(gradient))
            )
    return {
        **run.facts(grad=v.grad),
        **code_facts(answer.source),
        "mine": sum(table) - case["others"],
        "others": len(met),
        "same_v": run.names.get("v") is v,
    }


def _twice_the_sum(case: Case) -> Any:
    first, second = case["sent"]
    return tensor_data([2 * (a + b) for a, b in zip(first, second, strict=True)])


_CALL = "your cell, run once or several times in a row"

RUN_IT_TWICE = Exercise(
    id="run-it-twice",
    lesson=LESSON,
    title="A cell that may be run twice",
    task="Write a cell that registers double on v, and that can be run again and again: however "
    "often it has run, v carries this hook once, and other people's hooks on v are still there.",
    gives=("v", "double", "seen"),
    hints=(
        "The names of a notebook outlive a cell. What did the last run leave behind that this run "
        "can use?",
        "Before you register, take off the hook of the run before. In the first run there is none: "
        "the name of the handle doesn't exist yet.",
        "globals() is the dictionary of all names, and `in` asks it whether one exists.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim(
            "v.grad is doubled, once in each pass",
            "grad",
            _twice_the_sum,
            f"{_CALL}; v.backward(...) with two gradients",
        ),
        Claim("v carries one hook of yours", "mine", 1, f"{_CALL}  # your hooks on v counted"),
        Claim(
            "other people's hooks on v are called as ever",
            "others",
            lambda case: len(case["sent"]) * case["others"],
            f"{_CALL}; two passes  # calls of their hooks counted",
        ),
    ),
    mistakes=MISTAKES,
    praise="Run it as often as you like: one hook, and nobody else's is harmed.",
)
