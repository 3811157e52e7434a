"""What to do again, and when: after a pass the pauses grow, after a slip they start afresh.

Spaced repetition, as in flash-card programs: recalling something just before it is forgotten is
what makes it stay.
"""

from __future__ import annotations

import contextlib
from datetime import date
from typing import Any

PAUSES = (2, 7, 21, 60)
"""Days until an exercise is worth doing again, after the first pass, the second, …"""
HARD = 3
"""Who needed more tries than that for the first pass comes back after half the pause."""


def note_pass(entry: dict[str, Any], today: date) -> None:
    """Write down in a progress entry that it was passed today; several passes a day count once."""
    days = _days(entry)
    if not days or days[-1] < today:
        days.append(today)
        entry.setdefault("tries_at_first_pass", entry["tries"])
    entry["days"] = [day.isoformat() for day in days[-len(PAUSES) :]]


def days_since_pass(entry: dict[str, Any], today: date) -> int | None:
    """Return how many days ago it was passed, None where that is not known."""
    days = _days(entry)
    return max(0, (today - days[-1]).days) if days else None


def is_due(entry: dict[str, Any], today: date) -> bool:
    """Say whether a passed exercise is worth doing again today."""
    since = days_since_pass(entry, today)
    if since is None or not entry.get("passed"):
        return False
    if entry.get("last") != "passed":
        return since > 0
    passes = len(_days(entry))
    pause = PAUSES[min(passes, len(PAUSES)) - 1]
    if passes == 1 and _number(entry.get("tries_at_first_pass")) > HARD:
        pause //= 2
    return since >= pause


def _days(entry: dict[str, Any]) -> list[date]:
    """Return the days of passes, oldest first; what isn't a day is left out."""
    written = entry.get("days")
    days = []
    for text in written if isinstance(written, list) else ():
        with contextlib.suppress(TypeError, ValueError):
            days.append(date.fromisoformat(text))
    return sorted(days)


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0
