"""stop-at-the-nan: the forward pass stops where the first output isn't finite, and says where."""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import GeneratorType
from typing import Any

import torch
from torch import nn

from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.guarding_gradients import _shared as shared
from helpers.grading.lessons.guarding_gradients import _stop_at_the_nan_world as world
from helpers.grading.lessons.guarding_gradients._shared import LESSON
from helpers.grading.lessons.guarding_gradients._stop_at_the_nan_mistakes import MISTAKES
from helpers.grading.lessons.guarding_gradients._stop_at_the_nan_world import LARGE, MODULES
from helpers.grading.probing import Answer

NAN, INFINITE = float("nan"), float("inf")


def cases(draw: random.Random) -> list[Case]:
    """NaN in each place; both infinities; large finite numbers; whole outputs; all of it finite."""
    trials: list[list[tuple[str, Any, bool]]] = [
        [("", None, False), *((where, NAN, False) for where in MODULES if where != "block.deep")],
        [
            ("block.inner", INFINITE, False),
            ("first", -INFINITE, False),
            ("last", -INFINITE, True),
            ("last", NAN, False),
            ("block.inner", NAN, True),
        ],
        [("first", LARGE, True), ("block", -LARGE, True), ("", None, False)],
        [("block.deep.act", NAN, True), ("block", NAN, False), ("last", NAN, True)],
    ]
    return [
        {
            "trials": [
                {"where": w, "value": v, "everywhere": e, "x": eighths(draw, 2, 2)}
                for w, v, e in each
            ]
        }
        for each in trials
    ]


def setup(case: Case) -> Mapping[str, Any]:
    """Give a model to try the function on."""
    return {"model": world.model()}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, guard two models with its function, try them, and take the guard off."""
    run = answer.run(setup(case))
    shared.forgive_own_check(run, example=len(case["trials"]) > 3)
    stop: Any = run.names.get("stop_at_nan")
    net, other = world.model(), world.model()
    seen: dict[str, Any] = {"defined": callable(stop), "guarded": [], "unguarded": []}
    before = len(run.log)

    def guard() -> Any:
        handles = stop(net)
        stop(other)
        return handles

    def try_all(key: str, model: nn.Sequential) -> None:
        for trial in case["trials"]:
            seen[key].append(world.run(model, trial))

    def unguard() -> None:
        shared.remove_all(handles)
        try_all("unguarded", net)

    handles = None
    if callable(stop) and not run.error:
        handles = run.attempt("calling handles = stop_at_nan(model)", guard)
    seen["number"], seen["raises"] = len(run.log) - before, "raise " in answer.source
    seen["hooks"] = sorted({entry.kind for entry in run.log[before:]})
    if callable(stop) and not run.error:
        run.attempt("calling model(x)", lambda: try_all("guarded", net))
    if callable(stop) and not run.error:
        run.attempt("taking the handles off again", unguard)
    anomaly = torch.is_anomaly_enabled()
    torch.autograd.set_detect_anomaly(False)
    seen |= {"nothing_back": handles is None, "later": isinstance(handles, GeneratorType)}
    seen["still_on"] = sum(not entry.removed for entry in run.log[before:])
    return {**run.facts(), **seen, "anomaly": anomaly}


def _finite(rounds: list[Any], case: Case) -> list[Any]:
    return [
        result
        for result, trial in zip(rounds, case["trials"], strict=True)
        if world.wanted(trial)[0] == "output"
    ]


def _stops(rounds: list[Any], case: Case) -> list[Any]:
    """Return, for each trial that should stop, where it did; None where it went through."""
    return [
        result[1] if result[0] != "output" else None
        for result, trial in zip(rounds, case["trials"], strict=True)
        if world.wanted(trial)[0] != "output"
    ]


def _of(pick: Any) -> tuple[Any, Any]:
    return (
        lambda facts: pick(facts["guarded"], facts["case"]),
        lambda case: pick([world.wanted(trial) for trial in case["trials"]], case),
    )


_CALL = "handles = stop_at_nan(model); model(x)  # shown: where each call stopped"

STOP_AT_THE_NAN = Exercise(
    id="stop-at-the-nan",
    lesson=LESSON,
    title="Name the first layer whose output isn't finite",
    task="Write stop_at_nan(model). It puts a forward hook on every module inside model. If a "
    "module's output isn't finite in every entry, the forward pass stops with a "
    "FloatingPointError, whose message is that module's name in named_modules(), and nothing "
    "else. It returns the handles in a list.",
    gives=("model",),
    hints=(
        "Go through the modules with their names, containers too, and let each hook know its name.",
        "A tensor has a method that says of each entry whether it is finite. You need one answer "
        "for the whole tensor: are all of them?",
        "An error that a hook raises comes out of model(x). Raise FloatingPointError with the name "
        "as its message. A module's hook runs after those of the modules inside it, so the first "
        "to raise is the innermost.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim("there is a function stop_at_nan", "defined", True),
        Claim("the call stops at the first module whose output isn't finite", *_of(_stops), _CALL),
        Claim(
            "where all is finite, large numbers too, the output is what it is without a guard",
            *_of(_finite),
            "handles = stop_at_nan(model); model(x)",
        ),
        Claim(
            "forward hooks do it",
            lambda facts: any("forward" in kind for kind in facts["hooks"]),
            True,
            "stop_at_nan(model)",
        ),
        Claim(
            "with every handle removed, nothing stops any more",
            lambda facts: sorted({result[0] for result in facts["unguarded"]}),
            ["output"],
            "for handle in handles: handle.remove()",
        ),
    ),
    mistakes=MISTAKES,
    praise="The first bad number is caught in the layer that made it, and called by its name.",
)
