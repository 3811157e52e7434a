"""HookSwitch and SwitchBoard: real hooks that are turned on and off, and that own their handles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol, Self

import torch


class Removable(Protocol):
    """Whatever a registration gives back: something that can take the hook off."""

    def remove(self) -> None:
        """Take the hook off."""


@dataclass(frozen=True)
class Call:
    """One firing of a switched hook: what it was given and what it returned.

    Tensors are detached copies made at that moment, so later in-place edits don't reach them;
    ``after`` is what the arguments were when the hook ended.
    """

    label: str
    given: tuple[Any, ...]
    after: tuple[Any, ...]
    returned: Any


class HookSwitch:
    """One hook with an on and an off.

    ``register`` is the registration itself, say ``v.register_hook``; it is called with the hook
    and ``options`` each time the switch is turned on, and the handle it returns is kept here.
    """

    def __init__(
        self,
        label: str,
        register: Callable[..., Removable],
        hook: Callable[..., Any],
        **options: Any,
    ) -> None:
        """Keep everything ready; the switch starts off."""
        self.label, self.hook = label, hook
        self._register, self._options = register, options
        self._handle: Removable | None = None
        self._listeners: list[Callable[[Call], None]] = []

    @property
    def on(self) -> bool:
        """Whether the hook is registered now."""
        return self._handle is not None

    def turn_on(self) -> None:
        """Register the hook; nothing happens if it is on already."""
        if self._handle is None:
            self._handle = self._register(self._fire, **self._options)

    def turn_off(self) -> None:
        """Take the hook off; nothing happens if it is off already."""
        if self._handle is not None:
            self._handle.remove()
            self._handle = None

    def listen(self, listener: Callable[[Call], None]) -> None:
        """Have ``listener`` called with each firing."""
        self._listeners.append(listener)

    def unlisten(self, listener: Callable[[Call], None]) -> None:
        """Stop calling ``listener``."""
        self._listeners.remove(listener)

    def _fire(self, *args: Any) -> Any:
        if not self._listeners:
            return self.hook(*args)
        given = copied(args)
        returned = self.hook(*args)
        call = Call(self.label, given, copied(args), copied(returned))
        for listener in self._listeners:
            listener(call)
        return returned

    def __repr__(self) -> str:
        """Show label and state."""
        return f"{self.label}: {'on' if self.on else 'off'}"


class SwitchBoard:
    """Several switches by label, and the calls that their hooks got in the last watched run.

    As a context manager it turns everything off at the end of the block, also after an error.
    """

    def __init__(self, *switches: HookSwitch) -> None:
        """Hold the switches; two with one label raise ValueError."""
        self._switches = {switch.label: switch for switch in switches}
        if len(self._switches) != len(switches):
            raise ValueError(
                "SwitchBoard(...): every switch needs a label of its own; got "
                f"{[switch.label for switch in switches]}. Rename one."
            )
        self.calls: list[Call] = []

    def add(self, switch: HookSwitch) -> None:
        """Take one more switch; ValueError where its label is taken."""
        if switch.label in self._switches:
            raise ValueError(f"add({switch.label!r}): this board has a switch of that name.")
        self._switches[switch.label] = switch

    def __getitem__(self, label: str) -> HookSwitch:
        """Return the switch with this label, or raise KeyError naming those there are."""
        if label not in self._switches:
            raise KeyError(f"no switch {label!r} on this board; there are {list(self._switches)}")
        return self._switches[label]

    def __iter__(self) -> Iterator[HookSwitch]:
        """Go through the switches in order."""
        return iter(self._switches.values())

    def watch(self, step: Callable[[], Any]) -> list[Call]:
        """Run ``step`` and return the calls that hooks on this board got, in firing order.

        Only calls during ``step`` are noted, so a board can stay on through a long training.
        """
        calls: list[Call] = []
        self.calls = calls
        for switch in self:
            switch.listen(calls.append)
        try:
            step()
        finally:
            for switch in self:
                switch.unlisten(calls.append)
        return calls

    def turn_off(self) -> None:
        """Turn every switch off."""
        for switch in self:
            switch.turn_off()

    def __enter__(self) -> Self:
        """Return the board."""
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Turn every switch off."""
        self.turn_off()

    def __repr__(self) -> str:
        """Show each switch on a line."""
        return "\n".join(map(repr, self))


def copied(value: Any) -> Any:
    """Return the value with each tensor in it, however deep in lists, tuples and dicts, copied."""
    if isinstance(value, torch.Tensor):
        return value.detach().clone()
    if type(value) in (list, tuple):
        return type(value)(copied(item) for item in value)
    if type(value) is dict:
        return {key: copied(item) for key, item in value.items()}
    return value
