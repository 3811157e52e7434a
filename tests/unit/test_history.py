"""A bounded history that keeps both ends of a run."""

from __future__ import annotations

import numpy as np
import pytest

from helpers.hooks.history import History


def test_a_short_run_is_kept_step_by_step() -> None:
    """Nothing is thinned before the room is used."""
    history = History(1, recent=8, coarse=8)
    for step in range(1, 11):
        history.append(step, [step])

    steps, rows = history.read()

    assert steps.tolist() == list(range(1, 11))
    assert rows[:, 0].tolist() == list(range(1, 11))


def test_a_long_run_keeps_its_first_and_its_last_steps() -> None:
    """After 100,000 steps the start is still there, and the end step by step."""
    history = History(1, recent=16, coarse=16)
    for step in range(100_000):
        history.append(step, [1.0])

    steps, _ = history.read()

    assert steps[0] == 0
    assert steps[-16:].tolist() == list(range(99_984, 100_000))


def test_the_older_part_is_spread_over_the_whole_run() -> None:
    """No stretch of the run is missing: neighbours are never further apart than two strides."""
    history = History(1, recent=16, coarse=16)
    for step in range(10_000):
        history.append(step, [1.0])

    steps, _ = history.read()

    assert np.diff(steps).max() <= 2 * history.stride


def test_memory_has_a_bound() -> None:
    """However long the run, no more rows are kept than there is room for."""
    history = History(3, recent=16, coarse=16)
    for step in range(5_000):
        history.append(step, [1.0, 2.0, 3.0])

    assert len(history) <= 16 + 16 + 1


@pytest.mark.parametrize("spike", [1e6, float("nan"), float("inf")])
def test_a_spike_outlives_thinning(spike: float) -> None:
    """The one step that matters is still there after thousands of others."""
    history = History(1, recent=8, coarse=8)
    for step in range(5_000):
        history.append(step, [spike if step == 1_234 else 1.0])

    steps, rows = history.read()

    assert 1_234 in steps
    assert np.array_equal(rows[steps == 1_234], np.array([[spike]], np.float32), equal_nan=True)


def test_what_is_read_is_a_copy() -> None:
    """Drawing on the numbers doesn't change them."""
    history = History(1)
    history.append(1, [1.0])
    history.read()[1][:] = 9

    assert history.read()[1].tolist() == [[1.0]]


def test_no_room_at_all_is_refused() -> None:
    """The message says what is needed."""
    with pytest.raises(ValueError, match="at least one column"):
        History(0)
