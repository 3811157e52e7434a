"""Voice: what a panel says to screen readers, and its manners on a page with other keys."""

from __future__ import annotations

from pathlib import Path

import anywidget
import traitlets

STATIC = Path(__file__).parent / "static"
UNSEEN, SOURCE = "hook-unseen", "hook-source"
"""Classes of words for screen readers alone, and of a button of which only "source" is seen."""


class Voice(anywidget.AnyWidget):
    """An unseen part of a panel. ``said`` is read out in its turn, ``warned`` at once.

    It also keeps JupyterLab's one-key commands out of the panel, and has the style that all panels
    share.
    """

    _esm = (STATIC / "voice.js").read_text()
    _css = (STATIC / "voice.css").read_text()
    said = traitlets.Unicode().tag(sync=True)
    warned = traitlets.Unicode().tag(sync=True)

    def say(self, words: str) -> None:
        """Have words read out in their turn."""
        self.said = words
