"""What several exercises on tensor hooks share: misconceptions, signs, and a look at a pass."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import torch

from helpers.grading.exercise import Facts, Misconception
from helpers.grading.misconceptions import CALLED_AT_REGISTRATION
from helpers.grading.probing import Run

LESSON = "02_tensor_hooks"

CALLED_AT_ONCE = replace(
    CALLED_AT_REGISTRATION,
    id="called-while-registering",
    so="the parentheses call your function at once, and what it gives back is registered in its "
    "place. Hand over the function itself: register_…(hook).",
    reread=(LESSON, "A hook that doubles the gradient"),
)
SIGNATURE = Misconception(
    "tensor-hook-arguments",
    "that a tensor hook is told which tensor it belongs to, as a module's hook is.",
    "PyTorch calls a tensor hook with one thing only. Write a function of one argument.",
    (LESSON, "A hook that doubles the gradient"),
)
FORGOT_TO_RETURN = Misconception(
    "forgot-to-return",
    "that working out the new gradient inside the hook is enough.",
    "a hook that returns None changes nothing: what it worked out was thrown away. Return the new "
    "gradient.",
    (LESSON, "What a returned value does"),
)
BAD_RETURN = Misconception(
    "returns-something-else",
    "that PyTorch ignores what a hook returns unless it can use it.",
    "a hook returns None, or a tensor with the gradient's own shape and dtype. Anything else "
    "raises, a number or a list too.",
    (LESSON, "What a returned value does"),
)
TOO_EARLY = Misconception(
    "removed-too-early",
    "that a hook, once registered, works for the next backward even if it has been removed.",
    "remove() and the end of a with block take effect at once. The hook was off when backward ran.",
    (LESSON, "Handles: taking a hook off"),
)
NO_GRAD = Misconception(
    "hook-on-a-tensor-without-grad",
    "that any tensor can take a hook.",
    "only a tensor that requires grad gets a gradient. Plain data, .data and .detach() don't, and "
    "refuse the hook.",
    (LESSON, "Leaf and non-leaf"),
)
ANOTHER_TENSOR = Misconception(
    "hook-on-another-tensor",
    "that a hook on a copy, or on a tensor made anew, works for the original.",
    "a hook belongs to the one tensor it was registered on. The tensor that the task gives "
    "carries none.",
    (LESSON, "A hook that doubles the gradient"),
)
STALE_GRAD = Misconception(
    "reads-grad-field-inside",
    "that .grad already holds the gradient when a tensor hook runs.",
    "the hook runs before anything is written to .grad, which is still None there (or the old "
    "sum). The gradient of this pass is the hook's argument.",
    (LESSON, "What a returned value does"),
)
TRUTH = Misconception(
    "condition-on-a-tensor",
    "that a condition on a tensor, as in `if grad`, asks whether there is one, or is decided entry "
    "by entry.",
    "Python wants one yes or no. A tensor of several numbers can't give it and raises; a single 0 "
    "counts as no. Ask `is not None`, or use tensor functions for the entries.",
    ("01_hooks_in_plain_python", "The trap: if output"),
)
NEVER_SENT = Misconception(
    "nothing-sent-backward",
    "that a hook runs when it is registered.",
    "registering only puts the hook in place. It runs when a gradient comes by, and your cell "
    "sends none.",
    (LESSON, "A hook that doubles the gradient"),
)
SECOND_REPLACES = Misconception(
    "second-pass-replaces",
    "that a second backward replaces what the first one left in v.grad.",
    "nothing is replaced: .grad accumulates. What a pass brings is added to what is there already.",
    (LESSON, "Handles: taking a hook off"),
)
TWICE = Misconception(
    "same-hook-twice",
    "that registering the same function again changes nothing.",
    "each registration counts: the same hook, registered twice, fires twice in one pass.",
    (LESSON, "Several hooks, in order"),
)

GETS_THE_TENSOR = Misconception(
    "post-accumulate-gets-the-gradient",
    "that a post-accumulate hook is given the gradient.",
    "it is given the tensor itself, whose .grad has just grown. You used the tensor's values as "
    "if they were its gradient.",
    (LESSON, "After the sum: post-accumulate hooks"),
)
LATE_BOUND = Misconception(
    "late-bound-loop-name",
    "that a function made in a loop remembers the loop's name as it was then.",
    "it looks the name up when it is called, and by then the loop has ended: every hook used the "
    "last one. Use what the hook is given, or hand the value over with functools.partial.",
    (LESSON, "After the sum: post-accumulate hooks"),
)


def leaf(run: Run, name: str) -> torch.Tensor:
    """Return the given leaf, or the one that the answer has made anew under its name.

    Making v again at the top of a cell is a good habit: run twice, the cell still leaves one hook.
    """
    now = run.names.get(name)
    if isinstance(now, torch.Tensor) and now.is_leaf and now.requires_grad:
        run.given[name] = now
    given: torch.Tensor = run.given[name]
    return given


def forgive_own_check(run: Run, example: bool) -> bool:
    """Drop a failed assert of the answer's own, unless the case is the task's ``example``.

    An answer may check itself against the task's own numbers, which the other cases change.
    Returns whether one was dropped.
    """
    own = not example and (run.error or {}).get("type") == "AssertionError"
    if own:
        run.error = None
    return own


def called_at_once(facts: Facts) -> bool:
    """Say whether a function was called in the registration's parentheses."""
    return any(not entry["callable"] for entry in facts["registrations"]) or (
        raised(facts, "TypeError", "positional argument") and "register_" in line(facts)
    )


def wrong_arguments(facts: Facts) -> bool:
    """Say whether a hook was called with another number of arguments than it takes."""
    return raised(facts, "TypeError", "positional argument") and "register_" not in line(facts)


def needs_grad(facts: Facts) -> bool:
    """Say whether a hook was refused because its tensor doesn't require grad."""
    return raised(facts, "RuntimeError", "register a hook", "doesn't require gradient")


def asked_for_truth(facts: Facts) -> bool:
    """Say whether a tensor of several numbers was used as a condition."""
    return raised(facts, "RuntimeError", "Boolean value of Tensor")


def raised(facts: Facts, kind: str, *words: str) -> bool:
    """Say whether the answer raised this kind of error, its message holding these words."""
    error = facts["error"] or {"type": "", "message": ""}
    return error["type"] == kind and all(word in error["message"] for word in words)


def bad_return(facts: Facts) -> bool:
    """Say whether backward refused what a tensor hook returned."""
    return raised(facts, "TypeError", "hook returned") or raised(
        facts, "RuntimeError", "hook", "has changed the"
    )


def met_none(facts: Facts, field: str = ".grad") -> bool:
    """Say whether a line that reads ``field`` failed because it was None."""
    failed = raised(facts, "TypeError", "NoneType") or raised(facts, "AttributeError", "NoneType")
    return failed and field in line(facts)


def line(facts: Facts) -> str:
    """Return the learner's line that raised, if one did."""
    return (facts["error"] or {}).get("text") or ""


def on(facts: Facts, *names: str) -> list[dict[str, Any]]:
    """Return the registrations on the given tensors."""
    return [entry for entry in facts["registrations"] if entry["on"] in names]


def elsewhere(facts: Facts, *names: str) -> bool:
    """Say whether hooks were registered, but on none of these tensors."""
    return bool(facts["registrations"]) and not on(facts, *names)


def all_removed(facts: Facts, *names: str) -> bool:
    """Say whether hooks were on these tensors and every one has been taken off."""
    return bool(on(facts, *names)) and all(entry["removed"] for entry in on(facts, *names))
