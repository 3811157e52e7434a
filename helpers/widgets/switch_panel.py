"""A SwitchBoard as toggle buttons, above a picture that follows each press."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import ipywidgets as widgets

from helpers.hooks.switches import HookSwitch, SwitchBoard
from helpers.widgets.picture import Picture
from helpers.widgets.voice import Voice

ON = "hook-switch-on"


class SwitchPanel:
    """Buttons that mirror a board's switches, and a picture drawn anew by ``draw`` after each press.

    ``draw`` runs whatever should be seen with the hooks as they are now, and returns a Picture.
    The board is the state: buttons only press its switches, and ``refresh()`` reads it back.
    A bench adds controls of its own ``above`` the picture or ``below`` it.
    """

    def __init__(
        self,
        board: SwitchBoard,
        draw: Callable[[], Picture],
        above: Sequence[widgets.Widget] = (),
        below: Sequence[widgets.Widget] = (),
    ) -> None:
        """Build the buttons and draw once."""
        self.board, self._draw = board, draw
        self.buttons = {switch.label: self._button(switch) for switch in board}
        self.all_off = widgets.Button(description="All off", tooltip="Turn every hook off")
        self.all_off.on_click(lambda _: self._turn_all_off())
        self.canvas = widgets.HTML()
        self.picture: Picture | None = None
        self.voice = Voice()
        self.widget = widgets.VBox([self._arranged(), *above, self.canvas, *below, self.voice])
        self.widget.add_class("hook-switch-panel")
        self.refresh()

    def _button(self, switch: HookSwitch) -> widgets.ToggleButton:
        button = widgets.ToggleButton(
            value=switch.on,
            description=switch.label,
            tooltip=f"Turn the hook “{switch.label}” on or off",
            layout=widgets.Layout(width="auto"),
        )

        def follow(change: dict[str, Any]) -> None:
            if change["new"] != switch.on:
                switch.turn_on() if change["new"] else switch.turn_off()
                self.refresh()

        button.observe(follow, names="value")
        return button

    def _arranged(self) -> widgets.Widget:
        """Return the buttons as they stand on the page."""
        return widgets.HBox(
            [*self.buttons.values(), self.all_off], layout=widgets.Layout(flex_flow="row wrap")
        )

    def _turn_all_off(self) -> None:
        self.board.turn_off()
        self.refresh()

    def refresh(self) -> None:
        """Draw again, and let each button show the state of its switch."""
        for switch in self.board:
            button = self.buttons[switch.label]
            button.value = switch.on
            (button.add_class if switch.on else button.remove_class)(ON)
        try:
            self.picture = self._draw()
        except Exception as error:
            words = escape(f"{type(error).__name__}: {error}")
            self.canvas.value = f'<p role="alert"><b>The run raised an error.</b> {words}</p>'
        else:
            self.canvas.value = self.picture.html
            self.voice.said = self._in_words()

    def _in_words(self) -> str:
        """Return what is read out when the picture has changed."""
        return self.picture.alt if self.picture else ""

    def __repr__(self) -> str:
        """Show switches and picture in words."""
        return f"{self.board!r}\n\n{self.picture.text if self.picture else ''}"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        live: dict[str, str] = self.widget._repr_mimebundle_(**kwargs) or {}
        # Where no kernel runs (GitHub, an exported page) the widget is lost: the words remain.
        still = f"<pre>{escape(repr(self))}</pre><p><i>Run this cell to press the switches.</i></p>"
        return {**live, "text/plain": repr(self), "text/html": still}
