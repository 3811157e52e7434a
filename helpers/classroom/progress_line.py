"""How far the marking is: a bar that stays on one line of a terminal, or a line now and then."""

from __future__ import annotations

import sys
import time
from typing import TextIO

WIDTH = 30
EVERY = 30.0
"""Seconds between two lines where nobody watches a terminal, as in the log of a workflow."""


class ProgressLine:
    """Shows progress on standard error; call it with how many are done, of how many."""

    def __init__(self, stream: TextIO | None = None) -> None:
        """Use a stream, by default standard error."""
        self._stream = stream or sys.stderr
        self._live = self._stream.isatty()
        self._begun = self._last = time.monotonic()
        self._first: int | None = None

    def say(self, text: str) -> None:
        """Show a line that the next one replaces, on a terminal alone."""
        if self._live:
            print(f"\r\x1b[K{text}", end="", file=self._stream, flush=True)

    def __call__(self, done: int, of: int) -> None:
        """Show how far it is, and how long it may still take."""
        now = time.monotonic()
        if self._first is None:
            self._first, self._begun = done, now
        if now - self._last < (0.1 if self._live else EVERY) and done < of:
            return
        self._last = now
        full = WIDTH * done // (of or 1)
        text = f"{done} of {of} learners{self._left(done, of, now)}"
        if self._live:
            self.say(f"[{'#' * full}{'.' * (WIDTH - full)}] {text}")
        else:
            print(text, file=self._stream, flush=True)

    def _left(self, done: int, of: int, now: float) -> str:
        fresh = done - (self._first or 0)
        if fresh < 1 or done == of:
            return ""
        minutes, seconds = divmod(round((now - self._begun) / fresh * (of - done)), 60)
        return f", about {minutes}:{seconds:02d} left"

    def close(self) -> None:
        """Wipe the line."""
        self.say("")
