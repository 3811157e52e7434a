"""add-forward: a pre-hook and a hook on Add that record what goes in and what comes out."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import Any

import torch
from torch import nn

from helpers.grading.data import as_data, items, tensor_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise, Facts, Misconception, Mistake
from helpers.grading.lessons.forward_hooks._shared import as_in_a_cell
from helpers.grading.misconceptions import CALLED_AT_REGISTRATION, NEVER_REGISTERED
from helpers.grading.probing import Answer

LESSON = "03_forward_hooks"


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
        "own_forward": "forward" in vars(given["add"]),
    }


def _inputs(case: Case) -> list[Any]:
    return [tensor_data(case["x1"]), tensor_data(case["x2"])]


def _wanted(case: Case) -> Any:
    total = torch.tensor(case["x1"]) + torch.tensor(case["x2"])
    return {"list": [*_inputs(case), as_data(total)]}


def _count(facts: Facts, kind: str) -> int:
    return sum(
        entry["kind"] == kind and not entry["removed"] and entry["on"] == "add"
        for entry in facts["registrations"]
    )


def _first_is_element(facts: Facts) -> bool:
    recorded, wanted = items(facts["recorded"]), _wanted(facts["case"])["list"]
    return any(
        item["shape"] == want["shape"][1:] for item, want in zip(recorded, wanted, strict=False)
    )


TUPLE = Misconception(
    "input-is-the-tensor",
    "that a hook's input is the tensor itself.",
    "input is always a tuple, with one entry for each positional argument, even when there is "
    "only one. Take its entries out one by one.",
    (LESSON, "What goes in, what comes out"),
)
SWAPPED = Misconception(
    "swapped-registration",
    "that it doesn't matter which function goes to which register_… method.",
    "a forward pre-hook is called with (module, input), a forward hook with (module, input, "
    "output). Yours were handed over the other way round.",
    (LESSON, "Two hooks on one module"),
)
GLOBALS = Misconception(
    "notebook-names-not-arguments",
    "that x1 and x2 of the notebook are what goes through the module.",
    "your hooks record the notebook's x1 and x2 and not what this call was given. Use the hook's "
    "own arguments.",
    (LESSON, "What goes in, what comes out"),
)
EMPTY_PRE = Misconception(
    "pre-hook-left-empty",
    "that it is all the same whether inputs are recorded before or after forward.",
    "when forward began, nothing had been recorded. By the time a forward hook runs, forward may "
    "already have changed its inputs; the pre-hook is the place for them.",
    (LESSON, "Two hooks on one module"),
)
OVERRIDES = Misconception(
    "overrides-forward",
    "that replacing forward is as good as a hook.",
    "no hook is on add: its forward has been replaced. That works until somebody else does the "
    "same, and it can't be taken off again with a handle.",
    (LESSON, "Two hooks on one module"),
)
GLOBAL_HOOK = Misconception(
    "global-hook",
    "that a hook on all modules is the same as a hook on this one.",
    "your hooks fire for every module in the program: another Add was recorded too. Register on "
    "add itself.",
    (LESSON, "Two hooks on one module"),
)
REMOVED = Misconception(
    "removed-immediately",
    "that the hooks stay on after their with block, or after remove().",
    "when add was called they were already off. A handle's with block takes its hook off at the "
    "end of the block.",
    (LESSON, "Two hooks on one module"),
)
TWICE = Misconception(
    "registered-twice",
    "that registering the same function again changes nothing.",
    "each registration counts: the same hook, registered twice, fires twice in one call.",
    (LESSON, "Two hooks on one module"),
)
INPLACE = Misconception(
    "changes-the-inputs",
    "that an edit inside a hook stays inside the hook.",
    "the hook holds the caller's own tensors. An in-place edit (mul_, zero_, +=) changed what "
    "went into add. Record, or clone first.",
    (LESSON, "Return values replace"),
)
ELEMENT = Misconception(
    "first-element-not-output",
    "that output[0] is the output.",
    "output is already the tensor that forward returned. output[0] is its first row.",
    (LESSON, "What goes in, what comes out"),
)

ORDER = Misconception(
    "wrong-order",
    "that the order inside answer doesn't matter.",
    "everything is there, in another order than the task asks for: x1, x2, then the output.",
    (LESSON, "Two hooks on one module"),
)

ELSEWHERE = Misconception(
    "hooks-another-module",
    "that a hook works for every module of its kind.",
    "a hook fires for the one module that it was registered on. add itself carries none.",
    (LESSON, "Two hooks on one module"),
)
ONE_SIDE = Misconception(
    "one-hook-sees-both-sides",
    "that a pre-hook sees the output too.",
    "only the inputs were recorded. The output exists when forward is done: a forward hook sees it.",
    (LESSON, "Two hooks on one module"),
)
FIRST_INPUT = Misconception(
    "only-the-first-input",
    "that input[0] is all that goes in.",
    "input has an entry for each positional argument. x2 was left out.",
    (LESSON, "What goes in, what comes out"),
)

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
            _wanted,
            "add(x1, x2)",
        ),
        Claim(
            "the inputs are recorded before forward runs",
            "before_forward",
            lambda case: {"list": _inputs(case)},
            "the start of forward",
        ),
        Claim(
            "add still returns x1 + x2",
            "output",
            lambda case: _wanted(case)["list"][2],
            "add(x1, x2)",
        ),
        Claim(
            "x1 and x2 are as they were",
            lambda facts: [facts["x1"], facts["x2"]],
            _inputs,
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
    mistakes=(
        Mistake(
            CALLED_AT_REGISTRATION,
            lambda facts: any(not entry["callable"] for entry in facts["registrations"]),
            "def pre_hook(module, input):\n    answer.extend(input)\n"
            "def hook(module, input, output):\n    answer.append(output)\n"
            "add.register_forward_pre_hook(pre_hook(add, (x1, x2)))\n"
            "add.register_forward_hook(hook(add, (x1, x2), x1 + x2))\n",
        ),
        Mistake(
            OVERRIDES,
            lambda facts: facts["own_forward"],
            "old = add.forward\ndef forward(a, b):\n    answer.extend([a, b])\n"
            "    answer.append(old(a, b))\n    return answer[-1]\nadd.forward = forward\n",
        ),
        Mistake(
            SWAPPED,
            lambda facts: (
                facts["error"]["type"] == "TypeError"
                and "positional argument" in facts["error"]["message"]
                and "forward()" not in facts["error"]["message"]
                and _count(facts, "forward pre")
                and _count(facts, "forward")
            ),
            "def pre_hook(module, input):\n    answer.extend(input)\n"
            "def hook(module, input, output):\n    answer.append(output)\n"
            "add.register_forward_hook(pre_hook)\nadd.register_forward_pre_hook(hook)\n",
        ),
        Mistake(
            GLOBAL_HOOK,
            lambda facts: (
                items(facts["bystander"])
                and any(entry["kind"].startswith("global") for entry in facts["registrations"])
            ),
            "from torch.nn.modules import module as m\n"
            "def pre_hook(module, input):\n    answer.extend(input)\n"
            "def hook(module, input, output):\n    answer.append(output)\n"
            "m.register_module_forward_pre_hook(pre_hook)\nm.register_module_forward_hook(hook)\n",
        ),
        Mistake(
            REMOVED,
            lambda facts: (
                any(entry["removed"] for entry in facts["registrations"])
                and not items(facts["recorded"])
            ),
            "def pre_hook(module, input):\n    answer.extend(input)\n"
            "def hook(module, input, output):\n    answer.append(output)\n"
            "h1 = add.register_forward_pre_hook(pre_hook)\nh2 = add.register_forward_hook(hook)\n"
            "h1.remove()\nh2.remove()\n",
        ),
        Mistake(
            NEVER_REGISTERED,
            lambda facts: not facts["registrations"] and not facts["error"],
            "def pre_hook(module, input):\n    answer.extend(input)\n"
            "def hook(module, input, output):\n    answer.append(output)\n",
        ),
        Mistake(
            ELSEWHERE,
            lambda facts: (
                facts["registrations"]
                and all(entry["on"] != "add" for entry in facts["registrations"])
                and not facts["error"]
            ),
            "def pre_hook(module, input):\n    answer.extend(input)\n"
            "def hook(module, input, output):\n    answer.append(output)\nadd2 = Add()\n"
            "add2.register_forward_pre_hook(pre_hook)\nadd2.register_forward_hook(hook)\n",
        ),
        Mistake(
            ONE_SIDE,
            lambda facts: (
                items(facts["recorded"]) == _inputs(facts["case"]) and not _count(facts, "forward")
            ),
            "def pre_hook(module, input):\n    answer.extend(input)\n"
            "add.register_forward_pre_hook(pre_hook)\n",
        ),
        Mistake(
            FIRST_INPUT,
            lambda facts: items(facts["recorded"]) == _wanted(facts["case"])["list"][::2],
            "def pre_hook(module, input):\n    answer.append(input[0])\n"
            "def hook(module, input, output):\n    answer.append(output)\n"
            "add.register_forward_pre_hook(pre_hook)\nadd.register_forward_hook(hook)\n",
        ),
        Mistake(
            TWICE,
            lambda facts: (
                len(items(facts["recorded"])) > 3
                and max(_count(facts, "forward pre"), _count(facts, "forward")) > 1
            ),
            "def pre_hook(module, input):\n    answer.extend(input)\n"
            "def hook(module, input, output):\n    answer.append(output)\n"
            "add.register_forward_pre_hook(pre_hook)\nadd.register_forward_hook(hook)\n"
            "add.register_forward_hook(hook)\n",
        ),
        Mistake(
            INPLACE,
            lambda facts: (
                [facts["x1"], facts["x2"]] != _inputs(facts["case"])
                and not any(map(math.isnan, facts["case"]["x1"]))
            ),
            "def pre_hook(module, input):\n    answer.extend(input)\n    input[0].add_(1)\n"
            "def hook(module, input, output):\n    answer.append(output)\n"
            "add.register_forward_pre_hook(pre_hook)\nadd.register_forward_hook(hook)\n",
        ),
        Mistake(
            TUPLE,
            lambda facts: (
                any("tuple" in item or "list" in item for item in items(facts["recorded"]))
                or (
                    facts["error"]["type"] == "AttributeError"
                    and "'tuple'" in facts["error"]["message"]
                )
            ),
            "def pre_hook(module, input):\n    answer.append(input)\n"
            "def hook(module, input, output):\n    answer.append(output)\n"
            "add.register_forward_pre_hook(pre_hook)\nadd.register_forward_hook(hook)\n",
        ),
        Mistake(
            ELEMENT,
            _first_is_element,
            "def pre_hook(module, input):\n    answer.extend(input)\n"
            "def hook(module, input, output):\n    answer.append(output[0])\n"
            "add.register_forward_pre_hook(pre_hook)\nadd.register_forward_hook(hook)\n",
        ),
        Mistake(
            EMPTY_PRE,
            lambda facts: not items(facts["before_forward"]) and len(items(facts["recorded"])) == 3,
            "def pre_hook(module, input):\n    pass\n"
            "def hook(module, input, output):\n    answer.extend([*input, output])\n"
            "add.register_forward_pre_hook(pre_hook)\nadd.register_forward_hook(hook)\n",
        ),
        Mistake(
            ORDER,
            lambda facts: (
                items(facts["recorded"]) != _wanted(facts["case"])["list"]
                and sorted(map(str, items(facts["recorded"])))
                == sorted(map(str, _wanted(facts["case"])["list"]))
            ),
            "def pre_hook(module, input):\n    answer.extend(reversed(input))\n"
            "def hook(module, input, output):\n    answer.append(output)\n"
            "add.register_forward_pre_hook(pre_hook)\nadd.register_forward_hook(hook)\n",
        ),
        Mistake(
            GLOBALS,
            lambda facts: any(own in items(facts["recorded"]) for own in facts["notebook"]),
            "def pre_hook(module, input):\n    answer.extend([x1, x2])\n"
            "def hook(module, input, output):\n    answer.append(output)\n"
            "add.register_forward_pre_hook(pre_hook)\nadd.register_forward_hook(hook)\n",
        ),
    ),
    praise="Two hooks saw the call from both sides, and Add's own code was never touched.",
)
