"""Values on their way through packages: a row for each, boxes for what works, x on the arrows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from helpers.widgets.picture import (
    BLUE,
    INK,
    LINE,
    SOFT,
    VERMILLION,
    Picture,
    arrow,
    label,
)

BOX, GAP, RING, HEIGHT, TITLE, LEGEND = 88, 54, 20, 72, 26, 26
"""Widths of a box, an arrow, each further ring; heights of a row, its title, and the legend."""
WORDS = "solid: a program · dashed: a hook · small ring: a hook that returned None"


@dataclass(frozen=True)
class Stage:
    """A program or a hook, and x after it; of a hook also what it returned."""

    name: str
    after: Any
    is_hook: bool = False
    returned: Any = None

    @property
    def passes(self) -> bool:
        """Whether it is a hook that returned None."""
        return self.is_hook and self.returned is None

    @property
    def dropped(self) -> bool:
        """Whether it is a hook whose result did not take the place of x."""
        return self.is_hook and not self.passes and repr(self.returned) != repr(self.after)


@dataclass(frozen=True)
class Journey:
    """A run through one package: x at the start, the stages, and the error that ended it."""

    start: Any
    stages: Sequence[Stage]
    error: str = ""


def stage_picture(journeys: Mapping[str, Journey]) -> Picture:
    """Draw each journey as a row under its title; an empty title takes no room."""
    shapes, top, width = [], 0.0, 0.0
    for title, journey in journeys.items():
        if title:
            shapes.append(label(2, top + 18, title, 14, f"{INK};font-weight:600", "start"))
            top += TITLE
        row, right = _row(journey, top)
        shapes += row
        top, width = top + HEIGHT, max(width, right)
    width = max(width, 6.5 * len(WORDS))
    shapes.append(f'<path d="M0 {top + 2:g}H{width:g}" style="stroke:{LINE};stroke-width:0.5"/>')
    shapes.append(label(2, top + 19, WORDS, 12, SOFT, "start"))
    lines = {title: _words(journey) for title, journey in journeys.items()}
    longest = max(map(len, lines)) + 2
    text = "\n".join(
        f"{title + ':':{longest}}{said}" if title else said for title, said in lines.items()
    )
    alt = "; ".join(f"{title}: {said}" if title else said for title, said in lines.items())
    return Picture("".join(shapes), int(width), int(top + LEGEND), f"x at each stage: {alt}", text)


def _row(journey: Journey, top: float) -> tuple[list[str], float]:
    """Return the shapes of a row, and how far it reaches to the right."""
    shapes: list[str] = []
    left, value, rings = 0.0, journey.start, list[Stage]()
    for stage in journey.stages:
        if stage.passes:
            rings.append(stage)
            continue
        part, left = _way(left, top, value, rings)
        shapes += [*part, *_box(stage, left, top)]
        left, value, rings = left + BOX, stage.after, []
    if journey.error:
        words, y = journey.error.partition(":")[0], top + HEIGHT / 2 - 4
        shapes.append(label(left + 8, y, f"✗ {words}", 14, f"{INK};font-weight:600", "start"))
        return shapes, left + 16 + 8.5 * len(words)
    part, left = _way(left, top, value, rings)
    return [*shapes, *part], left


def _way(left: float, top: float, value: Any, rings: Sequence[Stage]) -> tuple[list[str], float]:
    """Draw an arrow with x above it, and a ring on it for each hook that left x alone."""
    shown = _short(value)
    room = GAP + RING * max(0, len(rings) - 1)
    width, y = max(room, 9 * len(shown) + 20), top + HEIGHT / 2 - 9
    shapes = [
        arrow(left + 5, left + width - 5, y),
        label(left + width / 2 - 2, y - 10, shown, 15, f"{INK};font-weight:600"),
    ]
    first = left + width / 2 - 2 - RING * (len(rings) - 1) / 2
    for number, stage in enumerate(rings):
        shapes.append(
            f'<circle cx="{first + RING * number:g}" cy="{y:g}" r="6" '
            f'style="fill:var(--jp-layout-color0,#fff);stroke:{VERMILLION};stroke-width:2;'
            f'stroke-dasharray:3 2"><title>{escape(stage.name)} returned None</title></circle>'
        )
    return shapes, left + width


def _box(stage: Stage, left: float, top: float) -> list[str]:
    colour, dashes = (VERMILLION, "5 3") if stage.is_hook else (BLUE, "none")
    middle, y = left + BOX / 2, top + HEIGHT / 2 - 9
    shapes = [
        f'<rect x="{left + 1:g}" y="{top + 8:g}" width="{BOX - 2}" height="{2 * (y - top - 8):g}" '
        f'rx="6" style="fill:none;stroke:{colour};stroke-width:2;stroke-dasharray:{dashes}"/>',
        label(middle, y + 5, stage.name),
    ]
    if stage.dropped:
        shapes.append(
            f'<path d="M{left + 8:g} {2 * y - top - 14:g}L{left + BOX - 8:g} {top + 14:g}" '
            f'style="stroke:{VERMILLION};stroke-width:2"/>'
        )
        words = f"returned {_short(stage.returned)}: dropped"
        shapes.append(label(middle, top + HEIGHT - 6, words, 12, f"{INK};font-weight:600"))
    return shapes


def _words(journey: Journey) -> str:
    said = [repr(journey.start)]
    for stage in journey.stages:
        if stage.passes:
            said.append(f"{stage.name} (None)")
        elif stage.dropped:
            said += [f"{stage.name} ({stage.returned!r} dropped)", repr(stage.after)]
        else:
            said += [stage.name, repr(stage.after)]
    if journey.error:
        ended_in_hook = bool(journey.stages) and journey.stages[-1].is_hook
        said = [*(said[:-1] if ended_in_hook else said), journey.error]
    return " → ".join(said)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 24 else text[:23] + "…"
