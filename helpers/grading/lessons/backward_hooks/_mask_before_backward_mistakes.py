"""What goes wrong in mask-before-backward: beliefs, their signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

from helpers.grading.data import same
from helpers.grading.exercise import Facts, Misconception, Mistake
from helpers.grading.lessons.backward_hooks import _shared as shared
from helpers.grading.lessons.backward_hooks._shared import BEFORE, kinds, raised
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


FULL_HOOK = Misconception(
    "full-hook-comes-too-late",
    "that a full backward hook can still change what the module's own backward does.",
    "when it runs, the weights' gradients are being worked out from grad_output already, and what "
    "it returns replaces grad_input alone. Another hook runs before.",
    BEFORE,
)
TUPLE = Misconception(
    "grad-output-is-a-tensor",
    "that grad_output is a tensor that one can calculate with.",
    "it is a tuple with an entry for each output, even when there is only one. Take the entry out, "
    "and return a tuple again.",
    BEFORE,
)
DROPS = Misconception(
    "drops-instead-of-zeroing",
    "that entries can be left out of a gradient.",
    "a gradient has the shape of its tensor, always. To say “nothing here”, put a zero there.",
    BEFORE,
)
IN_PLACE = Misconception(
    "edits-grad-output-in-place",
    "that grad_output is the hook's own copy.",
    "it holds the tensor that was sent. Your edit changed it for whoever sent it, and for all who "
    "still need it. Return a new one.",
    BEFORE,
)
FORWARD_MASK = Misconception(
    "masks-the-forward-pass",
    "that to stop a gradient one stops the value.",
    "layer's output itself came out changed. The task leaves the forward pass alone: only the "
    "gradient is masked, on its way back.",
    BEFORE,
)
WEIGHTS_ONLY = Misconception(
    "masks-the-weights-alone",
    "that masking the weights' gradients is enough.",
    "the weights are masked, but the input isn't: outputs where keep is 0 still send their "
    "gradient back. Masked before layer's backward, the gradient reaches neither.",
    BEFORE,
)
HARD_CODED = Misconception(
    "mask-written-down",
    "that keep is always [1., 0., 1.].",
    "your hook masks the same outputs whatever keep says. Use keep itself.",
    BEFORE,
)
INVERTED = Misconception(
    "mask-turned-round",
    "that keep says which outputs to zero.",
    "just the others were zeroed. Where keep is 1 the gradient stays; where it is 0 it goes.",
    BEFORE,
)
ONCE = Misconception(
    "works-for-one-pass",
    "that a hook is needed for one pass only.",
    "the first pass was masked, the second wasn't. A hook that stays on masks them all.",
    shared.FIRES,
)

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
        TUPLE,
        lambda facts: (
            raised(facts, "AttributeError", "'tuple' object has no attribute")
            or (raised(facts, "TypeError") and "grad_output" in shared.line(facts))
            or raised(facts, "TypeError", "multiply sequence")
        ),
        _DEF + "    return grad_output * keep\n" + _REGISTER,
    ),
    Mistake(
        FULL_HOOK,
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
        DROPS,
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
        FORWARD_MASK,
        lambda facts: _differs(facts, "output"),
        "layer.register_forward_hook(lambda module, input, output: output * keep)\n",
    ),
    Mistake(
        WEIGHTS_ONLY,
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
        IN_PLACE,
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
        HARD_CODED,
        lambda facts: _differs(facts, "weight") and _is(facts, "the task's keep", "weight", "bias"),
        _DEF + "    return (grad_output[0] * torch.tensor([1., 0., 1.]),)\n" + _REGISTER,
    ),
    Mistake(
        INVERTED,
        lambda facts: _differs(facts, "weight") and _is(facts, "the others", "weight", "bias"),
        _DEF + "    return (grad_output[0] * (1 - keep),)\n" + _REGISTER,
    ),
    Mistake(
        ONCE,
        lambda facts: (
            not _differs(facts, "weight", "bias", "x")
            and not same(facts["passes"][0], facts["passes"][1])
        ),
        _DEF + "    handle.remove()\n" + _RETURN + "handle = " + _REGISTER,
    ),
)
"""Tried in this order; the first whose signs are there is told."""
