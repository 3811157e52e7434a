"""Numbers for the cases of an exercise, drawn so that float arithmetic on them is exact."""

from __future__ import annotations

import random
from typing import Any


def eighths(draw: random.Random, *shape: int) -> Any:
    """Return nested lists of the given shape: multiples of 1/8 in [-5, 5], none of them zero."""
    if not shape:
        return draw.choice((-1, 1)) * draw.randint(1, 40) / 8
    return [eighths(draw, *shape[1:]) for _ in range(shape[0])]
