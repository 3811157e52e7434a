"""fire-once: a forward hook for one call, which takes itself off."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from typing import Any

import torch
from torch import nn

from helpers.grading.data import as_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.handles_and_lifetime._fire_once_mistakes import MISTAKES
from helpers.grading.lessons.handles_and_lifetime._fire_once_worlds import WORLDS
from helpers.grading.lessons.handles_and_lifetime._shared import LESSON, code_facts
from helpers.grading.lessons.tensor_hooks._shared import forgive_own_check
from helpers.grading.probing import Answer

EXAMPLE = [1.0, 2.0]


def cases(draw: random.Random) -> list[Case]:
    """The task's own numbers, then others, zero and NaN."""
    return [
        {"x": EXAMPLE},
        {"x": eighths(draw, 2, 2)},
        {"x": [0.0]},
        {"x": [float("nan"), 1.0]},
    ]


def setup(case: Case) -> Mapping[str, Any]:
    """Give a layer and an input to try the function on."""
    return {"layer": nn.Identity(), "x": torch.tensor(case["x"])}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, then its function in several little worlds, and note who was called."""
    run = answer.run(setup(case))
    forgive_own_check(run, example=case["x"] == EXAMPLE)
    once, seen = run.names.get("fire_once"), dict[str, Any]()
    run.log.clear()
    for name, world in WORLDS.items() if callable(once) else ():
        if not run.error:
            call = "calling fire_once(layer, hook), and then layer(x)"
            found = run.attempt(call, partial(world, once, torch.tensor(case["x"])))
            seen[name] = as_data(found)
    return {**run.facts(), **code_facts(answer.source), **seen, "defined": callable(once)}


def _ten_times_once(case: Case) -> Any:
    x = torch.tensor(case["x"])
    return as_data([x * 10 + 1, x])


def _firing(*rounds: list[str]) -> Any:
    return as_data(list(rounds))


_CALL = "fire_once(layer, hook)"

FIRE_ONCE = Exercise(
    id="fire-once",
    lesson=LESSON,
    title="A hook for one call",
    task="Write fire_once(module, hook): it registers hook as a forward hook of module for one "
    "call. At the next call hook runs as any forward hook does; from then on it is gone. Return "
    "the handle, so that it can also be taken off before it has fired.",
    gives=("layer", "x"),
    hints=(
        "What you register need not be hook itself. It can be a function of yours, made inside "
        "fire_once, that calls hook.",
        "That inner function can use the name of the handle, although the handle is made after "
        "it: names are looked up when the function runs.",
        "Two more things: what hook returns must be handed on. And if hook raises, the lines "
        "after it don't run; so what must happen in any case stands before it.",
    ),
    points=2,
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim("there is a function fire_once", "defined", True),
        Claim(
            "hook is called at the next call of the module, and at no other",
            "calls",
            as_data([0, 1, 1, 1]),
            f"{_CALL}; layer(x); layer(x); layer(x)  # calls of hook so far",
        ),
        Claim(
            "hook is given module, input and output",
            "given",
            as_data(["module", "input", "output"]),
            f"{_CALL}; layer(x)",
        ),
        Claim(
            "what hook returns takes the place of the output, in that call",
            "returned",
            _ten_times_once,
            f"{_CALL}; [layer(x), layer(x)]  # hook returns output * 10 + 1",
        ),
        Claim(
            "one hook is on the module before the call, and none after it",
            "left",
            as_data([1, 0]),
            f"{_CALL}; layer(x)  # hooks counted",
        ),
        Claim(
            "other hooks stay, and two hooks for one call don't disturb each other",
            "among_others",
            _firing(["a third", "another", "yours", "yours too"], ["a third", "another"]),
            "layer(x); layer(x)  # a layer with two other hooks and two of yours; who fired",
        ),
        Claim(
            "hooks on two layers don't disturb each other",
            "two_layers",
            as_data(["two", "one"]),
            "two(x); one(x); one(x); two(x)",
        ),
        Claim(
            "a hook that raises is gone too, and its error comes out",
            "raising",
            as_data([True, False, 0]),
            f"{_CALL}; layer(x); layer(x)  # raised at each call? and hooks left",
        ),
        Claim(
            "the same hook can be registered again for one more call",
            "again",
            2,
            f"{_CALL}; layer(x); {_CALL}; layer(x)  # calls of hook",
        ),
        Claim(
            "one hook can wait on two layers, and twice on one",
            "many_places",
            as_data([2, 2, 3, 3, 0]),
            "one(x); one(x); two(x); two(x)  # hook waits twice on one, once on two: calls, left",
        ),
        Claim(
            "the handle takes the hook off before it has fired",
            "unfired",
            as_data([0, 0]),
            "fire_once(layer, hook).remove(); layer(x)  # calls of hook, hooks left",
        ),
    ),
    mistakes=MISTAKES,
    praise="It fires, it goes, and it leaves nothing behind.",
)
