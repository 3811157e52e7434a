"""The picture of gradient flow: one scale for all rows, odd values in words, and a table beside it."""

from __future__ import annotations

import math
import re
from xml.etree import ElementTree

import pytest

from helpers.widgets.flow_picture import MOST_DECADES, PLOT, flow_picture


def bars(html: str) -> list[int]:
    """Return the heights of the bars, in order."""
    return [int(height) for height in re.findall(r'<rect [^>]*height="(\d+)"', html)]


def words(html: str) -> list[str]:
    """Return every text in the drawing."""
    return [found.text or "" for found in ElementTree.fromstring(html).iter("text")]


def test_a_bar_is_as_high_as_the_power_of_ten() -> None:
    """From 1e-4 to 1: the second is half-way up, the third at the top."""
    flow = {"one": (1e-4, 1e-4), "two": (1e-2, 1e-2), "three": (1.0, 1.0)}

    assert bars(flow_picture({"a run": flow}).html) == [0, PLOT // 2, PLOT]


def test_rows_share_one_scale() -> None:
    """The same value is as high in each row, so that rows can be compared."""
    broken, mended = {"one": (1e-8, 1e-7)}, {"one": (1.0, 1.0)}

    assert bars(flow_picture({"broken": broken, "mended": mended}).html) == [0, PLOT]


@pytest.mark.parametrize(("value", "word"), [(0.0, "0"), (math.nan, "NaN"), (math.inf, "inf")])
def test_what_has_no_place_on_the_scale_is_written(value: float, word: str) -> None:
    """Zero, NaN and infinity are told and not dropped."""
    picture = flow_picture({"a run": {"one": (value, value), "two": (1.0, 2.0)}})

    assert word in words(picture.html)
    assert word in picture.text.split()


def test_a_flow_of_zeros_alone_can_be_drawn() -> None:
    """A dead model has a picture too."""
    assert bars(flow_picture({"dead": {"one": (0.0, 0.0)}}).html) == [0]


def test_very_small_values_lie_on_the_floor() -> None:
    """One value of 1e-40 doesn't press all others into a line."""
    flow = {"one": (1e-40, 1e-40), "two": (1e-12, 1e-12), "three": (1.0, 1.0)}

    assert bars(flow_picture({"a run": flow}).html) == [
        0,
        PLOT * (MOST_DECADES - 12) // MOST_DECADES,
        PLOT,
    ]


def test_the_text_is_a_table_for_each_run() -> None:
    """Layers in their order, mean and largest entry to one figure."""
    picture = flow_picture({"deep": {"one": (2.4e-10, 0.03)}, "mended": {"one": (1.0, 2.0)}})

    assert repr(picture) == (
        "deep   mean  largest\none   2e-10    3e-02\n\n"
        "mended   mean  largest\none     1e+00    2e+00"
    )


def test_the_alt_text_names_runs_layers_and_means() -> None:
    """Whoever doesn't see the bars hears them from input to output."""
    picture = flow_picture({"a run": {"one": (1e-3, 1.0), "two": (0.0, 0.0)}})

    assert picture.alt == (
        "Mean of |gradient| in each layer, from input to output. a run: one 1e-03, two 0"
    )
    assert 'role="img"' in picture.html


def test_a_notebook_gets_the_drawing_and_the_numbers() -> None:
    """Pages that strip SVG still show the table, folded up below it."""
    html = flow_picture({"a <run>": {"one": (1.0, 1.0)}})._repr_html_()

    assert html.startswith('<div style="font-size:0px;overflow-x:auto"><svg')
    assert "<details>" in html
    assert "a &lt;run&gt;" in html


def test_many_layers_are_drawn_and_some_are_named() -> None:
    """A hundred layers fit, every seventh with its name."""
    picture = flow_picture({"a run": {f"l{n}": (1.0, 1.0) for n in range(100)}})

    assert len(bars(picture.html)) == 100
    assert len([word for word in words(picture.html) if word.startswith("l")]) == 15
    assert picture.width < 900


@pytest.mark.parametrize("nothing", [{}, {"a run": {}}])
def test_nothing_to_draw_is_refused(nothing: dict) -> None:
    """The message says what to give."""
    with pytest.raises(ValueError, match="at least one"):
        flow_picture(nothing)
