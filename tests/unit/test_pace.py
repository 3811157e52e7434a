"""Pace: twenty frames a second where they are cheap, fewer where they are not."""

from __future__ import annotations

import pytest

from helpers.lab.pace import Pace


def frames(step: float, frame: float, seconds: float = 10.0, start: float = 0.0) -> float:
    """Return frames a second of a loop whose steps and frames take so long."""
    pace, now, count = Pace(), start, 0
    while now < start + seconds:
        now += step
        if pace.is_due(now):
            pace.made(now, now + frame)
            now += frame
            count += 1
    return count / seconds


@pytest.mark.parametrize("step", [0.0003, 0.002, 0.013, 0.04])
def test_twenty_a_second_however_long_a_step_takes(step: float) -> None:
    """A frame that comes a step late doesn't put off those after it."""
    assert frames(step, frame=0.003) == pytest.approx(20, abs=0.3)


def test_a_slow_picture_takes_a_sixth_of_the_time_at_most() -> None:
    """Whoever trains has five times as long as each frame took."""
    assert frames(step=0.001, frame=0.1) * 0.1 == pytest.approx(1 / 6, abs=0.01)


def test_after_a_long_rest_it_does_not_catch_up() -> None:
    """Frames that were due while nothing trained are gone."""
    pace = Pace()
    pace.made(0.0, 0.001)
    made = [now / 1000 for now in range(60_000, 61_000) if _make(pace, now / 1000)]

    assert len(made) == pytest.approx(20, abs=2)


def _make(pace: Pace, now: float) -> bool:
    due = pace.is_due(now)
    if due:
        pace.made(now, now)
    return due
