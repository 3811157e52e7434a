"""What is worth doing again, and when."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from helpers.grading.progress import Progress
from helpers.grading.standing import Standing
from helpers.notebook.progress_page import ProgressPage, page

START = date(2026, 1, 1)


class Learner:
    """A learner whose calendar can be turned."""

    def __init__(self, path: Path) -> None:
        """Begin on START."""
        self.day = START
        self.progress = Progress(path, today=lambda: self.day)

    def on(self, day: int, *outcomes: str) -> None:
        """Try tensor-double so many days after START, with these outcomes."""
        self.day = START + timedelta(days=day)
        for outcome in outcomes:
            self.progress.note("tensor-double", outcome)

    def due(self, day: int) -> bool:
        """Say whether it is worth doing again so many days after START."""
        standing = Standing.of(self.progress, START + timedelta(days=day))
        return [row.exercise.id for row in standing.due] == ["tensor-double"]


@pytest.fixture
def learner(tmp_path: Path) -> Learner:
    """A learner who has tried nothing yet."""
    return Learner(tmp_path / "progress.json")


def test_nothing_is_due_on_the_day_of_the_pass_or_the_next(learner: Learner) -> None:
    """What is fresh need not be repeated."""
    learner.on(0, "passed")

    assert [learner.due(day) for day in (0, 1)] == [False, False]


def test_a_pass_is_due_again_after_two_days(learner: Learner) -> None:
    """And stays so until it is done."""
    learner.on(0, "passed")

    assert [learner.due(day) for day in (2, 3, 400)] == [True, True, True]


def test_each_further_pass_makes_the_pause_longer(learner: Learner) -> None:
    """Two days, then seven, then twenty-one."""
    learner.on(0, "passed")
    learner.on(2, "passed")
    assert [learner.due(day) for day in (8, 9)] == [False, True]

    learner.on(9, "passed")
    assert [learner.due(day) for day in (29, 30)] == [False, True]


def test_several_passes_on_one_day_count_once(learner: Learner) -> None:
    """Pressing the check again makes nobody remember better."""
    learner.on(0, "passed", "passed", "passed")

    assert learner.due(2)


def test_what_took_many_tries_comes_back_sooner(learner: Learner) -> None:
    """After the fourth try, one day."""
    learner.on(0, "not yet", "crashed", "not yet", "passed")

    assert [learner.due(day) for day in (0, 1)] == [False, True]


def test_a_slip_after_a_pass_is_due_the_next_day(learner: Learner) -> None:
    """It was known once, and isn't now."""
    learner.on(0, "passed")
    learner.on(2, "passed", "not yet")

    assert [learner.due(day) for day in (2, 3)] == [False, True]


def test_what_was_never_passed_is_not_repeated(learner: Learner) -> None:
    """It is still to be done for the first time."""
    learner.on(0, "not yet")

    assert not learner.due(100)


def test_a_pass_from_before_days_were_kept_is_not_due(learner: Learner) -> None:
    """Nobody knows how long ago it was."""
    learner.progress.path.write_text(
        '{"version": 1, "exercises": {"tensor-double": '
        '{"tries": 1, "passed": true, "last": "passed"}}}'
    )

    assert not learner.due(100)


@pytest.mark.parametrize("days", ["5", '"2026-01-01"', '[null, 3, "soon"]', "{}"])
def test_days_that_are_none_are_left_out(learner: Learner, days: str) -> None:
    """A file that was written by hand does no harm."""
    learner.progress.path.write_text(
        '{"version": 1, "exercises": {"tensor-double": '
        f'{{"tries": 1, "passed": true, "last": "passed", "days": {days}}}}}}}'
    )

    assert not learner.due(100)
    learner.on(100, "passed")
    assert learner.due(102)


def test_a_clock_set_back_makes_nothing_due(learner: Learner) -> None:
    """A pass in the future is a pass of today."""
    learner.on(10, "passed")

    assert not learner.due(0)


def test_the_table_says_what_to_do_again_and_since_when(learner: Learner) -> None:
    """First of all, before the lessons."""
    learner.on(0, "passed")
    lines = str(Standing.of(learner.progress, START + timedelta(days=5))).splitlines()

    assert lines[2] == "Worth doing again, from an empty cell"
    assert lines[3].split(maxsplit=1) == ["tensor-double", "passed 5 days ago"]


def test_the_page_links_an_exercise_to_its_notebook(learner: Learner) -> None:
    """A prediction stands in the lesson, an exercise among the exercises."""
    html = page(Standing.of(learner.progress, START))

    assert '<a href="../exercises/02_tensor_hooks.ipynb">Double a gradient' in html
    assert '<a href="../notebooks/02_tensor_hooks.ipynb">' in html


def test_the_page_follows_what_another_notebook_adds(learner: Learner) -> None:
    """Its button reads the file again."""
    shown = ProgressPage(learner.progress)
    learner.on(0, "passed")
    shown.widget.children[1].click()

    (output,) = shown.widget.children[0].outputs
    assert output["data"]["text/html"].startswith("<p><b>1 of ")
    assert repr(shown).startswith("1 of ")
