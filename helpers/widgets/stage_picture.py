"""A value on its way through a package: a box for each program or hook, the value on each arrow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from helpers.widgets.picture import BLUE, LINE, VERMILLION, Picture, arrow, label

BOX, GAP, HEIGHT = 92, 62, 70


def stage_picture(start: Any, stages: Sequence[tuple[str, Any, bool]]) -> Picture:
    """Draw ``start`` and then each stage as (name, value after it, whether it is a hook)."""
    shapes = [label(GAP / 2, HEIGHT / 2 - 8, f"{start!r}", 14), arrow(8, GAP - 6, HEIGHT / 2)]
    x = float(GAP)
    for name, value, is_hook in stages:
        colour, style = (VERMILLION, "5 3") if is_hook else (BLUE, "none")
        shapes += [
            f'<rect x="{x:g}" y="14" width="{BOX}" height="{HEIGHT - 28}" rx="6" '
            f'style="fill:none;stroke:{colour};stroke-width:2;stroke-dasharray:{style}"/>',
            label(x + BOX / 2, HEIGHT / 2 + 5, name),
            label(x + BOX + GAP / 2, HEIGHT / 2 - 8, f"{value!r}", 14),
            arrow(x + BOX + 6, x + BOX + GAP - 6, HEIGHT / 2),
        ]
        x += BOX + GAP
    words = " → ".join([repr(start), *(f"{name} → {value!r}" for name, value, _ in stages)])
    shapes.append(f'<path d="M0 {HEIGHT - 1}H{x:g}" style="stroke:{LINE};stroke-width:0.5"/>')
    return Picture("".join(shapes), int(x), HEIGHT, f"Value at each stage: {words}", words)
