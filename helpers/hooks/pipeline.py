"""Hooks in plain Python: a package of programs that lets code from outside come in.

No torch here. PyTorch's modules work by the same idea, and pass the same two things to a hook:
who is running, and the value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Program = Callable[[Any], Any]
Hook = Callable[[Program, Any], Any]


def program_A(x: Any) -> Any:  # noqa: N802  (the story's own name)
    """Add 3."""
    print("program A processing!")
    return x + 3


def program_B(x: Any) -> Any:  # noqa: N802
    """Subtract 3."""
    print("program B processing!")
    return x - 3


def program_C(x: Any) -> Any:  # noqa: N802
    """Add 5: the program that was not planned for."""
    print("program C processing!")
    return x + 5


class Handle:
    """Takes one registration out of its list again; doing so twice is harmless."""

    def __init__(self, hooks: list[Hook], hook: Hook) -> None:
        """Remember the list and the hook that was put into it."""
        self._hooks, self._hook, self._live = hooks, hook, True

    def remove(self) -> None:
        """Take the hook off."""
        if self._live:
            # Lists compare by ==, and two equal hooks may be registered: drop one, by identity.
            position = next(i for i, hook in enumerate(self._hooks) if hook is self._hook)
            del self._hooks[position]
            self._live = False

    def __repr__(self) -> str:
        """Say whether the hook is on, without an address, so that a saved page stays the same."""
        return f"<Handle of a hook that is {'on' if self._live else 'off'}>"


class Package:
    """Runs x through its programs in order; hooks run before and after each program.

    A hook is called as ``hook(program, x)``. What it returns takes the place of x, unless it
    returns None.
    """

    def __init__(self) -> None:
        """Hold program A and program B, and no hooks."""
        self.programs: list[Program] = [program_A, program_B]
        self.pre_hooks: list[Hook] = []
        self.hooks: list[Hook] = []

    def register_pre_hook(self, hook: Hook) -> Handle:
        """Let ``hook`` run before each program; the handle takes it off."""
        self.pre_hooks.append(hook)
        return Handle(self.pre_hooks, hook)

    def register_hook(self, hook: Hook) -> Handle:
        """Let ``hook`` run after each program; the handle takes it off."""
        self.hooks.append(hook)
        return Handle(self.hooks, hook)

    def __call__(self, x: Any) -> Any:
        """Return what is left of x after every program and hook."""
        for program in self.programs:
            x = self._through(self.pre_hooks, program, x)
            x = program(x)
            x = self._through(self.hooks, program, x)
        return x

    @staticmethod
    def _through(hooks: list[Hook], program: Program, x: Any) -> Any:
        for hook in tuple(hooks):
            result = hook(program, x)
            if result is not None:
                x = result
        return x
