"""Where the course's files are, and the reference answer of an exercise."""

from __future__ import annotations

from pathlib import Path

from helpers.course.markers import unmarked
from helpers.course.notebooks import NotebookError, answer_cells, name_of, read
from helpers.grading.lessons import find

PACKAGE_HOME = Path(__file__).resolve().parents[2]
"""The folder that holds the helpers package."""


class CourseNotFoundError(LookupError):
    """The course's folders are not where helpers is, nor above the working folder."""


def root() -> Path:
    """Return the course's folder: the one with helpers/, else the nearest above with solutions/.

    Raises CourseNotFoundError where neither holds solutions/.
    """
    here = Path.cwd()
    for folder in (PACKAGE_HOME, here, *here.parents):
        if (folder / "solutions").is_dir():
            return folder
    raise CourseNotFoundError(
        "there is no folder solutions/ beside helpers/ or above the folder you are in. "
        "Change to the course's folder (the one with notebooks/ and exercises/) and try again."
    )


def reference(exercise_id: str, course: Path | None = None) -> str:
    """Return the reference answer from solutions/, header included and markers stripped.

    ``course`` is the course's folder, by default ``root()``. Raises UnknownExerciseError for an
    unknown id, CourseNotFoundError, or NotebookError where the answer cell is not there.
    """
    exercise = find(exercise_id)
    path = (course or root()) / "solutions" / f"{exercise.lesson}.ipynb"
    for found, cell in answer_cells(read(path)):
        if found == exercise_id:
            return unmarked(cell["source"])
    raise NotebookError(f"{name_of(path)}: no cell begins with “# exercise: {exercise_id}”")
