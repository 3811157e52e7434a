"""What nbgrader makes of solutions/ is exercises/."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from helpers.course.notebooks import read

ROOT = Path(__file__).parents[2]
EXERCISES = sorted(path.name for path in (ROOT / "exercises").glob("*.ipynb"))
NBGRADERS_STUB = "raise NotImplementedError()"


@pytest.fixture(scope="module")
def released(new_course: Callable[[], Any]) -> Path:
    """The folder that nbgrader fills from solutions/, with the course's settings."""
    course = new_course()
    course.settings()
    course.run("generate_assignment", course.assignment)
    return course.folder / "release" / course.assignment


@pytest.fixture(scope="module")
def released_plainly(new_course: Callable[[], Any]) -> Path:
    """The same without any settings."""
    course = new_course()
    course.run("generate_assignment", course.assignment)
    return course.folder / "release" / course.assignment


def test_nbgrader_releases_every_exercise_notebook_and_no_other_file(released: Path) -> None:
    """One for each of solutions/."""
    assert sorted(path.name for path in released.iterdir()) == EXERCISES


@pytest.mark.parametrize("name", EXERCISES)
def test_what_nbgrader_releases_is_the_exercise_byte_for_byte(released: Path, name: str) -> None:
    """Sources, ids, metadata, checksums and layout: handing out either is the same."""
    assert (released / name).read_bytes() == (ROOT / "exercises" / name).read_bytes()


@pytest.mark.parametrize("name", EXERCISES)
def test_without_settings_only_the_stub_is_another(released_plainly: Path, name: str) -> None:
    """nbgrader's own stub raises; the rest of each notebook is the same."""
    plain, ours = read(released_plainly / name), read(ROOT / "exercises" / name)
    assert any(NBGRADERS_STUB in cell["source"] for cell in plain["cells"])

    for cell, wanted in zip(plain["cells"], ours["cells"], strict=True):
        cell["source"] = cell["source"].replace(NBGRADERS_STUB, "pass")
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            # The stub is part of what it sums up.
            del cell["metadata"]["nbgrader"]["checksum"], wanted["metadata"]["nbgrader"]["checksum"]

    assert plain == ours


@pytest.mark.parametrize("name", EXERCISES)
def test_each_check_is_graded_and_locked_and_each_answer_is_free(released: Path, name: str) -> None:
    """nbgrader's metadata, version 3, on every answer and every check."""
    marked = [
        (cell["id"], cell["metadata"]["nbgrader"])
        for cell in read(released / name)["cells"]
        if "nbgrader" in cell["metadata"]
    ]

    assert marked
    for cell_id, graded in marked:
        is_check = cell_id.startswith("check-")
        assert graded["schema_version"] == 3
        assert graded["grade_id"] == cell_id
        assert (graded["grade"], graded["locked"], graded["solution"]) == (
            (True, True, False) if is_check else (False, False, True)
        )
        assert ("points" in graded) is is_check
