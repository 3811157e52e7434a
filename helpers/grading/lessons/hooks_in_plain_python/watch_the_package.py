"""watch-the-package: a hook that notes each program's name and result, and changes nothing."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from helpers.grading.data import as_data, items
from helpers.grading.exercise import Case, Claim, Exercise, Facts, Misconception, Mistake
from helpers.grading.lessons.hooks_in_plain_python import _shared as shared
from helpers.grading.lessons.hooks_in_plain_python._shared import BETWEEN, LESSON, traced_package
from helpers.grading.probing import Answer

A, B = "program_A", "program_B"


def cases(draw: random.Random) -> list[Case]:
    """The task's own x, then values that make a result 0, negative, or a fraction."""
    return [{"x": 10}, {"x": -3}, {"x": 0}, {"x": draw.randint(1, 40) / 8}]


def setup(case: Case) -> Mapping[str, Any]:
    """Give the package and an empty list."""
    package, _ = traced_package([])
    return {"package": package, "seen": []}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, empty the list, and call the package once."""
    package, _ = traced_package([])
    given: dict[str, Any] = {"package": package, "seen": []}
    run = answer.run(given)
    for held in (given["seen"], run.names.get("seen")):
        if isinstance(held, list):
            held.clear()
    result = (
        run.attempt("calling package(x)", lambda: package(case["x"])) if not run.error else None
    )
    hooks = [*package.pre_hooks, *package.hooks]
    return {
        **run.facts(result=result, seen=run.names.get("seen")),
        "hooks": len(hooks),
        "hooks_not_callable": sum(not callable(hook) for hook in hooks),
    }


def _pairs(case: Case) -> list[Any]:
    return [as_data((A, case["x"] + 3)), as_data((B, case["x"]))]


def _wanted(case: Case) -> Any:
    return {"list": _pairs(case)}


def _seen(facts: Facts) -> Any:
    """Return what was noted, a list or tuple of two counting as one pair."""
    noted = facts["seen"]
    if not isinstance(noted, dict) or "list" not in noted:
        return noted
    return {"list": [{"tuple": items(e)} if items(e) else e for e in noted["list"]]}


def _flat(facts: Facts) -> list[Any]:
    return items(facts["seen"])


CHANGES = Misconception(
    "returns-what-it-noted",
    "that what a hook returns goes nowhere.",
    "whatever a hook returns, unless it is None, takes the place of the value. The next program "
    "was given what your hook returned. To watch only, return nothing.",
    (LESSON, BETWEEN),
)
TOO_EARLY = Misconception(
    "pre-hook-sees-results",
    "that a pre-hook sees what the program makes.",
    "it runs before the program, so it sees what goes in. What comes out is seen by a hook that "
    "runs after it.",
    (LESSON, BETWEEN),
)
FUNCTION = Misconception(
    "notes-the-function",
    "that the program and its name are the same.",
    "you noted the function itself. Every function keeps its name in __name__.",
    (LESSON, BETWEEN),
)
FLAT = Misconception(
    "notes-them-one-by-one",
    "that noting name and value one after the other makes a pair.",
    "the list has them in a row, as separate entries. The task asks for one pair for each program.",
    (LESSON, BETWEEN),
)
HALF = Misconception(
    "notes-one-of-the-two",
    "that name or value alone will do.",
    "the task asks for both, as a pair: which program, and what it made.",
    (LESSON, BETWEEN),
)
PRINTS = Misconception(
    "prints-instead-of-keeping",
    "that what is printed is kept.",
    "printing shows a value and forgets it. Put the pair into the list seen.",
    (LESSON, BETWEEN),
)

_DEF = "def hook(program, x):\n"
_PAIR = "    seen.append((program.__name__, x))\n"
_ON = "package.register_hook(hook)\n"

WATCH_THE_PACKAGE = Exercise(
    id="watch-the-package",
    lesson=LESSON,
    title="Watch, and change nothing",
    task="Let a hook note in seen, after each program, the pair of the program's name and the "
    "value it made. package(x) must give the same as without the hook.",
    gives=("package", "seen"),
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
            "package(x) gives what it gives without the hook",
            "result",
            lambda case: case["x"],
            "package(x)",
        ),
    ),
    mistakes=(
        Mistake(
            shared.CALLED_AT_ONCE,
            shared.not_a_function,
            "def hook(program=None, x=0):\n    seen.append((program, x))\n"
            "package.register_hook(hook())\n",
        ),
        Mistake(
            shared.SIGNATURE,
            shared.wrong_signature,
            "def hook(x):\n    seen.append(x)\n" + _ON,
        ),
        Mistake(
            shared.NEVER_REGISTERED,
            lambda facts: not facts["error"] and not facts["hooks"],
            _DEF + _PAIR,
        ),
        Mistake(
            CHANGES,
            lambda facts: (
                shared.raised(facts, "TypeError", "unsupported operand")
                or shared.raised(facts, "TypeError", "concatenate")
                or (not facts["error"] and facts["result"] != facts["case"]["x"])
            ),
            _DEF + _PAIR + "    return seen[-1]\n" + _ON,
        ),
        Mistake(
            shared.REGISTERED_TWICE,
            lambda facts: len(_flat(facts)) > 2 and facts["hooks"] > 1,
            _DEF + _PAIR + _ON + _ON,
        ),
        Mistake(
            TOO_EARLY,
            lambda facts: (
                [items(e)[1] for e in _flat(facts)] == [facts["case"]["x"], facts["case"]["x"] + 3]
            ),
            _DEF + _PAIR + "package.register_pre_hook(hook)\n",
        ),
        Mistake(
            FUNCTION,
            lambda facts: {"object": "function"} in [items(e)[0] for e in _flat(facts)],
            _DEF + "    seen.append((program, x))\n" + _ON,
        ),
        Mistake(
            FLAT,
            lambda facts: _flat(facts)[:2] == [A, facts["case"]["x"] + 3],
            _DEF + "    seen.append(program.__name__)\n    seen.append(x)\n" + _ON,
        ),
        Mistake(
            HALF,
            lambda facts: _flat(facts) in ([A, B], [facts["case"]["x"] + 3, facts["case"]["x"]]),
            _DEF + "    seen.append(x)\n" + _ON,
        ),
        Mistake(
            PRINTS,
            lambda facts: not facts["error"] and facts["hooks"] and not _flat(facts),
            _DEF + "    print(program.__name__, x)\n" + _ON,
        ),
    ),
    praise="Your hook saw everything and moved nothing.",
)
