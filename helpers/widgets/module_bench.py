"""ModuleBench: one step of a model, hook by hook, on a time line that goes forward and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import ipywidgets as widgets

from helpers.hooks.switches import Call, SwitchBoard
from helpers.hooks.tracing import event_of
from helpers.widgets.firing_picture import firing_picture
from helpers.widgets.picture import Picture
from helpers.widgets.switch_panel import SwitchPanel


class ModuleBench(SwitchPanel):
    """A row of toggles for each module, and the order in which their hooks fired.

    ``board``'s labels name module and kind, as ``first: forward``; ``lanes`` are the modules from
    top to bottom. ``step()`` runs the model once and may return a note, what came of it.
    """

    def __init__(self, board: SwitchBoard, step: Callable[[], Any], lanes: Sequence[str]) -> None:
        """Build toggles and time line, and run the step once."""
        self._step, self._lanes = step, list(lanes)
        self._calls: list[Call] = []
        self._note = ""
        self.time = widgets.IntSlider(
            value=0, min=0, max=0, description="Hook", readout=False, continuous_update=True
        )
        self.time.observe(lambda change: self._show(), names="value")
        self.play = widgets.Play(interval=900, min=0, max=0, show_repeat=False)
        widgets.jslink((self.play, "value"), (self.time, "value"))
        self.back = self._arrow("◀ Back", "To the hook that fired before", -1)
        self.forward = self._arrow("Forward ▶", "To the hook that fired next", 1)
        self.said = widgets.HTML()
        self._words = ""
        line = widgets.HBox(
            [self.back, self.forward, self.time, self.play],
            layout=widgets.Layout(flex_flow="row wrap", align_items="center"),
        )
        super().__init__(board, self._run, [line], [self.said])

    def _arranged(self) -> widgets.Widget:
        """Return a row of toggles for each module."""
        rows = []
        for lane in self._lanes:
            own = [b for label, b in self.buttons.items() if label.split(": ")[0] == lane]
            rows.append(widgets.HBox(own, layout=widgets.Layout(flex_flow="row wrap")))
        return widgets.VBox([*(row for row in rows if row.children), self.all_off])

    def _arrow(self, words: str, tooltip: str, by: int) -> widgets.Button:
        button = widgets.Button(
            description=words, tooltip=tooltip, layout=widgets.Layout(width="100px")
        )
        button.on_click(lambda _: self.move(by))
        return button

    def move(self, by: int) -> None:
        """Go so many hooks forward in the step, or back."""
        self.time.value = min(max(self.time.value + by, 0), self.time.max)

    def _run(self) -> Picture:
        notes: list[Any] = []
        self._calls = self.board.watch(lambda: notes.append(self._step()))
        self._note = str(notes[0]) if notes and notes[0] is not None else ""
        self.time.max = self.play.max = len(self._calls)
        self.time.value = len(self._calls)
        return self._picture()

    def _picture(self) -> Picture:
        number = self.time.value
        if number:
            event = event_of(self._calls[number - 1])
            place, words = f"{number} of {len(self._calls)}.", f"{event.sentence}."
        else:
            place, words = "", "Nothing has fired yet." if self._calls else "No hook is on."
        self.said.value = f'<p style="line-height:1.4"><b>{place}</b> {escape(words)}</p>'
        self._words = f"{place} {words}".strip()
        return firing_picture(self._calls, self._lanes, note=self._note, at=number)

    def _show(self) -> None:
        """Draw the step as far as the time line says, without running it again."""
        self.picture = self._picture()
        self.canvas.value = self.picture.html
        self.voice.said = self._in_words()

    def _in_words(self) -> str:
        return self._words
