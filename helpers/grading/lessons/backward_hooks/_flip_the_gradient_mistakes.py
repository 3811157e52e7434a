"""What goes wrong in flip-the-gradient: beliefs, their signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

import torch

from helpers.grading.data import same
from helpers.grading.exercise import Facts, Mistake
from helpers.grading.lessons.backward_hooks import _flip_the_gradient_beliefs as beliefs
from helpers.grading.lessons.backward_hooks import _shared as shared
from helpers.grading.lessons.backward_hooks._shared import kinds, raised
from helpers.grading.misconceptions import NEVER_REGISTERED


def _first(facts: Facts) -> dict[str, Any]:
    return dict((facts["steps"] or [{}])[0])


def _is(facts: Facts, how: str, key: str = "features") -> bool:
    """Say whether the first step came out as this way of flipping, and no other, would make it."""
    ways = facts["case"]["wanted"]
    return [way for way in ways if same(_first(facts)[key], ways[way][key])] == [how]


def _differs(facts: Facts, key: str) -> bool:
    return bool(_first(facts)) and not same(
        _first(facts)[key], facts["case"]["wanted"]["flipped"][key]
    )


def _domains_part(facts: Facts) -> tuple[torch.Tensor, torch.Tensor]:
    """Return what came to features from domain in the first step, and what comes without a hook."""
    ways = facts["case"]["wanted"]
    seen, plain, label = (
        torch.tensor(one["features"]["tensor"])
        for one in (_first(facts), ways["without a hook"], ways["stopped"])
    )
    return seen - label, plain - label


def _without_sign(facts: Facts) -> bool:
    """Say whether domain's part lost its signs, where it has entries of both."""
    seen, plain = _domains_part(facts)
    mixed = bool((plain > 0).any() and (plain < 0).any())
    return mixed and any(
        torch.allclose(seen, size, atol=1e-4) for size in (plain.abs(), -plain.abs())
    )


def _other_strength(facts: Facts) -> bool:
    """Say whether domain's part came multiplied by one number that isn't 1, 0 or -1."""
    seen, plain = _domains_part(facts)
    factor = float((seen * plain).sum() / (plain * plain).sum())
    usual = min(abs(factor - one) for one in (-1, 0, 1)) < 1e-3
    return not usual and torch.allclose(seen, plain * factor, atol=1e-4)


_DEF = "def flip(module, grad_input, grad_output):\n"
_RETURN = "    return (-grad_input[0],)\n"
_REGISTER = "domain.register_full_backward_hook(flip)\n"

