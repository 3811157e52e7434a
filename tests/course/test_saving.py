"""Lessons and solutions keep their outputs, cleaned so that git and nbval see no noise."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from helpers.course import saving
from helpers.course.notebooks import Notebook, code_cells, read

NOISY = [
    "import sys, os\nprint('one')\nprint('two', flush=True)\nprint('three')",
    "1 + 1",
    "from IPython.display import display\nimport ipywidgets\nslider = ipywidgets.IntSlider()",
    """class Panel:
    def _repr_mimebundle_(self, **kwargs):
        live = slider._repr_mimebundle_(**kwargs)
        return {**live, "text/html": "<svg></svg>", "text/plain": "two switches"}
Panel()""",
    "print(os.path.basename(os.getcwd()), os.path.exists(os.environ['HOOKS_COURSE_PROGRESS']))",
    """from base64 import b64decode
dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9Q"
dot += "DwADhgGAWjR9awAAAABJRU5ErkJggg=="
display({"image/png": dot, "text/plain": "a dot"}, raw=True)""",
]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory, small: Any) -> Path:
    """A lesson with noisy outputs, run and saved."""
    cells = [small.code(f"cell-{number}", source) for number, source in enumerate(NOISY)]
    lesson = small.notebook(*cells)
    lesson["cells"][1]["metadata"]["execution"] = {"iopub.status.busy": "2024-01-01"}
    lesson["metadata"] = {**lesson["metadata"], "widgets": {}}
    course = tmp_path_factory.mktemp("saving")
    path: Path = small.put(course / "notebooks/01_noisy.ipynb", lesson)
    assert saving.main([], course) == 0
    return path


@pytest.fixture
def outputs(saved: Path) -> list[list[dict[str, Any]]]:
    """The saved outputs, cell by cell."""
    return [cell["outputs"] for cell in code_cells(read(saved))]


def test_saving_twice_changes_nothing(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Running a saved notebook again gives the same bytes, and the file is not touched."""
    before, when = saved.read_bytes(), saved.stat().st_mtime_ns

    assert saving.main([str(saved)]) == 0

    assert (saved.read_bytes(), saved.stat().st_mtime_ns) == (before, when)
    assert "unchanged notebooks/01_noisy.ipynb" in capsys.readouterr().out


def test_neighbouring_prints_become_one_stream(outputs: list[Any]) -> None:
    """However the kernel cut what was printed, it is saved in one piece."""
    assert [output["output_type"] for output in outputs[0]] == ["stream"]
    assert "".join(outputs[0][0]["text"]) == "one\ntwo\nthree\n"


def test_code_cells_are_counted_from_one(saved: Path) -> None:
    """nbval checks nothing in a cell whose count is null."""
    cells = code_cells(read(saved))

    assert [cell["execution_count"] for cell in cells] == [1, 2, 3, 4, 5, 6]
    assert cells[1]["outputs"][0]["execution_count"] == 2


def test_a_widget_is_saved_in_its_still_form(outputs: list[Any]) -> None:
    """A page without a kernel then shows the picture and not “model not found”."""
    assert set(outputs[3][0]["data"]) == {"text/html", "text/plain"}


def test_pictures_are_kept(outputs: list[Any]) -> None:
    """image/png is what GitHub shows."""
    assert set(outputs[5][0]["data"]) == {"image/png", "text/plain"}


def test_a_notebook_runs_in_its_own_folder_away_from_the_learners_progress(
    outputs: list[Any],
) -> None:
    """Relative paths mean the same as in JupyterLab, and the progress file starts out missing."""
    assert "".join(outputs[4][0]["text"]) == "notebooks False\n"


def test_no_times_and_no_widget_state_are_saved(saved: Path) -> None:
    """Neither cell times nor the state of widgets tell a reader anything."""
    notebook = json.loads(saved.read_text())

    assert set(notebook["metadata"]) == {"kernelspec", "language_info"}
    assert all(cell["metadata"] == {} for cell in notebook["cells"])


def failing(small: Any) -> Notebook:
    """Return a notebook whose second cell raises."""
    made: Notebook = small.notebook(
        small.code("fine", "x = 1"), small.code("breaks", "raise KeyError('lost')")
    )
    return made


def test_an_error_names_notebook_and_cell_and_nothing_is_written(
    tmp_path: Path, small: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """A notebook that doesn't run to its end stays as it was; the others are saved."""
    bad = small.put(tmp_path / "solutions/01_bad.ipynb", failing(small))
    good = small.put(tmp_path / "solutions/02_good.ipynb", small.notebook(small.code("a", "1")))
    before = bad.read_bytes()

    assert saving.main([], tmp_path) == 1

    said = capsys.readouterr().out
    assert "solutions/01_bad.ipynb, cell breaks: KeyError: 'lost'" in said
    assert bad.read_bytes() == before
    assert code_cells(read(good))[0]["execution_count"] == 1


def test_a_cell_that_ends_the_kernel_is_named(
    tmp_path: Path, small: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """A kernel that dies is an error of that cell, not a hang."""
    ends = small.notebook(small.code("ends", "import os; os._exit(3)"))
    small.put(tmp_path / "notebooks/01_ends.ipynb", ends)

    assert saving.main(["01_ends"], tmp_path) == 1

    assert "notebooks/01_ends.ipynb, cell ends: Kernel died" in capsys.readouterr().out


def test_no_kernel_is_left_behind(tmp_path: Path, small: Any) -> None:
    """The kernel has ended when save returns, after an error too."""
    noted = "import os\nopen('pid', 'w').write(str(os.getpid()))"
    one = small.notebook(small.code("pid", noted), small.code("breaks", "1 / 0"))
    small.put(tmp_path / "notebooks/01_one.ipynb", one)

    saving.main([], tmp_path)

    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "notebooks/pid").read_text()), 0)


def test_a_notebook_runs_in_this_python(
    tmp_path: Path, small: Any, broken_kernel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another kernel that a machine has under the name python3 is not used."""
    monkeypatch.setenv("JUPYTER_PATH", str(broken_kernel))
    path = small.put(tmp_path / "notebooks/01_one.ipynb", small.notebook(small.code("one", "1")))

    assert saving.main([str(path)]) == 0


def test_a_stem_means_the_lesson_and_its_solution(tmp_path: Path, small: Any) -> None:
    """A stem picks both notebooks, a path one; an unknown name is tried as a path and fails."""
    for folder in ("notebooks", "solutions"):
        small.put(tmp_path / folder / "01_one.ipynb", small.notebook())
        small.put(tmp_path / folder / "02_two.ipynb", small.notebook())

    found = [path.relative_to(tmp_path).as_posix() for path in saving.find(["02_two"], tmp_path)]

    assert found == ["notebooks/02_two.ipynb", "solutions/02_two.ipynb"]
    assert len(saving.find([], tmp_path)) == 4
    assert saving.main(["03_three"], tmp_path) == 1
