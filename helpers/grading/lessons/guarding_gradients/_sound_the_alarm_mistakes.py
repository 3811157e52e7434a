"""What goes wrong in sound-the-alarm: the signs of each belief, and a specimen."""

from __future__ import annotations

from helpers.grading.data import same
from helpers.grading.exercise import Mistake
from helpers.grading.lessons.guarding_gradients import _shared as shared
from helpers.grading.lessons.guarding_gradients import _sound_the_alarm_beliefs as beliefs
from helpers.grading.lessons.guarding_gradients import _sound_the_alarm_signs as signs
from helpers.grading.lessons.tensor_hooks import _shared as tensor
from helpers.grading.misconceptions import CALLED_AT_REGISTRATION
from helpers.grading.specimens import but_for

_RIGHT = (
    "from functools import partial\n"
    "def ring(name, grad):\n"
    "    norm = grad.norm().item()\n"
    "    if not norm <= limit:\n"
    "        alarms.append((name, now['step'], norm))\n"
    "for name, p in model.named_parameters():\n"
    "    p.register_hook(partial(ring, name))\n"
)


MISTAKES = (
    Mistake(
        CALLED_AT_REGISTRATION,
        shared.called_at_once,
        but_for(_RIGHT, ("partial(ring, name)", "ring(name, p)")),
    ),
    Mistake(
        tensor.SIGNATURE,
        shared.wrong_arguments,
        but_for(_RIGHT, ("ring(name, grad)", "ring(name, p, grad)")),
    ),
    Mistake(
        tensor.TRUTH,
        tensor.asked_for_truth,
        but_for(_RIGHT, ("not norm <= limit", "grad > limit")),
    ),
    Mistake(
        tensor.STALE_GRAD,
        lambda facts: tensor.met_none(facts) and "tensor" in shared.kinds(facts),
        but_for(
            _RIGHT, ("ring(name, grad)", "ring(name, p, grad)"), ("grad.norm()", "p.grad.norm()")
        ).replace("partial(ring, name)", "partial(ring, name, p)"),
    ),
    Mistake(
        tensor.BAD_RETURN,
        tensor.bad_return,
        but_for(_RIGHT, ("step'], norm))\n", "step'], norm))\n    return norm\n")),
    ),
    Mistake(
        tensor.TOO_EARLY,
        lambda facts: (
            bool(facts["registrations"])
            and all(entry["removed"] for entry in facts["registrations"])
            and signs.silent(facts)
        ),
        "handles = []\n"
        + but_for(
            _RIGHT, ("    p.register", "    handles += [p.register"), ("name))\n", "name))]\n")
        )
        + "for handle in handles:\n    handle.remove()\n",
    ),
    Mistake(
        beliefs.ON_MODULES,
        lambda facts: bool({"backward", "backward pre", "forward"} & shared.kinds(facts)),
        "def ring(module, grad_input, grad_output):\n"
        "    norm = grad_output[0].norm().item()\n"
        "    if not norm <= limit:\n"
        "        alarms.append((names[module], now['step'], norm))\n"
        "names = {module: name for name, module in model.named_modules()}\n"
        "for module in model.children():\n"
        "    module.register_full_backward_hook(ring)\n",
    ),
    Mistake(
        beliefs.AT_THE_STEP,
        lambda facts: facts["at_step"] and not facts["registrations"],
        "def look(optimizer, args, kwargs):\n    for name, p in model.named_parameters():\n"
        "        if not p.grad.norm() <= limit:\n"
        "            alarms.append((name, now['step'], p.grad.norm().item()))\n"
        "optimizer.register_step_pre_hook(look)\n",
    ),
    Mistake(
        beliefs.RAISES,
        lambda facts: (
            shared.doing(facts, "calling model") and tensor.line(facts).startswith("raise ")
        ),
        but_for(_RIGHT, ("alarms.append((name, now['step'], norm))", "raise OverflowError(name)")),
    ),
    Mistake(
        beliefs.LAYERS,
        signs.takes_layers,
        "for name, layer in model.named_children():\n    def ring(grad, name=name):\n"
        "        if not grad.norm() <= limit:\n"
        "            alarms.append((name, now['step'], grad.norm().item()))\n"
        "    layer.weight.register_hook(ring)\n    layer.bias.register_hook(ring)\n",
    ),
    Mistake(
        beliefs.BY_HAND,
        lambda facts: not facts["registrations"] and (not facts["error"] or tensor.met_none(facts)),
        "for name, p in model.named_parameters():\n"
        "    if p.grad is not None and not p.grad.norm() <= limit:\n"
        "        alarms.append((name, now['step'], p.grad.norm().item()))\n",
    ),
    Mistake(
        beliefs.CHANGES,
        lambda facts: (
            not facts["error"]
            and facts["grads"] != facts["case"]["grads"]
            and not same(facts["grads"], facts["case"]["grads"])
        ),
        but_for(_RIGHT, ("step'], norm))\n", "step'], norm))\n        return grad / norm\n")),
    ),
    Mistake(
        tensor.LATE_BOUND,
        lambda facts: (
            [type(name) for name in set(signs.column(signs.seen_in(facts), 0))] == [str]
            and len(signs.seen_in(facts)) == len(facts["case"]["wanted"])
            and len(set(signs.column(facts["case"]["wanted"], 0))) > 1
        ),
        but_for(_RIGHT, ("partial(ring, name)", "lambda grad: ring(name, grad)")),
    ),
    Mistake(
        beliefs.COUNTS_CALLS,
        lambda facts: (
            signs.steps_wrong(facts)
            and any(
                isinstance(step, int) and step for step in signs.column(signs.seen_in(facts), 1)
            )
        ),
        "calls = []\n"
        + but_for(
            _RIGHT,
            ("    norm = grad", "    calls.append(1)\n    norm = grad"),
            ("now['step']", "len(calls)"),
        ),
    ),
    Mistake(
        beliefs.STEP_TOO_EARLY,
        lambda facts: (
            signs.steps_wrong(facts) and set(signs.column(signs.seen_in(facts), 1)) == {0}
        ),
        "step = now['step']\n" + but_for(_RIGHT, ("now['step']", "step")),
    ),
    Mistake(
        beliefs.ANOTHER_ORDER,
        signs.another_order,
        but_for(_RIGHT, ("(name, now['step'], norm)", "(now['step'], name, norm)")),
    ),
    Mistake(
        tensor.GETS_THE_TENSOR,
        signs.measures_the_tensor,
        but_for(_RIGHT, ("register_hook", "register_post_accumulate_grad_hook")),
    ),
    Mistake(
        beliefs.KEPT_INSIDE,
        lambda facts: signs.silent(facts) or tensor.raised(facts, "UnboundLocalError", "alarms"),
        but_for(
            _RIGHT,
            ("alarms.append((name, now['step'], norm))", "alarms = [(name, now['step'], norm)]"),
        ),
    ),
    Mistake(
        beliefs.WEIGHTS_ONLY,
        signs.weights_only,
        but_for(_RIGHT, ("    p.register", "    if name.endswith('weight'): p.register")),
    ),
    Mistake(
        beliefs.NAN_SLEEPS,
        signs.nan_missing,
        but_for(_RIGHT, ("not norm <= limit", "norm > limit")),
    ),
    Mistake(
        beliefs.LIMIT_RINGS,
        signs.rings_at_the_limit,
        but_for(_RIGHT, ("<= limit", "< limit")),
    ),
    Mistake(
        beliefs.TOTAL,
        lambda facts: signs.holds(facts, "total"),
        but_for(
            _RIGHT,
            ("ring(name, grad)", "ring(name, p)"),
            ("grad.norm()", "p.grad.norm()"),
            ("register_hook", "register_post_accumulate_grad_hook"),
        ),
    ),
    Mistake(
        beliefs.LARGEST,
        lambda facts: signs.holds(facts, "largest"),
        but_for(_RIGHT, ("grad.norm()", "grad.abs().max()")),
    ),
    Mistake(
        beliefs.LARGEST_DECIDES,
        signs.largest_decides,
        but_for(_RIGHT, ("not norm <= limit", "not grad.abs().max() <= limit")),
    ),
    Mistake(
        beliefs.RINGS_ONCE,
        signs.rings_once,
        "rung = set()\n"
        + but_for(
            _RIGHT,
            (
                "if not norm <= limit:\n",
                "if not norm <= limit and (name, now['step']) not in rung:\n"
                "        rung.add((name, now['step']))\n",
            ),
        ),
    ),
    Mistake(
        beliefs.TURNED_ROUND,
        signs.rings_within,
        but_for(_RIGHT, ("not norm <= limit", "norm <= limit")),
    ),
    Mistake(
        beliefs.RINGS_ALWAYS,
        signs.every_gradient,
        but_for(_RIGHT, ("    if not norm <= limit:\n    ", "")),
    ),
    Mistake(
        beliefs.OWN_LIMIT,
        signs.another_limit,
        but_for(_RIGHT, ("<= limit", "<= 1000.0")),
    ),
    Mistake(
        beliefs.OTHER_NUMBER,
        signs.strange_numbers,
        but_for(_RIGHT, ("norm = grad.norm().item()", "norm = (grad.norm() ** 2).item()")),
    ),
)
"""Tried in this order; the first whose signs are there is told."""
