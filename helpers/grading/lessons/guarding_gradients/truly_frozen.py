"""truly-frozen: hooks that hold a layer still, whatever momentum and weight decay would do."""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import GeneratorType
from typing import Any

from torch.optim import optimizer as optimizers

from helpers.grading.data import same
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.guarding_gradients import _shared as shared
from helpers.grading.lessons.guarding_gradients._shared import LESSON, build
from helpers.grading.lessons.guarding_gradients._truly_frozen_mistakes import MISTAKES
from helpers.grading.lessons.guarding_gradients._truly_frozen_ways import (
    WAYS,
    Training,
    outcome,
)
from helpers.grading.probing import Answer


def cases(draw: random.Random) -> list[Case]:
    """Weight decay; momentum, several passes a step and a nested layer; Adam; AdamW."""
    given: list[Case] = [
        {"optimiser": "SGD", "options": {"weight_decay": 0.5}, "passes": 1},
        {"optimiser": "SGD", "options": {"momentum": 0.5}, "passes": 2, "nested": True},
        {"optimiser": "Adam", "options": {}, "passes": 1},
        {"optimiser": "AdamW", "options": {"weight_decay": 0.25}, "passes": 2},
    ]
    for case in given:
        case["passes"] = [eighths(draw, 2, 1) for _ in range(case["passes"])]
        case |= {"x": eighths(draw, 2, 2), "seed": draw.randint(1, 10_000)}
        case["ways"] = {way: outcome(case, way) for way in WAYS}
    return given


def setup(case: Case) -> Mapping[str, Any]:
    """Give a model to try the function on."""
    return {"model": build(case)}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer; train, freeze the layer, train on, let it go, and train once more."""
    run = answer.run(setup(case))
    shared.forgive_own_check(run, example="weight_decay" in case["options"])
    freeze: Any = run.names.get("freeze")
    training = Training(case)
    seen: dict[str, Any] = {"defined": callable(freeze)}
    training.steps(2)
    before = len(run.log)
    tables: list[Any] = [
        optimizers._global_optimizer_pre_hooks,
        optimizers._global_optimizer_post_hooks,
    ]

    handles = None
    if callable(freeze) and not run.error:
        doing = "calling handles = freeze(model.middle)"
        handles = run.attempt(doing, lambda: freeze(training.model.middle))
    seen["hooks"] = len(run.log) - before + sum(map(len, tables))
    if callable(freeze) and not run.error:
        run.attempt("training two steps with the layer frozen", lambda: training.steps(2))
    seen["layer"] = training.weights(frozen=True)
    seen["others"] = training.weights(frozen=False)
    seen["copies"] = "copy_" in answer.source or ".data" in answer.source
    seen["trains"] = training.model.get_submodule("middle").training
    seen["nothing_back"] = handles is None
    seen["later"] = isinstance(handles, GeneratorType)
    if callable(freeze) and not run.error:
        run.attempt("taking the handles off again", lambda: shared.remove_all(handles))
    if callable(freeze) and not run.error:
        run.attempt("training a step with the handles off", lambda: training.steps(1))
    seen["still_on"] = sum(not entry.removed for entry in run.log[before:])
    after = training.weights(frozen=True)
    seen["moves"] = [name for name in after if after[name] != seen["layer"][name]]
    return {**run.facts(), **seen, "names": list(after)}


def _differ(seen: dict[str, Any], wanted: dict[str, Any]) -> list[str]:
    """Return the names of the parameters that aren't as wanted."""
    return [name for name in wanted if not same(seen.get(name), wanted[name])]


def _claim(sentence: str, key: str) -> Claim:
    return Claim(
        sentence,
        lambda facts: _differ(facts[key], facts["case"]["ways"]["wanted"][key]),
        [],
        "two steps; handles = freeze(model.middle); two steps  # shown: which ones are otherwise",
    )


TRULY_FROZEN = Exercise(
    id="truly-frozen",
    lesson=LESSON,
    title="Freeze a layer so that nothing moves it",
    task="Write freeze(layer). It puts hooks on the layer's parameters, so that no step of any "
    "optimiser changes them, whatever momentum and weight decay have in mind. All other layers "
    "learn as ever. It returns the handles; with them removed, the layer learns again. (Each step "
    "begins with zero_grad().)",
    gives=("model",),
    hints=(
        "What does an optimiser do with a parameter whose gradient is zero? And with one that has "
        "no gradient?",
        "Which kind of hook comes when .grad has been filled, and is given the parameter itself?",
        "There, take the gradient away: .grad may be set to None. One function serves all "
        "parameters, since it is told which one it is called for. It must return nothing.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim("there is a function freeze", "defined", True),
        _claim("no parameter of the layer moves", "layer"),
        _claim("all other layers learn as ever", "others"),
        Claim("hooks do it", lambda facts: facts["hooks"] > 0, True, "freeze(model.middle)"),
        Claim(
            "with the handles removed, the layer moves again",
            # One of its parameters may have no gradient in that step: a unit that is shut.
            lambda facts: (
                facts["moves"] == facts["names"] or bool(facts["moves"] and not facts["still_on"])
            ),
            True,
            "handles removed; one more step",
        ),
    ),
    mistakes=MISTAKES,
    praise="No gradient, no step: neither momentum nor weight decay can move the layer.",
)
