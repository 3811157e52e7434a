"""Hooks in plain Python: a package of programs that lets code from outside come in.

No torch here. PyTorch's modules work by the same idea, and pass the same two things to a hook:
who is running, and the value.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
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


def run_hooks(hooks: Iterable[Hook], program: Program, x: Any) -> Any:
    """Run ``hooks`` in order and return what they leave of x; None leaves it as it is."""
    for hook in tuple(hooks):  # a hook may take itself off while it runs
        output = hook(program, x)
        if output is not None:
            x = output
    return x


class Handle:
    """Takes one registration out of its list again; doing so twice is harmless."""

    def __init__(self, hooks: list[Hook], hook: Hook) -> None:
        """Put the hook at the end of the list, and remember both."""
        # A hook that is there already goes in wrapped: each handle then finds its own entry.
        twin = any(other is hook for other in hooks)
        self._hooks, self._hook = hooks, functools.partial(hook) if twin else hook
        self._live = True
        hooks.append(self._hook)

    def remove(self) -> None:
        """Take the hook off; nothing happens if it is no longer there."""
        if self._live:
            self._live = False
            # By identity: list.remove compares by ==, and would take off another, equal hook.
            place = next((i for i, hook in enumerate(self._hooks) if hook is self._hook), None)
            if place is not None:
                del self._hooks[place]

    def __repr__(self) -> str:
        """Say whether the hook is on, without an address, so that a saved page stays the same."""
        return f"<Handle of a hook that is {'on' if self._live else 'off'}>"


class Package:
    """Runs x through its programs in order; hooks run before and after each program.

    A hook is called as ``hook(program, x)``. What it returns takes the place of x, unless it
    returns None; another ``run_hooks`` may have other rules.
    """

    def __init__(self, run_hooks: Callable[..., Any] = run_hooks) -> None:
        """Hold program A and program B, and no hooks."""
        self.programs: list[Program] = [program_A, program_B]
        self.pre_hooks: list[Hook] = []
        self.hooks: list[Hook] = []
        self.run_hooks = run_hooks

    def register_pre_hook(self, hook: Hook) -> Handle:
        """Let ``hook`` run before each program; the handle takes it off."""
        return Handle(self.pre_hooks, hook)

    def register_hook(self, hook: Hook) -> Handle:
        """Let ``hook`` run after each program; the handle takes it off."""
        return Handle(self.hooks, hook)

    def __call__(self, x: Any) -> Any:
        """Return what is left of x after every program and hook."""
        for program in self.programs:
            x = self.run_hooks(self.pre_hooks, program, x)
            x = program(x)
            x = self.run_hooks(self.hooks, program, x)
        return x
