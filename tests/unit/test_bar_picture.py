"""gradient_bars: a gradient before, after each hook that is on, and at its end, in two forms."""

from __future__ import annotations

import math
import re
from xml.etree import ElementTree

import pytest
import torch

from helpers.hooks.switches import Call, HookSwitch, SwitchBoard
from helpers.widgets.bar_picture import LABELLED, PLOT, gradient_bars
from helpers.widgets.picture import BLUE, VERMILLION, Picture

SENT = [1.0, -2.0, 3.0]


def one_pass(
    *hooks: tuple[str, object],
) -> tuple[torch.Tensor, list[Call], torch.Tensor | None]:
    """Send SENT through a leaf with real hooks, and return what a panel would draw."""
    v = torch.zeros(3, requires_grad=True)
    board = SwitchBoard(*(HookSwitch(name, v.register_hook, hook) for name, hook in hooks))
    with board:
        for switch in board:
            switch.turn_on()
        calls = board.watch(lambda: v.backward(torch.tensor(SENT)))
    return torch.tensor(SENT), calls, v.grad


def rows(picture: Picture) -> list[list[str]]:
    """Return the text form as cells; names have two spaces or more behind them."""
    return [re.split(r" {2,}", line) for line in picture.text.splitlines()]


def bars(picture: Picture) -> list[tuple[str, float]]:
    """Return fill colour and height of each solid bar."""
    found = ElementTree.fromstring(picture.html).iter("rect")
    filled = [bar for bar in found if "fill:#" in bar.attrib["style"]]
    return [(bar.attrib["style"][5:12], float(bar.attrib["height"])) for bar in filled]


def edit_in_place(grad: torch.Tensor) -> None:
    """Double a gradient in place."""
    grad.mul_(2)


def test_each_hook_that_is_on_is_a_stage_in_firing_order() -> None:
    """Sent, after each hook, v.grad: the text has a row for each, with its values."""
    picture = gradient_bars(
        *one_pass(("double", lambda g: g * 2), ("clip", lambda g: g.clamp(-3, 3)))
    )

    assert rows(picture) == [
        ["sent", "1", "-2", "3"],
        ["after double", "2", "-4", "6"],
        ["after clip", "2", "-3", "3"],
        ["v.grad", "2", "-3", "3"],
    ]


def test_a_hook_that_returns_nothing_is_drawn_with_what_it_left_behind() -> None:
    """An in-place edit shows as that hook's stage; a hook that only looks changes nothing."""
    picture = gradient_bars(*one_pass(("look", lambda g: None), ("in place", edit_in_place)))

    assert [row[1:] for row in rows(picture)[1:3]] == [
        ["1", "-2", "3"],
        ["2", "-4", "6"],
    ]


def test_bars_are_as_tall_as_their_values_on_one_scale() -> None:
    """Heights in all stages share one scale, blue above the line and vermillion below."""
    drawn = bars(gradient_bars(*one_pass(("double", lambda g: g * 2))))

    unit = drawn[0][1]
    values = [1, -2, 3, 2, -4, 6, 2, -4, 6]
    assert [height / unit for _, height in drawn] == pytest.approx([abs(v) for v in values], 1e-3)
    assert [colour for colour, _ in drawn] == [BLUE if v > 0 else VERMILLION for v in values]


def test_a_gradient_that_never_came_is_none_and_not_zero() -> None:
    """Where v.grad is None the picture says None, and draws no bar there."""
    picture = gradient_bars(torch.tensor(SENT), [], None)

    assert rows(picture)[-1] == ["v.grad", "None"]
    assert ">None</text>" in picture.shapes
    assert len(bars(picture)) == 3


def test_nan_and_infinity_are_written_and_not_dropped() -> None:
    """An exploded gradient is what one wants to see: NaN has no bar, infinity a full one."""
    bad = torch.tensor([math.nan, 2.0, math.inf, -math.inf])
    picture = gradient_bars(bad, [], bad)

    assert rows(picture)[0] == ["sent", "NaN", "2", "inf", "-inf"]
    assert picture.shapes.count(">NaN</text>") == 2
    assert all(math.isfinite(height) for _, height in bars(picture))
    assert "nan" not in picture.shapes


@pytest.mark.parametrize("value", [math.inf, -math.inf])
def test_an_infinity_fills_its_side_of_the_axis_even_alone(value: float) -> None:
    """Nothing finite gives the scale here, and the bar is as tall as a bar can be."""
    ((_, height),) = bars(gradient_bars(torch.tensor([value]), [], None))

    assert height == PLOT


def test_zeros_alone_can_be_drawn() -> None:
    """Nothing is divided by the largest value, which may be zero; a minus zero reads 0."""
    picture = gradient_bars(torch.zeros(3), [], -torch.zeros(3))

    assert rows(picture) == [["sent", "0", "0", "0"], ["v.grad", "0", "0", "0"]]


def test_the_value_before_is_outlined_where_a_hook_changed_it() -> None:
    """Two of three values are clipped here, so two dashed outlines are drawn."""
    picture = gradient_bars(*one_pass(("clip", lambda g: g.clamp(-1, 1))))

    assert picture.shapes.count("stroke-dasharray") == 2


def test_a_gradient_beside_the_way_comes_last_without_an_arrow() -> None:
    """What another tensor got stands apart: same scale, no arrow leads to it."""
    sent, calls, end = one_pass()
    alone = gradient_bars(sent, calls, end)
    picture = gradient_bars(sent, calls, end, beside={"w.grad": torch.tensor([4.0, 5.0, 6.0])})

    assert rows(picture)[-1] == ["w.grad", "4", "5", "6"]
    assert picture.shapes.count("l-8 -4v8z") == alone.shapes.count("l-8 -4v8z") == 1


def test_the_alternative_text_tells_every_value() -> None:
    """A screen reader hears each stage with its numbers."""
    picture = gradient_bars(*one_pass(("double", lambda g: g * 2)))

    alt = "Gradient sent: 1, -2, 3; after double: 2, -4, 6; v.grad: 2, -4, 6"
    assert picture.alt == alt
    assert ElementTree.fromstring(picture.html)[0].attrib["aria-label"] == alt


@pytest.mark.parametrize("shape", [(), (1,), (2, 3), (0,), (40,)])
def test_every_shape_is_drawn_flat_and_inside_the_box(shape: tuple[int, ...]) -> None:
    """Scalars, matrices, empty and long tensors all fit; long ones go without numbers."""
    tensor = torch.ones(shape)
    picture = gradient_bars(tensor, [], tensor)

    box = ElementTree.fromstring(picture.html)
    assert len(bars(picture)) == 2 * tensor.numel()
    for shape_drawn in box.iter("rect"):
        left, width = (float(shape_drawn.attrib[name]) for name in ("x", "width"))
        assert left >= 0
        assert left + width <= picture.width
    assert (">1</text>" in picture.shapes) == (0 < tensor.numel() <= LABELLED)
    assert len(picture.text.splitlines()[0]) < 120


def test_a_label_is_escaped() -> None:
    """A switch may be called anything."""
    picture = gradient_bars(*one_pass(("<b> & co", lambda g: None)))

    assert "after <b> & co: 1, -2, 3" in picture.alt
    ElementTree.fromstring(picture.html)
