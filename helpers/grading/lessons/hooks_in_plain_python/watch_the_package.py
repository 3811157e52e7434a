"""watch-the-package: a hook that notes each program's name and result, and changes nothing."""

from __future__ import annotations

import contextlib
import io
import random
from collections.abc import Mapping
from typing import Any

from helpers.grading.data import as_data, items
from helpers.grading.exercise import Case, Claim, Exercise, Facts
from helpers.grading.lessons.hooks_in_plain_python._shared import LESSON
from helpers.grading.lessons.hooks_in_plain_python._watch_the_package_mistakes import MISTAKES
from helpers.grading.lessons.hooks_in_plain_python._world import STEPS, A, B, C, World, x_of
from helpers.grading.probing import Answer


def cases(draw: random.Random) -> list[Case]:
    """The task's own x, then results of 0, a fraction, a tensor, and a program that is added."""
    return [
        {"x": 10, "programs": [A, B]},
        {"x": -3, "programs": [A, B]},
        {"x": 0, "programs": [A, B]},
        {"x": draw.randint(1, 40) / 8, "programs": [A, B]},
        {"x": [draw.randint(1, 9) / 8, 0.0], "programs": [A, B]},
        {"x": draw.randint(1, 9), "programs": [A, B, C]},
    ]


def setup(case: Case) -> Mapping[str, Any]:
    """Give the package, its class, the programs, and an empty list."""
    return World().given


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, empty the list, and call the package; then once more."""
    world = World()
    run = answer.run(world.given)
    by_hand = bool(run.names.get("seen") or run.given["seen"])
    for held in (run.given["seen"], run.names.get("seen")):
        if isinstance(held, list):
            held.clear()
    package, printed = world.meant(run), io.StringIO()
    package.programs[2:] = [world.programs[name] for name in case["programs"][2:]]
    world.ran.clear()
    result, kept = None, run.names.get("seen")
    if not run.error:
        with contextlib.redirect_stdout(printed):
            result = run.attempt("calling package(x)", lambda: package(x_of(case)))
    after_one = {
        **run.facts(result=result, seen=run.names.get("seen")),
        **world.facts(run),
        "order": list(world.ran),
        "by_hand": by_hand,
        "printed": bool(printed.getvalue()),
        "made_anew": run.names.get("seen") is not kept,
    }
    if not run.error:
        with contextlib.redirect_stdout(printed):
            run.attempt("calling package(x) again", lambda: package(x_of(case)))
    return {**after_one, "error": run.error, "again": as_data(run.names.get("seen"))}


def _wanted(case: Case) -> Any:
    pairs, x = [], x_of(case)
    for name in case["programs"]:
        x = x + STEPS[name]
        pairs.append(as_data((name, x)))
    return {"list": pairs}


def _seen(facts: Facts, when: str = "seen") -> Any:
    """Return what was noted, a list or tuple of two counting as one pair."""
    noted = facts[when]
    if not isinstance(noted, dict) or "list" not in noted:
        return noted
    return {"list": [{"tuple": items(e)} if items(e) else e for e in noted["list"]]}


WATCH_THE_PACKAGE = Exercise(
    id="watch-the-package",
    lesson=LESSON,
    title="Watch, and change nothing",
    task="Let a hook note in seen, after each program, the pair of the program's name and the "
    "value it made. package(x) must give the same as without the hook.",
    gives=("Package", "package", "seen", A, B, C),
    hints=(
        "A hook that runs after each program gets the program and the value it made.",
        "A function's name is in its attribute __name__. Put name and value into one pair.",
        "To leave the value as it is, the hook returns nothing.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim("seen holds a pair for each program, in order", _seen, _wanted, "package(x)"),
        Claim(
            "a second call adds its own pairs",
            lambda facts: _seen(facts, "again"),
            lambda case: {"list": 2 * _wanted(case)["list"]},
            "package(x); package(x)",
        ),
        Claim(
            "package(x) gives what it gives without the hook",
            "result",
            lambda case: items(_wanted(case)["list"][-1])[1],
            "package(x)",
        ),
        Claim(
            "each program runs once",
            lambda facts: {"list": facts["order"]},
            lambda case: {"list": case["programs"]},
            "package(x)",
        ),
        Claim("the package's own code is as it was", "patched", False),
    ),
    mistakes=MISTAKES,
    praise="Your hook saw everything and moved nothing.",
)
