"""Frames: small, exact enough to draw, and honest about NaN and infinity."""

from __future__ import annotations

import numpy as np
import pytest

from helpers.widgets.frames import POINTS, curves, decode, encode


def _frame(rows: np.ndarray, names: int):
    steps = np.arange(1, len(rows) + 1)
    return curves([f"l{i}" for i in range(names)], steps, rows, np.zeros(4, np.float32), step=1)


@pytest.mark.parametrize("value", [1e-11, 3e-5, 1.0, 123.4, 9e11])
def test_a_number_comes_back_within_a_pixel(value: float) -> None:
    """Over 24 decades, what is decoded is within 0.05 % of what was encoded."""
    assert decode(encode([value]))[0] == pytest.approx(value, rel=5e-4)


def test_nan_infinity_and_zero_are_themselves() -> None:
    """None of them is drawn as some number."""
    back = decode(encode([np.nan, np.inf, 0.0]))

    assert np.isnan(back[0])
    assert np.isinf(back[1])
    assert back[2] == 0.0


def test_four_lines_of_300_points_take_four_kilobytes_or_less() -> None:
    """Three layers and the loss, with the histogram: at most 4,000 bytes."""
    rows = np.random.default_rng(0).random((300, 4)).astype(np.float32)

    assert _frame(rows, 3).size <= 4_000


def test_a_frame_does_not_grow_with_the_run() -> None:
    """A hundred times the rows are drawn from the same number of bytes."""
    rows = np.ones((POINTS * 100, 3), np.float32)

    assert _frame(rows, 2).size == _frame(rows[:POINTS], 2).size


def test_thinning_keeps_the_spike_and_both_ends() -> None:
    """The largest row of each stretch stands for it; first and last step are there."""
    rows = np.ones((POINTS * 10, 2), np.float32)
    rows[1_234, 0] = 50.0
    frame = _frame(rows, 1)
    gaps = np.frombuffer(frame.buffers[0], np.uint16).astype(int)
    steps = frame.header["first"] + np.cumsum(gaps)
    norms = decode(np.frombuffer(frame.buffers[1], np.uint16))

    assert steps[0] == 1
    assert steps[-1] == POINTS * 10
    assert norms[steps == 1_235] == pytest.approx([50.0], rel=1e-3)


def test_an_empty_run_is_an_empty_frame() -> None:
    """Before the first step there is nothing to draw, and nothing fails."""
    frame = _frame(np.zeros((0, 3), np.float32), 2)

    assert frame.buffers[0] == b""


@pytest.mark.parametrize("size", [1e-44, 1.5e38, 3e38])
def test_a_gradient_at_the_ends_of_float32_has_a_histogram(size: float) -> None:
    """Vanished to nothing, or about to overflow: that is when one looks."""
    gradient = np.array([-size, 0, size, 3e-44], np.float32)
    frame = curves(["a"], np.zeros(0, np.int64), np.zeros((0, 2), np.float32), gradient)

    assert np.frombuffer(frame.buffers[3], np.uint16).sum() == 4


@pytest.mark.parametrize("entry", [0.0, 3e-44, 1.0, 3e38])
def test_a_gradient_with_one_value_has_it_in_one_bin(entry: float) -> None:
    """However large it is, and whatever rounding makes of the bins around it."""
    frame = curves(["a"], np.zeros(0, np.int64), np.zeros((0, 2), np.float32), np.full(5, entry))

    assert sorted(np.frombuffer(frame.buffers[3], np.uint16))[-2:] == [0, 5]


def test_the_bins_are_those_of_numpy() -> None:
    """The last one is closed on both sides."""
    gradient = np.random.default_rng(0).standard_normal(1000).astype(np.float32)
    frame = curves(["a"], np.zeros(0, np.int64), np.zeros((0, 2), np.float32), gradient)
    counts, edges = np.histogram(gradient.astype(np.float64), bins=32)

    assert np.frombuffer(frame.buffers[3], np.uint16).tolist() == counts.tolist()
    assert frame.header["range"] == [edges[0], edges[-1]]
