"""Cards: what check, hint and solution show, in words and as a small coloured box."""

from __future__ import annotations

import itertools
import re
import textwrap
from collections.abc import Iterator, Sequence
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
        body = "".join(_rows(rest))
        return (
            f'<div role="status" style="border-left:4px solid {self.colour};'
            f'padding:2px 12px;margin:4px 0;max-width:70em">'
            f'<p style="margin:4px 0"><b>{escape(title)}</b></p>{body}</div>'
        )


def verdict_card(verdict: Verdict) -> Card:
    """Return the card of a verdict."""
    return Card(verdict.lines, COLOURS.get(verdict.outcome, PLAIN))


LEADS = r"You perhaps believe|What is so|Run this to see it|Reread|Hint \d+ of \d+"
NAMED = r" *(after|wanted|seen|you said|Your line \d+): +(.*)"


def _rows(lines: Sequence[str]) -> Iterator[str]:
    """Yield the HTML of lines; code on lines that follow each other can be copied in one go."""
    for is_code, group in itertools.groupby(lines, _is_code):
        if is_code:
            code = escape(textwrap.dedent("\n".join(group)))
            yield f'<pre style="margin:0 0 0 24px">{code}</pre>'
        else:
            yield from map(_row, group)


def _is_code(line: str) -> bool:
    return line.startswith("    ") and not re.match(NAMED, line)


def _row(line: str) -> str:
    words = line.strip()
    named = re.match(NAMED, words)
    if named:
        return (
            f'<p style="margin:2px 0 2px 24px">{escape(named[1])}: '
            f"<code>{escape(named[2])}</code></p>"
        )
    lead = re.match(rf"({LEADS}): *(.*)", words)
    if lead:
        return f'<p style="margin:4px 0"><b>{escape(lead[1])}:</b> {escape(lead[2])}</p>'
    return f'<p style="margin:4px 0">{escape(words)}</p>'
