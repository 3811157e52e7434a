"""What goes wrong in add-forward: the signs, and a specimen of each."""

from __future__ import annotations

import math
from typing import Any

import torch

from helpers.grading.data import as_data, items, same, tensor_data
from helpers.grading.exercise import Case, Facts, Mistake
from helpers.grading.lessons.forward_hooks import _add_forward_beliefs as beliefs
from helpers.grading.lessons.forward_hooks._shared import forward_says
from helpers.grading.misconceptions import CALLED_AT_REGISTRATION, NEVER_REGISTERED


def inputs(case: Case) -> list[Any]:
    return [tensor_data(case["x1"]), tensor_data(case["x2"])]


def wanted(case: Case) -> Any:
    total = torch.tensor(case["x1"]) + torch.tensor(case["x2"])
    return {"list": [*inputs(case), as_data(total)]}


def _count(facts: Facts, kind: str) -> int:
    return sum(
        entry["kind"] == kind and not entry["removed"] and entry["on"] == "add"
        for entry in facts["registrations"]
    )


def _first_is_element(facts: Facts) -> bool:
    recorded, want = items(facts["recorded"]), wanted(facts["case"])["list"]
    return any(item["shape"] == one["shape"][1:] for item, one in zip(recorded, want, strict=False))


def _something_took_its_place(facts: Facts) -> bool:
    """Say whether a hook's result stands in the place of the output, or of the inputs."""
    if forward_says(facts, "missing"):
        return _count(facts, "forward pre") > 0
    total = wanted(facts["case"])["list"][2]
    return (
        not facts["error"]
        and same([facts["x1"], facts["x2"]], inputs(facts["case"]))
        and not same(facts["output"], total)
        and _count(facts, "forward") > 0
        and not facts["own_forward"]
    )


_BOTH = (
    "def pre_hook(module, input):\n    answer.extend(input)\n"
    "def hook(module, input, output):\n    answer.append(output)\n"
)
_ON = "add.register_forward_pre_hook(pre_hook)\nadd.register_forward_hook(hook)\n"

