"""hook_map: one training step as a picture, with a link from each hook to the lesson on it."""

from __future__ import annotations

from html import escape
from itertools import groupby

from helpers.hooks.one_step import BACKWARD, FORWARD, STEP, Firing, one_step
from helpers.hooks.points import TO_COME
from helpers.widgets.picture import BLUE, GREEN, INK, LINE, SOFT, VERMILLION, drawn, label, table

LEFT, COLUMN, LANE, TOP, MARK = 112, 34, 36, 30, 24
LANES = (
    "all modules",
    "the layer",
    "the output",
    "its node",
    "the weight",
    "the optimiser",
    "all optimisers",
)
COLOURS = {FORWARD: BLUE, BACKWARD: VERMILLION, STEP: GREEN}


class HookMap:
    """The map as an output of a cell: links for a page, a table for a terminal."""

    def __init__(self, fired: list[Firing]) -> None:
        """Take what fired in one step, in order."""
        self.fired = fired

    def _repr_html_(self) -> str:
        width, height = LEFT + COLUMN * len(self.fired) + 8, TOP + LANE * len(LANES) + 4
        box = f"position:relative;width:{width}px;height:{height}px"
        return (
            '<div style="overflow-x:auto"><div role="group" aria-label="Hooks that fire in one '
            f'training step, in order" style="{box}">{self._lines(width, height)}'
            f"{''.join(self._spot(n, one) for n, one in enumerate(self.fired, 1))}</div>"
            f"{self._legend()}</div>"
        )

    def _lines(self, width: int, height: int) -> str:
        shapes = []
        for number, name in enumerate(LANES):
            y = TOP + LANE * number + LANE / 2
            shapes.append(label(LEFT - 12, y + 4, name, 12, INK, "end"))
            shapes.append(f'<path d="M{LEFT - 6} {y:g}H{width - 6}" style="stroke:{LINE}"/>')
        column = 0
        for part, group in groupby(self.fired, lambda one: one.part):
            count = len(list(group))
            x = LEFT + COLUMN * column
            style = f"{COLOURS[part]};font-weight:600"
            words = part if count > 3 else part.split()[0]
            shapes.append(label(x + COLUMN * count / 2, 16, words, 13, style))
            shapes.append(
                f'<path d="M{x + 3} 22H{x + COLUMN * count - 3}" '
                f'style="stroke:{COLOURS[part]};stroke-width:3"/>'
            )
            column += count
        return drawn(
            f'<svg aria-hidden="true" width="{width}" height="{height}" '
            'style="position:absolute;left:0;top:0;'
            f'font-family:var(--jp-ui-font-family,sans-serif)">{"".join(shapes)}</svg>'
        )

    def _spot(self, number: int, one: Firing) -> str:
        x = LEFT + COLUMN * (number - 1) + (COLUMN - MARK) / 2
        y = TOP + LANE * LANES.index(one.on) + (LANE - MARK) / 2
        to_come = one.point.lesson == TO_COME
        fill = "var(--jp-layout-color0,#fff)" if to_come else COLOURS[one.part]
        style = (
            f"position:absolute;left:{x:g}px;top:{y:g}px;width:{MARK - 4}px;height:{MARK - 4}px;"
            f"border:2px {'dashed' if to_come else 'solid'} {COLOURS[one.part]};"
            f"border-radius:50%;background:{fill};color:{SOFT if to_come else '#fff'};"
            f"font:600 12px/{MARK - 4}px sans-serif;text-align:center;text-decoration:none"
        )
        words = escape(f"{number}. {_short(one)}, on {one.on}: {_lesson(one)}")
        if to_come:
            return f'<span title="{words}" style="{style}">{number}</span>'
        href = f"{one.point.lesson}.ipynb"
        return f'<a href="{href}" title="{words}" aria-label="{words}" style="{style}">{number}</a>'

    def _legend(self) -> str:
        rows = []
        for number, one in enumerate(self.fired, 1):
            lesson = _lesson(one)
            if one.point.lesson != TO_COME:
                lesson = f'<a href="{one.point.lesson}.ipynb">{lesson}</a>'
            cells = (str(number), escape(one.on), f"<code>{_short(one)}</code>", lesson)
            rows.append(
                "<tr>" + "".join(f'<td style="text-align:left">{cell}</td>' for cell in cells)
                + "</tr>"
            )  # fmt: skip
        heads = ("", "on", "registered with", "taught in")
        head = "".join(f'<th style="text-align:left">{name}</th>' for name in heads)
        return (
            "<table style='margin-left:0'><thead><tr>"
            f"{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
        )

    def __repr__(self) -> str:
        """Return the same as a table in text."""
        rows = [
            [f"{number:2}  {one.part}", one.on, _short(one), _lesson(one)]
            for number, one in enumerate(self.fired, 1)
        ]
        return table([["    part", "on", "registered with", "taught in"], *rows])


def _short(one: Firing) -> str:
    return one.point.name.rpartition(".")[2]


def _lesson(one: Firing) -> str:
    stem = one.point.lesson
    return stem if stem == TO_COME else f"lesson {int(stem[:2])}"


def hook_map() -> HookMap:
    """Run one training step with a hook at every point, and return its map."""
    return HookMap(one_step())
