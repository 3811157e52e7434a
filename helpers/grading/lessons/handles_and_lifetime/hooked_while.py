"""hooked-while: a context manager that hooks what a predicate picks, and always leaves none."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from typing import Any

from helpers.grading.data import as_data
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.handles_and_lifetime._hooked_while_putting_on import PUTTING_ON
from helpers.grading.lessons.handles_and_lifetime._hooked_while_taking_off import TAKING_OFF
from helpers.grading.lessons.handles_and_lifetime._hooked_while_worlds import (
    WORLDS,
    build,
    picks,
    plain,
)
from helpers.grading.lessons.handles_and_lifetime._shared import LESSON, code_facts
from helpers.grading.lessons.tensor_hooks._shared import forgive_own_check
from helpers.grading.probing import Answer


def cases(draw: random.Random) -> list[Case]:
    """Five layers in a row; blocks that share a layer; a single layer; a predicate without match."""
    given: list[Case] = [
        {"model": "flat", "picks": "Linear"},
        {"model": "nested", "picks": "Linear"},
        {"model": "nested", "picks": "Tanh"},
        {"model": "single", "picks": "Linear"},
        {"model": "nested", "picks": "Sequential"},
        {"model": "flat", "picks": "Dropout"},
    ]
    for case in given:
        case["seed"] = draw.randint(1, 10_000)
        case["wanted"] = plain(case)
    return given


def setup(case: Case) -> Mapping[str, Any]:
    """Give a model, a predicate, and a hook to try the function with."""
    return {"model": build(case), "is_linear": picks(case), "note": lambda *_: None}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, then its context manager around passes through fresh models."""
    run = answer.run(setup(case))
    forgive_own_check(run, example=case["model"] == "flat")
    hooked, seen = run.names.get("hooked"), dict[str, Any]()
    run.log.clear()
    for name, (doing, world) in WORLDS.items() if callable(hooked) else ():
        if not run.error:
            before = len(run.log)
            seen[name] = as_data(run.attempt(doing, partial(world, hooked, case)))
            seen[f"{name}: registered"] = len(run.log) - before
    return {**run.facts(), **code_facts(answer.source), **seen, "defined": callable(hooked)}


def _seen(world: str, key: str) -> Any:
    return lambda facts: dict(facts[world]["dict"])[key]


_BLOCK = "with hooked(model, predicate, hook): model(x)"

HOOKED_WHILE = Exercise(
    id="hooked-while",
    lesson=LESSON,
    title="Hooks for as long as a block",
    task="Write hooked(model, predicate, hook), to be used as `with hooked(...):`. Inside the "
    "block, hook is a forward hook on every module of model for which predicate(module) is true, "
    "the model itself included; afterwards none of them is left, whatever raised: the block, or "
    "a registration half-way.",
    gives=("model", "is_linear", "note"),
    hints=(
        "One handle for each registration, and a place that is reached however the block ends. "
        "contextlib.contextmanager makes a context manager of a function with one yield in it; a "
        "class with __enter__ and __exit__ will do as well.",
        "After the yield no line is sure to be reached, unless it stands in a finally. And what "
        "if the third registration raises? By then two hooks are on, and the yield hasn't come.",
        "So the loop that registers belongs inside the try as well, and the list of handles has to "
        "grow one by one. contextlib.ExitStack does this book-keeping too: handles are context "
        "managers.",
    ),
    points=3,
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim("there is a function hooked", "defined", True),
        Claim(
            "inside the block hook fires at each call of a module that was picked, and no other",
            _seen("inside", "fired"),
            lambda case: as_data(case["wanted"]["fired"]),
            f"{_BLOCK}  # the modules for which hook fired, in order",
        ),
        Claim(
            "each picked module carries the hook once, inside the block",
            _seen("inside", "hooks"),
            lambda case: case["wanted"]["hooks"],
            "with hooked(model, predicate, hook): ...  # hooks counted inside",
        ),
        Claim(
            "what hook returns takes the place of a module's output",
            _seen("inside", "output"),
            lambda case: case["wanted"]["output"],
            f"{_BLOCK}  # hook returns output * 2",
        ),
        Claim(
            "after the block no hook is left",
            _seen("inside", "left"),
            0,
            f"{_BLOCK}  # hooks counted afterwards",
        ),
        Claim(
            "an error in the block comes out, and no hook is left",
            _seen("block raises", "seen"),
            as_data(["BlockError", 0]),
            "with hooked(model, predicate, hook): raise BlockError  # what came out; hooks left",
        ),
        Claim(
            "so it is with KeyboardInterrupt, which the stop button raises",
            _seen("block stopped", "seen"),
            as_data(["KeyboardInterrupt", 0]),
            "with hooked(model, predicate, hook): raise KeyboardInterrupt  # what came out; hooks left",
        ),
        Claim(
            "if a module refuses the hook, its error comes out, and no hook is left",
            _seen("refused", "seen"),
            as_data(["RefusedError", 0]),
            "with hooked(model, predicate, hook): ...  # the third registration raises RefusedError",
        ),
        Claim(
            "if the predicate raises half-way, its error comes out, and no hook is left",
            _seen("predicate raises", "seen"),
            as_data(["BlockError", 0]),
            "with hooked(model, predicate, hook): ...  # predicate raises at its fourth module",
        ),
        Claim(
            "other people's hooks stay where they are",
            _seen("others", "fired"),
            as_data(["another"] * 3),
            f"model(x); {_BLOCK}; model(x)  # calls of another hook on model",
        ),
        Claim(
            "one block inside another: each takes off its own",
            _seen("nested blocks", "seen"),
            lambda case: as_data([case["wanted"]["hooks"] * many for many in (1, 2, 1, 0)]),
            "outer block, inner block in it, outer block again, after both  # hooks counted",
        ),
        Claim(
            "another model is left alone",
            _seen("others", "elsewhere"),
            0,
            "with hooked(model, predicate, hook): other_model(x)  # calls of hook",
        ),
    ),
    mistakes=(*PUTTING_ON, *TAKING_OFF),
    praise="Whatever happens in the block, and even before it begins, no hook stays behind.",
)
