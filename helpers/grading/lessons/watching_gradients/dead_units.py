"""dead-units: count, in every forward, the units of each ReLU that are closed for the whole batch."""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Mapping
from functools import partial
from typing import Any

import torch
from torch import nn

from helpers.grading.data import as_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.backward_hooks._shared import forgive_own_check, module_named
from helpers.grading.lessons.watching_gradients._dead_units_mistakes import MISTAKES
from helpers.grading.lessons.watching_gradients._shared import LESSON, live, named, number, pairs
from helpers.grading.probing import Answer


def cases(draw: random.Random) -> list[Case]:
    """The task's net, then others: weights, dead units, batches, a ReLU that works in place."""
    given: list[Case] = [
        {"seed": 0, "dead": [2, 1]},
        {"seed": draw.randint(1, 10_000), "dead": [1, 3], "faint": 2},
        {"seed": draw.randint(1, 10_000), "dead": [0, 2], "inplace": True},
        {"seed": draw.randint(1, 10_000), "dead": [6, 0]},
    ]
    for case in given:
        case["batches"] = [eighths(draw, 8, 2), eighths(draw, 2, 2), eighths(draw, 5, 2)]
        case["plain"] = _plain(case)
    return given


def build(case: Case) -> nn.Sequential:
    """Return the case's net; ``dead`` says how many units of each ReLU can't open.

    ``faint`` is how many of the first one's put out a little for every sample.
    """
    inplace = bool(case.get("inplace"))
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(case["seed"])
        net = nn.Sequential(
            OrderedDict(
                first=nn.Linear(2, 6),
                act1=nn.ReLU(inplace),
                middle=nn.Linear(6, 5),
                act2=nn.ReLU(inplace),
                last=nn.Linear(5, 1),
            )
        )
    layers: tuple[Any, Any] = (net[0], net[2])
    with torch.no_grad():
        for layer, dead in zip(layers, case["dead"], strict=True):
            layer.bias[:dead] = -100.0
        faint = 6 - case.get("faint", 0)
        layers[0].weight[faint:], layers[0].bias[faint:] = 0.0, 1e-5
    return net


def _plain(case: Case) -> dict[str, Any]:
    """Return what each batch gives without hooks: outputs, dead units, and what they may be for."""
    net, told = build(case), dict[str, Any](outputs=[], dead=[], wrong=[])
    never_open: dict[str, Any] = {}
    for batch in case["batches"]:
        x: Any = torch.tensor(batch)
        dead, wrong = dict[str, float](), dict[str, dict[str, float]]()
        with torch.no_grad():
            for name, layer in net.named_children():
                given, x = x, layer(x)
                if isinstance(layer, nn.ReLU):
                    zero = x == 0
                    dead[name] = float(zero.all(dim=0).sum())
                    never_open[name] = zero.all(dim=0) & never_open.get(name, True)
                    wrong[name] = {
                        "nearly": float((x.abs() < 1e-3).all(dim=0).sum()),
                        "so far": float(never_open[name].sum()),
                        "first sample": float(zero[0].sum()),
                        "input": float((given == 0).all(dim=0).sum()),
                        "closed": float(zero.sum()),
                        "share": float(zero.float().mean()),
                        "samples": float(zero.all(dim=1).sum()),
                        "any": float(zero.any(dim=0).sum()),
                        "summed": float((given.sum(dim=0) <= 0).sum()),
                        "alive": float((~zero.all(dim=0)).sum()),
                    }
        told["outputs"].append(as_data(x))
        told["dead"].append(dead)
        told["wrong"].append(wrong)
    return told


def setup(case: Case) -> Mapping[str, Any]:
    """Give the net and an empty dict."""
    return {"net": build(case), "dead": {}}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, then send the batches through its net and look into dead after each."""
    run = answer.run(setup(case))
    forgive_own_check(run, example=case["seed"] == 0)
    net = module_named(run, "net")
    noted, outputs = list[Any](), list[Any]()
    hooked = live(run)
    for batch in case["batches"]:
        if not run.error:
            x = torch.tensor(batch)
            outputs.append(as_data(run.attempt("calling net(x)", partial(net, x))))
            noted.append(as_data(run.names.get("dead")))
    names = {id(layer): name for name, layer in net.named_modules() if name}
    return {
        **run.facts(),
        "noted": noted,
        "outputs": outputs,
        "hooked": hooked > 0,
        "on": [names.get(id(entry.on)) for entry in run.log],
    }


def _seen(place: int) -> Any:
    return lambda facts: pairs(named(facts["noted"][place], number))


def _wanted(place: int) -> Any:
    return lambda case: pairs(case["plain"]["dead"][place])


DEAD_UNITS = Exercise(
    id="dead-units",
    lesson=LESSON,
    title="Count dead ReLUs",
    task="Register a forward hook on each ReLU of net. In every forward it writes into dead, under "
    "the ReLU's name, how many of its units put out zero for every sample of the batch.",
    gives=("net", "dead"),
    hints=(
        "A unit is a column of the ReLU's output, a sample is a row. Which columns hold nothing but "
        "zeros?",
        "Compare the output with 0. A tensor of yes and no has a method all, which takes the "
        "dimension to go along, and sum counts the yes.",
        "named_modules() gives names and layers; isinstance finds the ReLUs. Each hook must know "
        "its own name: hand it over when you make the hook. And the hook returns nothing.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim(
            "after a forward, dead holds the number of dead units of each ReLU, by its name",
            _seen(0),
            _wanted(0),
            "net(x)  # 8 samples",
        ),
        Claim(
            "the next forward writes its numbers over the old ones",
            lambda facts: [_seen(1)(facts), _seen(2)(facts)],
            lambda case: [_wanted(1)(case), _wanted(2)(case)],
            "net(x) with 2 samples, then with 5",
        ),
        Claim(
            "net's output is what it is without hooks",
            "outputs",
            lambda case: case["plain"]["outputs"],
            "net(x) for several x",
        ),
        Claim("hooks do it: at least one is registered when your cell has run", "hooked", True),
    ),
    mistakes=MISTAKES,
    praise="You tell a closed unit from a dead one, in any batch, while the net runs.",
)
