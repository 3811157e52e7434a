"""What goes wrong in clip-one-gradient: beliefs, their signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

import torch

from helpers.grading.data import as_data, same, tensor_data
from helpers.grading.exercise import Case, Facts, Mistake
from helpers.grading.lessons.tensor_hooks import _clip_one_gradient_beliefs as beliefs
from helpers.grading.lessons.tensor_hooks import _shared as shared
from helpers.grading.lessons.tensor_hooks._shared import elsewhere, on

W, B = [0.5, -1.0, 2.0], [0.0, 0.25, 0.0]


def _raw(case: Case) -> list[torch.Tensor]:
    w, b = torch.tensor(case["w"]), torch.tensor(case["b"])
    return [2 * (w + b) * torch.tensor(x) for x in case["x"]]


def plain(case: Case) -> Any:
    return [as_data(grad) for grad in _raw(case)]


def clipped(case: Case) -> Any:
    return [as_data(grad.clamp(-1, 1)) for grad in _raw(case)]


def _b_differs(facts: Facts) -> bool:
    return not facts["error"] and not same(facts["b_added"], plain(facts["case"]))


def _is(facts: Facts, *guesses: list[torch.Tensor]) -> bool:
    """Say whether w got one of these lists of gradients, where that tells them apart."""
    first = _raw(facts["case"])[0]
    return bool(first.max() > 1 and first.min() < -1) and any(
        same(facts["w_added"], [as_data(one) for one in guess]) for guess in guesses
    )


def _clips_the_old_sum(facts: Facts) -> bool:
    """Say whether the second pass met the first one's gradient in w.grad and clipped that."""
    first, second = _raw(facts["case"])[:2]
    return _is(facts, [first, first.clamp(-1, 1) - first + second])


def _one_sided(facts: Facts) -> bool:
    raw = _raw(facts["case"])
    return _is(facts, [grad.clamp(max=1) for grad in raw], [grad.clamp(min=-1) for grad in raw])


def _in_some_passes(facts: Facts) -> bool:
    """Say whether each pass's gradient came whole or rightly clipped, and some of both do differ."""
    ways = zip(facts["w_added"], plain(facts["case"]), clipped(facts["case"]), strict=True)
    beyond = [(same(seen, raw), same(seen, cut)) for seen, raw, cut in ways if not same(raw, cut)]
    return {(True, False), (False, True)} == set(beyond)


def _without_sign(facts: Facts) -> bool:
    raw = _raw(facts["case"])
    return _is(
        facts,
        [torch.where(grad.abs() > 1, torch.ones_like(grad), grad) for grad in raw],
        [grad.abs().clamp(max=1) for grad in raw],
    )


def _by_norm(facts: Facts) -> bool:
    raw = _raw(facts["case"])
    return _is(
        facts,
        [grad / grad.norm().clamp(min=1) for grad in raw],
        [grad / grad.norm() for grad in raw],
        [grad / (grad.norm() + 1e-6) if grad.norm() > 1 else grad for grad in raw],
    )


def _values_for_gradient(facts: Facts) -> bool:
    w = torch.tensor(facts["case"]["w"])
    return _is(facts, [w.clamp(-1, 1)] * len(facts["case"]["x"]), [w] * len(facts["case"]["x"]))


def _other_bounds(facts: Facts) -> bool:
    raw, added = torch.stack(_raw(facts["case"])), _added(facts)
    low, high = float(added.min()), float(added.max())
    beyond = bool(raw.min() < low and raw.max() > high)
    return beyond and low < high and _is(facts, list(raw.clamp(low, high)))


def _scaled(facts: Facts) -> bool:
    raw, added = torch.stack(_raw(facts["case"])), _added(facts)
    factor = float(added.flatten()[0] / raw.flatten()[0])
    return factor != 1 and _is(facts, list(raw * factor))


def _added(facts: Facts) -> torch.Tensor:
    return torch.tensor([one["tensor"] for one in facts["w_added"]])


