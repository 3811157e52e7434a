"""make check: a learner's answers, and nothing else of the notebooks, decide the verdict."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from helpers.course import checking
from helpers.course.markers import unmarked
from helpers.course.notebooks import NotebookError, code_cells, read, write
from helpers.course.results import NOT_IN_NOTEBOOK, Result, report
from helpers.course.trusted import check_cells, trusted_copy
from helpers.grading import wording
from helpers.grading.exercise import Exercise, Verdict
from helpers.grading.marking import mark

Say = Callable[[str], None]

WRONG = """# exercise: add-forward
def pre_hook(module, input):
    answer.append(input)
add.register_forward_pre_hook(pre_hook)"""


def fill(path: Path, sources: dict[str, str], *, tamper: bool = False) -> None:
    """Put sources into a notebook's answer cells, as a learner does in JupyterLab."""
    notebook = read(path)
    for cell in code_cells(notebook):
        if cell["id"] in sources:
            cell["source"] = sources[cell["id"]]
        elif tamper:
            cell["source"] = f"print('🎉 passed')  # NBVAL_SKIP\nraise SystemExit  # {cell['id']}"
            cell["metadata"] = {"tags": ["nbval-skip"]}
            cell["outputs"] = []
    write(path, json.dumps(notebook))


def right(small: Any, *exercise_ids: str) -> dict[str, str]:
    """Return right answers as a learner writes them, without markers."""
    return {exercise_id: unmarked(small.ANSWERS[exercise_id]) for exercise_id in exercise_ids}


def never(exercise: Exercise, source: str, seed: int) -> Verdict:
    """Fail if anything is marked."""
    raise AssertionError(f"{exercise.id} was marked")


def outcomes(results: list[Result]) -> dict[str, str]:
    """Return the outcome of each exercise."""
    return {result.exercise: result.outcome for result in results}


def test_right_answers_pass_whatever_else_was_edited(course: Path, small: Any, said: Say) -> None:
    """Check cells, setup, tags and outputs of the learner's files are never used."""
    fill(course / "exercises/02_tensor_hooks.ipynb", right(small, "tensor-double"), tamper=True)
    both = right(small, "add-forward", "model-backward")
    fill(course / "exercises/03_forward_hooks.ipynb", both, tamper=True)

    results = checking.check(course / "exercises", course, mark, said)

    assert report(results) == [
        "✓ 02_tensor_hooks   tensor-double   passed",
        "✓ 03_forward_hooks  add-forward     passed",
        "✓ 03_forward_hooks  model-backward  passed",
        "3 of 3 exercises passed.",
    ]


def test_untouched_exercises_are_each_said_to_be_not_tried(course: Path, said: Say) -> None:
    """The folder as handed out fails with one line an exercise."""
    results = checking.check(course / "exercises", course, mark, said)

    assert report(results) == [
        "✗ 02_tensor_hooks   tensor-double   not tried",
        "✗ 03_forward_hooks  add-forward     not tried",
        "✗ 03_forward_hooks  model-backward  not tried",
        "0 of 3 exercises passed.",
    ]


def test_editing_anything_but_the_answer_gains_nothing(course: Path, said: Say) -> None:
    """A check cell that prints a pass, or is skipped, leaves a wrong answer wrong."""
    fill(course / "exercises/03_forward_hooks.ipynb", {"add-forward": WRONG}, tamper=True)

    results = checking.check(course / "exercises", course, mark, said)

    assert outcomes(results)["add-forward"] == "not yet"


def test_a_wrong_answer_gets_its_first_unmet_claim_and_belief(course: Path, said: Say) -> None:
    """The line says what doesn't hold, and what the learner perhaps believes."""
    fill(course / "exercises/03_forward_hooks.ipynb", {"add-forward": WRONG})

    line = report(checking.check(course / "exercises", course, mark, said))[1]

    assert line == (
        "✗ 03_forward_hooks  add-forward     not yet: answer holds x1, x2 and the output, in this "
        "order. You perhaps believe: that a hook's input is the tensor itself"
    )


def test_an_answer_that_raises_gets_its_error(course: Path, said: Say) -> None:
    """A crash is said with the error's own words."""
    raises = {"tensor-double": "# exercise: tensor-double\nv.register_hok(print)"}
    fill(course / "exercises/02_tensor_hooks.ipynb", raises)

    line = report(checking.check(course / "exercises", course, mark, said))[0]

    assert "crashed: While running your cell: AttributeError: 'Tensor' object" in line


def test_an_answer_must_reach_the_saved_verdict_too(course: Path, said: Say) -> None:
    """A marker that is fooled is not enough: nbval runs the check and compares."""

    def fooled(exercise: Exercise, source: str, seed: int) -> Verdict:
        return wording.passed(exercise)

    fill(course / "exercises/03_forward_hooks.ipynb", {"add-forward": WRONG})

    results = checking.check(course / "exercises", course, fooled, said)

    assert set(outcomes(results).values()) == {"not yet"}
    assert {result.message for result in results} == {NOT_IN_NOTEBOOK}


