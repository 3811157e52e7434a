"""insert-program-c: let program_C run between A and B, the package's code and list untouched."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from helpers.grading.data import as_data
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.hooks_in_plain_python._insert_program_c_mistakes import MISTAKES
from helpers.grading.lessons.hooks_in_plain_python._shared import LESSON
from helpers.grading.lessons.hooks_in_plain_python._world import A, B, C, World, x_of
from helpers.grading.probing import Answer


def cases(draw: random.Random) -> list[Case]:
    """The task's own x, then a C that makes 0, a negative x, a fraction, and a tensor."""
    return [
        {"x": 10},
        {"x": -8},
        {"x": 0},
        {"x": -draw.randint(9, 20)},
        {"x": draw.randint(1, 40) / 8},
        {"x": [draw.randint(1, 9) / 8, -8.0]},
    ]


def setup(case: Case) -> Mapping[str, Any]:
    """Give the package, its class, and the three programs."""
    return World().given


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, then the package twice, and a second package that the answer doesn't know."""
    world = World()
    run = answer.run(world.given)
    package, x = world.meant(run), x_of(case)
    world.ran.clear()
    result = run.attempt("calling package(x)", lambda: package(x)) if not run.error else None
    order = list(world.ran)
    again = run.attempt("calling package(x) again", lambda: package(x)) if not run.error else None
    other = run.attempt("calling another package", lambda: world.Package()(x))
    return {
        **run.facts(result=result, again=again, other=other),
        **world.facts(run),
        "order": order,
    }


def _more(step: int) -> Any:
    return lambda case: as_data(x_of(case) + step)


INSERT_PROGRAM_C = Exercise(
    id="insert-program-c",
    lesson=LESSON,
    title="Let program_C in",
    task="Let program_C run between program_A and program_B whenever package is called. Leave "
    "package.programs as it is.",
    gives=("Package", "package", A, B, C),
    hints=(
        "The package calls every hook after each program, as hook(program, x).",
        "Your hook should act after one program only. Its first argument tells which is at work.",
        "What the hook returns takes the place of x. For the other program, return nothing.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim(
            "the programs run as A, C, B",
            lambda facts: {"list": facts["order"]},
            {"list": [A, C, B]},
            "package(x)",
        ),
        Claim("the result is x + 3 + 5 - 3", "result", _more(5), "package(x)"),
        Claim("a second call gives the same", "again", _more(5), "package(x); package(x)"),
        Claim("package.programs is as it was", "edited", False),
        Claim("the package's own code is as it was", "patched", False),
        Claim("another package runs as ever", "other", _more(0), "Package()(x)"),
    ),
    mistakes=MISTAKES,
    praise="program_C runs in the middle, and nobody had to open the package.",
)