MISTAKES = (
    Mistake(
        shared.ON_THE_CLASS,
        shared.on_the_class,
        _DEF + _RETURN + "nn.Linear.register_full_backward_hook(flip)\n",
    ),
    Mistake(
        shared.CALLED_AT_ONCE,
        shared.called_at_once,
        _DEF + _RETURN + "domain.register_full_backward_hook(flip())\n",
    ),
    Mistake(
        shared.ITEM_ASSIGNMENT,
        lambda facts: raised(facts, "TypeError", "'tuple' object does not support item assignment"),
        _DEF + "    grad_input[0] = -grad_input[0]\n" + _REGISTER,
    ),
    Mistake(
        beliefs.TUPLE,
        lambda facts: (
            raised(facts, "AttributeError", "'tuple' object has no attribute")
            or raised(facts, "TypeError", "bad operand type", "tuple")
            or raised(facts, "TypeError", "multiply sequence")
        ),
        _DEF + "    return -grad_input\n" + _REGISTER,
    ),
    Mistake(
        shared.SIGNATURE,
        shared.wrong_arguments,
        "def flip(grad_input):\n    return (-grad_input[0],)\n" + _REGISTER,
    ),
    Mistake(
        beliefs.RETURNS_GRAD_OUTPUT,
        lambda facts: raised(facts, "RuntimeError", "hook", "has changed the size"),
        _DEF + "    return (-grad_output[0],)\n" + _REGISTER,
    ),
    Mistake(
        shared.BARE_TENSOR,
        shared.wrong_return,
        _DEF + "    return -grad_input[0]\n" + _REGISTER,
    ),
    Mistake(
        shared.OLD_HOOK,
        lambda facts: "old backward" in kinds(facts) and _differs(facts, "domain"),
        _DEF + "    return tuple(-g for g in grad_input)\ndomain.register_backward_hook(flip)\n",
    ),
    Mistake(
        shared.GLOBAL_HOOK,
        lambda facts: shared.is_global(facts) and _differs(facts, "features"),
        _DEF
        + "    if grad_input[0] is not None:\n    "
        + _RETURN
        + "nn.modules.module.register_module_full_backward_hook(flip)\n",
    ),
    Mistake(
        shared.REMOVED,
        lambda facts: shared.all_removed(facts) and _is(facts, "without a hook"),
        _DEF + _RETURN + "handle = " + _REGISTER + "handle.remove()\n",
    ),
    Mistake(
        beliefs.OUTPUT,
        lambda facts: _differs(facts, "outputs"),
        "domain.register_forward_hook(lambda module, input, output: -output)\n",
    ),
    Mistake(
        beliefs.BEFORE,
        lambda facts: "backward pre" in kinds(facts, "domain") and _differs(facts, "domain"),
        "def flip(module, grad_output):\n    return (-grad_output[0],)\n"
        "domain.register_full_backward_pre_hook(flip)\n",
    ),
    Mistake(
        beliefs.DOMAIN_TOO,
        lambda facts: (
            _differs(facts, "domain") and (_is(facts, "flipped") or _is(facts, "without a hook"))
        ),
        "domain.weight.register_hook(lambda grad: -grad)\n",
    ),
    Mistake(
        beliefs.ALL_OF_IT,
        lambda facts: _is(facts, "both flipped", "body"),
        "def flip(module, grad_output):\n    return (-grad_output[0],)\n"
        "body.register_full_backward_pre_hook(flip)\n",
    ),
    Mistake(
        beliefs.OTHER_HEAD,
        lambda facts: _is(facts, "label flipped"),
        _DEF + _RETURN + "label.register_full_backward_hook(flip)\n",
    ),
    Mistake(
        beliefs.STOPPED,
        lambda facts: _is(facts, "stopped"),
        _DEF + "    return (None,)\n" + _REGISTER,
    ),
    Mistake(
        beliefs.EDITS_OUTPUT,
        lambda facts: facts["edits"][1] and _is(facts, "without a hook"),
        _DEF + "    grad_output[0].neg_()\n" + _REGISTER,
    ),
    Mistake(
        beliefs.IN_PLACE,
        lambda facts: facts["edits"][0] and facts["kept"] is False,
        _DEF + "    grad_input[0].neg_()\n" + _REGISTER,
    ),
    Mistake(
        beliefs.TWICE,
        lambda facts: (
            sum(entry["on"] == "domain" for entry in facts["registrations"]) > 1
            and _is(facts, "without a hook")
        ),
        _DEF + _RETURN + _REGISTER + _REGISTER,
    ),
    Mistake(
        beliefs.WITHOUT_SIGN,
        _without_sign,
        _DEF + "    return (-grad_input[0].abs(),)\n" + _REGISTER,
    ),
    Mistake(
        shared.FORGOT_TO_RETURN,
        lambda facts: "backward" in kinds(facts, "domain") and _is(facts, "without a hook"),
        _DEF + "    -grad_input[0]\n" + _REGISTER,
    ),
    Mistake(
        shared.ELSEWHERE,
        lambda facts: (
            shared.elsewhere(facts, "body", "label", "domain") and _is(facts, "without a hook")
        ),
        _DEF + _RETURN + "nn.Linear(3, 1).register_full_backward_hook(flip)\n",
    ),
    Mistake(
        NEVER_REGISTERED,
        lambda facts: not facts["registrations"] and not facts["error"],
        _DEF + _RETURN,
    ),
    Mistake(
        beliefs.OTHER_STRENGTH,
        _other_strength,
        _DEF + "    return (-2 * grad_input[0],)\n" + _REGISTER,
    ),
    Mistake(
        beliefs.WRONG_MODULE,
        lambda facts: (
            {entry["on"] for entry in facts["registrations"]} in ({"body"}, {"label"})
            and not facts["error"]
        ),
        _DEF
        + "    return tuple(g if g is None else -g for g in grad_input)\n"
        + "body.register_full_backward_hook(flip)\n",
    ),
)
"""Tried in this order; the first whose signs are there is told."""