MISTAKES = (
    Mistake(
        CALLED_AT_REGISTRATION,
        lambda facts: any(not entry["callable"] for entry in facts["registrations"]),
        _BOTH + "add.register_forward_pre_hook(pre_hook(add, (x1, x2)))\n"
        "add.register_forward_hook(hook(add, (x1, x2), x1 + x2))\n",
    ),
    Mistake(
        beliefs.OVERRIDES,
        lambda facts: facts["own_forward"],
        "old = add.forward\ndef forward(a, b):\n    answer.extend([a, b])\n"
        "    answer.append(old(a, b))\n    return answer[-1]\nadd.forward = forward\n",
    ),
    Mistake(
        beliefs.SWAPPED,
        lambda facts: (
            facts["error"]["type"] == "TypeError"
            and "positional argument" in facts["error"]["message"]
            and "forward()" not in facts["error"]["message"]
            and _count(facts, "forward pre")
            and _count(facts, "forward")
        ),
        _BOTH + "add.register_forward_hook(pre_hook)\nadd.register_forward_pre_hook(hook)\n",
    ),
    Mistake(
        beliefs.GLOBAL_HOOK,
        lambda facts: (
            items(facts["bystander"])
            and any(entry["kind"].startswith("global") for entry in facts["registrations"])
        ),
        "from torch.nn.modules import module as m\n"
        + _BOTH
        + "m.register_module_forward_pre_hook(pre_hook)\nm.register_module_forward_hook(hook)\n",
    ),
    Mistake(
        beliefs.REMOVED,
        lambda facts: (
            any(entry["removed"] for entry in facts["registrations"])
            and not items(facts["recorded"])
        ),
        _BOTH
        + "h1 = add.register_forward_pre_hook(pre_hook)\nh2 = add.register_forward_hook(hook)\n"
        "h1.remove()\nh2.remove()\n",
    ),
    Mistake(
        NEVER_REGISTERED,
        lambda facts: not facts["registrations"] and not facts["error"],
        "def pre_hook(module, input):\n    answer.extend(input)\n"
        "def hook(module, input, output):\n    answer.append(output)\n",
    ),
    Mistake(
        beliefs.ELSEWHERE,
        lambda facts: (
            facts["registrations"]
            and all(entry["on"] != "add" for entry in facts["registrations"])
            and not facts["error"]
        ),
        "def pre_hook(module, input):\n    answer.extend(input)\n"
        "def hook(module, input, output):\n    answer.append(output)\nadd2 = Add()\n"
        "add2.register_forward_pre_hook(pre_hook)\nadd2.register_forward_hook(hook)\n",
    ),
    Mistake(
        beliefs.ONE_SIDE,
        lambda facts: (
            items(facts["recorded"]) == inputs(facts["case"]) and not _count(facts, "forward")
        ),
        "def pre_hook(module, input):\n    answer.extend(input)\n"
        "add.register_forward_pre_hook(pre_hook)\n",
    ),
    Mistake(
        beliefs.FIRST_INPUT,
        lambda facts: items(facts["recorded"]) == wanted(facts["case"])["list"][::2],
        "def pre_hook(module, input):\n    answer.append(input[0])\n"
        "def hook(module, input, output):\n    answer.append(output)\n" + _ON,
    ),
    Mistake(
        beliefs.TWICE,
        lambda facts: (
            len(items(facts["recorded"])) > 3
            and max(_count(facts, "forward pre"), _count(facts, "forward")) > 1
        ),
        _BOTH + _ON + "add.register_forward_hook(hook)\n",
    ),
    Mistake(
        beliefs.INPLACE,
        lambda facts: (
            [facts["x1"], facts["x2"]] != inputs(facts["case"])
            and not any(map(math.isnan, facts["case"]["x1"]))
        ),
        "def pre_hook(module, input):\n    answer.extend(input)\n    input[0].add_(1)\n"
        "def hook(module, input, output):\n    answer.append(output)\n" + _ON,
    ),
    Mistake(
        beliefs.RETURNS,
        _something_took_its_place,
        "def pre_hook(module, input):\n    answer.extend(input)\n"
        "def hook(module, input, output):\n    answer.append(output)\n    return answer\n" + _ON,
    ),
    Mistake(
        beliefs.RECORDS_AGAIN,
        lambda facts: (
            len(items(facts["recorded"])) == 5
            and same(items(facts["recorded"])[:2], inputs(facts["case"]))
            and same(items(facts["recorded"])[2:4], inputs(facts["case"]))
        ),
        "def pre_hook(module, input):\n    answer.extend(input)\n"
        "def hook(module, input, output):\n    answer.extend([*input, output])\n" + _ON,
    ),
    Mistake(
        beliefs.TUPLE,
        lambda facts: (
            any("tuple" in item or "list" in item for item in items(facts["recorded"]))
            or (
                facts["error"]["type"] == "AttributeError"
                and "'tuple'" in facts["error"]["message"]
            )
        ),
        "def pre_hook(module, input):\n    answer.append(input)\n"
        "def hook(module, input, output):\n    answer.append(output)\n" + _ON,
    ),
    Mistake(
        beliefs.ELEMENT,
        _first_is_element,
        "def pre_hook(module, input):\n    answer.extend(input)\n"
        "def hook(module, input, output):\n    answer.append(output[0])\n" + _ON,
    ),
    Mistake(
        beliefs.EMPTY_PRE,
        lambda facts: not items(facts["before_forward"]) and len(items(facts["recorded"])) == 3,
        "def pre_hook(module, input):\n    pass\n"
        "def hook(module, input, output):\n    answer.extend([*input, output])\n" + _ON,
    ),
    Mistake(
        beliefs.ORDER,
        lambda facts: (
            items(facts["recorded"]) != wanted(facts["case"])["list"]
            and sorted(map(str, items(facts["recorded"])))
            == sorted(map(str, wanted(facts["case"])["list"]))
        ),
        "def pre_hook(module, input):\n    answer.extend(reversed(input))\n"
        "def hook(module, input, output):\n    answer.append(output)\n" + _ON,
    ),
    Mistake(
        beliefs.GLOBALS,
        lambda facts: any(own in items(facts["recorded"]) for own in facts["notebook"]),
        "def pre_hook(module, input):\n    answer.extend([x1, x2])\n"
        "def hook(module, input, output):\n    answer.append(output)\n" + _ON,
    ),
)
"""Tried in this order; the first whose signs are there is told."""
