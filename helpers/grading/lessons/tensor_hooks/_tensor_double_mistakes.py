"""What goes wrong in tensor-double: beliefs, their signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

from helpers.grading.data import same
from helpers.grading.exercise import Case, Facts, Misconception, Mistake
from helpers.grading.lessons.tensor_hooks import _shared as shared
from helpers.grading.lessons.tensor_hooks._shared import LESSON, elsewhere, on

SENT = (1.0, 2.0, 3.0)


def wanted(case: Case) -> Any:
    return [2 * sent * case["factor"] for sent in SENT]


def sent(case: Case) -> Any:
    return [sent * case["factor"] for sent in SENT]


def first_pass(facts: Facts) -> dict[str, Any]:
    return facts["passes"][0] if facts["passes"] else {"live": [], "arrived": None, "added": None}


def _added(facts: Facts, times: float) -> bool:
    """Say whether the pass added so many times what the task sends."""
    wanted = [sent * times for sent in sent(facts["case"])]
    return facts["case"]["factor"] != 0 and same(first_pass(facts)["added"], wanted)


NO_HOOK = Misconception(
    "gradient-without-a-hook",
    "that only the numbers in v.grad are asked for.",
    "the numbers are there, but no hook made them. Send [1., 2., 3.], and let a hook on v change "
    "the gradient while backward runs.",
    (LESSON, "A hook that doubles the gradient"),
)
CONSTANT = Misconception(
    "constant-hook",
    "that a hook may return the numbers one expects.",
    "your hook gives the same numbers whatever comes in. With another gradient sent, it is wrong. "
    "Compute the result from grad, the hook's argument.",
    (LESSON, "What a returned value does"),
)
WRITES_GRAD = Misconception(
    "hook-writes-grad-itself",
    "that a hook has to write its result into v.grad.",
    "when your hook runs, nothing has been added to v.grad yet. What you write there stays, and the "
    "gradient, unchanged, is added to it: three times as much in all. Return the doubled gradient, "
    "and PyTorch adds that.",
    (LESSON, "What a returned value does"),
)
OTHER_VECTOR = Misconception(
    "another-gradient-sent",
    "that any backward will do, or that backward always knows what to send.",
    "v has three entries, so backward must be given a gradient of three: [1., 2., 3.]. A bare "
    "v.backward() has nothing to send, and v.sum().backward() sends ones.",
    (LESSON, "A hook that doubles the gradient"),
)
CLEARS_IT = Misconception(
    "grad-cleared-at-the-end",
    "that taking a hook off means to take away what it did.",
    "the pass doubled v.grad as it should, and then your cell changed it or took it away. It is to "
    "be left as the pass made it. What comes later is added to it, and that is as it should be.",
    (LESSON, "Handles: taking a hook off"),
)
NEVER_REMOVED = Misconception(
    "never-removed",
    "that the hook is gone after its backward.",
    "a hook stays until its handle's remove() is called, and one is still on v after your cell. "
    "(Without the parentheses nothing is called, and to delete the handle takes no hook off.)",
    (LESSON, "Handles: taking a hook off"),
)

REBOUND = Misconception(
    "name-on-a-new-tensor",
    "that v = v + 0, or any v = ..., changes the tensor v.",
    "it makes a new tensor and gives it the name. That one is no leaf, so its .grad stays None, "
    "and the hooks and the .grad of the old v are out of reach.",
    (LESSON, "Leaf and non-leaf"),
)

_HOOK = "h = v.register_hook(lambda grad: grad * 2)\n"
_SEND = "v.backward(torch.tensor([1., 2., 3.]))\n"
_OFF = "h.remove()\n"

MISTAKES = (
    Mistake(
        shared.CALLED_AT_ONCE,
        shared.called_at_once,
        "def double(grad):\n    return grad * 2\nh = v.register_hook(double(v))\n" + _SEND + _OFF,
    ),
    Mistake(
        shared.SIGNATURE,
        shared.wrong_arguments,
        "def hook(tensor, grad):\n    return grad * 2\nh = v.register_hook(hook)\n" + _SEND + _OFF,
    ),
    Mistake(
        shared.STALE_GRAD,
        shared.met_none,
        "h = v.register_hook(lambda grad: v.grad * 2)\n" + _SEND + _OFF,
    ),
    Mistake(
        shared.TRUTH,
        shared.asked_for_truth,
        "def hook(grad):\n    if grad:\n        return grad * 2\n"
        "h = v.register_hook(hook)\n" + _SEND + _OFF,
    ),
    Mistake(
        shared.BAD_RETURN,
        shared.bad_return,
        "h = v.register_hook(lambda grad: (grad * 2).tolist())\n" + _SEND + _OFF,
    ),
    Mistake(
        shared.NO_GRAD,
        shared.needs_grad,
        "h = v.data.register_hook(lambda grad: grad * 2)\n" + _SEND + _OFF,
    ),
    Mistake(
        REBOUND,
        lambda facts: not facts["is_leaf"],
        "v = v * 1\n" + _HOOK + _SEND + _OFF,
    ),
    Mistake(
        CONSTANT,
        lambda facts: (
            facts["case"]["factor"] != 1 and first_pass(facts)["added"] == [2.0, 4.0, 6.0]
        ),
        "h = v.register_hook(lambda grad: torch.tensor([2., 4., 6.]))\n" + _SEND + _OFF,
    ),
    Mistake(
        NO_HOOK,
        lambda facts: (
            (
                not facts["registrations"]
                and facts["case"]["factor"] == 1
                and facts["left"]["tensor"] == [2.0, 4.0, 6.0]
            )
            # The pass added what was sent, and still it is doubled: that was done afterwards.
            or (_added(facts, 1) and same(facts["left"]["tensor"], wanted(facts["case"])))
        ),
        _SEND + "v.grad *= 2\n",
    ),
    Mistake(
        shared.NEVER_SENT,
        lambda facts: on(facts, "v") and not facts["passes"] and not facts["error"],
        _HOOK + _OFF,
    ),
    Mistake(
        shared.TOO_EARLY,
        lambda facts: shared.all_removed(facts, "v") and not first_pass(facts)["live"],
        _HOOK + _OFF + _SEND,
    ),
    Mistake(
        shared.ANOTHER_TENSOR,
        lambda facts: elsewhere(facts, "v"),
        "w = v.clone()\nh = w.register_hook(lambda grad: grad * 2)\n" + _SEND + _OFF,
    ),
    Mistake(
        OTHER_VECTOR,
        lambda facts: (
            shared.raised(facts, "RuntimeError", "only for scalar outputs")
            or (facts["passes"] and not same(first_pass(facts)["arrived"], sent(facts["case"])))
        ),
        _HOOK + "v.sum().backward()\n" + _OFF,
    ),
    Mistake(
        shared.TWICE,
        lambda facts: len(first_pass(facts)["live"]) > 1 and _added(facts, 4),
        _HOOK + _HOOK + _SEND + _OFF,
    ),
    Mistake(
        WRITES_GRAD,
        lambda facts: (
            _added(facts, 3) and same(first_pass(facts)["written"], wanted(facts["case"]))
        ),
        "def hook(grad):\n    v.grad = grad * 2\nh = v.register_hook(hook)\n" + _SEND + _OFF,
    ),
    Mistake(
        shared.FORGOT_TO_RETURN,
        lambda facts: first_pass(facts)["live"] and _added(facts, 1),
        "def hook(grad):\n    grad * 2\nh = v.register_hook(hook)\n" + _SEND + _OFF,
    ),
    Mistake(
        NEVER_REMOVED,
        lambda facts: facts["still_on"],
        _HOOK + _SEND,
    ),
    Mistake(
        shared.SECOND_REPLACES,
        lambda facts: len(facts["passes"]) > 1 and facts["left"]["tensor"] != wanted(facts["case"]),
        _HOOK + _SEND + _OFF + _SEND,
    ),
    Mistake(
        CLEARS_IT,
        lambda facts: (
            not facts["error"]
            and _added(facts, 2)
            and not same((facts["left"] or {"tensor": None})["tensor"], wanted(facts["case"]))
        ),
        _HOOK + _SEND + _OFF + "v.grad = None\n",
    ),
)
