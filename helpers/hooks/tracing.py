"""tracing: what fires in one training step, in order, and what each hook was told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

from helpers.hooks.switches import Call, HookSwitch, SwitchBoard

KINDS: dict[str, str] = {
    "forward pre": "register_forward_pre_hook",
    "forward": "register_forward_hook",
    "backward pre": "register_full_backward_pre_hook",
    "backward": "register_full_backward_hook",
}
"""Kinds of module hooks, and the method that registers each."""
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "forward pre": ("module", "args"),
    "forward": ("module", "args", "output"),
    "backward pre": ("module", "grad_output"),
    "backward": ("module", "grad_input", "grad_output"),
    "gradient": ("grad",),
    "after accumulation": ("parameter",),
}


@dataclass(frozen=True)
class Event:
    """One firing: where and of what kind, each argument in words, and what was returned.

    ``returned`` is None where the hook returned None, and its value in words otherwise.
    """

    where: str
    kind: str
    given: tuple[tuple[str, str], ...]
    returned: str | None

    @property
    def sentence(self) -> str:
        """The event in a sentence."""
        told = ", ".join(f"{name} {words}" for name, words in self.given) or "nothing"
        end = "returned None" if self.returned is None else f"returned {self.returned}"
        return f"{self.where}: {self.kind} hook, told {told}; it {end}"


def watch(*args: Any) -> None:
    """Do nothing: a hook that only looks on."""


def board_of(
    model: nn.Module, kinds: Sequence[str] = tuple(KINDS), *, parameters: bool = False
) -> SwitchBoard:
    """Return a board with a switch for each kind of hook at each module, every one off.

    A switch is labelled ``first: forward``; the model itself is called ``model``. With
    ``parameters`` each parameter has two more: its tensor hook and its post-accumulate hook.
    """
    switches = [
        HookSwitch(f"{name or 'model'}: {kind}", getattr(module, KINDS[kind]), watch)
        for name, module in model.named_modules()
        for kind in kinds
    ]
    if parameters:
        for name, parameter in model.named_parameters():
            after = parameter.register_post_accumulate_grad_hook
            switches.append(HookSwitch(f"{name}: gradient", parameter.register_hook, watch))
            switches.append(HookSwitch(f"{name}: after accumulation", after, watch))
    return SwitchBoard(*switches)


def record(board: SwitchBoard, step: Callable[[], Any]) -> list[Event]:
    """Run ``step`` once and return what fired on the board, in order.

    Whatever is on stays on, and what is off stays off.
    """
    return [event_of(call) for call in board.watch(step)]


def record_all(
    model: nn.Module, step: Callable[[], Any], *, parameters: bool = True
) -> list[Event]:
    """Run ``step`` once with a hook of every kind everywhere in the model; none is left."""
    with board_of(model, parameters=parameters) as board:
        for switch in board:
            switch.turn_on()
        return record(board, step)


def event_of(call: Call) -> Event:
    """Return a call as an event; its label is ``where: kind``."""
    where, _, kind = call.label.partition(": ")
    names = ARGUMENTS.get(kind, ())
    if len(names) != len(call.given):
        names = tuple(f"argument {number}" for number in range(1, len(call.given) + 1))
    # The module is named already, so what is told of it is the rest.
    told = [
        (name, in_words(value))
        for name, value in zip(names, call.given, strict=True)
        if not isinstance(value, nn.Module)
    ]
    returned = None if call.returned is None else in_words(call.returned)
    return Event(where, kind, tuple(told), returned)


def in_words(value: Any) -> str:
    """Say in a few words what a hook was given: a tensor's shape, and what a tuple holds."""
    if isinstance(value, torch.Tensor):
        return "×".join(map(str, value.shape)) or "scalar"
    if isinstance(value, tuple | list):
        return "(" + ", ".join(map(in_words, value)) + ("," if len(value) == 1 else "") + ")"
    return "None" if value is None else type(value).__name__
