"""What goes wrong in mask-before-backward: beliefs, their signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

import torch

from helpers.grading.data import same
from helpers.grading.exercise import Facts, Mistake
from helpers.grading.lessons.backward_hooks import _mask_before_backward_beliefs as beliefs
from helpers.grading.lessons.backward_hooks import _shared as shared
from helpers.grading.lessons.backward_hooks._shared import kinds, raised
from helpers.grading.misconceptions import NEVER_REGISTERED


def _first_pass(facts: Facts) -> dict[str, Any]:
    passes = facts["passes"] or [{}]
    return dict(passes[0])


def _is(facts: Facts, how: str, *keys: str) -> bool:
    """Say whether the first pass came out as this way of masking, and no other, would make it."""
    seen, ways = _first_pass(facts), facts["case"]["wanted"]
    return all([way for way in ways if same(seen[key], ways[way][key])] == [how] for key in keys)


def _differs(facts: Facts, *keys: str) -> bool:
    """Say whether something of the first pass is not as it should be."""
    seen, kept = _first_pass(facts), facts["case"]["wanted"]["kept"]
    return bool(seen) and not all(same(seen[key], kept[key]) for key in keys)


def _live(facts: Facts, kind: str = "backward pre") -> bool:
    return kind in kinds(facts)


def _rows_for_columns(facts: Facts) -> bool:
    """Say whether the mask was laid along the batch: it doesn't fit there, or takes a row away."""
    return (
        raised(facts, "IndexError", "shape of the mask")
        or raised(facts, "IndexError", "out of bounds for dimension 0")
        or (
            raised(facts, "RuntimeError", "size of tensor", "must match the size")
            and "keep" in shared.line(facts)
        )
        or ("all but a row" in facts["case"]["wanted"] and _is(facts, "all but a row", "weight"))
    )


def _scaled(facts: Facts) -> bool:
    """Say whether the right entries were masked, and the others multiplied by one number."""
    seen = torch.tensor(_first_pass(facts)["bias"]["tensor"])
    kept = torch.tensor(facts["case"]["wanted"]["kept"]["bias"]["tensor"])
    factor = float((seen * kept).sum() / (kept * kept).sum())
    return abs(factor - 1) > 1e-3 and factor != 0 and torch.allclose(seen, kept * factor)


_DEF = "def mask(module, grad_output):\n"
_RETURN = "    return (grad_output[0] * keep,)\n"
_REGISTER = "layer.register_full_backward_pre_hook(mask)\n"

