"""What several exercises on backward hooks share: where to reread, misconceptions, and signs."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import Any

import torch
from torch import nn

from helpers.grading.exercise import Facts, Misconception
from helpers.grading.probing import Run

LESSON = "04_backward_hooks"
HOLD = (LESSON, "What grad_input and grad_output hold")
RETURN = (LESSON, "Why you never return the list")
BEFORE = (LESSON, "A hook before backward")
FIRES = (LESSON, "When a hook fires")
IN_PLACE = (LESSON, "In-place modules")
OLD = (LESSON, "The old register_backward_hook")

SIGNATURE = Misconception(
    "backward-hook-arguments",
    "that a backward hook may leave out the arguments it doesn't need.",
    "PyTorch decides what a hook is called with. A full backward hook gets (module, grad_input, "
    "grad_output), a full backward pre-hook (module, grad_output). Take them all, even if you use "
    "one.",
    HOLD,
)
CALLED_AT_ONCE = Misconception(
    "backward-hook-called-at-once",
    "that register_…(hook(...)) registers hook.",
    "the parentheses call your function then and there, and what it gives back is registered in "
    "its place. Hand over the function itself: register_…(hook).",
    HOLD,
)
ON_THE_CLASS = Misconception(
    "registered-on-the-class",
    "that a hook is registered on a class, for all its modules.",
    "a hook belongs to one module, an object made from the class. Register it on the module that "
    "the task gives, in small letters.",
    HOLD,
)
ELSEWHERE = Misconception(
    "registered-on-another-module",
    "that a hook works for every module of its kind, or for a copy of its own.",
    "a hook fires for the one module that it was registered on. The module that the task gives "
    "carries none.",
    HOLD,
)
GLOBAL_HOOK = Misconception(
    "global-backward-hook",
    "that a hook on all modules is as good as a hook on one.",
    "a global hook fires for every module in the program, other people's too. Register on the "
    "module that is meant.",
    HOLD,
)
OLD_HOOK = Misconception(
    "old-backward-hook",
    "that register_backward_hook is the short name of register_full_backward_hook.",
    "the old hook looks at a module's last operation only. For a module of several operations its "
    "grad_input is something else than the gradients of the inputs.",
    OLD,
)
FORWARD_HOOK = Misconception(
    "forward-instead-of-backward",
    "that a hook on the forward call sees gradients.",
    "a forward hook is called with inputs and outputs, before there is any gradient. For the way "
    "back there are hooks of their own.",
    HOLD,
)
REMOVED = Misconception(
    "backward-hook-removed-too-early",
    "that a hook, once registered, is there for the next pass even if it has been removed.",
    "remove() and the end of a with block take it off. When the module was called, the hook was "
    "gone.",
    FIRES,
)
BARE_TENSOR = Misconception(
    "returns-a-bare-tensor",
    "that a hook for one gradient may return that one tensor.",
    "what a backward hook returns is read entry by entry. A bare tensor is taken apart into its "
    "rows, and the error that follows doesn't say so. Return a tuple, even for one gradient.",
    RETURN,
)
FORGOT_TO_RETURN = Misconception(
    "backward-hook-returns-nothing",
    "that working out the new gradient inside the hook is enough.",
    "a hook that returns None changes nothing: what it worked out was thrown away. Return it.",
    RETURN,
)
ITEM_ASSIGNMENT = Misconception(
    "assigns-into-the-tuple",
    "that a gradient is replaced by writing into grad_input or grad_output.",
    "both are tuples, and a tuple can't be written into. Make a new tuple and return it.",
    RETURN,
)


def raised(facts: Facts, kind: str, *words: str) -> bool:
    """Say whether the answer raised this kind of error, its message holding these words."""
    error = facts["error"] or {"type": "", "message": ""}
    return error["type"] == kind and all(word in error["message"] for word in words)


def line(facts: Facts) -> str:
    """Return the learner's line that raised, if one did."""
    return (facts["error"] or {}).get("text") or ""


