"""No exercise is made of a solution whose markers or metadata are amiss."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from helpers.course import exercises
from helpers.course.exercises import exercise_from
from helpers.course.notebooks import NotebookError

BAD_SOURCES = {
    "line 3: BEGIN SOLUTION inside": "### BEGIN SOLUTION\n### BEGIN SOLUTION\n### END SOLUTION",
    "BEGIN SOLUTION without END": "### BEGIN SOLUTION\nx = 1",
    "line 3: END SOLUTION without BEGIN": "x = 1\n### END SOLUTION",
    "line 2: write a marker as": "###BEGIN SOLUTION\nx = 1\n### END SOLUTION",
    "marked as a solution, but without BEGIN": "x = 1",
}


@pytest.mark.parametrize("message", BAD_SOURCES)
def test_markers_that_do_not_pair_up_are_refused(message: str, small: Any) -> None:
    """A misspelt or open marker would hand the solution out, so nothing is made of it."""
    source = "# exercise: add-forward\n" + BAD_SOURCES[message]
    bad = small.notebook(
        small.code("add-forward", source, nbgrader=small.graded("add-forward")),
    )

    with pytest.raises(NotebookError, match=f"03_x.ipynb, cell add-forward: {message}"):
        exercise_from(bad, "03_x.ipynb")


def test_a_solution_in_an_unmarked_cell_is_refused(small: Any) -> None:
    """nbgrader would not know that cell as an answer."""
    bad = small.notebook(small.code("setup", "### BEGIN SOLUTION\nx = 1\n### END SOLUTION"))

    with pytest.raises(NotebookError, match="cell setup: a solution in a cell that"):
        exercise_from(bad, "03_x.ipynb")


BAD_METADATA = {
    "grade_id 'other' differs from the cell id": {"grade_id": "other"},
    "nbgrader's metadata lacks points": {"grade": True},
}


@pytest.mark.parametrize("message", BAD_METADATA)
def test_metadata_that_nbgrader_would_trip_over_is_refused(message: str, small: Any) -> None:
    """A grade_id must equal the cell id, and a graded cell needs points."""
    cell = small.answer("add-forward")
    cell["metadata"]["nbgrader"].update(BAD_METADATA[message])

    with pytest.raises(NotebookError, match=message):
        exercise_from(small.notebook(cell), "03_x.ipynb")


def test_a_grade_id_may_stand_only_once(small: Any) -> None:
    """One doubled cell makes nbgrader give up on the whole batch."""
    cell = small.answer("add-forward")

    with pytest.raises(NotebookError, match="grade_id 'add-forward' is there twice"):
        exercise_from(small.notebook(cell, cell), "03_x.ipynb")


def test_an_answer_cell_needs_its_header(small: Any) -> None:
    """check finds an answer by its first line alone."""
    cell = small.answer("add-forward")
    cell["source"] = cell["source"].replace("# exercise: add-forward", "# exercise: add-forwards")

    with pytest.raises(NotebookError, match="must begin with “# exercise: add-forward”"):
        exercise_from(small.notebook(cell), "03_x.ipynb")


def test_an_address_that_is_none_is_refused_and_nothing_is_written(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It would stand in a command of every exercise."""
    (course / "pyproject.toml").write_text('[tool.hooks-course]\naddress = "x; rm -rf /"\n')
    before = {path: path.read_bytes() for path in (course / "exercises").iterdir()}

    assert exercises.main([], course) == 1
    assert "no address to clone from" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in (course / "exercises").iterdir()} == before
