"""LiveChart: the kernel sends numbers, the browser draws them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget

from helpers.widgets.frames import Frame

STATIC = Path(__file__).parent / "static"
SCRIPTS = ("uPlot.iife.min.js", "live_parts.js", "live_maps.js", "live_chart.js")
AHEAD = 9
"""Frames on the way that the browser hasn't said it painted, before new ones are dropped.

It says so of each sixth one: JupyterLab shows every word as a busy kernel, and that costs it more
than painting.
"""


class LiveChart(anywidget.AnyWidget):
    """A picture of a run in the browser: curves, heat map, histogram and decision boundary.

    The chart library is uPlot (MIT), shipped here, so it draws without a network. Frames are
    messages, not state: nothing of them is kept in the kernel, and a saved notebook stays small.
    """

    _esm = "\n".join((STATIC / name).read_text() for name in SCRIPTS)
    _css = (STATIC / "uPlot.min.css").read_text() + (STATIC / "live_chart.css").read_text()

    def __init__(self, on_view: Callable[[], None] = lambda: None) -> None:
        """Call ``on_view`` whenever a view opens and wants a frame."""
        super().__init__()
        self._on_view, self._number, self._painted = on_view, 0, 0
        self.on_msg(self._heard)

    def _heard(self, widget: Any, content: Any, buffers: Any) -> None:
        if content.get("hello"):
            self._painted = self._number
            self._on_view()
        self._painted = max(self._painted, int(content.get("painted", 0)))

    @property
    def painted(self) -> int:
        """Number of the newest frame that a browser has painted."""
        return self._painted

    @property
    def ready(self) -> bool:
        """Whether the browser has painted, or all but painted, what it was sent."""
        return self._number - self._painted <= AHEAD

    def show(self, frame: Frame, *, always: bool = False) -> bool:
        """Send a frame; False if it was dropped because the browser is still busy with earlier ones."""
        if not (always or self.ready):
            return False
        self._number += 1
        self.send({**frame.header, "number": self._number}, buffers=frame.buffers)
        return True
