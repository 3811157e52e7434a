"""Cards: what check, hint and solution show, in words and as a small coloured box."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

from helpers.grading.exercise import Verdict

COLOURS = {"passed": "#009E73", "not yet": "#D55E00", "crashed": "#D55E00"}
PLAIN = "#0072B2"


@dataclass(frozen=True)
class Card:
    """Lines to read; ``repr`` is the text form, and Jupyter shows the same lines as HTML."""

    lines: tuple[str, ...]
    colour: str = PLAIN

    def __repr__(self) -> str:
        """Return the lines as text."""
        return "\n".join(self.lines)

    def _repr_html_(self) -> str:
        title, *rest = self.lines
        body = "".join(_row(line) for line in rest)
        return (
            f'<div role="status" style="border-left:4px solid {self.colour};'
            f'padding:2px 12px;margin:4px 0;max-width:70em">'
            f'<p style="margin:4px 0"><b>{escape(title)}</b></p>{body}</div>'
        )


def verdict_card(verdict: Verdict) -> Card:
    """Return the card of a verdict."""
    return Card(verdict.lines, COLOURS.get(verdict.outcome, PLAIN))


def _row(line: str) -> str:
    words = line.strip()
    named = re.match(r"(after|wanted|seen|you said|Your line \d+): +(.*)", words)
    if named:
        return (
            f'<p style="margin:2px 0 2px 24px">{escape(named[1])}: '
            f"<code>{escape(named[2])}</code></p>"
        )
    lead = re.match(r"(You perhaps believe|What is so|Reread|Hint \d+ of \d+): +(.*)", words)
    if lead:
        return f'<p style="margin:4px 0"><b>{escape(lead[1])}:</b> {escape(lead[2])}</p>'
    if line.startswith("    "):
        return f'<pre style="margin:0 0 0 12px">{escape(line[4:])}</pre>'
    return f'<p style="margin:4px 0">{escape(words)}</p>'
