"""hidden-gradient: catch the gradient of a tensor inside the graph, which .grad does not keep."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import torch

from helpers.grading.data import as_data, items, same
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise, Facts, Misconception, Mistake
from helpers.grading.lessons.tensor_hooks import _shared as shared
from helpers.grading.lessons.tensor_hooks._shared import LESSON, elsewhere, on, raised
from helpers.grading.probing import Answer, Run

EXAMPLE = [1.0, 2.0, 3.0]


def cases(draw: random.Random) -> list[Case]:
    """The task's own numbers, then other shapes, zero, NaN, and another h and loss."""
    return [
        {"x": EXAMPLE, "times": 3.0, "linear": 0.0},
        {"x": eighths(draw, 2, 3), "times": 2.0, "linear": eighths(draw)},
        {"x": [0.0, *eighths(draw, 2)], "times": -0.5, "linear": eighths(draw)},
        {"x": [float("nan"), 1.0], "times": 3.0, "linear": 0.0},
    ]


def setup(case: Case) -> Mapping[str, Any]:
    """Give the leaf x, h made from it, and a loss in which h is used more than once."""
    x = torch.tensor(case["x"], requires_grad=True)
    h = x * case["times"]
    return {"x": x, "h": h, "loss": (h * h).sum() + case["linear"] * h.sum()}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, noting for each pass that starts at loss what waits at h just then."""
    given = setup(case)
    x, h, passes = given["x"], given["h"], list[list[str]]()
    run = Run(answer, given)

    def note(_: Any) -> None:
        live = [entry.kind for entry in run.log if entry.on is h and not entry.removed]
        passes.append([*live, *(["retain_grad"] if h.retains_grad else [])])

    # At loss and not at h: the node behind h is skipped by torch.autograd.grad(loss, h).
    given["loss"].grad_fn.register_prehook(note)
    run.attempt("running your cell", run.execute)
    shared.forgive_own_check(run, example=case["x"] == EXAMPLE)
    return {
        **run.facts(hidden=run.names.get("hidden"), x_grad=x.grad),
        "passes": passes,
        "retains": h.retains_grad,
        "local": any("hidden" in _locals_of(entry.hook) for entry in run.log),
    }


def _locals_of(hook: Any) -> tuple[str, ...]:
    return tuple(getattr(getattr(hook, "__code__", None), "co_varnames", ()))


def _gradients(case: Case) -> dict[str, Any]:
    h = torch.tensor(case["x"]) * case["times"]
    grad = 2 * h + case["linear"]
    return {"h": as_data(grad), "x": as_data(grad * case["times"])}


def _guesses(case: Case) -> list[Any]:
    """What is right for the task's own numbers, and wrong in other cases."""
    h, x_grad = torch.tensor(case["x"]) * case["times"], _gradients(case)["x"]["tensor"]
    return [as_data(2 * h), as_data(torch.tensor(x_grad) / 3), as_data(torch.tensor([6.0, 12, 18]))]


def _hidden_is(facts: Facts, name: str) -> bool:
    return same(facts["hidden"], _gradients(facts["case"])[name])


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

HIDDEN_GRADIENT = Exercise(
    id="hidden-gradient",
    lesson=LESSON,
    title="Catch the gradient of a hidden tensor",
    task="Run loss.backward() once, and catch on the way the gradient of h, a tensor inside the "
    "graph. Afterwards the name hidden holds it.",
    gives=("x", "h", "loss"),
    hints=(
        "The gradient of h exists for a moment during backward. Who is called at that moment?",
        "Prepare before backward: a list outside, and a hook on h that puts its argument into it.",
        "After loss.backward(), take the tensor out of the list and call it hidden. (There is a "
        "way without a hook of your own: h has a method that makes it keep its gradient.)",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim(
            "hidden is the gradient of h",
            "hidden",
            lambda case: _gradients(case)["h"],
            "your whole cell  # with other values in x, and other losses",
        ),
        Claim(
            "x.grad is what it is without a hook",
            "x_grad",
            lambda case: _gradients(case)["x"],
            "your whole cell",
        ),
        Claim(
            "one backward pass from loss was enough",
            lambda facts: len(facts["passes"]),
            1,
            "your whole cell  # passes counted",
        ),
    ),
    mistakes=(
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
                or (
                    facts["passes"][0] and not same(facts["x_grad"], _gradients(facts["case"])["x"])
                )
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
            lambda facts: same(items(facts["hidden"]), [_gradients(facts["case"])["h"]]),
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
            lambda facts: facts["hidden"] is None and facts["passes"] and not facts["retains"],
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
    ),
    praise="You caught a gradient that PyTorch computes, passes on, and forgets.",
)
