"""The row of buttons that hand out a run: its picture, its history, and its code."""

from __future__ import annotations

import os
from collections.abc import Callable
from html import escape
from pathlib import Path

import ipywidgets as widgets

from helpers.widgets.lab_controls import button, row


def free_name(stem: str, suffix: str, folder: Path | None = None) -> Path:
    """Return ``stem-1.suffix``, or with the first number that no file has yet."""
    folder = folder or Path()
    number = 1
    while (folder / f"{stem}-{number}{suffix}").exists():
        number += 1
    return folder / f"{stem}-{number}{suffix}"


class TakeHome:
    """Buttons that write the picture and the history into the working folder, and show the code."""

    def __init__(
        self,
        stem: str,
        save_png: Callable[[os.PathLike[str]], None],
        save_csv: Callable[[os.PathLike[str]], None],
        code: Callable[[], str] | None = None,
        tell: Callable[[str], None] = lambda words: None,
    ) -> None:
        """Take what does the work; a run without code has no button for it.

        ``tell(words)`` is called with what should be read out.
        """
        self._tell = tell
        self.told = widgets.HTML()
        self.text = widgets.Textarea(
            description="Code",
            layout=widgets.Layout(width="99%", height="300px", display="none"),
            style={"description_width": "50px"},
        )
        buttons = [
            button(
                "Save picture",
                "Write the picture as PNG",
                self._saver(stem, ".png", save_png),
                "130px",
            ),
            button(
                "Save history",
                "Write the history as CSV",
                self._saver(stem, ".csv", save_csv),
                "130px",
            ),
        ]
        if code is not None:
            show = code
            buttons.append(
                button(
                    "Show me the code",
                    "A plain PyTorch script that does the same",
                    lambda: self._show(show),
                    "160px",
                )
            )
        self.widget = widgets.VBox([row(*buttons, self.told), self.text])

    def _saver(
        self, stem: str, suffix: str, save: Callable[[os.PathLike[str]], None]
    ) -> Callable[[], None]:
        def press() -> None:
            target = free_name(stem, suffix)
            try:
                save(target)
            except Exception as error:
                self._say(f"Nothing was saved: {error}")
            else:
                self._say(f"Saved {target.name} beside this notebook.")

        return press

    def _say(self, words: str) -> None:
        self.told.value = f'<span style="line-height:2">{escape(words)}</span>'
        self._tell(words)

    @property
    def shows_code(self) -> bool:
        """Whether the code is open."""
        return bool(self.text.layout.display != "none")

    def _show(self, code: Callable[[], str]) -> None:
        hidden = not self.shows_code
        if hidden:
            self.text.value = code()
        self.text.layout.display = "" if hidden else "none"
        self._tell("The code stands below the buttons." if hidden else "The code is hidden.")
