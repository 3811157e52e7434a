"""What is read out of a run: what is new, at a pace that can be heard."""

from __future__ import annotations

from helpers.lab.telling import SECONDS_BETWEEN, SECONDS_QUIET, Telling


def test_a_change_is_told_at_once() -> None:
    """However soon after the last one."""
    telling = Telling()

    assert [telling.is_news(state, 0.1) for state in ("runs", "paused")] == [True, True]


def test_a_run_that_goes_on_is_told_now_and_then() -> None:
    """Twenty frames a second in between are left out."""
    telling = Telling()
    told = [frame for frame in range(1000) if telling.is_news("runs", frame / 20)]

    assert told == [0, 20 * SECONDS_BETWEEN, 40 * SECONDS_BETWEEN]


def test_an_alarm_that_rings_on_is_told_once() -> None:
    """It rings at each step, and a screen reader would say nothing else."""
    telling = Telling()

    assert sum(telling.is_new_alarm("layer1", step, step / 20) for step in range(1000)) == 1


def test_an_alarm_after_quiet_is_told_again() -> None:
    """As is one in another layer, or of a run that starts over."""
    telling = Telling()
    telling.is_new_alarm("layer1", 5, 0)

    assert telling.is_new_alarm("layer2", 6, 0.1)
    assert telling.is_new_alarm("layer1", 7, SECONDS_QUIET)
    assert telling.is_new_alarm("layer1", 2, SECONDS_QUIET + 0.1)
