"""What goes wrong in scale-the-input: the signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

import torch

from helpers.grading.data import as_data, same, tensor_data
from helpers.grading.exercise import Case, Facts, Mistake
from helpers.grading.lessons.forward_hooks import _scale_the_input_beliefs as beliefs
from helpers.grading.lessons.forward_hooks import _shared as shared
from helpers.grading.misconceptions import CALLED_AT_REGISTRATION, NEVER_REGISTERED


def wanted_output(case: Case, on_input: float = 10.0, on_output: float = 1.0) -> Any:
    x, weight = torch.tensor(case["x"]), torch.tensor(case["weight"])
    return as_data((x * on_input * weight + 1) * on_output)


def arguments(case: Case, on_x: float = 10.0, on_weight: float = 1.0) -> list[Any]:
    factors = {"x": on_x, "weight": on_weight}
    return [as_data(torch.tensor(case[name]) * factor) for name, factor in factors.items()]


def _saw(facts: Facts, *arguments: Any) -> bool:
    return bool(facts["saw"]) and same(facts["saw"][0], list(arguments))


def _is(facts: Facts, **factors: float) -> bool:
    return same(facts["first"], wanted_output(facts["case"], **factors))


_DEF, _ON = "def pre_hook(module, input):\n", "mix.register_forward_pre_hook(pre_hook)\n"


_GOOD = "    x, weight = input\n    return x * 10, weight\n"


MISTAKES = (
    Mistake(
        CALLED_AT_REGISTRATION,
        shared.called_at_once,
        _DEF + _GOOD + "x, weight = torch.ones(2), torch.ones(2)\n"
        "mix.register_forward_pre_hook(pre_hook(mix, (x, weight)))\n",
    ),
    Mistake(
        shared.OVERRIDES_FORWARD,
        lambda facts: facts["own_forward"],
        "mix.forward = lambda x, weight: 10 * x * weight + 1\n",
    ),
    Mistake(NEVER_REGISTERED, shared.nothing_registered, _DEF + _GOOD),
    Mistake(
        shared.OFF_TOO_SOON,
        shared.off_too_soon,
        _DEF + _GOOD + "with " + _ON[:-1] + ":\n    mix(torch.ones(1), torch.ones(1))\n",
    ),
    Mistake(
        shared.ALL_MODULES,
        shared.is_global,
        "from torch.nn.modules.module import register_module_forward_pre_hook as everywhere\n"
        + _DEF
        + _GOOD
        + "everywhere(pre_hook)\n",
    ),
    Mistake(
        beliefs.ITEM,
        lambda facts: shared.raised(facts, "TypeError", "item assignment"),
        _DEF + "    input[0] = input[0] * 10\n" + _ON,
    ),
    Mistake(
        shared.SIGNATURE,
        shared.wrong_arguments,
        "def pre_hook(input):\n    x, weight = input\n    return x * 10, weight\n" + _ON,
    ),
    Mistake(
        shared.ASKS_FOR_MORE,
        shared.asks_for_more,
        "def pre_hook(module, x, weight):\n    return x * 10, weight\n" + _ON,
    ),
    Mistake(
        beliefs.REST_PACKED,
        lambda facts: facts["packs"] and facts["error"],
        _DEF + "    x, *rest = input\n    return x * 10, rest\n" + _ON,
    ),
    Mistake(
        beliefs.TUPLE_TIMES,
        lambda facts: (
            shared.forward_says(facts, "were given")
            or shared.raised(facts, "TypeError", "can't multiply")
        ),
        _DEF + "    return input * 10\n" + _ON,
    ),
    Mistake(
        beliefs.LIST,
        lambda facts: shared.forward_says(facts, "missing") and facts["returns_list"],
        _DEF + "    x, weight = input\n    return [x * 10, weight]\n" + _ON,
    ),
    Mistake(
        beliefs.DROPS,
        lambda facts: shared.forward_says(facts, "missing"),
        _DEF + "    return input[0] * 10\n" + _ON,
    ),
    Mistake(
        beliefs.IN_PLACE,
        lambda facts: not same(facts["x"], tensor_data(facts["case"]["x"])),
        _DEF + "    input[0].mul_(10)\n" + _ON,
    ),
    Mistake(
        beliefs.BOTH,
        lambda facts: _is(facts, on_input=100.0) and not _is(facts),
        _DEF + "    return tuple(value * 10 for value in input)\n" + _ON,
    ),
    Mistake(
        beliefs.OUTPUT,
        lambda facts: _is(facts, on_input=1.0, on_output=10.0),
        "mix.register_forward_hook(lambda module, input, output: output * 10)\n",
    ),
    Mistake(
        beliefs.WRONG_ONE,
        lambda facts: _saw(facts, *arguments(facts["case"], 1.0, 10.0)),
        _DEF + "    x, weight = input\n    return x, weight * 10\n" + _ON,
    ),
    Mistake(
        beliefs.ORDER,
        lambda facts: any(
            _saw(facts, *reversed(arguments(facts["case"], *factors)))
            for factors in ((10.0, 1.0), (1.0, 10.0), (1.0, 1.0))
        ),
        _DEF + "    weight, x = input\n    return x * 10, weight\n" + _ON,
    ),
    Mistake(
        shared.FORGOT_TO_RETURN,
        lambda facts: (
            _is(facts, on_input=1.0) and not _is(facts) and "forward pre" in shared.kinds(facts)
        ),
        _DEF + "    x, weight = input\n    x = x * 10\n" + _ON,
    ),
    Mistake(
        beliefs.UNDONE_AFTERWARDS,
        lambda facts: (
            not facts["error"]
            and _is(facts)
            and _saw(facts, *arguments(facts["case"], 1.0))
            and not _saw(facts, *arguments(facts["case"]))
        ),
        "mix.register_forward_hook(lambda m, i, output: (output - 1) * 10 + 1)\n",
    ),
)
"""Tried in this order; the first whose signs are there is told."""