def called_at_once(facts: Facts) -> bool:
    """Say whether a function was called in the registration's parentheses."""
    return any(not entry["callable"] for entry in facts["registrations"]) or (
        raised(facts, "TypeError", "positional argument")
        and "register_" in line(facts)
        and not on_the_class(facts)
    )


def on_the_class(facts: Facts) -> bool:
    """Say whether a registration was called on a class, so that ``self`` took the hook's place."""
    return raised(facts, "TypeError", "missing 1 required positional argument: 'hook'") or (
        raised(facts, "AttributeError", "type object") and "register_" in line(facts)
    )


def wrong_arguments(facts: Facts) -> bool:
    """Say whether a hook was called with another number of arguments than it takes."""
    return raised(facts, "TypeError", "positional argument") and "register_" not in line(facts)


def wrong_return(facts: Facts) -> bool:
    """Say whether backward refused what a hook returned: its number of entries, or their kind."""
    return (
        raised(facts, "RuntimeError", "returned an invalid number of grad_")
        or raised(facts, "RuntimeError", "hook", "has changed the")
        or raised(facts, "TypeError", "hook returned")
        or (raised(facts, "TypeError", "len()") and "len(" not in line(facts))
    )


def in_place_refused(facts: Facts) -> bool:
    """Say whether a module that works in place met the view that a full hook puts in its way."""
    return raised(facts, "RuntimeError", "BackwardHookFunction", "modified inplace")


def kinds(facts: Facts, on: str | None = None) -> set[str]:
    """Return the kinds of hooks that are still registered, on a given object or anywhere."""
    return {
        entry["kind"]
        for entry in facts["registrations"]
        if not entry["removed"] and on in (None, entry["on"])
    }


def all_removed(facts: Facts) -> bool:
    """Say whether hooks were registered on modules and every one has been taken off."""
    on_modules = [entry for entry in facts["registrations"] if entry["kind"] != "tensor"]
    return bool(on_modules) and all(entry["removed"] for entry in on_modules)


def elsewhere(facts: Facts, *names: str) -> bool:
    """Say whether hooks were registered on objects, but on none of those given."""
    where = {entry["on"] for entry in facts["registrations"] if "global" not in entry["kind"]}
    return bool(where) and not where & set(names)


def is_global(facts: Facts) -> bool:
    """Say whether a hook on all modules was registered."""
    return any("global" in kind for kind in kinds(facts))


def module_named(run: Run, name: str) -> Any:
    """Return the module that the answer left under a name, or the given one if that is no module.

    An answer may build it again at the top of its cell: run twice, the cell still leaves one hook.
    """
    now = run.names.get(name)
    return now if isinstance(now, nn.Module) else run.given[name]


def forgive_own_check(run: Run, example: bool) -> None:
    """Drop a failed assert of the answer's own, unless the case is the task's ``example``.

    An answer may check itself against the task's own numbers, which the other cases change.
    """
    if not example and (run.error or {}).get("type") == "AssertionError":
        run.error = None


def edited_arguments(
    run: Run, module: Any, inputs: tuple[int, ...], outputs: tuple[int, ...]
) -> list[bool]:
    """Call each hook by itself with spare tensors; say whether it changed grad_input, grad_output.

    The two tensors are ones of the given shapes.
    """
    grad_input, grad_output = torch.ones(inputs), torch.ones(outputs)
    for entry in run.log:
        with contextlib.suppress(Exception):
            entry.hook(module, (grad_input,), (grad_output,))
    return [bool((tensor != 1).any()) for tensor in (grad_input, grad_output)]


def flat(values: Iterable[Any]) -> list[float]:
    """Return the numbers in nested lists, in order."""
    return [
        number
        for value in values
        for number in (flat(value) if isinstance(value, list) else [float(value)])
    ]
