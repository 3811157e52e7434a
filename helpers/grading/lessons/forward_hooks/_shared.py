"""What several exercises on forward hooks share: misconceptions, and signs in the facts."""

from __future__ import annotations

from typing import Any

from helpers.grading.exercise import Facts, Misconception
from helpers.grading.probing import Run

LESSON = "03_forward_hooks"
TWO_HOOKS = (LESSON, "Two hooks on one module")
IN_AND_OUT = (LESSON, "What goes in, what comes out")
REPLACE = (LESSON, "Return values replace")
KEYWORDS = (LESSON, "Keyword arguments")
UNSEEN = (LESSON, "Calls that hooks don't see")

SIGNATURE = Misconception(
    "forward-hook-arguments",
    "that a hook may leave out the arguments it doesn't need.",
    "PyTorch decides what a hook is called with: (module, input) for a pre-hook, (module, input, "
    "output) for a forward hook, and the keyword arguments in between if you asked for them.",
    TWO_HOOKS,
)
ASKS_FOR_MORE = Misconception(
    "hook-asks-for-arguments-of-its-own",
    "that a hook can ask for what it needs: each input by itself, or a name.",
    "PyTorch decides what a hook is called with: (module, input) for a pre-hook, all inputs in the "
    "one tuple input; (module, input, output) for a forward hook. Yours waits for one more. A value "
    "of your own needs a default, or functools.partial.",
    IN_AND_OUT,
)
OWN_NAME = Misconception(
    "fills-a-name-of-its-own",
    "that an assignment inside a function fills what stands outside under the same name.",
    "it makes a new name that lives only while the function runs: what the hook noted was lost. "
    "Put it into the object that is there, with append or by its key.",
    TWO_HOOKS,
)
OFF_TOO_SOON = Misconception(
    "hooks-off-before-the-call",
    "that a hook goes on working after its with block, or after remove().",
    "every hook had been taken off again when the module was called. Leave them on.",
    TWO_HOOKS,
)
FORGOT_TO_RETURN = Misconception(
    "pre-hook-forgot-to-return",
    "that working out a new input inside the hook is enough.",
    "a pre-hook that returns None leaves the input as it was. What it worked out was dropped.",
    REPLACE,
)
OVERRIDES_FORWARD = Misconception(
    "replaces-forward",
    "that replacing forward is as good as a hook.",
    "no hook is there: the module's own forward has been replaced. A hook leaves the module's code "
    "alone, and its handle takes it off again.",
    TWO_HOOKS,
)
ALL_MODULES = Misconception(
    "hooks-all-modules",
    "that a hook on all modules is the same as a hook on this one.",
    "your hook fires for every module in the program, other people's too. Register it on the "
    "module that is meant.",
    TWO_HOOKS,
)


def raised(facts: Facts, kind: str, *words: str) -> bool:
    """Say whether the answer raised this kind of error, with these words in its message."""
    error = facts["error"] or {"type": "", "message": ""}
    return error["type"] == kind and all(word in error["message"] for word in words)


def called_at_once(facts: Facts) -> bool:
    """Say whether something that can't be called was registered."""
    return any(not entry["callable"] for entry in facts["registrations"])


def nothing_registered(facts: Facts) -> bool:
    """Say whether the answer ran well and registered nothing."""
    return not facts["registrations"] and not facts["error"]


def kinds(facts: Facts) -> set[str]:
    """Return the kinds of hooks that are on at the end."""
    return {entry["kind"] for entry in facts["registrations"] if not entry["removed"]}


def is_global(facts: Facts) -> bool:
    """Say whether a hook was put on all modules."""
    return any(kind.startswith("global") for kind in kinds(facts))


def wrong_arguments(facts: Facts) -> bool:
    """Say whether a hook of the answer's was called with more arguments than it takes."""
    return raised(facts, "TypeError", "positional argument", "given") and _names_a_hook(facts)


def asks_for_more(facts: Facts) -> bool:
    """Say whether a hook of the answer's was called with fewer arguments than it takes."""
    return raised(facts, "TypeError", "missing", "required positional") and _names_a_hook(facts)


def _names_a_hook(facts: Facts) -> bool:
    """Say whether the function that was called wrongly is one of those that were registered."""
    function = _message(facts).partition("(")[0].rpartition(".")[2]
    hooks = {entry["hook"] for entry in facts["registrations"]}
    return function in hooks or (function == "__call__" and bool(hooks)) or "partial" in hooks


def fills_own_name(facts: Facts, name: str) -> bool:
    """Say whether a hook that is on makes a name of its own where ``name`` is meant."""
    return any(
        name in entry["assigns"] and not entry["removed"] for entry in facts["registrations"]
    )


def off_too_soon(facts: Facts) -> bool:
    """Say whether hooks were registered, and every one had been taken off at the end."""
    entries = facts["registrations"]
    return bool(entries) and not facts["error"] and all(entry["removed"] for entry in entries)


def _message(facts: Facts) -> str:
    return str((facts["error"] or {}).get("message"))


def forward_says(facts: Facts, *words: str) -> bool:
    """Say whether the module's own forward was called wrongly, its message holding these words."""
    return raised(facts, "TypeError", "forward()", *words)


def forgive_own_check(run: Run, *, example: bool) -> None:
    """Drop a failed assert of the answer's own where the case isn't the task's example."""
    if not example and (run.error or {}).get("type") == "AssertionError":
        run.error = None


def replaced_forward(module: Any) -> bool:
    """Say whether a module, or the class it was made from, was given a forward by the answer."""
    code = getattr(getattr(type(module), "forward", None), "__code__", None)
    of_class = getattr(code, "co_filename", "").startswith("<exercise ")
    return "forward" in vars(module) or of_class


def as_in_a_cell(given: type[Any]) -> type[Any]:
    """Return a class that we give, named as if a cell had defined it: Python's errors say so."""
    for part in (given, *vars(given).values()):
        if callable(part):
            part.__module__ = "__main__"
            part.__qualname__ = part.__qualname__.rpartition("<locals>.")[2]
    return given
