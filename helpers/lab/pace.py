"""Pace: when the next frame of a live picture is due."""

from __future__ import annotations

FRAMES_A_SECOND = 20
PERIOD = 1 / FRAMES_A_SECOND
SPARE = 5
"""How many times as long as a frame took whoever trains is left alone before the next."""


class Pace:
    """Twenty frames a second, or fewer where making one takes long: training comes first.

    Times are in seconds, of any clock that runs evenly.
    """

    def __init__(self) -> None:
        """The first frame is due at once."""
        self._due = self._rest = 0.0

    def is_due(self, now: float) -> bool:
        """Say whether a frame may be made now."""
        return now >= self._due and now >= self._rest

    def made(self, start: float, end: float) -> None:
        """Note that a frame was made, from ``start`` to ``end``."""
        # Counted from when this one was due and not from when it came, or else each frame would
        # be a training step later than the last.
        self._due = max(self._due, start - PERIOD) + PERIOD
        self._rest = max(start + PERIOD / 2, end + SPARE * (end - start))
