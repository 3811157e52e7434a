"""What goes wrong in add-forward before anything is recorded: signs, and specimens."""

from __future__ import annotations

from helpers.grading.data import items, same
from helpers.grading.exercise import Mistake
from helpers.grading.lessons.forward_hooks import _add_forward_beliefs as beliefs
from helpers.grading.lessons.forward_hooks._add_forward_signs import (
    BOTH,
    ON,
    count,
    inputs,
)
from helpers.grading.lessons.forward_hooks._shared import (
    ASKS_FOR_MORE,
    SIGNATURE,
    asks_for_more,
    raised,
    wrong_arguments,
)
from helpers.grading.misconceptions import CALLED_AT_REGISTRATION, NEVER_REGISTERED

PUTTING_ON = (
    Mistake(
        CALLED_AT_REGISTRATION,
        lambda facts: any(not entry["callable"] for entry in facts["registrations"]),
        BOTH + "add.register_forward_pre_hook(pre_hook(add, (x1, x2)))\n"
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
        lambda facts: facts["swapped"] and raised(facts, "TypeError", "positional argument"),
        BOTH + "add.register_forward_hook(pre_hook)\nadd.register_forward_pre_hook(hook)\n",
    ),
    Mistake(
        beliefs.ONE_SIDE,
        lambda facts: (
            not count(facts, "forward")
            and count(facts, "forward pre")
            and (
                same(items(facts["recorded"]), inputs(facts["case"]))
                or (asks_for_more(facts) and "argument: 'o" in facts["error"]["message"])
            )
        ),
        "def pre_hook(module, input):\n    answer.extend(input)\n"
        "add.register_forward_pre_hook(pre_hook)\n",
    ),
    Mistake(
        ASKS_FOR_MORE,
        asks_for_more,
        "def pre_hook(module, x1, x2):\n    answer.extend([x1, x2])\n"
        "def hook(module, input, output):\n    answer.append(output)\n" + ON,
    ),
    Mistake(
        SIGNATURE,
        wrong_arguments,
        "def pre_hook(input):\n    answer.extend(input)\n"
        "def hook(module, input, output):\n    answer.append(output)\n" + ON,
    ),
    Mistake(
        beliefs.GLOBAL_HOOK,
        lambda facts: (
            items(facts["bystander"])
            and any(entry["kind"].startswith("global") for entry in facts["registrations"])
        ),
        "from torch.nn.modules import module as m\n"
        + BOTH
        + "m.register_module_forward_pre_hook(pre_hook)\nm.register_module_forward_hook(hook)\n",
    ),
    Mistake(
        beliefs.REMOVED,
        lambda facts: (
            any(entry["removed"] for entry in facts["registrations"])
            and not items(facts["recorded"])
        ),
        BOTH
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
)
"""Tried in this order; the first whose signs are there is told."""
