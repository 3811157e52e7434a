"""What the exercises of lesson 1 share: programs that leave a trace, and signs of common slips."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from helpers.grading.exercise import Facts, Misconception
from helpers.hooks.pipeline import Package

LESSON = "01_hooks_in_plain_python"
BETWEEN = "Before and after each program"
TRAP = "The trap: if output"

NEVER_REGISTERED = Misconception(
    "never-registered-on-the-package",
    "that a function with the right name is a hook.",
    "a function becomes a hook when the package is told of it. Until then nothing calls it.",
    (LESSON, BETWEEN),
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
REGISTERED_TWICE = Misconception(
    "registered-twice-on-the-package",
    "that registering a hook again, or on both sides, changes nothing.",
    "each registration counts. Your hook ran more often than once a program.",
    (LESSON, BETWEEN),
)


def traced_package(ran: list[str]) -> tuple[Package, dict[str, Callable[[Any], Any]]]:
    """Return a package and its programs, A, B and C, each noting its name in ``ran`` when it runs."""

    def program(name: str, step: int) -> Callable[[Any], Any]:
        def run(x: Any) -> Any:
            ran.append(name)
            return x + step

        run.__name__ = run.__qualname__ = name
        return run

    programs = {f"program_{letter}": program(f"program_{letter}", step) for letter, step in STEPS}
    package = Package()
    package.programs = [programs["program_A"], programs["program_B"]]
    return package, programs


STEPS = (("A", 3), ("B", -3), ("C", 5))


def raised(facts: Facts, kind: str, *words: str) -> bool:
    """Say whether the answer raised this kind of error, with these words in its message."""
    error = facts["error"] or {"type": "", "message": ""}
    return error["type"] == kind and all(word in error["message"] for word in words)


def wrong_signature(facts: Facts) -> bool:
    """Say whether a hook was called with more arguments than it takes."""
    return raised(facts, "TypeError", "positional argument")


def not_a_function(facts: Facts) -> bool:
    """Say whether something that can't be called was registered."""
    return bool(facts["hooks_not_callable"])
