"""Picture: one drawing in two forms, for eyes and for screen readers, logs and saved pages."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

INK = "var(--jp-ui-font-color1, #333)"
SOFT = "var(--jp-ui-font-color2, #666)"
LINE = "var(--jp-border-color1, #bbb)"
BLUE, VERMILLION, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7"
"""Colours that colour-blind readers can tell apart, with 3:1 contrast on white and on black."""


@dataclass(frozen=True)
class Picture:
    """A drawing: ``shapes`` is SVG inside a ``width`` × ``height`` box, ``text`` says it all in words.

    Ink and lines take their colours from JupyterLab's theme, so it reads on light and on dark.
    """

    shapes: str
    width: int
    height: int
    alt: str
    text: str

    @property
    def html(self) -> str:
        """The drawing as an SVG element with ``alt`` as its accessible name.

        Where there is little room it shrinks to two thirds, in which its words can still be read,
        and then scrolls.
        """
        return drawn(
            f'<svg role="img" aria-label="{escape(self.alt)}" '
            f'viewBox="0 0 {self.width} {self.height}" width="{self.width}" '
            f'style="max-width:100%;min-width:{self.width * 2 // 3}px;height:auto;'
            'font-family:var(--jp-ui-font-family,sans-serif)">'
            f"<title>{escape(self.alt)}</title>{self.shapes}</svg>"
        )


def drawn(svg: str) -> str:
    """Return an SVG element as HTML that shows nothing where SVG is not let through.

    JupyterLab takes the elements out of a notebook that it doesn't trust yet, and leaves the words
    in them; these have no size of their own then.
    """
    return f'<div style="font-size:0px;overflow-x:auto">{svg}</div>'


def label(
    x: float, y: float, words: str, size: int = 13, ink: str = INK, anchor: str = "middle"
) -> str:
    """Return SVG text at x, y (pixels), ``anchor`` being start, middle or end."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" '
        f'style="fill:{ink}">{escape(words)}</text>'
    )


def arrow(x1: float, x2: float, y: float) -> str:
    """Return a horizontal SVG arrow from x1 to x2 at height y (pixels)."""
    return (
        f'<path d="M{x1:g} {y:g}H{x2 - 6:g}" style="stroke:{SOFT};stroke-width:1.5"/>'
        f'<path d="M{x2:g} {y:g}l-8 -4v8z" style="fill:{SOFT}"/>'
    )


def table(rows: list[list[str]]) -> str:
    """Return rows as text in aligned columns, the first one flush left."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = (
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)
