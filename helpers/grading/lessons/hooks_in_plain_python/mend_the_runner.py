"""mend-the-runner: write the loop over hooks so that 0, False, '' and tensors get through."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import torch

from helpers.grading.data import as_data
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.hooks_in_plain_python._mend_the_runner_mistakes import MISTAKES, X
from helpers.grading.lessons.hooks_in_plain_python._shared import LESSON
from helpers.grading.lessons.hooks_in_plain_python._world import A, B, C, World
from helpers.grading.probing import Answer

FALSY: tuple[Any, ...] = (False, "", 0.0, [], {"tensor": [0.0]})
"""What counts as false, and is a result all the same."""


def cases(draw: random.Random) -> list[Case]:
    """What the hooks of a case return, in order; a dict stands for a tensor or an array."""
    some = draw.randint(20, 90)
    return [
        {"returns": [0]},
        {"returns": []},
        {"returns": [None]},
        {"returns": [some, None]},
        {"returns": [None, some, some + 1]},
        *({"returns": [falsy, None]} for falsy in FALSY),
        {"returns": [0, ""]},
        {"returns": [0, {"tensor": [1.0, 0.0]}, None]},
        {"returns": [{"tensor": []}, None, some]},
        {"returns": [{"array": [1.0, 0.0]}, None]},
    ]


def setup(case: Case) -> Mapping[str, Any]:
    """Give what the notebook gives, for trying the function out."""
    return World().given


def _value(data: Any) -> Any:
    if not isinstance(data, dict):
        return data
    return torch.tensor(data["tensor"]) if "tensor" in data else np.array(data["array"])


class _Bench:
    """Hooks that return what a case says and note what they are given, and a program."""

    def __init__(self, case: Case) -> None:
        self.given: list[Any] = []
        self.runs = 0
        self.values = list(map(_value, case["returns"]))
        self.hooks = [self._hook(value) for value in self.values]

    def program(self, x: Any) -> Any:
        self.runs += 1
        return x

    def _hook(self, returned: Any) -> Callable[[Any, Any], Any]:
        program = self.program

        def hook(program_at_work: Any, x: Any) -> Any:
            self.given.append([program_at_work == program, as_data(x)])
            return returned

        hook.__qualname__ = "hook"
        return hook


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, then its function over hooks that return what the case says."""
    run, bench = answer.run(setup(case)), _Bench(case)
    hooks, function, result = list(bench.hooks), run.names.get("run_hooks"), None
    if not run.error and callable(function):
        result = run.attempt(
            "calling run_hooks(hooks, program, x)", lambda: function(hooks, bench.program, X)
        )
    return {
        **run.facts(result=result),
        "given": bench.given,
        "there": callable(function),
        "list_changed": hooks != bench.hooks,
        "program_ran": bench.runs,
    }


def _wanted(case: Case) -> Any:
    changed = [data for data in case["returns"] if data is not None]
    return as_data(_value(changed[-1]) if changed else X)


def _wanted_given(case: Case) -> Any:
    x, given = X, []
    for data in case["returns"]:
        given.append([True, as_data(_value(x))])
        x = x if data is None else data
    return given


def _calls(given: list[Any]) -> Any:
    """Return calls as a learner would write them: the program, and the value."""
    return {"list": [{"tuple": ["program" if right else "?", x]} for right, x in given]}


MEND_THE_RUNNER = Exercise(
    id="mend-the-runner",
    lesson=LESSON,
    title="Mend the runner",
    task="Write run_hooks(hooks, program, x): it runs the hooks in order and returns what is left "
    "of x. Any result but None takes the place of x: 0, an empty text, tensors and arrays too.",
    gives=("Package", "package", A, B, C),
    hints=(
        "Start from the runner above. Only its condition is wrong.",
        "There is one value that means “I changed nothing”. Ask for that very value, and not "
        "whether the result counts as true.",
        "A comparison with == or != is answered by the value itself, and an array answers with "
        "another array. The word `is` always gives a plain yes or no.",
    ),
    points=2,
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim("there is a function run_hooks", "there", True),
        Claim(
            "the result is what the hooks have left of x",
            "result",
            _wanted,
            "run_hooks(hooks, program, x)",
        ),
        Claim(
            "each hook is given the program, and the value as the hook before it left it",
            lambda facts: _calls(facts["given"]),
            lambda case: _calls(_wanted_given(case)),
            "run_hooks(hooks, program, x)",
        ),
        Claim("the list of hooks is as it was", "list_changed", False),
        Claim("running the program is left to the package", "program_ran", 0),
    ),
    mistakes=MISTAKES,
    praise="Nothing that a hook says is lost, and None still means: leave it.",
)
