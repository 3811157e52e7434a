"""nbgrader's autograde gives the scores that our own marking gives, in every state."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from helpers.course.notebooks import Notebook
from helpers.grading.lessons import EXERCISES

Scores = dict[str, dict[str, float]]
States = dict[str, Callable[[Notebook], None]]
NAMES = (
    *("filled", "half_filled", "untouched", "reordered"),
    *("warning", "loud", "copied", "without_checks"),
)
pytestmark = pytest.mark.timeout(1200)  # a fixture marks a whole class, a minute on a quiet machine
IN_A_KERNEL = ("MARKED_APART = True", "MARKED_APART = False")


@pytest.fixture(scope="module")
def course(new_course: Callable[[], Any], states: States) -> Any:
    """A course that is released, and a class that has handed in."""
    assert tuple(states) == NAMES
    course = new_course()
    course.settings()
    course.run("generate_assignment", course.assignment)
    course.hand_in(states)
    return course


@pytest.fixture(scope="module")
def apart(course: Any) -> Scores:
    """nbgrader's scores with the course's settings."""
    course.settings()
    course.run("autograde", course.assignment, "--force")
    return dict(course.scores())


@pytest.fixture(scope="module")
def in_a_kernel(course: Any) -> Scores:
    """nbgrader's scores where it runs each notebook itself."""
    course.settings(IN_A_KERNEL)
    said = course.run("autograde", course.assignment, "--force")
    assert "cannot be converted" not in said
    return dict(course.scores())


@pytest.fixture(scope="module")
def ours(course: Any, tmp_path_factory: pytest.TempPathFactory) -> Scores:
    """The scores of ``python -m helpers mark`` on the same folder."""
    report = tmp_path_factory.mktemp("report")
    mark = [sys.executable, "-m", "helpers", "mark", course.folder / "submitted", "--out", report]
    subprocess.run(mark, check=True, capture_output=True)
    results = json.loads((Path(report) / "results.json").read_text("utf-8"))
    return {
        learner["label"]: {
            name: EXERCISES[name].points if result["outcome"] == "passed" else 0
            for name, result in learner["results"].items()
            if EXERCISES[name].kind == "exercise"
        }
        for learner in results["learners"]
    }


@pytest.mark.parametrize("state", NAMES)
def test_nbgrader_with_our_settings_scores_as_we_do(
    apart: Scores, ours: Scores, state: str
) -> None:
    """Exercise by exercise, whatever the learner has made of the notebooks."""
    assert apart[state] == ours[state]


@pytest.mark.parametrize("state", NAMES)
def test_nbgrader_in_a_kernel_scores_as_we_do(
    in_a_kernel: Scores, ours: Scores, state: str
) -> None:
    """Also where nbgrader runs the notebooks cell by cell."""
    assert in_a_kernel[state] == ours[state]


@pytest.mark.parametrize("state", ["filled", "reordered"])
def test_two_solved_notebooks_have_full_marks(apart: Scores, state: str) -> None:
    """Ten exercises, every point."""
    assert apart[state] == {name: EXERCISES[name].points for name in apart[state]}
    assert len(apart[state]) == 10


@pytest.mark.parametrize("state", NAMES[4:])
def test_one_solved_notebook_has_its_full_marks(apart: Scores, state: str) -> None:
    """Loud, copied or without checks; nothing for the notebook that wasn't handed in."""
    assert apart[state] == {
        name: EXERCISES[name].points if EXERCISES[name].lesson == "02_tensor_hooks" else 0
        for name in apart[state]
    }
    assert any(apart[state].values())


def test_a_half_filled_notebook_has_some_marks(apart: Scores) -> None:
    """Two of five exercises in each lesson."""
    assert [bool(score) for score in apart["half_filled"].values()] == [1, 0, 1, 0, 0] * 2


def test_an_untouched_notebook_has_none(apart: Scores) -> None:
    """Nothing for what was handed out."""
    assert set(apart["untouched"].values()) == {0}


def test_without_settings_an_honest_class_gets_the_same_scores(
    course: Any, new_course: Callable[[], Any], ours: Scores, states: States
) -> None:
    """nbgrader as it comes agrees, warnings among the answers, as long as cells stay in place."""
    honest = ("half_filled", "warning")
    plain = new_course()
    plain.run("generate_assignment", plain.assignment)
    plain.hand_in({name: states[name] for name in honest})
    plain.run("autograde", plain.assignment)

    assert plain.scores() == {name: ours[name] for name in honest}
