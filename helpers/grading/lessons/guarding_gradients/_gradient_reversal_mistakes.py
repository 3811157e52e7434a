"""What goes wrong in gradient-reversal: the signs of each belief, and a specimen."""

from __future__ import annotations

from helpers.grading.exercise import Mistake
from helpers.grading.lessons.backward_hooks import _shared as backward
from helpers.grading.lessons.backward_hooks._flip_the_gradient_beliefs import TUPLE
from helpers.grading.lessons.guarding_gradients import _gradient_reversal_beliefs as beliefs
from helpers.grading.lessons.guarding_gradients import _gradient_reversal_signs as signs
from helpers.grading.lessons.guarding_gradients import _shared as shared
from helpers.grading.lessons.guarding_gradients._gradient_reversal_answers import (
    FUNCTION,
    MODULE,
    TENSOR,
)
from helpers.grading.lessons.tensor_hooks import _shared as tensor
from helpers.grading.misconceptions import CALLED_AT_REGISTRATION
from helpers.grading.specimens import but_for

MISTAKES = (
    Mistake(
        beliefs.NO_CLASS,
        lambda facts: (
            (facts["defined"] is False and not facts["error"])
            or tensor.raised(facts, "TypeError", "Reversal() missing")
        ),
        "strength = 1.0\nh = h.view_as(h)\nh.register_hook(lambda grad: -strength * grad)\n",
    ),
    Mistake(
        beliefs.NO_SUPER,
        lambda facts: (
            tensor.raised(facts, "AttributeError", "object has no attribute '_")
            or tensor.raised(facts, "AttributeError", "Module.__init__() call")
        ),
        but_for(TENSOR, ("        super().__init__()\n", "")),
    ),
    Mistake(
        TUPLE,
        lambda facts: (
            tensor.raised(facts, "TypeError", "multiply sequence")
            or tensor.raised(facts, "TypeError", "bad operand type", "tuple")
        ),
        but_for(MODULE, ("grad_input[0],)", "grad_input)")),
    ),
    Mistake(
        tensor.STALE_GRAD,
        lambda facts: tensor.met_none(facts) and "tensor" in shared.kinds(facts),
        but_for(TENSOR, ("self.strength * grad", "self.strength * y.grad")),
    ),
    Mistake(
        CALLED_AT_REGISTRATION,
        shared.called_at_once,
        but_for(MODULE, ("_hook(turn)", "_hook(turn(self, (torch.ones(1),), None))")),
    ),
    Mistake(
        backward.SIGNATURE,
        lambda facts: shared.wrong_arguments(facts) and "backward" in shared.kinds(facts),
        but_for(MODULE, ("turn(module, grad_input, grad_output)", "turn(module, grad_input)")),
    ),
    Mistake(
        tensor.SIGNATURE,
        lambda facts: shared.wrong_arguments(facts) and "tensor" in shared.kinds(facts),
        but_for(TENSOR, ("lambda grad:", "lambda layer, grad:")),
    ),
    Mistake(
        backward.BARE_TENSOR,
        backward.wrong_return,
        but_for(MODULE, ("return (-module.strength * grad_input[0],)", "return -grad_input[0]")),
    ),
    Mistake(
        tensor.NO_GRAD,
        signs.needs_grad,
        but_for(TENSOR, ("        if y.requires_grad:\n    ", "")),
    ),
    Mistake(
        beliefs.EVERY_CALL,
        lambda facts: (
            facts["most_on_one"] > 1
            and signs.right(facts, "output")
            and not signs.right(facts, "two_heads", "again")
        ),
        but_for(
            MODULE,
            ("        self.register_full_backward_hook(turn)\n", ""),
            (
                "        return x\n",
                "        self.register_full_backward_hook(turn)\n        return x\n",
            ),
        ),
    ),
    Mistake(
        beliefs.VALUES,
        lambda facts: signs.wrong(facts, "output"),
        "class Reversal(nn.Module):\n    def __init__(self, strength):\n"
        "        super().__init__()\n        self.strength = strength\n"
        "    def forward(self, x):\n        return -self.strength * x\n",
    ),
    Mistake(
        beliefs.STOPPED,
        lambda facts: facts["case"]["strength"] != 0 and signs.came_out_as(facts, "stopped"),
        but_for(TENSOR, ("x.view_as(x)", "x.detach().requires_grad_()")),
    ),
    Mistake(
        beliefs.EVERYONE,
        lambda facts: (
            facts["case"]["strength"] != 0
            and signs.came_out_as(facts, "both heads", "both heads, no strength")
        ),
        but_for(TENSOR, ("y = x.view_as(x)", "y = x")),
    ),
    Mistake(
        beliefs.SIGN,
        lambda facts: (
            facts["case"]["strength"] not in (0, 1) and signs.came_out_as(facts, "sign kept")
        ),
        but_for(TENSOR, ("-self.strength", "self.strength")),
    ),
    Mistake(
        beliefs.NO_STRENGTH,
        lambda facts: signs.came_out_as(facts, "no strength"),
        but_for(TENSOR, ("-self.strength * grad", "-grad")),
    ),
    Mistake(
        beliefs.NOTHING_BACK,
        lambda facts: not facts["hooks"] and signs.came_out_as(facts, "not reversed"),
        but_for(
            MODULE,
            ("        self.register_full_backward_hook(turn)\n", ""),
            (
                "def turn",
                "    def backward(self, grad):\n        return -self.strength * grad\ndef turn",
            ),
        ),
    ),
    Mistake(
        beliefs.FORGOT,
        lambda facts: bool(facts["hooks"]) and signs.came_out_as(facts, "not reversed"),
        but_for(MODULE, ("    return (-", "    (-")),
    ),
    Mistake(
        beliefs.NO_HOOK,
        lambda facts: not facts["hooks"] and signs.right(facts, "output", "two_heads"),
        FUNCTION,
    ),
    Mistake(
        beliefs.IN_PLACE,
        lambda facts: signs.right(facts, "two_heads") and signs.wrong(facts, "a_sum"),
        but_for(TENSOR, ("-self.strength * grad", "grad.mul_(-self.strength)")),
    ),
    Mistake(
        beliefs.STRENGTH_LOCKED,
        lambda facts: (
            "strength = " in str((facts["error"] or {}).get("doing"))
            and (
                tensor.raised(facts, "TypeError", "cannot assign")
                or tensor.raised(facts, "AttributeError", "strength")
            )
        ),
        but_for(
            MODULE,
            (
                "        self.strength = strength\n",
                "        self.register_buffer('strength', torch.tensor(float(strength)))\n",
            ),
        ),
    ),
    Mistake(
        beliefs.ONE_USE,
        signs.one_of_two,
        but_for(
            TENSOR,
            ("self.strength = strength\n", "self.strength, self.on = strength, None\n"),
            (
                "            y.register_hook",
                "            if self.on: self.on.remove()\n            self.on = y.register_hook",
            ),
        ),
    ),
    Mistake(
        beliefs.FIXED,
        lambda facts: signs.right(facts, "two_heads") and signs.wrong(facts, "later"),
        but_for(
            MODULE,
            ("_hook(turn)", "_hook(lambda m, gi, go: (-strength * gi[0],))"),
        ),
    ),
    Mistake(
        beliefs.AT_FORWARD,
        lambda facts: signs.right(facts, "later") and signs.wrong(facts, "between"),
        but_for(
            TENSOR,
            ("y = x.view_as(x)", "y, strength = x.view_as(x), self.strength"),
            ("-self.strength", "-strength"),
        ),
    ),
    Mistake(
        beliefs.COPY,
        signs.asks_the_original,
        but_for(
            MODULE,
            ("_hook(turn)", "_hook(lambda m, gi, go: (-self.strength * gi[0],))"),
        ),
    ),
)
"""Tried in this order; the first whose signs are there is told."""
