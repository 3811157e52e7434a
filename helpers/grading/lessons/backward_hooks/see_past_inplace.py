"""see-past-inplace: read the gradient at a layer's output where an in-place ReLU comes next."""

from __future__ import annotations

import functools
import random
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import torch
from torch import nn

from helpers.grading.data import as_data, items
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.backward_hooks import _shared as shared
from helpers.grading.lessons.backward_hooks._see_past_inplace_mistakes import MISTAKES
from helpers.grading.lessons.backward_hooks._shared import LESSON
from helpers.grading.probing import Answer

LAYERS = ("first", "last")


def cases(draw: random.Random) -> list[Case]:
    """Several batch sizes, input that requires grad and input that doesn't, a zero gradient.

    No more than two dimensions: for three, Linear's output is a view, and an in-place change of a
    view leaves behind every hook that was put on it before.
    """
    given: list[Case] = [
        {
            "x": eighths(draw, *shape, 2),
            "sent": [eighths(draw, *shape, 1) for _ in range(2)],
            "needs_grad": needs_grad,
            # One feature is below zero for any such x, so ReLU stops its gradient; one is above.
            "weights": {
                "first": [eighths(draw, 3, 2), [-60.0, 60.0, eighths(draw)]],
                "last": [eighths(draw, 1, 3), eighths(draw, 1)],
            },
        }
        for shape, needs_grad in (((2,), False), ((1,), True), ((4,), False), ((3,), True))
    ]
    given[3]["sent"][0] = [[0.0]] * 3
    for case in given:
        case["wanted"] = _without_hooks(case)
    return given


def setup(case: Case) -> Mapping[str, Any]:
    """Give a net whose ReLU works in place, and an empty list."""
    net = nn.Sequential(
        OrderedDict(first=nn.Linear(2, 3), act=nn.ReLU(inplace=True), last=nn.Linear(3, 1))
    )
    _set_weights(net, case)
    return {"net": net, "seen": []}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, give net new weights, and send two passes; then one through another net."""
    given = setup(case)
    run = answer.run(given)
    shared.forgive_own_check(run, example=not case["needs_grad"])
    net = shared.module_named(run, "net")
    run.attempt("setting net's weights", lambda: _set_weights(net, case))
    facts: dict[str, Any] = {"seen": [], "passes": []}
    _empty(run.names, given)
    for number in range(2):
        if not run.error:
            one_pass = functools.partial(_pass, net, case, number)
            facts["passes"].append(run.attempt("calling net(x).backward(...)", one_pass))
            facts["seen"].append(as_data(run.names.get("seen")))
    _empty(run.names, given)
    if not run.error:
        other = setup(case)["net"]
        run.attempt("calling another net", lambda: _pass(other, case, 0))
    act = getattr(net, "act", None)
    run.given |= {name: module for name, module in net.named_modules() if name}
    return {
        **run.facts(),
        **facts,
        "bystander": as_data(run.names.get("seen")),
        "in_place": isinstance(act, nn.ReLU) and act.inplace,
    }


def _empty(names: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    for held in (given["seen"], names.get("seen")):
        if isinstance(held, list):
            held.clear()


def _set_weights(net: Any, case: Case) -> None:
    with torch.no_grad():
        for name, (weight, bias) in case["weights"].items():
            getattr(net, name).weight.copy_(torch.tensor(weight))
            getattr(net, name).bias.copy_(torch.tensor(bias))


def _pass(net: Any, case: Case, number: int) -> dict[str, Any]:
    """Send one gradient through net and return its output and its weights' gradients, as data."""
    net.zero_grad()
    output = net(torch.tensor(case["x"], requires_grad=case["needs_grad"]))
    output.backward(torch.tensor(case["sent"][number]))
    gradients = [getattr(net, name).weight.grad for name in LAYERS]
    return {"output": as_data(output), "gradients": as_data(gradients)}


def _without_hooks(case: Case) -> dict[str, Any]:
    """Return what both passes leave, worked out without a hook and an in-place ReLU."""
    net, kept = setup(case)["net"], dict[str, list[Any]]()
    passes = []
    for number in range(2):
        passes.append(_pass(net, case, number))
        before = net.first(torch.tensor(case["x"])).detach().requires_grad_()
        after = torch.relu(before)
        after.retain_grad()
        net.last(after).backward(torch.tensor(case["sent"][number]))
        for name, value in (
            ("seen", before.grad),
            ("after ReLU", after.grad),
            ("values", after),
            ("values before", before),
        ):
            kept.setdefault(name, []).append(as_data(value))
    return {**kept, "passes": passes}


def _wanted(*numbers: int) -> Any:
    return lambda case: {"list": [case["wanted"]["seen"][number] for number in numbers]}


_CALL = "net(x).backward(gradient)"

SEE_PAST_INPLACE = Exercise(
    id="see-past-inplace",
    lesson=LESSON,
    title="See past a ReLU that works in place",
    task="After each backward through net, seen holds one more gradient: the one at the output of "
    "net.first, before ReLU. net itself stays as it is; its ReLU keeps working in place.",
    gives=("net", "seen"),
    hints=(
        "A full backward hook on net.first puts a view in ReLU's way, and it raises. Which hook of "
        "an earlier lesson sees the gradient of one tensor, without wrapping anything?",
        "That tensor is new in every pass. Somebody must be there when it is made, each time, and "
        "before ReLU overwrites it.",
        "A forward hook on net.first is handed its output. From inside it, put a tensor hook on "
        "that output; and let the forward hook itself return nothing.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim(
            "seen holds the gradient at net.first's output, before ReLU",
            lambda facts: facts["seen"][0],
            _wanted(0),
            _CALL,
        ),
        Claim(
            "the next pass adds its own gradient",
            lambda facts: facts["seen"][1],
            _wanted(0, 1),
            f"{_CALL}; {_CALL}",
        ),
        Claim(
            "net's output and its weights' gradients are what they are without a hook",
            "passes",
            lambda case: case["wanted"]["passes"],
            _CALL,
        ),
        Claim("net.act is still a ReLU that works in place", "in_place", True),
        Claim(
            "another net leaves nothing in seen",
            lambda facts: items(facts["bystander"]),
            [],
            "another_net(x).backward(gradient)",
        ),
    ),
    mistakes=MISTAKES,
    praise="You read a gradient where a full backward hook raises, pass after pass, and net is "
    "as it was.",
)
