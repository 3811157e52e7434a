"""What goes wrong in hidden-gradient: beliefs, their signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

import torch

from helpers.grading.data import as_data, items, same
from helpers.grading.exercise import Case, Facts, Misconception, Mistake
from helpers.grading.lessons.tensor_hooks import _shared as shared
from helpers.grading.lessons.tensor_hooks._shared import LESSON, elsewhere, on, raised


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


NOT_A_LEAF = Misconception(
    "grad-of-a-non-leaf",
    "that every tensor in the graph keeps its gradient in .grad.",
    "only leaves do. h was computed from x, so its gradient came by and was dropped: h.grad is "
    "None. Catch it while it passes.",
    (LESSON, "Leaf and non-leaf"),
)
TOO_LATE = Misconception(
    "registered-after-backward",
    "that a hook can be registered when the gradients are already there.",
    "a hook sees what comes by after it was registered. Your hook, or retain_grad, came when "
    "backward was over.",
    (LESSON, "Leaf and non-leaf"),
)
STAYS_INSIDE = Misconception(
    "assignment-stays-inside",
    "that hidden = grad inside a function sets hidden outside.",
    "it makes a name that lives only while the hook runs. Put the gradient into something that "
    "exists outside, a list for example.",
    (LESSON, "Leaf and non-leaf"),
)
HANDLE = Misconception(
    "handle-is-the-gradient",
    "that register_hook gives back the gradient.",
    "it gives back a handle, at once, before any gradient exists. The gradient goes to your "
    "function later.",
    (LESSON, "Handles: taking a hook off"),
)
IN_A_LIST = Misconception(
    "list-instead-of-tensor",
    "that the list in which the hook stores is itself the gradient.",
    "hidden is a list with the gradient in it. The task asks for the tensor: take it out.",
    (LESSON, "Leaf and non-leaf"),
)
LEAF_INSTEAD = Misconception(
    "gradient-of-the-leaf",
    "that the gradient of x and the gradient of h are the same.",
    "hidden holds the gradient of x, one step further back. On its way from h to x a gradient is "
    "multiplied by 3, since h = x * 3.",
    (LESSON, "Leaf and non-leaf"),
)
POST_ACCUMULATE = Misconception(
    "post-accumulate-on-a-non-leaf",
    "that a post-accumulate hook works on any tensor.",
    "it runs after something was added to .grad, and only leaves have that done. For h use a "
    "tensor hook.",
    (LESSON, "Leaf and non-leaf"),
)
BY_HAND = Misconception(
    "gradient-worked-out-by-hand",
    "that a gradient worked out for one x and one loss is right for all.",
    "with another x, another h or another loss it is wrong. Let backward compute it, and catch it "
    "on its way.",
    (LESSON, "Leaf and non-leaf"),
)
CHANGES_IT = Misconception(
    "changes-what-it-watches",
    "that what a watching hook returns, or edits in place, goes nowhere.",
    "it flows on: x.grad came out different. To watch only, store the gradient, return nothing, "
    "and edit nothing.",
    (LESSON, "What a returned value does"),
)
EXTRA_PASS = Misconception(
    "a-pass-of-its-own",
    "that a hidden gradient needs a backward pass of its own.",
    "one loss.backward() computes it anyway, on the way to x.grad. A second pass costs as much as "
    "the first, and torch.autograd.grad leaves x.grad empty.",
    (LESSON, "Leaf and non-leaf"),
)

_SEEN, _BACK = "seen = []\n", "loss.backward()\n"
_HOOK, _TAKE = "h.register_hook(seen.append)\n", "hidden = seen[0]\n"

MISTAKES = (
    Mistake(
        POST_ACCUMULATE,
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
        HANDLE,
        lambda facts: facts["hidden"] == {"object": "RemovableHandle"},
        "hidden = h.register_hook(lambda grad: grad)\n" + _BACK,
    ),
    Mistake(
        shared.NEVER_SENT,
        lambda facts: not facts["passes"] and on(facts, "h"),
        _SEEN + _HOOK + _TAKE,
    ),
    Mistake(
        TOO_LATE,
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
        EXTRA_PASS,
        lambda facts: len(facts["passes"]) > 1 or (facts["passes"] and facts["x_grad"] is None),
        "(hidden,) = torch.autograd.grad(loss, h, retain_graph=True)\n" + _BACK,
    ),
    Mistake(
        CHANGES_IT,
        lambda facts: (
            shared.bad_return(facts)
            or (facts["passes"][0] and not same(facts["x_grad"], gradients(facts["case"])["x"]))
        ),
        _SEEN + "def hook(grad):\n    seen.append(grad)\n    return grad / 2\n"
        "h.register_hook(hook)\n" + _BACK + _TAKE,
    ),
    Mistake(
        STAYS_INSIDE,
        lambda facts: facts["local"] and facts["hidden"] is None,
        "hidden = None\ndef hook(grad):\n    hidden = grad\nh.register_hook(hook)\n" + _BACK,
    ),
    Mistake(
        IN_A_LIST,
        lambda facts: same(items(facts["hidden"]), [gradients(facts["case"])["h"]]),
        "hidden = []\nh.register_hook(hidden.append)\n" + _BACK,
    ),
    Mistake(
        LEAF_INSTEAD,
        lambda facts: _hidden_is(facts, "x"),
        _SEEN + "x.register_hook(seen.append)\n" + _BACK + _TAKE,
    ),
    Mistake(
        shared.ANOTHER_TENSOR,
        lambda facts: elsewhere(facts, "h", "x"),
        _SEEN + "h = x * 3\n" + _HOOK + "(h * h).sum().backward()\n" + _TAKE,
    ),
    Mistake(
        NOT_A_LEAF,
        lambda facts: (
            facts["hidden"] is None
            and facts["passes"]
            and not facts["retains"]
            and (not facts["error"] or shared.met_none(facts))
        ),
        _BACK + "hidden = h.grad\n",
    ),
    Mistake(
        BY_HAND,
        lambda facts: (
            not _hidden_is(facts, "h")
            and any(same(facts["hidden"], guess) for guess in _guesses(facts["case"]))
        ),
        _BACK + "hidden = 2 * h\n",
    ),
)