def test_a_missing_and_a_doubled_answer_cell_are_said(course: Path, said: Say) -> None:
    """An answer is found by its header alone, so there must be exactly one."""
    path = course / "exercises/03_forward_hooks.ipynb"
    notebook = read(path)
    cell = next(cell for cell in notebook["cells"] if cell["id"] == "add-forward")
    notebook["cells"].append({**cell, "id": "copy"})
    gone = next(cell for cell in notebook["cells"] if cell["id"] == "model-backward")
    gone["source"] = "..."
    write(path, json.dumps(notebook))

    lines = report(checking.check(course / "exercises", course, never_but_02, said))

    assert lines[1:3] == [
        "✗ 03_forward_hooks  add-forward     no answer: 2 cells hold the line “# exercise: "
        "add-forward”: keep it in one of them",
        "✗ 03_forward_hooks  model-backward  no answer: no cell holds the line “# exercise: "
        "model-backward”: put it back on top of your answer",
    ]


def never_but_02(exercise: Exercise, source: str, seed: int) -> Verdict:
    """Mark the second lesson's exercise and nothing else."""
    return mark(exercise, source) if exercise.id == "tensor-double" else never(exercise, "", 0)


UNREADABLE = {
    "there is no such file": None,
    "broken JSON in line 2": b'{"cells": [\n',
    "can't be read (UnicodeDecodeError)": b"\xff\xfe",
    "not a notebook of format 4": b'{"nbformat": 3, "worksheets": []}',
    "its cells are not in the form of a notebook": b'{"nbformat": 4, "cells": [{"source": 3}]}',
    "can't be read (RecursionError)": b"[" * 200_000,
    "larger than 20 MB": b" " * 20_000_001,
}


@pytest.mark.parametrize("reason", UNREADABLE)
def test_an_unreadable_notebook_is_one_line(reason: str, course: Path, said: Say) -> None:
    """The line has the path, the reason and what to do; the other notebooks are still marked."""
    path, content = course / "exercises/03_forward_hooks.ipynb", UNREADABLE[reason]
    path.unlink()
    if content is not None:
        path.write_bytes(content)

    results = checking.check(course / "exercises", course, mark, said)

    assert report(results) == [
        "✗ 02_tensor_hooks   tensor-double   not tried",
        f"✗ exercises/03_forward_hooks.ipynb: {reason}. Mend it, or put a fresh copy of it in its "
        "place",
        "0 of 3 exercises passed.",
    ]


def test_a_trusted_copy_takes_only_the_source(course: Path) -> None:
    """In the copy, the answer's cell is the learner's; every other cell is the solution's."""
    solution = read(course / "solutions/03_forward_hooks.ipynb")

    trusted = trusted_copy(solution, {"add-forward": WRONG})

    pairs = list(zip(solution["cells"], trusted["cells"], strict=True))
    changed = {one["id"]: other for one, other in pairs if one != other}
    assert set(changed) == {"add-forward", "model-backward"}
    assert changed["add-forward"]["source"] == WRONG
    assert changed["add-forward"]["metadata"] == {"tags": ["nbval-ignore-output"]}
    assert changed["model-backward"]["source"] == "# exercise: model-backward\n..."


def test_a_solution_without_a_saved_verdict_is_refused(course: Path) -> None:
    """nbval compares nothing in a cell that was never run, so anything would pass."""
    path = course / "solutions/02_tensor_hooks.ipynb"
    solution = read(path)
    solution["cells"][-1]["execution_count"] = None

    with pytest.raises(NotebookError, match="cell check-tensor-double: no saved verdict"):
        check_cells(solution, path.name)


def test_an_endless_answer_does_not_take_its_neighbours_with_it(
    course: Path, small: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command line marks each answer in a process of its own, and says which half is done."""
    answers = right(small, "model-backward")
    answers["add-forward"] = "# exercise: add-forward\nwhile True:\n    pass"
    fill(course / "exercises/03_forward_hooks.ipynb", answers)

    assert checking.main([str(course / "exercises")], course) == 1

    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert "✗ 03_forward_hooks  add-forward" in lines[1]
    assert "passed" not in lines[1]
    assert lines[2:] == [
        "✓ 03_forward_hooks  model-backward  passed",
        "1 of 3 exercises passed.",
    ]
    assert said.err.splitlines()[-1] == "ran 03_forward_hooks"


def test_an_answer_that_forges_the_marker_gains_nothing(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Code that replaces check's marker fools the notebook, and not the marker outside it."""
    forged = """# exercise: tensor-double
import helpers.notebook.verbs as verbs
from helpers.grading.wording import passed
verbs.mark = lambda exercise, source: passed(exercise)"""
    fill(course / "exercises/02_tensor_hooks.ipynb", {"tensor-double": forged})

    assert checking.main(["--json", str(course / "exercises")], course) == 1

    first = json.loads(capsys.readouterr().out.splitlines()[0])
    assert first["exercise"] == "tensor-double"
    assert first["outcome"] in ("not yet", "crashed")


def test_a_folder_that_is_not_there_is_said(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong folder ends with 2 and one line on standard error."""
    assert checking.main([str(course / "exercise")], course) == 2

    assert "there is no such folder" in capsys.readouterr().err
