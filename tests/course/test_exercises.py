"""exercises/ is made from solutions/ by a generator of our own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from helpers.course import answers, exercises
from helpers.course.exercises import checksum
from helpers.course.markers import solutions_in, stubbed, unmarked
from helpers.course.notebooks import NotebookError, read
from helpers.grading.lessons import EXERCISES
from helpers.grading.marking import mark


@pytest.fixture
def fresh(tmp_path: Path, small: Any) -> Path:
    """A course of one solution notebook, never run, and no exercises/ yet."""
    small.put(tmp_path / "solutions/03_forward_hooks.ipynb", small.solution("add-forward"))
    return tmp_path


def by_id(notebook: dict[str, Any], cell_id: str) -> dict[str, Any]:
    """Return the cell with this id."""
    return next(cell for cell in notebook["cells"] if cell["id"] == cell_id)


def test_each_solution_becomes_a_stub_at_its_own_indentation(fresh: Path) -> None:
    """What is handed out has the given lines, and a stub where each solution stood."""
    exercises.main([], fresh)

    handed_out = by_id(read(fresh / "exercises/03_forward_hooks.ipynb"), "add-forward")
    assert handed_out["source"] == (
        "# exercise: add-forward\n"
        "def pre_hook(module, input):\n    # YOUR CODE HERE\n    pass\n\n"
        "def hook(module, input, output):\n    # YOUR CODE HERE\n    pass\n\n"
        "# YOUR CODE HERE\npass"
    )


def test_a_starter_is_marked_as_not_tried(small: Any) -> None:
    """The stubs are placeholders to the marker."""
    for exercise_id, source in small.ANSWERS.items():
        assert mark(EXERCISES[exercise_id], stubbed(source)).outcome == "not tried"


def test_making_twice_writes_the_same_bytes_and_touches_nothing(
    fresh: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The generator is deterministic, leaves an unchanged file alone, and then says nothing."""
    exercises.main([], fresh)
    capsys.readouterr()
    target = fresh / "exercises/03_forward_hooks.ipynb"
    first, when = target.read_bytes(), target.stat().st_mtime_ns

    assert exercises.main([], fresh) == 0

    assert (target.read_bytes(), target.stat().st_mtime_ns) == (first, when)
    assert capsys.readouterr().out == ""


def test_outputs_and_counts_stay_behind(course: Path) -> None:
    """A solution's saved verdict is never handed out."""
    made = read(course / "exercises/02_tensor_hooks.ipynb")

    assert all(not cell.get("outputs") for cell in made["cells"])
    assert all(cell.get("execution_count") is None for cell in made["cells"])
    assert "passed" not in json.dumps(made)


def test_graded_cells_cannot_be_deleted_and_checks_cannot_be_edited(fresh: Path) -> None:
    """JupyterLab keeps the learner from deleting an answer cell or editing a check."""
    exercises.main([], fresh)

    made = read(fresh / "exercises/03_forward_hooks.ipynb")
    answer, check = by_id(made, "add-forward"), by_id(made, "check-add-forward")
    assert answer["metadata"]["deletable"] is False
    assert "editable" not in answer["metadata"]
    assert check["metadata"]["deletable"] is False
    assert check["metadata"]["editable"] is False


def test_the_checksum_is_nbgraders(small: Any) -> None:
    """These two sums were computed by nbgrader 0.9.6's utils.compute_checksum."""
    assert checksum(small.answer("tensor-double")) == "c9ccd96a45990a3a98be8b6fb6c0a213"
    assert checksum(small.check_cell("tensor-double")) == "ffd30ab2c313ec308c09f624e30569c1"


