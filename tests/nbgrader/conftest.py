"""A real nbgrader course made of ours, and a class whose notebooks are in every state."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import get_nbgrader

from helpers.course.answers import reference
from helpers.course.notebooks import Notebook, answer_cells, answer_id, check_ids, read
from helpers.grading.lessons import EXERCISES

ROOT = Path(__file__).parents[2]
LESSONS = ("02_tensor_hooks", "04_backward_hooks")
BOTH = ("filled", "half_filled", "untouched", "reordered")
"""States in which both lessons are handed in; in the others it is the first alone."""
SCORES = """
import json, sys
from nbgrader.api import Gradebook

with Gradebook("sqlite:///gradebook.db") as gradebook:
    json.dump({
        submission.student.id: {
            grade.name.removeprefix("check-"): grade.score
            for notebook in submission.notebooks if notebook.name in sys.argv[2:]
            for grade in notebook.grades
        }
        for submission in gradebook.assignment_submissions(sys.argv[1])
    }, sys.stdout)
"""
WARNS = """
import sys, warnings
warnings.warn("an honest warning")
print("a note", file=sys.stderr)"""
LOUD = f"""{WARNS}
import logging, os
logging.warning("logged")
print("past every catch", file=sys.__stderr__)
os.write(2, b"past Python\\n")"""


def filled(notebook: Notebook, more: str = "") -> None:
    """Solve every exercise."""
    for exercise_id, cell in answer_cells(notebook):
        cell["source"] = reference(exercise_id) + more


def half_filled(notebook: Notebook) -> None:
    """Solve every other exercise; of the rest one is wrong, and one is no Python."""
    for number, (exercise_id, cell) in enumerate(answer_cells(notebook)):
        wrong = EXERCISES[exercise_id].mistakes[0].specimen
        kinds = [reference(exercise_id), f"# exercise: {exercise_id}\n{wrong}"]
        if number != 3:
            cell["source"] = kinds[number % 2]
        if number == 4:
            cell["source"] = f"# exercise: {exercise_id}\nthis is no Python"


def untouched(notebook: Notebook) -> None:
    """Hand in what was handed out."""


def reordered(notebook: Notebook) -> None:
    """Solve all, and turn the notebook upside down: each check above its answer, setup last."""
    filled(notebook)
    notebook["cells"].reverse()


def warning(notebook: Notebook) -> None:
    """Solve all, with a warning and a note on stderr from each answer."""
    filled(notebook, WARNS)


def loud(notebook: Notebook) -> None:
    """Solve all, with noise on stderr by every way there is."""
    filled(notebook, LOUD)


def copied(notebook: Notebook) -> None:
    """Solve all, with the first answer's cell, still a stub, copied to the end."""
    first = next(cell for cell in notebook["cells"] if answer_id(cell))
    notebook["cells"].append(json.loads(json.dumps(first)))
    stub = first["source"]
    filled(notebook)
    notebook["cells"][-1]["source"] = stub


def without_checks(notebook: Notebook) -> None:
    """Solve all, and delete the checks."""
    filled(notebook)
    notebook["cells"] = [cell for cell in notebook["cells"] if not check_ids(cell)]


STATES: dict[str, Callable[[Notebook], None]] = {
    one.__name__: one
    for one in (
        *(filled, half_filled, untouched, reordered),
        *(warning, loud, copied, without_checks),
    )
}


class NbgraderCourse:
    """A course's folder, and nbgrader's commands in it."""

    assignment = "hooks"

    def __init__(self, folder: Path, python: Path) -> None:
        self.folder, self.python = folder, python
        shutil.copytree(ROOT / "solutions", folder / "source" / self.assignment)

    def settings(self, *changes: tuple[str, str]) -> None:
        """Put the course's settings into the folder, with these changes."""
        text = (ROOT / "docs/marking/nbgrader_config.py").read_text("utf-8")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        (self.folder / "nbgrader_config.py").write_text(text, "utf-8")

    def run(self, *words: str) -> str:
        """Run an nbgrader command with its venv active, and return what it said."""
        return self._run("-m", "nbgrader", *words)

    def _run(self, *words: str) -> str:
        active = f"{self.python.parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            [self.python, *words],
            cwd=self.folder,
            env={**os.environ, "PATH": active, "JUPYTER_CONFIG_DIR": str(self.folder / "none")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout + done.stderr * (words[0] == "-m")

    def hand_in(self, states: dict[str, Callable[[Notebook], None]]) -> None:
        """Hand in one lesson or both for each state, under its name."""
        for name, change in states.items():
            folder = self.folder / "submitted" / name / self.assignment
            folder.mkdir(parents=True)
            for lesson in LESSONS if name in BOTH else LESSONS[:1]:
                notebook = read(ROOT / "exercises" / f"{lesson}.ipynb")
                change(notebook)
                (folder / f"{lesson}.ipynb").write_text(json.dumps(notebook), "utf-8")

    def scores(self) -> dict[str, dict[str, float]]:
        """Return nbgrader's scores by learner and exercise, of both lessons."""
        said = self._run("-c", SCORES, self.assignment, *LESSONS)
        return dict(json.loads(said))


@pytest.fixture(scope="session")
def new_course(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Any]:
    """Make nbgrader courses; skips where there is no nbgrader."""
    python = get_nbgrader.find()
    if python is None:
        pytest.skip(get_nbgrader.ADVICE)
    return lambda: NbgraderCourse(tmp_path_factory.mktemp("nbgrader") / "course", python)


@pytest.fixture(scope="session")
def states() -> dict[str, Callable[[Notebook], None]]:
    """What a learner may have made of a notebook, by name."""
    return STATES
