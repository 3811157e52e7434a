"""TensorBench: a gradient, typed in, goes through a tensor's hooks; their order can be changed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import ipywidgets as widgets
import torch

from helpers.hooks.switches import HookSwitch, SwitchBoard
from helpers.widgets.picture import Picture
from helpers.widgets.switch_panel import SwitchPanel

MOST = 12
"""Entries that the drawing has room for as numbers."""
OWN = "your hook"


def parse_vector(text: str, size: int) -> torch.Tensor:
    """Return the numbers in a text such as ``1, -2, 3`` as a float32 tensor of shape (size,).

    Raises ValueError, saying what was wanted, for anything else.
    """
    words = text.replace(",", " ").strip("[]( )").split()
    try:
        values = [float(word) for word in words]
    except ValueError:
        values = [math.nan] * (size + 1)
    if len(values) != size:
        raise ValueError(f"{text!r}: type {size} numbers, such as 1, -2, 3.")
    return torch.tensor(values)


class TensorBench(SwitchPanel):
    """Switches for the hooks on one tensor, the vector that is sent, and a hook of one's own.

    ``draw(sent)`` sends the vector and returns the picture. ``tensor``, of shape (n,) with n up to
    12, is where the reader's own hook goes. The hooks that are on stand in a row, in the order of
    their registration; its arrows change the order by registering anew.
    """

    def __init__(
        self,
        board: SwitchBoard,
        draw: Callable[[torch.Tensor], Picture],
        tensor: torch.Tensor,
        sent: Sequence[float],
    ) -> None:
        """Build everything and draw once."""
        if tensor.dim() != 1 or not 0 < len(sent) == len(tensor) <= MOST:
            raise ValueError(
                f"TensorBench(tensor of shape {tuple(tensor.shape)}, sent={list(sent)}): needs a "
                f"tensor of one dimension, 1 to {MOST} entries, and as many numbers to send."
            )
        self._size = len(tensor)
        self.own = HookSwitch(OWN, tensor.register_hook, lambda grad: grad * 0.5)
        board.add(self.own)
        self.order = [switch.label for switch in board if switch.on]
        self.vector = widgets.Text(
            value=", ".join(f"{value:g}" for value in sent),
            description="Send",
            continuous_update=False,
        )
        self.code = widgets.Text(
            value="lambda grad: grad * 0.5", description="Your hook", continuous_update=False
        )
        self.told = widgets.HTML()
        self.row = widgets.HBox(layout=widgets.Layout(flex_flow="row wrap", align_items="center"))
        self.vector.observe(lambda change: self.refresh(), names="value")
        self.code.observe(lambda change: self._new_code(), names="value")

        def send() -> Picture:
            return draw(parse_vector(self.vector.value, self._size))

        inputs = widgets.HBox([self.vector, self.code], layout=widgets.Layout(flex_flow="row wrap"))
        super().__init__(board, send, [inputs, self.told, self.row])

    def refresh(self) -> None:
        """Draw again, and show the order of the hooks that are on."""
        on = [switch.label for switch in self.board if switch.on]
        self.order = [label for label in self.order if label in on]
        self.order += [label for label in on if label not in self.order]
        self._show_order()
        super().refresh()

    def _new_code(self) -> None:
        try:
            code = compile(self.code.value.strip(), "<your hook>", "eval")
            hook: Any = eval(code, {"torch": torch})  # noqa: S307  (the reader's own, in their kernel)
            if not callable(hook):
                raise TypeError("it is not a function")  # noqa: TRY301
        except Exception as error:
            words = f"{type(error).__name__}: {error}. Write one like: lambda grad: grad * 0.5"
            self.told.value = f'<p role="alert">{escape(words)}</p>'
            return
        self.told.value = ""
        self.own.hook = hook
        self.refresh()

    def move(self, label: str, places: int) -> None:
        """Move a hook that is on by so many places (-1 is one earlier), registering all anew."""
        at = self.order.index(label)
        self.order.remove(label)
        self.order.insert(max(0, at + places), label)
        for other in self.order:
            self.board[other].turn_off()
        for other in self.order:
            self.board[other].turn_on()
        self.refresh()

    def _show_order(self) -> None:
        if len(self.order) < 2:
            self.row.children = ()
            return
        parts: list[widgets.Widget] = [widgets.Label("Order:")]
        for place, label in enumerate(self.order):
            earlier = self._arrow("◀", f"Let “{label}” run one place earlier", label, -1)
            later = self._arrow("▶", f"Let “{label}” run one place later", label, 1)
            earlier.disabled, later.disabled = place == 0, place == len(self.order) - 1
            parts += [earlier, widgets.Label(label), later]
        self.row.children = tuple(parts)

    def _arrow(self, sign: str, tooltip: str, label: str, places: int) -> widgets.Button:
        button = widgets.Button(
            description=sign, tooltip=tooltip, layout=widgets.Layout(width="36px")
        )
        button.on_click(lambda _: self.move(label, places))
        return button
