"""Which hook fired when: a lane for each module or tensor, a numbered mark for each firing."""

from __future__ import annotations

from collections.abc import Sequence

from helpers.hooks.switches import Call
from helpers.hooks.tracing import in_words
from helpers.widgets.picture import (
    BLUE,
    GREEN,
    INK,
    LINE,
    PURPLE,
    SOFT,
    VERMILLION,
    Picture,
    label,
    table,
)

LEFT, STEP, LANE, TOP = 130, 92, 58, 12
COLOURS = {
    "forward pre": GREEN,
    "forward": BLUE,
    "backward pre": PURPLE,
    "backward": VERMILLION,
}
"""Colour of each kind of hook; the kind is written under each mark too."""


def firing_picture(
    calls: Sequence[Call], lanes: Sequence[str], note: str = "", at: int | None = None
) -> Picture:
    """Draw the calls in firing order; a label like ``first: forward pre`` names lane and kind.

    A hook that returned something gets a square mark, one that only looked a round one. ``note``
    is written below: what came of the run. With ``at``, only so many calls have happened yet: the
    last of them is ringed, its lane framed, and those to come are faint.

    ``lanes`` fixes the lanes from top to bottom, so that the picture keeps its shape while
    switches change. No call at all is drawn as empty lanes.
    """
    marks = [(*call.label.split(": ", 1), _shapes_of(call)) for call in calls]
    now = len(marks) if at is None else at
    width = LEFT + STEP * max(len(marks), 4)
    height = TOP + LANE * len(lanes) + (28 if note else 6)
    shapes = [_lane(number, name, width) for number, name in enumerate(lanes)]
    for number, (call, (where, what, _)) in enumerate(zip(calls, marks, strict=True), 1):
        mark = _mark(number, what, lanes.index(where), square=call.returned is not None)
        shapes.append(mark if number <= now else f'<g opacity="0.25">{mark}</g>')
    if at:
        shapes.append(_cursor(at, lanes.index(marks[at - 1][0])))
    if note:
        shapes.append(label(LEFT - 30, height - 8, "→ " + note, 14, anchor="start"))
    rows = [[f"{n}  {where}", what, seen] for n, (where, what, seen) in enumerate(marks, 1)]
    text = table([["   where", "what", "saw"], *rows]) if rows else "no hook fired"
    order = ", ".join(f"{n} {where} {what}" for n, (where, what, _) in enumerate(marks, 1))
    alt = f"Order in which hooks fired: {order or 'none fired'}"
    if note:
        text, alt = f"{text}\n→ {note}", f"{alt}; {note}"
    return Picture("".join(shapes), width, height, alt, text)


def _lane(number: int, name: str, width: int) -> str:
    y = TOP + LANE * number + LANE / 2 - 6
    line = f'<path d="M{LEFT - 20} {y:g}H{width}" style="stroke:{LINE};stroke-width:1"/>'
    return line + label(LEFT - 30, y + 5, name, 14, anchor="end")


def _mark(number: int, what: str, lane: int, *, square: bool) -> str:
    x, y = LEFT + STEP * (number - 1) + STEP / 2 - 20, TOP + LANE * lane + LANE / 2 - 6
    colour = COLOURS.get(what, SOFT)
    shape = (
        f'<rect x="{x - 12:g}" y="{y - 12:g}" width="24" height="24" style="fill:{colour}"/>'
        if square
        else f'<circle cx="{x:g}" cy="{y:g}" r="12" style="fill:{colour}"/>'
    )
    return (
        f"{shape}"
        f'<text x="{x:g}" y="{y + 5:g}" font-size="13" font-weight="600" text-anchor="middle" '
        f'style="fill:#fff">{number}</text>' + label(x, y + 27, what, 12)
    )


def _cursor(number: int, lane: int) -> str:
    """Ring the present mark, and frame the name of the module that it belongs to."""
    x, y = LEFT + STEP * (number - 1) + STEP / 2 - 20, TOP + LANE * lane + LANE / 2 - 6
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="19" style="fill:none;stroke:{INK};stroke-width:2"/>'
        f'<rect x="2" y="{y - 17:g}" width="{LEFT - 26}" height="34" rx="6" '
        f'style="fill:none;stroke:{INK};stroke-width:2"/>'
    )


def _shapes_of(call: Call) -> str:
    """Say in a few words what a module hook was given: the shape of each tensor after the module."""
    return " → ".join(in_words(value) for value in call.given[1:]) or "-"
