"""Small courses in a temporary folder, made of real notebooks that run in real kernels."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from helpers.course import exercises, saving
from helpers.course.notebooks import Notebook, normalise, text_of, write

Cell = dict[str, Any]

ANSWERS = {
    "tensor-double": """\
# exercise: tensor-double
### BEGIN SOLUTION
handle = v.register_hook(lambda grad: grad * 2)
v.backward(torch.tensor([1.0, 2.0, 3.0]))
handle.remove()
### END SOLUTION""",
    "add-forward": """\
# exercise: add-forward
def pre_hook(module, input):
    ### BEGIN SOLUTION
    answer.extend(input)
    ### END SOLUTION

def hook(module, input, output):
    ### BEGIN SOLUTION
    answer.append(output)
    ### END SOLUTION

### BEGIN SOLUTION
_ = add.register_forward_pre_hook(pre_hook)
_ = add.register_forward_hook(hook)
### END SOLUTION""",
    "model-backward": """\
# exercise: model-backward
### BEGIN SOLUTION
def module_hook(module, grad_input, grad_output):
    answer.extend(grad_input + grad_output)

_ = model.register_full_backward_hook(module_hook)
### END SOLUTION""",
}
SETUPS = {
    "tensor-double": "v = torch.zeros(3, requires_grad=True)",
    "add-forward": """\
class Add(torch.nn.Module):
    def forward(self, x1, x2):
        return torch.add(x1, x2)

add, answer = Add(), []""",
    "model-backward": """\
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.W = torch.nn.Parameter(torch.Tensor([5]))

    def forward(self, x1, x2):
        return x1 * x2 * self.W

model, answer = Model(), []""",
}


def code(cell_id: str, source: str, **metadata: Any) -> Cell:
    """Return a code cell that has not been run."""
    return {
        "cell_type": "code",
        "id": cell_id,
        "source": source,
        "metadata": metadata,
        "outputs": [],
        "execution_count": None,
    }


def prose(cell_id: str, source: str) -> Cell:
    """Return a markdown cell."""
    return {"cell_type": "markdown", "id": cell_id, "source": source, "metadata": {}}


def graded(grade_id: str, **more: Any) -> dict[str, Any]:
    """Return nbgrader's metadata of an answer cell, or of another where ``more`` says so."""
    plain = {"grade": False, "solution": True, "locked": False, "task": False}
    return {"grade_id": grade_id, "schema_version": 3, **plain, **more}


def answer(exercise_id: str) -> Cell:
    """Return the answer cell of an exercise, solved and marked."""
    return code(exercise_id, ANSWERS[exercise_id], nbgrader=graded(exercise_id))


def check_cell(exercise_id: str) -> Cell:
    """Return the check cell of an exercise."""
    marks = graded(f"check-{exercise_id}", grade=True, solution=False, locked=True, points=1)
    return code(f"check-{exercise_id}", f'check("{exercise_id}")', nbgrader=marks)


def notebook(*cells: Cell) -> Notebook:
    """Return a notebook of these cells."""
    return normalise({"cells": list(cells)})


def solution(*exercise_ids: str) -> Notebook:
    """Return a solution notebook, not run: a setup, an answer and a check for each exercise."""
    cells = [code("setup", "import torch\nfrom helpers import check")]
    for exercise_id in exercise_ids:
        cells += [
            prose(f"task-{exercise_id}", f"## {exercise_id}"),
            code(f"setup-{exercise_id}", SETUPS[exercise_id]),
            answer(exercise_id),
            check_cell(exercise_id),
        ]
    return notebook(*cells)


class Small:
    """The builders above, for tests to reach through one fixture."""

    ANSWERS = ANSWERS
    code, prose, graded = staticmethod(code), staticmethod(prose), staticmethod(graded)
    answer, check_cell = staticmethod(answer), staticmethod(check_cell)
    notebook, solution = staticmethod(notebook), staticmethod(solution)

    @staticmethod
    def put(path: Path, made: Notebook) -> Path:
        """Write a notebook and return its path."""
        write(path, text_of(made, path.name))
        return path


@pytest.fixture(scope="session")
def small() -> type[Small]:
    """Builders of small notebooks."""
    return Small


@pytest.fixture(scope="session")
def saved_course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course of two notebooks and three exercises, its solutions run and saved. Don't write."""
    course = tmp_path_factory.mktemp("course")
    Small.put(course / "solutions/02_tensor_hooks.ipynb", solution("tensor-double"))
    two = solution("add-forward", "model-backward")
    Small.put(course / "solutions/03_forward_hooks.ipynb", two)
    assert saving.main([], course) == 0
    assert exercises.main([], course) == 0
    return course


@pytest.fixture
def course(saved_course: Path, tmp_path: Path) -> Path:
    """A copy of the saved course, to change at will."""
    shutil.copytree(saved_course, tmp_path / "course")
    return tmp_path / "course"


@pytest.fixture
def said() -> Callable[[str], None]:
    """A place for progress lines that nobody reads."""
    return lambda line: None


@pytest.fixture
def broken_kernel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for JUPYTER_PATH in which the kernel python3 is a program that fails at once."""
    folder = tmp_path_factory.mktemp("jupyter")
    spec = {"argv": [sys.executable, "-c", "raise SystemExit(1)"], "display_name": "broken"}
    kernel = folder / "kernels/python3"
    kernel.mkdir(parents=True)
    (kernel / "kernel.json").write_text(json.dumps({**spec, "language": "python"}))
    return folder