MISTAKES = (
    Mistake(
        shared.CALLED_AT_ONCE,
        shared.called_at_once,
        "def clip(grad):\n    return grad.clamp(-1, 1)\nw.register_hook(clip(w))\n",
    ),
    Mistake(
        shared.SIGNATURE,
        shared.wrong_arguments,
        "def clip(tensor, grad):\n    return grad.clamp(-1, 1)\nw.register_hook(clip)\n",
    ),
    Mistake(
        shared.TRUTH,
        shared.asked_for_truth,
        "w.register_hook(lambda grad: 1 if grad > 1 else grad)\n",
    ),
    Mistake(
        shared.BAD_RETURN,
        shared.bad_return,
        "w.register_hook(lambda grad: [max(-1, min(1, g)) for g in grad])\n",
    ),
    Mistake(
        beliefs.CLIPS_VALUES,
        lambda facts: (
            facts["kept"] != [tensor_data(W), tensor_data(B)]
            or facts["values"] != [tensor_data(facts["case"][name]) for name in ("w", "b")]
        ),
        "w.data.clamp_(-1, 1)\n",
    ),
    Mistake(
        beliefs.AFTERWARDS,
        lambda facts: (
            not facts["registrations"]
            and (not facts["error"] or shared.met_none(facts) or "clip_grad" in shared.line(facts))
        ),
        "y = w + b\n(y * y * 4).sum().backward()\nw.grad.clamp_(-1, 1)\n",
    ),
    Mistake(
        shared.STALE_GRAD,
        lambda facts: (
            shared.met_none(facts)
            or (on(facts, "w") and "clip_grad" in shared.line(facts))
            or _clips_the_old_sum(facts)
        ),
        "w.register_hook(lambda grad: w.grad.clamp(-1, 1))\n",
    ),
    Mistake(
        shared.TOO_EARLY,
        lambda facts: shared.all_removed(facts, "w"),
        "with w.register_hook(lambda grad: grad.clamp(-1, 1)):\n    pass\n",
    ),
    Mistake(
        shared.ANOTHER_TENSOR,
        lambda facts: elsewhere(facts, "w", "b"),
        "(w + 0).register_hook(lambda grad: grad.clamp(-1, 1))\n",
    ),
    Mistake(
        beliefs.CLIPS_BOTH,
        lambda facts: on(facts, "b") and _b_differs(facts),
        "for p in (w, b):\n    p.register_hook(lambda grad: grad.clamp(-1, 1))\n",
    ),
    Mistake(
        beliefs.IN_PLACE,
        lambda facts: on(facts, "w") and _b_differs(facts),
        "w.register_hook(lambda grad: grad.clamp_(-1, 1))\n",
    ),
    Mistake(
        beliefs.RUNNING_TOTAL,
        lambda facts: (
            any(entry["kind"] == "post accumulate" for entry in on(facts, "w"))
            and same(facts["w_added"][0], clipped(facts["case"])[0])
            and not same(facts["w_added"], clipped(facts["case"]))
        ),
        "def clip(p):\n    p.grad.clamp_(-1, 1)\nw.register_post_accumulate_grad_hook(clip)\n",
    ),
    Mistake(
        shared.FORGOT_TO_RETURN,
        lambda facts: on(facts, "w") and _is(facts, _raw(facts["case"])),
        "def clip(grad):\n    grad.clamp(-1, 1)\nw.register_hook(clip)\n",
    ),
    Mistake(beliefs.ONE_SIDE, _one_sided, "w.register_hook(lambda grad: grad.clamp(max=1))\n"),
    Mistake(
        beliefs.ASKS_ONE_SIDE,
        _in_some_passes,
        "w.register_hook(lambda grad: grad.clamp(-1, 1) if grad.max() > 1 else grad)\n",
    ),
    Mistake(
        beliefs.NO_SIGN,
        _without_sign,
        "w.register_hook(lambda grad: grad.abs().clamp(max=1))\n",
    ),
    Mistake(
        beliefs.BY_NORM,
        _by_norm,
        "def clip(grad):\n    length = grad.norm()\n"
        "    return grad / length if length > 1 else grad\nw.register_hook(clip)\n",
    ),
    Mistake(
        beliefs.VALUES_FOR_GRADIENT,
        _values_for_gradient,
        "w.register_hook(lambda grad: w.detach().clamp(-1, 1))\n",
    ),
    Mistake(
        beliefs.OTHER_BOUNDS,
        _other_bounds,
        "w.register_hook(lambda grad: grad.clamp(-0.5, 0.75))\n",
    ),
    Mistake(beliefs.SCALES, _scaled, "w.register_hook(lambda grad: grad * 0.125)\n"),
)