def test_check_mode_names_the_stale_file_and_writes_nothing(
    fresh: Path, small: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """--check ends with 1 where an exercise is missing or differs, and with 0 where none does."""
    assert exercises.main(["--check"], fresh) == 1
    assert not (fresh / "exercises").exists()
    exercises.main([], fresh)
    assert exercises.main(["--check"], fresh) == 0
    changed = small.solution("add-forward")
    changed["cells"][1]["source"] = "## another heading"
    small.put(fresh / "solutions/03_forward_hooks.ipynb", changed)
    capsys.readouterr()

    assert exercises.main(["--check"], fresh) == 1

    assert "exercises/03_forward_hooks.ipynb: stale" in capsys.readouterr().err
    assert "another heading" not in (fresh / "exercises/03_forward_hooks.ipynb").read_text()


def test_an_exercise_without_a_solution_is_named(
    fresh: Path, small: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """An orphan in exercises/ is reported, in both modes, and not deleted."""
    orphan = small.put(fresh / "exercises/09_gone.ipynb", small.notebook())

    assert exercises.main([], fresh) == 1
    assert exercises.main(["--check"], fresh) == 1

    assert capsys.readouterr().err.count("exercises/09_gone.ipynb: an orphan") == 2
    assert orphan.exists()


def test_an_exercise_that_holds_an_answer_is_left_alone(
    fresh: Path, small: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """A learner who runs the generator by mistake keeps what was written; --force replaces it."""
    worked_on = small.notebook(small.code("add-forward", "# exercise: add-forward\nx = 1"))
    target = small.put(fresh / "exercises/03_forward_hooks.ipynb", worked_on)
    before = target.read_bytes()

    assert exercises.main([], fresh) == 1
    assert target.read_bytes() == before
    assert "holds an answer to add-forward" in capsys.readouterr().err
    assert exercises.main(["--force"], fresh) == 0
    assert target.read_bytes() != before


def test_only_the_named_notebooks_are_made(fresh: Path, small: Any) -> None:
    """A stem limits the work to one notebook; an unknown one is an error."""
    small.put(fresh / "solutions/02_tensor_hooks.ipynb", small.solution("tensor-double"))

    assert exercises.main(["02_tensor_hooks"], fresh) == 0
    assert [path.stem for path in (fresh / "exercises").iterdir()] == ["02_tensor_hooks"]
    assert exercises.main(["02_tensor_hoks"], fresh) == 1


def test_a_cell_id_may_stand_only_once(
    fresh: Path, small: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """nbformat would replace the second one by a random id, anew in each run."""
    twice = small.notebook(small.prose("same", "one"), small.prose("same", "two"))
    (fresh / "solutions/01_twice.ipynb").write_text(json.dumps(twice))

    assert exercises.main([], fresh) == 1

    assert (
        "solutions/01_twice.ipynb: not a valid notebook: cell id 'same'" in capsys.readouterr().err
    )


def test_one_bad_notebook_does_not_stop_the_others(
    fresh: Path, small: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every notebook that can be made is made, and each that can't is named."""
    (fresh / "solutions/01_broken.ipynb").write_text("{", encoding="utf-8")

    assert exercises.main([], fresh) == 1

    assert "solutions/01_broken.ipynb: broken JSON in line 1" in capsys.readouterr().err
    assert (fresh / "exercises/03_forward_hooks.ipynb").is_file()


def test_a_machines_own_metadata_is_dropped(fresh: Path, small: Any) -> None:
    """Whoever saves a solution, and wherever, the exercise has the same bytes."""
    path = fresh / "solutions/03_forward_hooks.ipynb"
    exercises.main([], fresh)
    before = (fresh / "exercises/03_forward_hooks.ipynb").read_bytes()
    other = json.loads(path.read_text())
    other["metadata"]["kernelspec"]["display_name"] = "my-env"
    other["metadata"]["language_info"]["version"] = "3.12.1"
    other["cells"][1]["metadata"]["execution"] = {"iopub.status.busy": "2024-01-01"}
    path.write_text(json.dumps(other))

    exercises.main(["--force"], fresh)

    assert (fresh / "exercises/03_forward_hooks.ipynb").read_bytes() == before


def test_the_reference_is_the_solution_without_its_markers(fresh: Path, small: Any) -> None:
    """reference() gives source that passes, with the header and no marker line."""
    source = answers.reference("add-forward", fresh)

    assert source == unmarked(small.ANSWERS["add-forward"])
    assert "SOLUTION" not in source
    assert mark(EXERCISES["add-forward"], source).outcome == "passed"
    assert solutions_in(small.ANSWERS["add-forward"])[0] == "    answer.extend(input)"


def test_a_reference_that_is_not_there_is_said(fresh: Path) -> None:
    """A lesson without the answer cell is named, with the line that was looked for."""
    with pytest.raises(NotebookError, match=r"02_tensor_hooks\.ipynb: there is no such file"):
        answers.reference("tensor-double", fresh)


def test_the_course_is_found_from_any_folder_inside_it(
    fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where helpers is installed elsewhere, the folders above the working folder are searched."""
    monkeypatch.setattr(answers, "PACKAGE_HOME", fresh / "site-packages")
    (fresh / "notebooks/deep").mkdir(parents=True)
    monkeypatch.chdir(fresh / "notebooks/deep")
    assert answers.root() == fresh

    (fresh / "solutions").rename(fresh / "away")
    with pytest.raises(answers.CourseNotFoundError, match="no folder solutions/"):
        answers.root()
