"""Cards: the lines of a verdict as HTML."""

from __future__ import annotations

import re
from html import unescape

from helpers.grading.cells import cell_for
from helpers.grading.lessons import find
from helpers.grading.marking import mark
from helpers.notebook.cards import Card, verdict_card


def test_a_cell_is_one_block_that_can_be_copied() -> None:
    """Its lines stand in one pre, as they are to be run, in both forms of the card."""
    card = verdict_card(mark(find("run-it-twice"), "handle = v.register_hook(double)\n"))
    cell = cell_for("registering-again-replaces")

    assert cell is not None
    assert [unescape(code) for code in re.findall(r"<pre[^>]*>(.*?)</pre>", html(card), re.S)] == [
        cell
    ]
    assert "\n".join(f"     {line}" for line in cell.splitlines()) in repr(card)


def test_code_keeps_its_own_indentation() -> None:
    """Only what all lines have in common is taken away."""
    card = Card(("title", "    def f():", "        return 1", "", "    f()"))

    assert "<pre style" in html(card)
    assert "def f():\n    return 1</pre>" in html(card)


def test_what_was_seen_is_no_code_block() -> None:
    """The lines under an unmet claim are named, and stand in a line each."""
    html_of = html(Card(("title", "     wanted: [1]", "     seen:   [2]")))

    assert "<pre" not in html_of
    assert "wanted: <code>[1]</code>" in html_of


def test_html_in_a_line_is_shown_and_not_run() -> None:
    """An answer's own words can hold anything."""
    assert "<script>" not in html(Card(("<script>", "   <script>", "    <script>")))


def html(card: Card) -> str:
    """Return the HTML form of a card."""
    return card._repr_html_()