MISTAKES = (
    Mistake(
        shared.ON_THE_CLASS,
        shared.on_the_class,
        _DEF + _RETURN + "nn.Linear.register_full_backward_pre_hook(mask)\n",
    ),
    Mistake(
        shared.CALLED_AT_ONCE,
        shared.called_at_once,
        _DEF + _RETURN + "layer.register_full_backward_pre_hook(mask())\n",
    ),
    Mistake(
        shared.ITEM_ASSIGNMENT,
        lambda facts: raised(facts, "TypeError", "'tuple' object does not support item assignment"),
        _DEF + "    grad_output[0] = grad_output[0] * keep\n    return grad_output\n" + _REGISTER,
    ),
    Mistake(
        beliefs.TUPLE,
        lambda facts: (
            raised(facts, "AttributeError", "'tuple' object has no attribute")
            or (raised(facts, "TypeError") and "grad_output" in shared.line(facts))
            or raised(facts, "TypeError", "multiply sequence")
        ),
        _DEF + "    return grad_output * keep\n" + _REGISTER,
    ),
    Mistake(
        beliefs.FULL_HOOK,
        lambda facts: _live(facts, "backward") and not _live(facts),
        "def mask(module, grad_input, grad_output):\n    return (grad_output[0] * keep,)\n"
        "layer.register_full_backward_hook(mask)\n",
    ),
    Mistake(
        shared.OLD_HOOK,
        lambda facts: _live(facts, "old backward"),
        "def mask(module, grad_input, grad_output):\n"
        "    return tuple(g * 0 for g in grad_input)\nlayer.register_backward_hook(mask)\n",
    ),
    Mistake(
        shared.SIGNATURE,
        shared.wrong_arguments,
        "def mask(module, grad_input, grad_output):\n" + _RETURN + _REGISTER,
    ),
    Mistake(
        beliefs.ROWS,
        _rows_for_columns,
        _DEF + "    grad = grad_output[0].clone()\n    grad[keep == 0] = 0\n"
        "    return (grad,)\n" + _REGISTER,
    ),
    Mistake(
        beliefs.DROPS,
        lambda facts: raised(facts, "RuntimeError", "hook", "has changed the size"),
        _DEF + "    return (grad_output[0][..., keep == 1],)\n" + _REGISTER,
    ),
    Mistake(
        shared.BARE_TENSOR,
        shared.wrong_return,
        _DEF + "    return grad_output[0] * keep\n" + _REGISTER,
    ),
    Mistake(
        shared.GLOBAL_HOOK,
        lambda facts: (
            shared.is_global(facts)
            and not same(facts["bystander"], facts["case"]["wanted"]["without a hook"])
        ),
        _DEF + _RETURN + "nn.modules.module.register_module_full_backward_pre_hook(mask)\n",
    ),
    Mistake(
        shared.REMOVED,
        lambda facts: shared.all_removed(facts) and _differs(facts, "weight"),
        _DEF + _RETURN + "with layer.register_full_backward_pre_hook(mask):\n    pass\n",
    ),
    Mistake(
        beliefs.FORWARD_MASK,
        lambda facts: _differs(facts, "output"),
        "layer.register_forward_hook(lambda module, input, output: output * keep)\n",
    ),
    Mistake(
        beliefs.WEIGHTS_ONLY,
        lambda facts: (
            _is(facts, "kept", "weight")
            and _is(facts, "without a hook", "x")
            and _differs(facts, "x")
        ),
        "layer.weight.register_hook(lambda grad: grad * keep[:, None])\n"
        "layer.bias.register_hook(lambda grad: grad * keep)\n",
    ),
    Mistake(
        shared.ELSEWHERE,
        lambda facts: shared.elsewhere(facts, "layer") and _is(facts, "without a hook", "weight"),
        _DEF + _RETURN + "nn.Linear(2, 3).register_full_backward_pre_hook(mask)\n",
    ),
    Mistake(
        NEVER_REGISTERED,
        lambda facts: not facts["registrations"] and not facts["error"],
        _DEF + _RETURN,
    ),
    Mistake(
        beliefs.IN_PLACE,
        lambda facts: _differs(facts, "sent"),
        _DEF + "    grad_output[0].mul_(keep)\n" + _REGISTER,
    ),
    Mistake(
        shared.FORGOT_TO_RETURN,
        lambda facts: (
            _live(facts) and _differs(facts, "weight") and _is(facts, "without a hook", "weight")
        ),
        _DEF + "    grad = grad_output[0] * keep\n" + _REGISTER,
    ),
    Mistake(
        beliefs.HARD_CODED,
        lambda facts: _differs(facts, "weight") and _is(facts, "the task's keep", "weight", "bias"),
        _DEF + "    return (grad_output[0] * torch.tensor([1., 0., 1.]),)\n" + _REGISTER,
    ),
    Mistake(
        beliefs.INVERTED,
        lambda facts: _differs(facts, "weight") and _is(facts, "the others", "weight", "bias"),
        _DEF + "    return (grad_output[0] * (1 - keep),)\n" + _REGISTER,
    ),
    Mistake(
        beliefs.ONCE,
        lambda facts: (
            not _differs(facts, "weight", "bias", "x")
            and not same(facts["passes"][0], facts["passes"][1])
        ),
        _DEF + "    handle.remove()\n" + _RETURN + "handle = " + _REGISTER,
    ),
    Mistake(
        beliefs.SCALED,
        _scaled,
        _DEF + "    return (grad_output[0] * keep * 2,)\n" + _REGISTER,
    ),
)
"""Tried in this order; the first whose signs are there is told."""
