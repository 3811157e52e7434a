"""Telling: which of a run's many words are worth reading out, so that a screen reader can keep up."""

from __future__ import annotations

from collections.abc import Hashable

SECONDS_BETWEEN = 20.0
"""How long a run that goes on unchanged is left untold."""
SECONDS_QUIET = 5.0
"""How long there must have been no alarm, before one more is news."""


class Telling:
    """Tells a run's beginning, its end and what is done to it; seldom what merely goes on.

    Times are in seconds, of any clock that runs evenly.
    """

    def __init__(self) -> None:
        """Nothing has been told yet."""
        self._state: Hashable = None
        self._told_at = float("-inf")
        self._rang: dict[str, tuple[int, float]] = {}

    def is_news(self, state: Hashable, now: float) -> bool:
        """Say whether a state (all that is told at once when it changes) should be told now."""
        if state == self._state and now - self._told_at < SECONDS_BETWEEN:
            return False
        self._state, self._told_at = state, now
        return True

    def is_new_alarm(self, layer: str, step: int, now: float) -> bool:
        """Say whether an alarm begins here; one that rings on, or on and off, is told once."""
        before, rang_at = self._rang.get(layer, (-1, float("-inf")))
        if step == before:
            return False
        self._rang[layer] = step, now
        return step < before or now - rang_at >= SECONDS_QUIET
