"""clip-the-sum: bound one gradient as the step will use it, summed over all small batches."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import torch
from torch.optim import optimizer as optimizers

from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.guarding_gradients import _shared as shared
from helpers.grading.lessons.guarding_gradients._clip_the_sum_mistakes import MISTAKES
from helpers.grading.lessons.guarding_gradients._clip_the_sum_ways import (
    NAME,
    RATE,
    WAYS,
    left,
    outcome,
)
from helpers.grading.lessons.guarding_gradients._shared import LESSON, build
from helpers.grading.probing import Answer


def cases(draw: random.Random) -> list[Case]:
    """One and two batches a step; batches that nearly cancel; small and zero gradients; none."""
    first, second = eighths(draw, 2, 1), eighths(draw, 2, 1)
    less = [[-number * 0.9375 for number in row] for row in first]
    small = [[number / 1024 for number in row] for row in second]
    rounds: list[list[Any]] = [
        [[first], [first, second]],
        [[first, first, second], [first, less]],
        [[small], [[[0.0], [0.0]]], [small, first]],
        [[second, second], []],
    ]
    given: list[Case] = [{"rounds": each, "nested": bool(n % 2)} for n, each in enumerate(rounds)]
    for case in given:
        case["seed"] = draw.randint(1, 10_000)
        case["x"] = _large_enough(draw, case)
        case["ways"] = {way: outcome(case, way) for way in WAYS}
    return given


def _large_enough(draw: random.Random, case: Case) -> Any:
    """Return inputs for which some round has more than the limit to clip."""
    for _ in range(50):
        case["x"] = eighths(draw, 2, 2)
        rounds = outcome(case, "plain")
        tensors = [each["grads"][NAME] for each in rounds if each["grads"][NAME]]
        if max(torch.tensor(t["tensor"]).norm().item() for t in tensors) > 1.5:
            break
    return case["x"]


def setup(case: Case) -> Mapping[str, Any]:
    """Give a model and the optimiser of all its parameters."""
    model = build(case)
    return {"model": model, "optimizer": torch.optim.SGD(model.parameters(), lr=RATE)}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, then train the case's rounds, each from the same weights."""
    given = setup(case)
    run = answer.run(given)
    shared.forgive_own_check(run, example=case["rounds"][0] == case["rounds"][1][:1])
    model, rounds = shared.module_named(run, "model"), list[Any]()
    now = run.names.get("optimizer")
    optimizer: Any = now if isinstance(now, torch.optim.Optimizer) else given["optimizer"]

    def train(passes: list[Any]) -> None:
        with torch.no_grad():
            for p, fresh in zip(model.parameters(), build(case).parameters(), strict=True):
                p.copy_(fresh)
        optimizer.zero_grad()
        for sent in passes:
            model(torch.tensor(case["x"])).backward(torch.tensor(sent))
        optimizer.step()
        grads = {name: p.grad for name, p in model.named_parameters()}
        rounds.append(left(model, grads, stepped=True))

    for passes in case["rounds"]:
        if not run.error:
            run.attempt(f"training a step, passes: {len(passes)}", lambda p=passes: train(p))  # type: ignore[misc]
    before = [optimizer._optimizer_step_pre_hooks, optimizers._global_optimizer_pre_hooks]
    on_tensors = [entry for entry in run.log if not entry.removed]
    return {
        **run.facts(),
        "rounds": rounds,
        "before": sum(map(len, before)),
        "after": len(optimizer._optimizer_step_post_hooks),
        "hooked": any([*map(len, before), len(on_tensors)]),
        "replaced": "step" in vars(optimizer) or not type(optimizer).__module__.startswith("torch"),
        "tries": "register_" in answer.source,
    }


def _each(key: str, *, others: bool = False) -> Any:
    """Return how to pick gradients or weights, of the one parameter or of the others, by round."""

    def pick(rounds: list[Any]) -> Any:
        if not others:
            return [each[key][NAME] for each in rounds]
        return [[each[key][name] for name in each[key] if name != NAME] for each in rounds]

    return pick


def _claim(sentence: str, pick: Any) -> Claim:
    return Claim(
        sentence,
        lambda facts: pick(facts["rounds"]),
        lambda case: pick(case["ways"]["wanted"]),
        "rounds of zero_grad(), backward() once or several times, optimizer.step()",
    )


CLIP_THE_SUM = Exercise(
    id="clip-the-sum",
    lesson=LESSON,
    title="Clip one gradient as the step will use it",
    task="Before each step of optimizer, the gradient of model.first.weight, as it has been added "
    "up over all passes since zero_grad(), is to be scaled down to a norm of at most 1. Every "
    "other gradient stays as it is. Let a hook do it, and leave it on.",
    gives=("model", "optimizer"),
    hints=(
        "Per pass, on the running total, or once before the step: which of the three places sees "
        "the whole sum?",
        "The optimiser takes a hook that runs just before its step. It is called with three "
        "things, and must return nothing. What it changes stands in the weight's .grad.",
        "Scale down only what is longer than 1. And mind steps in which there is no gradient at "
        "all, or one of zeros.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        _claim(
            "first.weight's summed gradient has a norm of at most 1 in each step", _each("grads")
        ),
        _claim("first.weight moves by this gradient", _each("weights")),
        _claim("every other gradient is what it is without a hook", _each("grads", others=True)),
        _claim("every other parameter moves as it does without", _each("weights", others=True)),
        Claim(
            "a hook does it",
            lambda facts: bool(facts["hooked"]) and not facts["replaced"],
            True,
            "your whole cell",
        ),
    ),
    mistakes=MISTAKES,
    praise="However many batches a step has, it is their sum that is bounded, and first.weight's "
    "alone.",
)
