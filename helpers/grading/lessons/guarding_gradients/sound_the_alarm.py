"""sound-the-alarm: whoever's gradient is out of bounds is named, with step and norm."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import Any

import torch
from torch.optim import optimizer as optimizers

from helpers.grading.data import as_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.guarding_gradients._shared import (
    LESSON,
    build,
    forgive_own_check,
    module_named,
)
from helpers.grading.lessons.guarding_gradients._sound_the_alarm_mistakes import MISTAKES
from helpers.grading.probing import Answer

Entry = dict[str, Any]


def cases(draw: random.Random) -> list[Case]:
    """One pass a step, then a nested model with several; NaN; zeros, no alarm; a norm at the limit."""
    nan = [[float("nan")], [1.0]]
    given: list[Case] = [
        {"steps": [[eighths(draw, 2, 1)], [eighths(draw, 2, 1)]]},
        {"steps": [[eighths(draw, 2, 1) for _ in range(2)] for _ in range(3)], "nested": True},
        {"steps": [[eighths(draw, 2, 1)], [nan]]},
        {"steps": [[[[0.0], [0.0]]], [eighths(draw, 2, 1)], [eighths(draw, 2, 1)]], "limit": 1e6},
        # The gradient of the last bias is the sum of what is sent: exactly the limit.
        {"steps": [[[[0.25], [0.75]]]], "limit": 1.0},
    ]
    for case in given:
        case |= {"x": eighths(draw, 2, 2), "seed": draw.randint(1, 10_000)}
        case["passes"], case["grads"] = _without_hooks(case)
        case.setdefault("limit", _between([entry["norm"] for entry in case["passes"]]))
        case["wanted"] = _ordered(
            [
                [entry["name"], entry["step"], entry["norm"]]
                for entry in case["passes"]
                if not entry["norm"] <= case["limit"]
            ]
        )
    return given


def _without_hooks(case: Case) -> tuple[list[Entry], Any]:
    """Return what each pass brings each parameter, and the gradients at the end of each step."""
    model, entries, grads = build(case), list[Entry](), list[Any]()
    for step, passes in enumerate(case["steps"]):
        totals = {name: torch.zeros_like(p) for name, p in model.named_parameters()}
        for sent in passes:
            model.zero_grad()
            model(torch.tensor(case["x"])).backward(torch.tensor(sent))
            for name, p in model.named_parameters():
                grad: Any = p.grad
                totals[name] += grad
                entries.append(
                    {
                        "name": name,
                        "step": step,
                        "norm": grad.norm().item(),
                        "largest": grad.abs().max().item(),
                        "total": totals[name].norm().item(),
                    }
                )
        grads.append([as_data(total) for total in totals.values()])
    return entries, grads


def _between(norms: list[float]) -> float:
    """Return a limit in the widest gap of the middle half, so that no norm is close to it."""
    known = sorted(norm for norm in norms if math.isfinite(norm) and norm)
    middle = range(len(known) // 4, max(len(known) * 3 // 4, 1))
    place = max(middle, key=lambda i: known[i + 1] / known[i])
    return round(math.sqrt(known[place] * known[place + 1]), 3)


def setup(case: Case) -> Mapping[str, Any]:
    """Give the model, its optimiser, the limit, the training loop's step, and an empty list."""
    model = build(case)
    given: dict[str, Any] = {"limit": case["limit"], "now": {"step": 0}, "alarms": []}
    return {"model": model, "optimizer": torch.optim.SGD(model.parameters(), lr=0.125), **given}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, then train the case's steps, and note what stands in alarms."""
    given = setup(case)
    run = answer.run(given)
    forgive_own_check(run, example="nested" not in case and len(case["steps"]) == 2)
    model, grads = module_named(run, "model"), list[Any]()
    now = run.names["now"] if isinstance(run.names.get("now"), dict) else given["now"]
    alarms: Any = run.names.get("alarms")
    before = len(alarms) if isinstance(alarms, list) else 0
    with torch.no_grad():
        for p, fresh in zip(model.parameters(), build(case).parameters(), strict=True):
            p.copy_(fresh)

    def train() -> None:
        for step, passes in enumerate(case["steps"]):
            now["step"] = step
            for p in model.parameters():
                p.grad = None
            for sent in passes:
                model(torch.tensor(case["x"])).backward(torch.tensor(sent))
            grads.append([as_data(p.grad) for p in model.parameters()])

    if not run.error:
        run.attempt("calling model(x).backward(gradient)", train)
    is_list = isinstance(alarms, list)
    step_hooks: list[Any] = [
        given["optimizer"]._optimizer_step_pre_hooks,
        given["optimizer"]._optimizer_step_post_hooks,
        optimizers._global_optimizer_pre_hooks,
        optimizers._global_optimizer_post_hooks,
    ]
    return {
        **run.facts(),
        "at_step": any(map(len, step_hooks)),
        "alarms": _ordered([_plain(entry) for entry in alarms[before:]]) if is_list else None,
        "grads": grads,
    }


def _plain(entry: Any) -> Any:
    """Return an alarm as [name, step, number] where it is one, otherwise as data."""
    if not isinstance(entry, tuple | list) or len(entry) != 3:
        return as_data(entry)
    return [as_data(part) if not _is_number(part) else _number(part) for part in entry]


def _is_number(part: Any) -> bool:
    return isinstance(part, torch.Tensor) and part.numel() == 1


def _number(part: torch.Tensor) -> Any:
    return part.detach().reshape(()).item()


def _ordered(alarms: list[Any]) -> list[Any]:
    """Return alarms by step and name: which layer a pass reaches first is not asked."""

    def place(entry: Any) -> tuple[str, str, float]:
        name, step, norm = entry if isinstance(entry, list) else (str(entry), "", 0.0)
        known = isinstance(norm, float) and not math.isnan(norm)
        return str(step), str(name), norm if known else math.inf

    return sorted(alarms, key=place)


SOUND_THE_ALARM = Exercise(
    id="sound-the-alarm",
    lesson=LESSON,
    title="An alarm that says who, when and how much",
    task="Put a hook on each parameter of model. Whenever a backward pass brings a parameter a "
    "gradient whose norm isn't within limit, append (name, step, norm) to alarms: the name as in "
    "named_parameters(), the step as it stands in now['step'] just then, and the norm.",
    gives=("model", "limit", "now", "alarms"),
    hints=(
        "One hook for each parameter, and each must know its name. When does it learn the name, "
        "and when does it look for the step?",
        "Hand the name over when you register (functools.partial, or a default argument). Read "
        "the step from now inside the hook, since it changes.",
        "What is a comparison with NaN? Write the condition so that a NaN rings too.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim(
            "alarms holds name, step and norm of each gradient that isn't within limit",
            "alarms",
            lambda case: case["wanted"],
            "now['step'] = 0, 1, ...; model(x).backward(gradient)  # shown by step and name",
        ),
        Claim(
            "every gradient is what it is without an alarm",
            "grads",
            lambda case: case["grads"],
            "now['step'] = 0, 1, ...; model(x).backward(gradient)",
        ),
    ),
    mistakes=MISTAKES,
    praise="The alarm names the layer, the step and the norm, and a NaN can't slip past it.",
)
