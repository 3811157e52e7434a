"""What goes wrong in clip-the-sum: the signs of each belief, and a specimen."""

from __future__ import annotations

from typing import Any

from helpers.grading.data import same
from helpers.grading.exercise import Facts, Mistake
from helpers.grading.lessons.guarding_gradients import _clip_the_sum_beliefs as beliefs
from helpers.grading.lessons.guarding_gradients import _shared as shared
from helpers.grading.lessons.tensor_hooks._shared import STALE_GRAD, line, met_none, raised
from helpers.grading.misconceptions import CALLED_AT_REGISTRATION


def _is(facts: Facts, way: str, key: str = "grads") -> bool:
    """Say whether the rounds came out as this way makes them, and not as wanted or without hook."""
    ways, number = facts["case"]["ways"], len(facts["rounds"])

    def made(by: str) -> list[Any]:
        return [each[key] for each in ways[by]][:number]

    others = {"wanted", "plain"} - {way}
    seen = [each[key] for each in facts["rounds"]]
    return bool(seen) and same(seen, made(way)) and not any(same(seen, made(o)) for o in others)


def _none_was_met(facts: Facts) -> bool:
    return (
        raised(facts, "AttributeError", "NoneType") or raised(facts, "TypeError", "NoneType")
    ) and shared.doing(facts, "training a step, passes: 0")


def _clipped_after(facts: Facts) -> bool:
    """Say whether the gradients look clipped and the weights moved by the unclipped ones."""
    return bool(facts["after"]) and _is(facts, "plain", "weights")


def _weight_was_clipped(facts: Facts) -> bool:
    """Say whether all gradients are those without a hook, and the weights aren't."""
    made, number = facts["case"]["ways"]["plain"], len(facts["rounds"])
    return all(
        same([each[key] for each in facts["rounds"]], [each[key] for each in made[:number]]) is yes
        for key, yes in (("grads", True), ("weights", False))
    )


_STEP = "optimizer.register_step_pre_hook(clip)\n"


def _hook(body: str, register: str = _STEP, arguments: str = "optimizer, args, kwargs") -> str:
    return f"def clip({arguments}):\n    {body}\n{register}"


_CLIP = "torch.nn.utils.clip_grad_norm_(model.first.weight, 1.0)"

MISTAKES = (
    Mistake(
        beliefs.STEP_SIGNATURE,
        shared.wrong_arguments,
        _hook(_CLIP, arguments="optimizer"),
    ),
    Mistake(
        CALLED_AT_REGISTRATION,
        lambda facts: raised(facts, "TypeError", "object is not callable") and not line(facts),
        f"optimizer.register_step_pre_hook({_CLIP})\n",
    ),
    Mistake(
        beliefs.STEP_RETURNS,
        lambda facts: raised(facts, "RuntimeError", "must return None or a tuple"),
        _hook("return " + _CLIP),
    ),
    Mistake(
        beliefs.ZERO_NORM,
        lambda facts: raised(facts, "ZeroDivisionError"),
        _hook(
            "g = model.first.weight.grad\n    if g is not None:\n"
            "        g.mul_(min(1.0, 1.0 / g.norm().item()))"
        ),
    ),
    Mistake(
        beliefs.CLIPS_THE_WEIGHT,
        lambda facts: facts["before"] and facts["rounds"] and _weight_was_clipped(facts),
        _hook(
            "with torch.no_grad():\n"
            "        model.first.weight.mul_((1 / model.first.weight.norm()).clamp(max=1))"
        ),
    ),
    Mistake(
        beliefs.CLIPS_A_COPY,
        lambda facts: facts["before"] and len(facts["rounds"]) > 1 and _is(facts, "plain"),
        _hook(
            "g = model.first.weight.grad\n    if g is not None and g.norm() > 1:\n"
            "        g = g / g.norm()"
        ),
    ),
    Mistake(
        beliefs.NOTHING_THERE,
        _none_was_met,
        _hook("g = model.first.weight.grad\n    g.mul_((1 / g.norm()).clamp(max=1))"),
    ),
    Mistake(
        shared.MUST_RETURN_NONE,
        lambda facts: raised(facts, "RuntimeError", "post accumulate", "should return None"),
        "model.first.weight.register_post_accumulate_grad_hook(lambda p: p.grad / 2)\n",
    ),
    Mistake(
        STALE_GRAD,
        lambda facts: met_none(facts) and "tensor" in shared.kinds(facts),
        "w = model.first.weight\nw.register_hook(lambda grad: w.grad / w.grad.norm())\n",
    ),
    Mistake(
        beliefs.OVERWRITES_STEP,
        lambda facts: facts["replaced"],
        "plain = optimizer.step\ndef step():\n    " + _CLIP + "\n    plain()\n"
        "optimizer.step = step\n",
    ),
    Mistake(
        beliefs.AFTER_STEP,
        _clipped_after,
        _hook(_CLIP, "optimizer.register_step_post_hook(clip)\n"),
    ),
    Mistake(
        beliefs.EACH_PASS,
        lambda facts: _is(facts, "per pass"),
        "model.first.weight.register_hook(lambda g: g * (1 / g.norm()).clamp(max=1))\n",
    ),
    Mistake(
        beliefs.RUNNING,
        lambda facts: _is(facts, "running total"),
        "def clip(p):\n    p.grad.mul_((1 / p.grad.norm()).clamp(max=1))\n"
        "model.first.weight.register_post_accumulate_grad_hook(clip)\n",
    ),
    Mistake(
        beliefs.NORMALISES,
        lambda facts: _is(facts, "always"),
        _hook("g = model.first.weight.grad\n    if g is not None:\n        g.div_(g.norm())"),
    ),
    Mistake(
        beliefs.BY_VALUE,
        lambda facts: _is(facts, "by value"),
        _hook("torch.nn.utils.clip_grad_value_(model.first.weight, 1.0)"),
    ),
    Mistake(
        beliefs.WHOLE_LAYER,
        lambda facts: _is(facts, "layer"),
        _hook(_CLIP.replace("first.weight", "first.parameters()")),
    ),
    Mistake(
        beliefs.EVERYTHING,
        lambda facts: _is(facts, "all together"),
        _hook(_CLIP.replace("first.weight", "parameters()")),
    ),
    Mistake(
        beliefs.ONE_BY_ONE,
        lambda facts: _is(facts, "each"),
        _hook("for p in model.parameters():\n        torch.nn.utils.clip_grad_norm_(p, 1.0)"),
    ),
    Mistake(
        beliefs.OFF_AGAIN,
        lambda facts: facts["tries"] and not facts["hooked"] and _is(facts, "plain"),
        "def clip(optimizer, args, kwargs):\n    " + _CLIP + "\n"
        "with optimizer.register_step_pre_hook(clip):\n    pass\n",
    ),
    Mistake(
        beliefs.CLIPS_ONCE,
        lambda facts: not facts["tries"] and not facts["error"] and _is(facts, "plain"),
        _CLIP + "\n",
    ),
)
"""Tried in this order; the first whose signs are there is told."""
