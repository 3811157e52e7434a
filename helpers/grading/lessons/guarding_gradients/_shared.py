"""What several exercises on guards share: where to reread, misconceptions, signs and models."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import torch
from torch import nn

from helpers.grading.exercise import Facts, Misconception
from helpers.grading.lessons.tensor_hooks._shared import line, raised
from helpers.grading.probing import Run

LESSON = "07_guarding_gradients"
ALARM = (LESSON, "An alarm with a name, a step and a value")
CLIP = (LESSON, "Clip one tensor")
PLACES = (LESSON, "Three places for a clip")
NAN = (LESSON, "Stop at the first NaN")
FREEZE = (LESSON, "Freeze, truly")
REVERSE = (LESSON, "Gradient reversal")

MUST_RETURN_NONE = Misconception(
    "returns-from-a-post-accumulate-hook",
    "that a post-accumulate hook hands on a gradient by returning it.",
    "it must return nothing, and raises otherwise. It comes when the sum is in p.grad already: "
    "what is to change is changed there.",
    FREEZE,
)
NO_HANDLES = Misconception(
    "guard-without-handles",
    "that a guard need never come off.",
    "whoever puts a guard on must be able to take it off. Return the handles, all of them, in a "
    "list.",
    ALARM,
)
LAST_HANDLE = Misconception(
    "guard-gives-the-last-handle",
    "that one handle takes off all hooks of a loop.",
    "each registration has a handle of its own, and the loop's name holds the last. With the one "
    "that you returned removed, other hooks were still on. Put each into a list.",
    ("05_handles_and_lifetime", "What a handle is"),
)
HANDLES_LATER = Misconception(
    "handles-in-a-generator",
    "that round brackets around a loop make a tuple.",
    "they make a generator: it registers nothing until somebody walks through it. Use square "
    "brackets, so that the hooks are on and the handles in a list.",
    ("05_handles_and_lifetime", "What a handle is"),
)


def build(case: dict[str, Any]) -> nn.Sequential:
    """Return the case's model, 2 → 3 → 1: layers first, middle, last; middle nested on demand."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(case["seed"])
        middle: nn.Module = nn.Linear(3, 3)
        if case.get("nested"):
            middle = nn.Sequential(OrderedDict(act=nn.Tanh(), inner=nn.Linear(3, 3)))
        return nn.Sequential(
            OrderedDict(first=nn.Linear(2, 3), middle=middle, last=nn.Linear(3, 1))
        )


def module_named(run: Run, name: str) -> Any:
    """Return the module that the answer left under a name, or the given one if that is no module."""
    now = run.names.get(name)
    return now if isinstance(now, nn.Module) else run.given[name]


def forgive_own_check(run: Run, *, example: bool) -> None:
    """Drop a failed assert of the answer's own where the case isn't the task's example."""
    if not example and (run.error or {}).get("type") == "AssertionError":
        run.error = None


def remove_all(handles: Any) -> None:
    """Take off whatever an answer gave back: one handle, or a collection of them."""
    if hasattr(handles, "remove") and not isinstance(handles, list | set):
        handles.remove()
        return
    for handle in handles.values() if isinstance(handles, dict) else handles:
        handle.remove()


def called_at_once(facts: Facts) -> bool:
    """Say whether a hook was called in the registration's parentheses."""
    return any(not entry["callable"] for entry in facts["registrations"]) or (
        raised(facts, "TypeError", "positional argument") and "register_" in line(facts)
    )


def wrong_arguments(facts: Facts) -> bool:
    """Say whether a hook was called with another number of arguments than it takes."""
    return raised(facts, "TypeError", "positional argument") and "register_" not in line(facts)


def kinds(facts: Facts) -> set[str]:
    """Return the kinds of hooks that were registered."""
    return {entry["kind"] for entry in facts["registrations"]}


def doing(facts: Facts, words: str) -> bool:
    """Say whether the answer raised while this was tried."""
    return str((facts["error"] or {}).get("doing")).startswith(words)
