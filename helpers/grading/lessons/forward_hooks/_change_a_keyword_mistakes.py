"""What goes wrong in change-a-keyword: the signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

import torch

from helpers.grading.data import as_data, same
from helpers.grading.exercise import Case, Facts, Mistake
from helpers.grading.lessons.forward_hooks import _change_a_keyword_beliefs as beliefs
from helpers.grading.lessons.forward_hooks import _shared as shared
from helpers.grading.misconceptions import CALLED_AT_REGISTRATION, NEVER_REGISTERED

MOST, PLAIN = 3.0, 1.0
"""The limit, and Scale's own default."""


def scaled(case: Case, factor: float) -> Any:
    """Return x times a factor, as data."""
    return as_data(torch.tensor(case["x"]) * factor)


def wanted_output(case: Case) -> Any:
    """Return what the layer should give with the hook on, as data."""
    return scaled(case, PLAIN if case["factor"] is None else min(case["factor"], MOST))


def _plain(facts: Facts) -> bool:
    """A factor above 3 went through as it was."""
    factor = facts["case"]["factor"]
    return (factor or 0) > MOST and same(facts["output"], scaled(facts["case"], factor))


_DEF = "def pre_hook(module, args, kwargs):\n"
_GOOD = '    if "factor" in kwargs:\n        kwargs["factor"] = min(kwargs["factor"], 3.0)\n'
_ON = "scale.register_forward_pre_hook(pre_hook, with_kwargs=True)\n"


MISTAKES = (
    Mistake(
        CALLED_AT_REGISTRATION,
        shared.called_at_once,
        _DEF
        + _GOOD
        + "scale.register_forward_pre_hook(pre_hook(scale, (), {}), with_kwargs=True)\n",
    ),
    Mistake(
        shared.OVERRIDES_FORWARD,
        lambda facts: facts["own_forward"],
        "scale.forward = lambda x, factor=1.0: x * min(factor, 3.0)\n",
    ),
    Mistake(NEVER_REGISTERED, shared.nothing_registered, _DEF + _GOOD),
    Mistake(
        shared.ALL_MODULES,
        shared.is_global,
        "from torch.nn.modules.module import register_module_forward_hook as everywhere\n"
        "everywhere(lambda module, args, output: output.clamp(max=3))\n",
    ),
    Mistake(
        beliefs.ONE_PART,
        lambda facts: shared.raised(facts, "RuntimeError", "None or a tuple of (new_args"),
        _DEF + _GOOD + "    return kwargs\n" + _ON,
    ),
    Mistake(
        beliefs.ALWAYS_THERE,
        lambda facts: (
            shared.raised(facts, "KeyError", "factor")
            or (shared.raised(facts, "TypeError", "NoneType") and facts["case"]["factor"] is None)
        ),
        _DEF + '    kwargs["factor"] = min(kwargs["factor"], 3.0)\n' + _ON,
    ),
    Mistake(
        beliefs.NOT_ASKED,
        lambda facts: (
            shared.raised(facts, "TypeError", "missing 1 required positional", "kwargs")
            or (_plain(facts) and not facts["asked"] and "forward pre" in shared.kinds(facts))
            or shared.raised(facts, "IndexError")
            or shared.raised(facts, "ValueError", "not enough values")
        ),
        _DEF + _GOOD + "scale.register_forward_pre_hook(pre_hook)\n",
    ),
    Mistake(
        beliefs.NAMES,
        lambda facts: (
            shared.raised(facts, "TypeError", "'<=' not supported")
            or shared.raised(facts, "TypeError", "'<' not supported")
            or shared.raised(facts, "TypeError", "'>' not supported")
            or shared.raised(facts, "TypeError", "instances of 'dict'")
        ),
        "def pre_hook(module, args, factor):\n    return args, {'factor': min(factor, 3.0)}\n"
        + _ON,
    ),
    Mistake(
        shared.SIGNATURE,
        shared.wrong_arguments,
        "def pre_hook(module, args):\n    pass\n" + _ON,
    ),
    Mistake(
        shared.ASKS_FOR_MORE,
        shared.asks_for_more,
        "def pre_hook(module, args, kwargs, factor):\n    return args, {'factor': 3.0}\n" + _ON,
    ),
    Mistake(
        beliefs.NO_DICT,
        lambda facts: shared.raised(facts, "TypeError", "argument after ** must be a mapping"),
        _DEF + '    return args, min(kwargs.get("factor", 1.0), 3.0)\n' + _ON,
    ),
    Mistake(
        beliefs.NO_TUPLE,
        lambda facts: (
            facts["asked"]
            and facts["case"]["factor"] is not None
            and shared.forward_says(facts, "were given")
            and "keyword-only" in facts["error"]["message"]
        ),
        _DEF + _GOOD + "    return args[0], kwargs\n" + _ON,
    ),
    Mistake(
        beliefs.BY_PLACE,
        lambda facts: shared.forward_says(facts, "takes", "but 3"),
        _DEF + '    return (args[0], min(kwargs.get("factor", 1.0), 3.0)), {}\n' + _ON,
    ),
    Mistake(
        shared.OFF_TOO_SOON,
        shared.off_too_soon,
        _DEF + _GOOD + "with " + _ON[:-1] + ":\n    pass\n",
    ),
    Mistake(
        beliefs.FIXED,
        lambda facts: (
            (facts["case"]["factor"] is None or facts["case"]["factor"] < MOST)
            and same(facts["output"], scaled(facts["case"], MOST))
        ),
        _DEF + '    return args, {"factor": 3.0}\n' + _ON,
    ),
    Mistake(
        beliefs.ZERO_IS_NONE,
        lambda facts: (
            facts["case"]["factor"] == 0
            and not facts["error"]
            and not same(facts["output"], scaled(facts["case"], 0.0))
        ),
        _DEF + '    return args, {"factor": min(kwargs.get("factor") or 1.0, 3.0)}\n' + _ON,
    ),
    Mistake(
        beliefs.BOTH_SIDES,
        lambda facts: (
            (facts["case"]["factor"] or 0) < -MOST
            and same(facts["output"], scaled(facts["case"], -MOST))
        ),
        _DEF + _GOOD.replace("min(", "max(-3.0, min(").replace("3.0)\n", "3.0))\n") + _ON,
    ),
    Mistake(
        shared.FORGOT_TO_RETURN,
        lambda facts: _plain(facts) and "forward pre" in shared.kinds(facts),
        _DEF + '    factor = min(kwargs.get("factor", 1.0), 3.0)\n' + _ON,
    ),
)
"""Tried in this order; the first whose signs are there is told."""
