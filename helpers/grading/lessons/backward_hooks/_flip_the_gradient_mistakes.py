"""What goes wrong in flip-the-gradient: beliefs, their signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

from helpers.grading.data import same
from helpers.grading.exercise import Facts, Misconception, Mistake
from helpers.grading.lessons.backward_hooks import _shared as shared
from helpers.grading.lessons.backward_hooks._shared import HOLD, RETURN, kinds, raised
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


TUPLE = Misconception(
    "grad-input-is-a-tensor",
    "that grad_input is a tensor that one can calculate with.",
    "it is a tuple with an entry for each input, even when there is only one. Take the entry out, "
    "and return a tuple again.",
    HOLD,
)
RETURNS_GRAD_OUTPUT = Misconception(
    "returns-grad-output",
    "that what a full backward hook returns takes grad_output's place.",
    "it takes grad_input's place, so its entries must have the shapes of the inputs. grad_output "
    "has been used up by then.",
    RETURN,
)
BEFORE = Misconception(
    "flips-before-the-layer",
    "that a gradient may as well be turned round before a layer's backward as after it.",
    "turned round before, it reaches the layer's own weights too: domain now learns to be wrong. "
    "Turn round only what leaves it.",
    shared.BEFORE,
)
EDITS_OUTPUT = Misconception(
    "edits-grad-output-too-late",
    "that grad_output can still be changed when a full backward hook runs.",
    "the layer's backward has used it by then. Your edit changes a tensor that nobody reads any "
    "more, or that belongs to somebody else.",
    shared.BEFORE,
)
IN_PLACE = Misconception(
    "flips-in-place",
    "that grad_input is the hook's own copy.",
    "the numbers come out right, but it is the very tensor that other hooks were given: what one "
    "of them had kept was turned round behind its back. Return a new tensor.",
    RETURN,
)
ALL_OF_IT = Misconception(
    "flips-both-heads",
    "that the gradient of the features is domain's alone.",
    "it is the sum of what label and domain send back. You turned the whole sum round; only "
    "domain's part is meant, and a hook on domain sees just that.",
    HOLD,
)
OTHER_HEAD = Misconception(
    "flips-the-other-head",
    "that it doesn't matter which head the hook sits on.",
    "a hook changes what leaves its own module: label's part was turned round, domain's wasn't.",
    HOLD,
)
OUTPUT = Misconception(
    "flips-the-output",
    "that to turn a gradient round one turns the value round.",
    "an output came out changed. The forward pass is to stay as it is, and only a gradient on its "
    "way back gets another sign.",
    RETURN,
)
STOPPED = Misconception(
    "stops-the-gradient",
    "that None or zero in the returned tuple gives the gradient another sign.",
    "it stops the gradient: nothing of domain reached the features. What is wanted is the same "
    "gradient, negative.",
    RETURN,
)
TWICE = Misconception(
    "flipped-twice",
    "that two hooks which do the same are as good as one.",
    "each works on what the one before returned. Turned round twice, a gradient is as it was.",
    RETURN,
)
DOMAIN_TOO = Misconception(
    "changes-domains-weights",
    "that what a module sends back is the gradient of its weights, or depends on it.",
    "domain learns as if there were no hook, and only what it sends back to the features is turned "
    "round. Your hook changed the gradients of domain's own weights.",
    RETURN,
)

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
        TUPLE,
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
        RETURNS_GRAD_OUTPUT,
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
        OUTPUT,
        lambda facts: _differs(facts, "outputs"),
        "domain.register_forward_hook(lambda module, input, output: -output)\n",
    ),
    Mistake(
        BEFORE,
        lambda facts: "backward pre" in kinds(facts, "domain") and _differs(facts, "domain"),
        "def flip(module, grad_output):\n    return (-grad_output[0],)\n"
        "domain.register_full_backward_pre_hook(flip)\n",
    ),
    Mistake(
        DOMAIN_TOO,
        lambda facts: (
            _differs(facts, "domain") and (_is(facts, "flipped") or _is(facts, "without a hook"))
        ),
        "domain.weight.register_hook(lambda grad: -grad)\n",
    ),
    Mistake(
        ALL_OF_IT,
        lambda facts: _is(facts, "both flipped", "body"),
        "def flip(module, grad_output):\n    return (-grad_output[0],)\n"
        "body.register_full_backward_pre_hook(flip)\n",
    ),
    Mistake(
        OTHER_HEAD,
        lambda facts: _is(facts, "label flipped"),
        _DEF + _RETURN + "label.register_full_backward_hook(flip)\n",
    ),
    Mistake(
        STOPPED,
        lambda facts: _is(facts, "stopped"),
        _DEF + "    return (None,)\n" + _REGISTER,
    ),
    Mistake(
        EDITS_OUTPUT,
        lambda facts: facts["edits"][1] and _is(facts, "without a hook"),
        _DEF + "    grad_output[0].neg_()\n" + _REGISTER,
    ),
    Mistake(
        IN_PLACE,
        lambda facts: facts["edits"][0] and facts["kept"] is False,
        _DEF + "    grad_input[0].neg_()\n" + _REGISTER,
    ),
    Mistake(
        TWICE,
        lambda facts: (
            sum(entry["on"] == "domain" for entry in facts["registrations"]) > 1
            and _is(facts, "without a hook")
        ),
        _DEF + _RETURN + _REGISTER + _REGISTER,
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
)
"""Tried in this order; the first whose signs are there is told."""
