"""find-vanishing: name the layer that strangles the gradient, in models that nobody has seen."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from helpers.grading.data import as_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.backward_hooks._shared import forgive_own_check
from helpers.grading.lessons.watching_gradients._find_vanishing_mistakes import MISTAKES
from helpers.grading.lessons.watching_gradients._find_vanishing_worlds import (
    CULPRITS,
    MILD,
    build,
    passes,
    without_hooks,
)
from helpers.grading.lessons.watching_gradients._shared import LESSON, grads, hooks_left
from helpers.grading.probing import Answer


def cases(draw: random.Random) -> list[Case]:
    """One model for each culprit, the task's own first; the data are plain."""
    given: list[Case] = [{"culprit": culprit} for culprit in (*CULPRITS, MILD)]
    for number, case in enumerate(given):
        case["seed"] = draw.randint(1, 10_000) if number else 0
        case["x"] = eighths(draw, 6, 4)
        # The first sample counts for nothing, so some of what arrives is zero.
        case["sent"] = [[0.0], *eighths(draw, 5, 1)]
        case["plain"] = without_hooks(case)
    return given


def setup(case: Case) -> Mapping[str, Any]:
    """Give a model and a function that runs it, to try the answer on."""
    model = build(case)
    return {"model": model, "run": passes(model, case, [])}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, then let its function look for the layer in a fresh model."""
    run = answer.run(setup(case))
    forgive_own_check(run, example=case["seed"] == 0)
    function: Any = run.names.get("find_vanishing")
    seen: dict[str, Any] = {"defined": callable(function)}
    model, calls = build(case), list[int]()
    before = hooks_left(model)

    def look() -> None:
        seen["found"] = as_data(function(model, passes(model, case, calls)))

    if callable(function) and not run.error:
        registered = len(run.log)
        run.attempt("calling find_vanishing(model, run)", look)
        seen["kinds"] = sorted({entry.kind for entry in run.log[registered:]})
        seen["number"] = len(run.log) - registered
        seen["left"] = hooks_left(model) - before
    return {**run.facts(), **seen, "calls": len(calls), "gradients": as_data(grads(model))}


FIND_VANISHING = Exercise(
    id="find-vanishing",
    lesson=LESSON,
    title="Find the layer where the gradient vanishes",
    task="Write find_vanishing(model, run): run() does one forward and one backward through model. "
    "Return the name of the leaf layer whose input's gradient has the smallest norm in proportion "
    "to its output's. Leave no hook behind.",
    gives=("model", "run"),
    hints=(
        "The smallest gradient is not where it was lost: all layers further back get little, too. "
        "What must you compare at one and the same layer?",
        "A full backward hook on each leaf layer is told both: the gradient that leaves to the "
        "input, and the one that arrived at the output. Note the ratio of their norms by name.",
        "Two layers have no ratio: the one that is fed with data (no gradient leaves it), and any "
        "to which a gradient of zero arrives. Skip them. min takes a key.",
    ),
    points=2,
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim("there is a function find_vanishing", "defined", True),
        Claim(
            "it names the leaf layer at which the gradient shrinks most",
            "found",
            lambda case: case["plain"]["right"],
            "find_vanishing(model, run)",
        ),
        Claim("run is called once", "calls", 1, "find_vanishing(model, run)  # calls of run"),
        Claim("no hook is left", "left", 0, "find_vanishing(model, run)  # hooks counted"),
        Claim(
            "the weights get the gradients that they get without hooks",
            "gradients",
            lambda case: case["plain"]["gradients"],
            "find_vanishing(model, run)",
        ),
    ),
    mistakes=MISTAKES,
    praise="It finds a sleepy sigmoid, tiny weights and a dead ReLU alike, by what they do.",
)
