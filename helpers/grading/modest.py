"""How much an answer's facts may hold: what judges them, outside, has no clock running."""

from __future__ import annotations

from typing import Any

MOST_PARTS = 20_000
"""Values, lists and objects; the course's own answers leave some thousands.

Signs of a mistake may compare every entry of one list with every entry of another.
"""
DEEPEST = 200
"""Lists and objects in one another. Readers of JSON give up at about a thousand, less where the
reader itself was called from deep down."""


def is_modest(data: Any) -> bool:
    """Say whether data read from JSON has at most MOST_PARTS parts, at most DEEPEST deep."""
    parts, layer = 0, [data]
    for _ in range(DEEPEST + 1):
        parts += len(layer)
        if not layer or parts > MOST_PARTS:
            break
        layer = [part for one in layer for part in _parts(one)]
    return not layer


def _parts(one: Any) -> list[Any]:
    if isinstance(one, dict):
        return list(one.values())
    return one if isinstance(one, list) else []
