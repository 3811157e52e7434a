"""The learner's own line in a diagnosis: where the hook was registered that it is about."""

from __future__ import annotations

import re
from typing import Any

import pytest

from helpers.grading.exercise import Claim, Facts
from helpers.grading.isolation import Judge
from helpers.grading.lessons import find
from helpers.grading.marking import mark
from helpers.grading.own_line import own_line
from helpers.grading.wording import not_yet

TWICE = find("run-it-twice")
IN_A_FUNCTION = "def put_on(t):\n    return t.register_hook(double)\n\nhandle = put_on(v)\n"


def lines_in(message: str) -> list[str]:
    """Return the lines of the answer that a message quotes."""
    return re.findall(r"Your line .*", message)


def test_a_diagnosis_shows_the_line_that_registers() -> None:
    """Nothing crashed, and the line is there as it is for a crash."""
    message = mark(TWICE, "# once more\nhandle = v.register_hook(double)\n").message

    assert lines_in(message) == ["Your line 2: handle = v.register_hook(double)"]


def test_the_line_is_the_one_that_calls_register() -> None:
    """In a function of the answer's own it is the function's line."""
    message = mark(TWICE, IN_A_FUNCTION).message

    assert lines_in(message) == ["Your line 2: return t.register_hook(double)"]


def test_marked_again_and_elsewhere_the_line_is_the_same() -> None:
    """The message of a process of its own is that of the notebook."""
    with Judge() as judge:
        messages = {judge.mark(TWICE, IN_A_FUNCTION).message for _ in range(2)}

    assert messages == {mark(TWICE, IN_A_FUNCTION).message}


def test_an_answer_that_registers_nothing_shows_no_line() -> None:
    """No line is better than one that has nothing to do with it."""
    verdict = mark(TWICE, "def hook(grad):\n    return grad * 2\n")

    assert verdict.misconception == "never-registered"
    assert lines_in(verdict.message) == []


def test_without_a_diagnosis_there_is_no_line() -> None:
    """An unmet claim alone says what was seen, and leads to the hint."""
    claim = Claim("it holds", "seen", 1)
    verdict = not_yet(TWICE, [(claim, {}, Facts())], None, (1, "v.register_hook(double)"))

    assert lines_in(verdict.message) == []


@pytest.mark.parametrize("noted", [None, 0, -1, 99, True, "1", [1], 1.0])
def test_a_line_that_is_not_there_is_not_believed(noted: Any) -> None:
    """Facts come from the answer's process; what is written in the source decides then."""
    assert own_line("x = 1\noptimizer.register_step_pre_hook(clip)\n", noted) == (
        2,
        "optimizer.register_step_pre_hook(clip)",
    )
    assert own_line("x = 1\n", noted) is None
    assert own_line("x = (", noted) is None
