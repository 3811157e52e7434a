"""gradient-reversal: a layer that hands on values as they are and turns gradients round."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

import torch

from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise, Facts
from helpers.grading.lessons.guarding_gradients import _shared as shared
from helpers.grading.lessons.guarding_gradients._gradient_reversal_mistakes import MISTAKES
from helpers.grading.lessons.guarding_gradients._gradient_reversal_world import (
    WORLDS,
    other_ways,
    wanted,
)
from helpers.grading.lessons.guarding_gradients._shared import LESSON
from helpers.grading.probing import Answer


def cases(draw: random.Random) -> list[Case]:
    """Several shapes and strengths, one of them 1, one of them 0."""
    given: list[Case] = [
        {
            "x": eighths(draw, *shape),
            "label": eighths(draw, *shape),
            "domain": eighths(draw, *shape),
            "strength": strength,
            "later": later,
        }
        for shape, strength, later in (
            ((3,), 0.5, 2.0),
            ((2, 2), 1.0, 0.25),
            ((1,), 4.0, 0.0),
            ((2, 1, 2), 0.0, 1.0),
        )
    ]
    for case in given:
        case |= {"wanted": wanted(case), "ways": other_ways(case)}
    return given


def setup(case: Case) -> Mapping[str, Any]:
    """Give features to try the layer on."""
    return {"h": torch.tensor(case["x"], requires_grad=True) * 1}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, then try the layers that it makes, each trial with one of its own."""
    run = answer.run(setup(case))
    shared.forgive_own_check(run, example=case["strength"] == 0.5)
    make: Any = run.names.get("Reversal")
    seen: dict[str, Any] = {"defined": callable(make)}
    before = len(run.log)
    for name, (words, trial) in WORLDS.items() if callable(make) else ():
        if not run.error:
            doing = f"trying Reversal(strength): {words}"
            seen[name] = run.attempt(doing, partial(trial, make, case))
    kinds = [entry.kind for entry in run.log[before:]]
    on_modules = Counter(id(entry.on) for entry in run.log[before:] if entry.kind != "tensor")
    return {
        **run.facts(),
        **seen,
        "hooks": kinds,
        "most_on_one": max(on_modules.values(), default=0),
    }


def _claim(sentence: str, name: str, start: str = "layer = Reversal(strength); ") -> Claim:
    return Claim(sentence, name, lambda case: case["wanted"][name], start + WORLDS[name][0])


def _by_a_hook(facts: Facts) -> bool:
    # A hook on a node of the graph can't be seen. But what takes a strength that is set after
    # forward is either a hook or a function of one's own, and that can.
    return bool(facts["hooks"]) or facts["own_function"] is False


GRADIENT_REVERSAL = Exercise(
    id="gradient-reversal",
    lesson=LESSON,
    title="A gradient-reversal layer from a hook",
    task="Write a module class Reversal, made by Reversal(strength). Called with a tensor, it "
    "gives back the same values; on the way back, the gradient is multiplied by -strength. "
    "Whoever else uses the same tensor gets its gradient as ever. The attribute strength may be "
    "changed at any time: what counts is its value when backward runs. Let a hook do it.",
    gives=("h",),
    hints=(
        "There are two ways: a full backward hook on the module itself, registered when it is "
        "made; or a tensor hook on what forward hands out. Either works. What must not carry the "
        "hook is the tensor that comes in.",
        "With a tensor hook, forward hands out a tensor of its own, such as a view of the input, "
        "and only one that requires grad can take a hook.",
        "Look strength up inside the hook. A full backward hook is told its module, which also "
        "helps a deep copy: a copied module still calls the same function.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim("there is a class Reversal", "defined", True),
        _claim("the values go through as they are", "output"),
        _claim("h gets label's gradient as it is, and domain's times -strength", "two_heads"),
        _claim("the third pass is like the first", "again"),
        _claim("used twice in one pass, both ways are reversed", "twice"),
        _claim("a gradient that goes to another tensor too is left alone there", "a_sum"),
        _claim("a leaf's gradient is reversed, too", "a_leaf"),
        _claim("another strength counts from the next pass on", "later"),
        _claim("a strength that is set before backward counts", "between"),
        _claim("a deep copy has a strength of its own", "a_copy"),
        _claim("what needs no gradient goes through, too", "plain"),
        Claim("a hook does it", _by_a_hook, True, "Reversal(strength)(h)"),
    ),
    mistakes=MISTAKES,
    praise="A layer that you can put before any head, and that nobody notices on the way forward.",
)
