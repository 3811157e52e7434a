"""What several exercises on tensor hooks share: misconceptions, signs, and a look at a pass."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from helpers.grading.exercise import Facts, Misconception
from helpers.grading.misconceptions import CALLED_AT_REGISTRATION

LESSON = "02_tensor_hooks"

CALLED_AT_ONCE = replace(
    CALLED_AT_REGISTRATION,
    so="the parentheses call your function at once, and what it gives back is registered in its "
    "place. Hand over the function itself: register_…(hook).",
    reread=(LESSON, "A hook that doubles the gradient"),
)
SIGNATURE = Misconception(
    "wrong-number-of-arguments",
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
TOO_EARLY = Misconception(
    "removed-too-early",
    "that a hook, once registered, works for the next backward even if it has been removed.",
    "remove() and the end of a with block take effect at once. The hook was off when backward ran.",
    (LESSON, "Handles: taking a hook off"),
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
TWICE = Misconception(
    "registered-twice",
    "that registering the same function again changes nothing.",
    "each registration counts: the same hook, registered twice, fires twice in one pass.",
    (LESSON, "Several hooks, in order"),
)


def not_callable(facts: Facts) -> bool:
    """Say whether something was registered that isn't a function."""
    return any(not entry["callable"] for entry in facts["registrations"])


def wrong_arguments(facts: Facts) -> bool:
    """Say whether a hook was called with another number of arguments than it takes."""
    return raised(facts, "TypeError", "positional argument")


def raised(facts: Facts, kind: str, *words: str) -> bool:
    """Say whether the answer raised this kind of error, its message holding these words."""
    error = facts["error"] or {"type": "", "message": ""}
    return error["type"] == kind and all(word in error["message"] for word in words)


def met_none(facts: Facts, field: str = ".grad") -> bool:
    """Say whether a line that reads ``field`` failed because it was None."""
    error = facts["error"] or {"type": "", "message": "", "text": ""}
    return (
        error["type"] in ("TypeError", "AttributeError")
        and "NoneType" in error["message"]
        and field in (error["text"] or "")
    )


def on(facts: Facts, *names: str) -> list[dict[str, Any]]:
    """Return the registrations on the given tensors."""
    return [entry for entry in facts["registrations"] if entry["on"] in names]


def elsewhere(facts: Facts, *names: str) -> bool:
    """Say whether hooks were registered, but on none of these tensors."""
    return bool(facts["registrations"]) and not on(facts, *names)


def all_removed(facts: Facts, *names: str) -> bool:
    """Say whether hooks were on these tensors and every one has been taken off."""
    return bool(on(facts, *names)) and all(entry["removed"] for entry in on(facts, *names))
