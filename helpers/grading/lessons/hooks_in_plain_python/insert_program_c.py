"""insert-program-c: let program_C run between A and B, with the package's code and list untouched."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from helpers.grading.exercise import Case, Claim, Exercise, Facts, Misconception, Mistake
from helpers.grading.lessons.hooks_in_plain_python import _shared as shared
from helpers.grading.lessons.hooks_in_plain_python._shared import BETWEEN, LESSON, traced_package
from helpers.grading.probing import Answer
from helpers.hooks.pipeline import Package

A, B, C = "program_A", "program_B", "program_C"


def cases(draw: random.Random) -> list[Case]:
    """The task's own x, then zero, a negative number and a fraction."""
    return [{"x": 10}, {"x": 0}, {"x": -draw.randint(1, 9)}, {"x": draw.randint(1, 40) / 8}]


def setup(case: Case) -> Mapping[str, Any]:
    """Give the package and the three programs."""
    package, programs = traced_package([])
    return {"package": package, **programs}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, then the package, and a second package that the answer doesn't know."""
    ran: list[str] = []
    package, programs = traced_package(ran)
    listed = list(package.programs)
    run = answer.run({"package": package, **programs})
    ran.clear()
    called = package if isinstance(package, Package) else None
    result = run.attempt("calling package(x)", lambda: called(case["x"])) if not run.error else None
    order = list(ran)
    other, _ = traced_package([])
    hooks = [*package.pre_hooks, *package.hooks]
    return {
        **run.facts(result=result),
        "order": order,
        "edited": package.programs != listed,
        "other": run.attempt("calling another package", lambda: other(case["x"])),
        "hooks": len(hooks),
        "hooks_not_callable": sum(not callable(hook) for hook in hooks),
        "names_in_code": any(A in _texts(hook) or B in _texts(hook) for hook in hooks),
    }


def _texts(hook: Any) -> tuple[Any, ...]:
    """Return the constants that a hook's code holds."""
    return tuple(getattr(getattr(hook, "__code__", None), "co_consts", ()))


EDITS = Misconception(
    "edits-the-programs",
    "that changing package.programs is a way in from outside.",
    "it works here, but it edits the package itself. That is what you can't do when the list is "
    "hidden, or somebody else's. The package left a place for you: its hooks.",
    (LESSON, "Why not edit the package?"),
)
EVERY_PROGRAM = Misconception(
    "hook-runs-once",
    "that a hook runs once in a call of the package.",
    "it runs at every program. program_C ran more than once. The hook is told which program is at "
    "work: use that.",
    (LESSON, BETWEEN),
)
WRONG_PLACE = Misconception(
    "before-and-after-swapped",
    "that it is all the same on which side of which program the hook stands.",
    "program_C ran, but not between A and B. Pre-hooks run before each program, hooks after it.",
    (LESSON, BETWEEN),
)
NO_RETURN = Misconception(
    "calls-but-returns-nothing",
    "that running program_C inside the hook is enough.",
    "what it gave back was dropped: a hook that returns None leaves the value as it was. Hand the "
    "new value back.",
    (LESSON, BETWEEN),
)
BY_NAME = Misconception(
    "program-is-its-name",
    "that the first argument is the program's name.",
    "it is the program itself, a function. A function never equals a text, so your condition was "
    "never true.",
    (LESSON, BETWEEN),
)
NOT_CALLED = Misconception(
    "does-the-work-by-hand",
    "that adding 5 yourself is the same as letting program_C run.",
    "the number is right, but program_C never ran. If it changes tomorrow, your hook is wrong.",
    (LESSON, BETWEEN),
)

_IF = "def hook(program, x):\n    if program is program_A:\n        return program_C(x)\n"

INSERT_PROGRAM_C = Exercise(
    id="insert-program-c",
    lesson=LESSON,
    title="Let program_C in",
    task="Let program_C run between program_A and program_B whenever package is called. Leave "
    "package.programs as it is.",
    gives=("package", A, B, C),
    hints=(
        "The package calls every hook after each program, as hook(program, x).",
        "Your hook should act after one program only. Its first argument tells which is at work.",
        "What the hook returns takes the place of x. For the other program, return nothing.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim("the programs run as A, C, B", "order", [A, C, B], "package(x)"),
        Claim(
            "the result is x + 3 + 5 - 3",
            "result",
            lambda case: case["x"] + 3 + 5 - 3,
            "package(x)",
        ),
        Claim("package.programs is as it was", "edited", False),
        Claim(
            "another package runs as ever",
            "other",
            lambda case: case["x"] + 3 - 3,
            "Package()(x)",
        ),
    ),
    mistakes=(
        Mistake(EDITS, lambda facts: facts["edited"], "package.programs.insert(1, program_C)\n"),
        Mistake(
            shared.CALLED_AT_ONCE,
            shared.not_a_function,
            _IF + "package.register_hook(hook(program_B, 0))\n",
        ),
        Mistake(
            shared.SIGNATURE,
            shared.wrong_signature,
            "package.register_hook(program_C)\n",
        ),
        Mistake(
            shared.NEVER_REGISTERED,
            lambda facts: not facts["error"] and not facts["hooks"],
            _IF,
        ),
        Mistake(
            EVERY_PROGRAM,
            lambda facts: facts["order"].count(C) > 1,
            "package.register_hook(lambda program, x: program_C(x))\n",
        ),
        Mistake(
            NO_RETURN,
            lambda facts: facts["order"] == [A, C, B] and facts["result"] == facts["case"]["x"],
            "def hook(program, x):\n    if program is program_A:\n        program_C(x)\n"
            "package.register_hook(hook)\n",
        ),
        Mistake(
            WRONG_PLACE,
            lambda facts: facts["order"] in ([C, A, B], [A, B, C]),
            _IF + "package.register_pre_hook(hook)\n",
        ),
        Mistake(
            NOT_CALLED,
            lambda facts: facts["order"] == [A, B] and facts["result"] == facts["case"]["x"] + 5,
            "def hook(program, x):\n    if program is program_A:\n        return x + 5\n"
            "package.register_hook(hook)\n",
        ),
        Mistake(
            BY_NAME,
            lambda facts: facts["names_in_code"] and facts["order"] == [A, B],
            'def hook(program, x):\n    if program == "program_A":\n        return program_C(x)\n'
            "package.register_hook(hook)\n",
        ),
    ),
    praise="program_C runs in the middle, and nobody had to open the package.",
)
