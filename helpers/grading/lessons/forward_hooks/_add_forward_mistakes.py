"""What goes wrong in add-forward: the signs, and a specimen of each."""

from __future__ import annotations

import math

from helpers.grading.data import items, same
from helpers.grading.exercise import Mistake
from helpers.grading.lessons.forward_hooks import _add_forward_beliefs as beliefs
from helpers.grading.lessons.forward_hooks._add_forward_putting_on import PUTTING_ON
from helpers.grading.lessons.forward_hooks._add_forward_signs import (
    BOTH,
    ON,
    count,
    first_is_element,
    inputs,
    something_took_its_place,
    wanted,
)
from helpers.grading.lessons.forward_hooks._shared import (
    OWN_NAME,
    fills_own_name,
    raised,
)

MISTAKES = (
    *PUTTING_ON,
    Mistake(
        beliefs.FIRST_INPUT,
        lambda facts: same(items(facts["recorded"]), wanted(facts["case"])["list"][::2]),
        "def pre_hook(module, input):\n    answer.append(input[0])\n"
        "def hook(module, input, output):\n    answer.append(output)\n" + ON,
    ),
    Mistake(
        beliefs.TWICE,
        lambda facts: (
            len(items(facts["recorded"])) > 3
            and max(count(facts, "forward pre"), count(facts, "forward")) > 1
        ),
        BOTH + ON + "add.register_forward_hook(hook)\n",
    ),
    Mistake(
        beliefs.INPLACE,
        lambda facts: (
            [facts["x1"], facts["x2"]] != inputs(facts["case"])
            and not any(map(math.isnan, facts["case"]["x1"]))
        ),
        "def pre_hook(module, input):\n    answer.extend(input)\n    input[0].add_(1)\n"
        "def hook(module, input, output):\n    answer.append(output)\n" + ON,
    ),
    Mistake(
        beliefs.RETURNS,
        something_took_its_place,
        "def pre_hook(module, input):\n    answer.extend(input)\n"
        "def hook(module, input, output):\n    answer.append(output)\n    return answer\n" + ON,
    ),
    Mistake(
        beliefs.RECORDS_AGAIN,
        lambda facts: (
            len(items(facts["recorded"])) == 5
            and same(items(facts["recorded"])[:2], inputs(facts["case"]))
            and same(items(facts["recorded"])[2:4], inputs(facts["case"]))
        ),
        "def pre_hook(module, input):\n    answer.extend(input)\n"
        "def hook(module, input, output):\n    answer.extend([*input, output])\n" + ON,
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
        "def hook(module, input, output):\n    answer.append(output)\n" + ON,
    ),
    Mistake(
        beliefs.ELEMENT,
        first_is_element,
        "def pre_hook(module, input):\n    answer.extend(input)\n"
        "def hook(module, input, output):\n    answer.append(output[0])\n" + ON,
    ),
    Mistake(
        beliefs.EMPTY_PRE,
        lambda facts: not items(facts["before_forward"]) and len(items(facts["recorded"])) == 3,
        "def pre_hook(module, input):\n    pass\n"
        "def hook(module, input, output):\n    answer.extend([*input, output])\n" + ON,
    ),
    Mistake(
        beliefs.OUTPUT_TOO_SOON,
        lambda facts: (
            same(facts["before_forward"], wanted(facts["case"]))
            and same(facts["recorded"], wanted(facts["case"]))
        ),
        "def pre_hook(module, input):\n    answer.extend([*input, sum(input)])\n"
        "def hook(module, input, output):\n    pass\n" + ON,
    ),
    Mistake(
        OWN_NAME,
        lambda facts: (
            (fills_own_name(facts, "answer") and not facts["error"])
            or raised(facts, "UnboundLocalError", "'answer'")
        ),
        "def pre_hook(module, input):\n    answer = list(input)\n"
        "def hook(module, input, output):\n    answer = [output]\n" + ON,
    ),
    Mistake(
        beliefs.ORDER,
        lambda facts: (
            not same(facts["recorded"], wanted(facts["case"]))
            and sorted(map(str, items(facts["recorded"])))
            == sorted(map(str, wanted(facts["case"])["list"]))
        ),
        "def pre_hook(module, input):\n    answer.extend(reversed(input))\n"
        "def hook(module, input, output):\n    answer.append(output)\n" + ON,
    ),
    Mistake(
        beliefs.GLOBALS,
        lambda facts: any(own in items(facts["recorded"]) for own in facts["notebook"]),
        "def pre_hook(module, input):\n    answer.extend([x1, x2])\n"
        "def hook(module, input, output):\n    answer.append(output)\n" + ON,
    ),
)
"""Tried in this order; the first whose signs are there is told."""
