"""What goes wrong in hidden-gradient: beliefs, their signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

import torch

from helpers.grading.data import as_data, items, same
from helpers.grading.exercise import Case, Facts, Mistake
from helpers.grading.lessons.tensor_hooks import _hidden_gradient_beliefs as beliefs
from helpers.grading.lessons.tensor_hooks import _shared as shared
from helpers.grading.lessons.tensor_hooks._shared import elsewhere, on, raised


def gradients(case: Case) -> dict[str, Any]:
    h = torch.tensor(case["x"]) * case["times"]
    grad = 2 * h + case["linear"]
    return {"h": as_data(grad), "x": as_data(grad * case["times"])}


def _guesses(case: Case) -> list[Any]:
    """What is right for the task's own numbers, and wrong in other cases."""
    h, x_grad = torch.tensor(case["x"]) * case["times"], gradients(case)["x"]["tensor"]
    return [as_data(2 * h), as_data(torch.tensor(x_grad) / 3), as_data(torch.tensor([6.0, 12, 18]))]


def _hidden_is(facts: Facts, name: str) -> bool:
    return same(facts["hidden"], gradients(facts["case"])[name])


_SEEN, _BACK = "seen = []\n", "loss.backward()\n"
_HOOK, _TAKE = "h.register_hook(seen.append)\n", "hidden = seen[0]\n"

MISTAKES = (
    Mistake(
        beliefs.POST_ACCUMULATE,
        lambda facts: raised(facts, "RuntimeError", "post accumulate", "non-leaf"),
        _SEEN + "h.register_post_accumulate_grad_hook(seen.append)\n" + _BACK + _TAKE,
    ),
    Mistake(shared.NO_GRAD, shared.needs_grad, _SEEN + "h.detach()." + _HOOK[2:] + _BACK),
    Mistake(
        shared.CALLED_AT_ONCE,
        shared.called_at_once,
        _SEEN + "h.register_hook(seen.append(h))\n" + _BACK + _TAKE,
    ),
    Mistake(
        shared.SIGNATURE,
        shared.wrong_arguments,
        _SEEN + "def hook(t, grad):\n    seen.append(grad)\nh.register_hook(hook)\n" + _BACK,
    ),
    Mistake(
        shared.BAD_RETURN,
        shared.bad_return,
        _SEEN + "def hook(grad):\n    seen.append(grad)\n    return seen\n"
        "h.register_hook(hook)\n" + _BACK + _TAKE,
    ),
    Mistake(
        beliefs.HANDLE,
        lambda facts: facts["hidden"] == {"object": "RemovableHandle"},
        "hidden = h.register_hook(lambda grad: grad)\n" + _BACK,
    ),
    Mistake(
        shared.NEVER_SENT,
        lambda facts: not facts["passes"] and on(facts, "h"),
        _SEEN + _HOOK + _TAKE,
    ),
    Mistake(
        beliefs.TOO_LATE,
        lambda facts: (
            not facts["passes"][0]
            and (facts["retains"] or any(not entry["removed"] for entry in on(facts, "h")))
        ),
        _SEEN + _BACK + _HOOK + _TAKE,
    ),
    Mistake(
        shared.TOO_EARLY,
        lambda facts: not facts["passes"][0] and shared.all_removed(facts, "h"),
        _SEEN + "with " + _HOOK[:-1] + ":\n    pass\n" + _BACK + _TAKE,
    ),
    Mistake(
        beliefs.ONE_SHAPE,
        lambda facts: (
            raised(facts, "RuntimeError", "expand(")
            or raised(facts, "RuntimeError", "size of tensor")
            or raised(facts, "RuntimeError", "shape mismatch")
            or raised(facts, "RuntimeError", "broadcast shape")
        ),
        "hidden = torch.zeros(3)\nh.register_hook(lambda grad: hidden.copy_(grad))\n" + _BACK,
    ),
    Mistake(
        beliefs.EXTRA_PASS,
        lambda facts: len(facts["passes"]) > 1 or (facts["passes"] and facts["x_grad"] is None),
        "(hidden,) = torch.autograd.grad(loss, h, retain_graph=True)\n" + _BACK,
    ),
    Mistake(
        beliefs.CHANGES_IT,
        lambda facts: (
            shared.bad_return(facts)
            or (facts["passes"][0] and not same(facts["x_grad"], gradients(facts["case"])["x"]))
        ),
        _SEEN + "def hook(grad):\n    seen.append(grad)\n    return grad / 2\n"
        "h.register_hook(hook)\n" + _BACK + _TAKE,
    ),
    Mistake(
        beliefs.STAYS_INSIDE,
        lambda facts: facts["local"] and facts["hidden"] is None,
        "hidden = None\ndef hook(grad):\n    hidden = grad\nh.register_hook(hook)\n" + _BACK,
    ),
    Mistake(
        beliefs.IN_A_LIST,
        lambda facts: same(items(facts["hidden"]), [gradients(facts["case"])["h"]]),
        "hidden = []\nh.register_hook(hidden.append)\n" + _BACK,
    ),
    Mistake(
        beliefs.LEAF_INSTEAD,
        lambda facts: _hidden_is(facts, "x"),
        _SEEN + "x.register_hook(seen.append)\n" + _BACK + _TAKE,
    ),
    Mistake(
        shared.ANOTHER_TENSOR,
        lambda facts: elsewhere(facts, "h", "x"),
        _SEEN + "h = x * 3\n" + _HOOK + "(h * h).sum().backward()\n" + _TAKE,
    ),
    Mistake(
        beliefs.NEW_H,
        lambda facts: (
            facts["own_h"] and facts["passes"] and (facts["hidden"] is None or facts["error"])
        ),
        "h = x * 3\nh.retain_grad()\n" + _BACK + "hidden = h.grad\n",
    ),
    Mistake(
        beliefs.NOT_A_LEAF,
        lambda facts: (
            facts["hidden"] is None
            and facts["passes"]
            and not facts["retains"]
            and (not facts["error"] or shared.met_none(facts))
        ),
        _BACK + "hidden = h.grad\n",
    ),
    Mistake(
        beliefs.BY_HAND,
        lambda facts: (
            not _hidden_is(facts, "h")
            and any(same(facts["hidden"], guess) for guess in _guesses(facts["case"]))
        ),
        _BACK + "hidden = 2 * h\n",
    ),
)
