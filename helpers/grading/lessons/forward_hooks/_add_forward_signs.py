"""Signs of what goes wrong in add-forward, and the parts that its specimens are made of."""

from __future__ import annotations

from typing import Any

import torch

from helpers.grading.data import as_data, items, same, tensor_data
from helpers.grading.exercise import Case, Facts
from helpers.grading.lessons.forward_hooks._shared import forward_says


def inputs(case: Case) -> list[Any]:
    """Return x1 and x2 as data."""
    return [tensor_data(case["x1"]), tensor_data(case["x2"])]


def wanted(case: Case) -> Any:
    """Return the list that answer is to hold after a call."""
    total = torch.tensor(case["x1"]) + torch.tensor(case["x2"])
    return {"list": [*inputs(case), as_data(total)]}


def count(facts: Facts, kind: str) -> int:
    """Return how many hooks of a kind are on add."""
    return sum(
        entry["kind"] == kind and not entry["removed"] and entry["on"] == "add"
        for entry in facts["registrations"]
    )


def first_is_element(facts: Facts) -> bool:
    """Say whether the first row of a tensor was recorded in its place."""
    recorded, want = items(facts["recorded"]), wanted(facts["case"])["list"]
    return any(item["shape"] == one["shape"][1:] for item, one in zip(recorded, want, strict=False))


def something_took_its_place(facts: Facts) -> bool:
    """Say whether a hook's result stands in the place of the output, or of the inputs."""
    if forward_says(facts, "missing"):
        return count(facts, "forward pre") > 0
    total = wanted(facts["case"])["list"][2]
    return (
        not facts["error"]
        and same([facts["x1"], facts["x2"]], inputs(facts["case"]))
        and not same(facts["output"], total)
        and count(facts, "forward") > 0
        and not facts["own_forward"]
    )


BOTH = (
    "def pre_hook(module, input):\n    answer.extend(input)\n"
    "def hook(module, input, output):\n    answer.append(output)\n"
)
ON = "add.register_forward_pre_hook(pre_hook)\nadd.register_forward_hook(hook)\n"
