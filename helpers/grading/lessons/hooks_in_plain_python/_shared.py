"""What the exercises of lesson 1 share: headings to reread, and slips that are common."""

from __future__ import annotations

from helpers.grading.exercise import Facts, Misconception

LESSON = "01_hooks_in_plain_python"
BETWEEN = "Before and after each program"
TRAP = "The trap: if output"
ORDER = "Several hooks, in order"
OFF = "Taking a hook off"
EDIT = "Why not edit the package?"

NEVER_REGISTERED = Misconception(
    "never-registered-on-the-package",
    "that a function with the right name is a hook.",
    "a function becomes a hook when the package is told of it. Until then nothing calls it.",
    (LESSON, BETWEEN),
)
BY_HAND = Misconception(
    "done-by-hand-once",
    "that doing the work once in your cell changes the package.",
    "your cell left nothing in the package: no hook is there, so package(x) runs as before. Give "
    "it a function to call.",
    (LESSON, BETWEEN),
)
TAKEN_OFF = Misconception(
    "off-again-at-the-end",
    "that a hook goes on working after it has been taken off.",
    "your cell put a hook in and took it out again, so at the end the package has none.",
    (LESSON, OFF),
)
OWN_PACKAGE = Misconception(
    "a-package-of-your-own",
    "that a package of your own is as good as a hook.",
    "whoever holds the package that was given still runs that one, and it is as it was. Let your "
    "code into it.",
    (LESSON, EDIT),
)
CALLED_AT_ONCE = Misconception(
    "called-at-once",
    "that register_hook(hook(...)) registers hook.",
    "the parentheses call your function at once, and its result is what gets registered. Hand over "
    "the function itself, without parentheses.",
    (LESSON, BETWEEN),
)
SIGNATURE = Misconception(
    "hook-without-the-program",
    "that a hook of the package is given the value alone.",
    "the package calls each hook with two things: the program that is at work, and the value.",
    (LESSON, BETWEEN),
)
ASKS_FOR_MORE = Misconception(
    "hook-asks-for-more",
    "that a hook is told whatever it asks for.",
    "the package calls each hook with two things, the program that is at work and the value. Yours "
    "waits for more.",
    (LESSON, BETWEEN),
)
REGISTERED_TWICE = Misconception(
    "registered-twice-on-the-package",
    "that registering a hook again, or on both sides, changes nothing.",
    "each registration counts. What your hooks do was done more often than once a program.",
    (LESSON, BETWEEN),
)
WITH_BLOCK = Misconception(
    "every-handle-is-a-with-block",
    "that whatever a registration gives back can be used with `with`.",
    "an object must be made for it. PyTorch's handles are; this package's have remove() and nothing "
    "more. (And a hook that is to stay needs no block: it would be off at its end.)",
    (LESSON, OFF),
)
BY_NAME = Misconception(
    "program-is-its-name",
    "that the first argument is the program's name.",
    "it is the program itself, a function. A function never equals a text, so your condition was "
    "never true.",
    (LESSON, BETWEEN),
)
NOT_THERE = Misconception(
    "another-name-for-the-function",
    "that any name will do for the function.",
    "it is called by the name that the task gives, and your cell has no function of that name.",
    (LESSON, TRAP),
)


def raised(facts: Facts, kind: str, *words: str) -> bool:
    """Say whether the answer raised this kind of error, with these words in its message."""
    error = facts["error"] or {"type": "", "message": ""}
    return error["type"] == kind and all(word in error["message"] for word in words)


def no_with_block(facts: Facts) -> bool:
    """Say whether a handle of the package was used with ``with``."""
    return raised(facts, "TypeError", "'Handle'", "context manager")


def outside(facts: Facts) -> bool:
    """Say whether the error came up in no line of the answer's: at the call of a hook, say."""
    return facts["error"]["text"] is None


def wants_less(facts: Facts) -> bool:
    """Say whether a hook was called with more arguments than it takes."""
    return raised(facts, "TypeError", "but 2 were given") and outside(facts)


def wants_more(facts: Facts) -> bool:
    """Say whether a hook was called with fewer arguments than it takes."""
    return raised(facts, "TypeError", "missing", "required positional") and outside(facts)


def never_registered(facts: Facts) -> bool:
    """Say whether the cell made a function and put nothing into the package."""
    return bool(not facts["error"] and not facts["ever"] and facts["functions"])


def by_hand(facts: Facts) -> bool:
    """Say whether the cell neither made a function nor put anything into the package."""
    return not facts["error"] and not facts["ever"] and facts["functions"] is False


def taken_off(facts: Facts) -> bool:
    """Say whether something was put into the package, and nothing is left of it."""
    return bool(not facts["error"] and facts["ever"] and not facts["hooks"])
