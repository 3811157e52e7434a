"""How well an answer is locked in: three levels, of which each platform reaches some.

``limits``: time, memory, processes, output and file size are bounded. ``filters``: besides, the
kernel lets an answer open only the files on a list, and keeps it from the network and from other
processes (Linux, Landlock and seccomp). ``namespaces``: besides, an answer doesn't even see other
files, processes or networks.
"""

from __future__ import annotations

from typing import Literal, get_args

Level = Literal["limits", "filters", "namespaces"]

LEVELS: tuple[Level, ...] = get_args(Level)
"""From the weakest to the strongest."""

HIDES_SOLUTIONS: Level = "filters"
"""The lowest level at which an answer can't read the solutions."""


def at_least(level: Level, required: Level) -> bool:
    """Say whether a level is as strong as the one that is required."""
    return LEVELS.index(level) >= LEVELS.index(required)
