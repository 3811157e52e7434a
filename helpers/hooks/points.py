"""Every public hook registration of PyTorch, as data: points.toml, read into HookPoint.

A test goes through the installed torch and fails where one is missing here, or here only.
"""

from __future__ import annotations

import difflib
import tomllib
from dataclasses import dataclass
from pathlib import Path

TO_COME = "to come"


@dataclass(frozen=True)
class HookPoint:
    """One registration: its full name, and what one needs to know before using it.

    ``receives`` is what the hook is called with, ``returns`` what its return value does, ``ends``
    how it is taken off, ``lesson`` the stem of the lesson that teaches it or TO_COME.
    """

    name: str
    family: str
    receives: str
    returns: str
    fires: str
    ends: str
    lesson: str


def _read() -> tuple[HookPoint, ...]:
    table = tomllib.loads((Path(__file__).parent / "points.toml").read_text(encoding="utf-8"))
    return tuple(HookPoint(**entry) for entry in table["point"])


POINTS: tuple[HookPoint, ...] = _read()


def find(name: str) -> HookPoint:
    """Return the point with this full name, or raise LookupError naming the closest ones."""
    for point in POINTS:
        if point.name == name:
            return point
    close = difflib.get_close_matches(name, [point.name for point in POINTS], n=3)
    raise LookupError(f"find({name!r}): no such hook point. Closest: {', '.join(close) or 'none'}.")


def of_lesson(stem: str) -> tuple[HookPoint, ...]:
    """Return the points that a lesson teaches, in the order of the table."""
    return tuple(point for point in POINTS if point.lesson == stem)
