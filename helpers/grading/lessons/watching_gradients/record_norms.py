"""record-norms: a norm for each parameter in each backward, as the optimiser will find it."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Mapping
from typing import Any

from torch import nn

from helpers.grading.data import as_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise, Facts
from helpers.grading.lessons.backward_hooks._shared import forgive_own_check
from helpers.grading.lessons.watching_gradients._record_norms_mistakes import MISTAKES
from helpers.grading.lessons.watching_gradients._record_norms_worlds import build, without_hooks
from helpers.grading.lessons.watching_gradients._shared import (
    LESSON,
    grads,
    named,
    numbers,
    pairs,
    send,
)
from helpers.grading.probing import Answer, Run


def cases(draw: random.Random) -> list[Case]:
    """The task's model, then nested ones, one with a frozen layer; other data, zero gradients."""
    given: list[Case] = [
        {"nested": False, "seed": 0},
        {"nested": True, "frozen": True},
        {"nested": True, "sent": [[[0.0], [0.0]], eighths(draw, 2, 1), eighths(draw, 2, 1)]},
    ]
    for case in given:
        case.setdefault("seed", draw.randint(1, 10_000))
        case.setdefault("sent", eighths(draw, 3, 2, 1))
        case["x"] = eighths(draw, 2, 2)
        case["plain"] = without_hooks(case)
    return given


def setup(case: Case) -> Mapping[str, Any]:
    """Give a model to try the function on."""
    return {"model": build(case)}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, then let its function watch models that get several gradients."""
    run = answer.run(setup(case))
    forgive_own_check(run, example=case["seed"] == 0)
    record: Any = run.names.get("record_norms")
    model, other, late = build(case), build(case, 1), build(case)
    labels = {id(parameter): name for name, parameter in model.named_parameters()}
    seen: dict[str, Any] = {"defined": callable(record), "norms": [], "hooks": []}
    got = dict[str, Any]()

    def watched() -> None:
        before = len(run.log)
        returned = record(model)
        seen["returned"] = as_data(returned)
        seen["hooks"] = [entry.facts(labels) for entry in run.log[before:]]
        got["norms"], got["handles"] = returned
        record(other)

    def one_pass(through: nn.Module, place: int) -> None:
        send(through, case["x"], case["sent"][place])
        seen["norms"].append(as_data(got["norms"]))
        lists = [*got["norms"].values()] if isinstance(got["norms"], dict) else []
        seen["one list"] = len(lists) > 1 and len({*map(id, lists)}) == 1

    def changed_later() -> None:
        norms, _ = record(late)
        last: Any = late[-1]
        last.weight.register_hook(lambda grad: grad * 4)
        send(late, case["x"], case["sent"][2])
        seen["late"] = as_data(norms)

    steps: tuple[tuple[str, Callable[[], None]], ...] = (
        ("calling norms, handles = record_norms(model)", watched),
        ("running a backward", lambda: one_pass(model, 0)),
        ("running a second backward", lambda: one_pass(model, 1)),
        ("running a backward through another model", lambda: one_pass(other, 2)),
        ("removing the handles", lambda: _remove(got["handles"])),
        ("running a backward when the hooks are off", lambda: one_pass(model, 2)),
        ("running a backward through a model with one more hook", changed_later),
    )
    for doing, step in steps if callable(record) else ():
        if not run.error:
            run.attempt(doing, step)
    if seen["hooks"] == [] and not run.error and callable(record):
        seen["hooks where grads are"] = _registered_with_grads(record, case, run)
    return {**run.facts(), **seen, "gradients": as_data(grads(model))}


def _registered_with_grads(record: Any, case: Case, run: Run) -> int:
    """Return how many hooks the answer puts on a model whose parameters have a .grad already."""
    model = build(case)
    send(model, case["x"], case["sent"][0])
    before = len(run.log)

    def watched() -> None:
        with contextlib.suppress(Exception):
            record(model)

    run.attempt("calling record_norms(model) once more", watched)
    return len(run.log) - before


def _remove(handles: Any) -> None:
    """Take off whatever an answer gave back: one handle, or a collection of them."""
    for handle in (
        [handles]
        if hasattr(handles, "remove") and not isinstance(handles, list | set)
        else handles.values()
        if isinstance(handles, dict)
        else handles
    ):
        handle.remove()


def _told(place: int) -> Callable[[Facts], Any]:
    """Return the lists noted after a pass, by name; one that is still empty counts as absent."""
    return lambda facts: pairs(
        {k: v for k, v in named(facts["norms"][place], numbers).items() if v}
    )


def _wanted(count: int) -> Callable[[Case], Any]:
    """Return each parameter's norms of the first ``count`` passes."""

    def wanted(case: Case) -> Any:
        passes = case["plain"]["norms"][:count]
        return pairs({name: [one[name] for one in passes] for name in passes[0]})

    return wanted


_CALL = "norms, handles = record_norms(model); model(x).backward(gradient)"

RECORD_NORMS = Exercise(
    id="record-norms",
    lesson=LESSON,
    title="Record a norm for each parameter",
    task="Write record_norms(model): it puts a post-accumulate hook on each parameter that trains, "
    "and returns norms, a dict in which each backward adds the norm of .grad to the list under the "
    "parameter's name, and handles, a list that takes the hooks off again.",
    gives=("model",),
    hints=(
        "Go through the parameters with their names, leave out the frozen ones, and register on "
        "each of the others a hook that knows its parameter's name.",
        "named_parameters() gives names and parameters, nested ones too; requires_grad tells who "
        "trains. A post-accumulate hook is given the parameter. Its gradient is in .grad.",
        "Each name starts with an empty list, to which the hook appends. Hand the name over when "
        "you make the hook, keep every handle, and return both things.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim("there is a function record_norms", "defined", True),
        Claim(
            "after a backward, norms holds a list with one norm for each parameter that trains",
            _told(0),
            _wanted(1),
            _CALL,
        ),
        Claim(
            "a second backward, with nothing reset, adds the norm of what is in .grad then",
            _told(1),
            _wanted(2),
            f"{_CALL}, twice",
        ),
        Claim(
            "another watched model has norms of its own",
            _told(2),
            _wanted(2),
            "record_norms(other); other(x).backward(gradient)  # norms of model",
        ),
        Claim(
            "with every handle removed, nothing is added any more",
            _told(3),
            _wanted(2),
            "for handle in handles: handle.remove()",
        ),
        Claim(
            "what a hook registered later makes of the gradient counts, too",
            lambda facts: pairs({k: v for k, v in named(facts["late"], numbers).items() if v}),
            lambda case: pairs({name: [norm] for name, norm in case["plain"]["late"].items()}),
            "record_norms(model); model.last.weight.register_hook(lambda grad: grad * 4)",
        ),
        Claim(
            "the model's gradients are what they are without hooks",
            "gradients",
            lambda case: case["plain"]["gradients"],
            _CALL,
        ),
    ),
    mistakes=MISTAKES,
    praise="A few numbers a step, in anybody's training loop, and nothing left behind.",
)
