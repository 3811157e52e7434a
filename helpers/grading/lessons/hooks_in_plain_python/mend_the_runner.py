"""mend-the-runner: write the loop over hooks so that 0, False, '' and tensors get through."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import torch

from helpers.grading.data import as_data, same
from helpers.grading.exercise import Case, Claim, Exercise, Facts, Misconception, Mistake
from helpers.grading.lessons.hooks_in_plain_python import _shared as shared
from helpers.grading.lessons.hooks_in_plain_python._shared import BETWEEN, LESSON, TRAP
from helpers.grading.probing import Answer

X = 7


def cases(draw: random.Random) -> list[Case]:
    """What the hooks of a case return, in order; a dict stands for a tensor."""
    some = draw.randint(2, 9)
    return [
        {"returns": [0]},
        {"returns": []},
        {"returns": [None]},
        {"returns": [some, None]},
        {"returns": [None, some, some + 1]},
        *({"returns": [falsy, None]} for falsy in (False, "", [], 0.0)),
        {"returns": [{"tensor": [0.0]}, None]},
        {"returns": [{"tensor": [1.0, 0.0]}, None]},
    ]


def setup(case: Case) -> Mapping[str, Any]:
    """Give nothing: the answer is a function of its own."""
    return {}


def _value(data: Any) -> Any:
    return torch.tensor(data["tensor"]) if isinstance(data, dict) else data


def _hook(returned: Any, given: list[Any]) -> Callable[[Any, Any], Any]:
    def hook(program: Any, x: Any) -> Any:
        given.append([program == "program", x])
        return returned

    return hook


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, then its function over hooks that return what the case says."""
    run = answer.run({})
    given: list[Any] = []
    hooks = [_hook(_value(data), given) for data in case["returns"]]
    function = run.names.get("run_hooks")
    result = None
    if not run.error and callable(function):
        result = run.attempt(
            "calling run_hooks(hooks, program, x)",
            lambda: function(hooks, "program", X),
        )
    return {
        **run.facts(result=result),
        "given": [[is_program, as_data(x)] for is_program, x in given],
        "there": callable(function),
        "left": len(hooks),
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


def _falsy(case: Case) -> bool:
    return any(
        data is not None and not isinstance(data, dict) and not data for data in case["returns"]
    )


def _first_of_two(facts: Facts) -> bool:
    return 0 < len(facts["given"]) < len(facts["case"]["returns"]) and not facts["error"]


NOT_THERE = Misconception(
    "another-name-for-the-function",
    "that any name will do for the function.",
    "it is called by the name run_hooks, and there is no function of that name in your cell.",
    (LESSON, TRAP),
)
TRUTH = Misconception(
    "truth-instead-of-none",
    "that `if output` asks whether the hook returned something.",
    "it asks whether what came back counts as true. 0, False, '', an empty list and a zero tensor "
    "don't, and were dropped; a tensor of several numbers can't answer, and raises.",
    (LESSON, TRAP),
)
NONE_TOO = Misconception(
    "none-replaces-too",
    "that whatever a hook returns takes the place of x.",
    "a function without a return gives None. That is how a hook says: leave it as it is.",
    (LESSON, BETWEEN),
)
NO_CHAIN = Misconception(
    "every-hook-gets-the-first-x",
    "that all hooks are given the x from the start.",
    "each hook works on what the one before it left. A later hook was given the old x.",
    (LESSON, "Several hooks, in order"),
)
STOPS = Misconception(
    "stops-at-the-first-hook",
    "that the first hook's result is the end of it.",
    "the loop ended after one hook: a return inside a loop leaves the function at once.",
    (LESSON, "Several hooks, in order"),
)
NO_RETURN = Misconception(
    "runner-returns-nothing",
    "that changing x inside the function changes it outside.",
    "the function gave back None. Whoever called it never learns what became of x.",
    (LESSON, BETWEEN),
)
BACKWARDS = Misconception(
    "last-hook-first",
    "that hooks run from the last registered to the first.",
    "they run in the order in which they were registered.",
    (LESSON, "Several hooks, in order"),
)

_HEAD = (
    "def run_hooks(hooks, program, x):\n    for hook in hooks:\n        out = hook(program, x)\n"
)

MEND_THE_RUNNER = Exercise(
    id="mend-the-runner",
    lesson=LESSON,
    title="Mend the runner",
    task="Write run_hooks(hooks, program, x): it runs the hooks in order and returns what is left "
    "of x. Any result but None takes the place of x, 0 and tensors too.",
    gives=(),
    hints=(
        "Start from the runner in the lesson. Only its condition is wrong.",
        "There is one value that means “I changed nothing”. Ask for that very value, and not "
        "whether the result counts as true.",
        "A comparison with == or != may itself give a tensor. The word `is` never does.",
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
            "given",
            _wanted_given,
            "run_hooks(hooks, program, x)",
        ),
        Claim("the list of hooks is as it was", "left", lambda case: len(case["returns"])),
    ),
    mistakes=(
        Mistake(
            NOT_THERE,
            lambda facts: not facts["there"] and not facts["error"],
            "def run(hooks, program, x):\n    return x\n",
        ),
        Mistake(
            STOPS,
            _first_of_two,
            _HEAD
            + "        if out is not None:\n            x = out\n        return x\n    return x\n",
        ),
        Mistake(
            NONE_TOO,
            lambda facts: None in [x for _, x in facts["given"]],
            _HEAD + "        x = out\n    return x\n",
        ),
        Mistake(
            NO_RETURN,
            lambda facts: (
                len(facts["case"]["returns"]) == len(facts["given"]) > 1
                and facts["result"] is None
                and not facts["error"]
            ),
            _HEAD + "        if out is not None:\n            x = out\n",
        ),
        Mistake(
            BACKWARDS,
            lambda facts: (
                len(facts["given"]) == 3 and same(facts["result"], facts["case"]["returns"][1])
            ),
            _HEAD.replace("in hooks", "in reversed(hooks)")
            + "        if out is not None:\n            x = out\n    return x\n",
        ),
        Mistake(
            TRUTH,
            lambda facts: (
                shared.raised(facts, "RuntimeError", "Boolean value of Tensor")
                or (_falsy(facts["case"]) and same(facts["result"], X))
            ),
            _HEAD + "        if out:\n            x = out\n    return x\n",
        ),
        Mistake(
            NO_CHAIN,
            lambda facts: (
                len(facts["given"]) > 1
                and facts["given"] != _wanted_given(facts["case"])
                and all(same(x, X) for _, x in facts["given"])
            ),
            "def run_hooks(hooks, program, x):\n    last = x\n    for hook in hooks:\n"
            "        out = hook(program, x)\n        if out is not None:\n            last = out\n"
            "    return last\n",
        ),
    ),
    praise="Nothing that a hook says is lost, and None still means: leave it.",
)
