"""The contract between the exercises as declared and the notebooks that carry them."""

from __future__ import annotations

import ast
import functools
import re
from pathlib import Path
from typing import Any

import pytest

from helpers.course import exercises
from helpers.course.answers import reference
from helpers.course.markers import solutions_in, unmarked
from helpers.course.notebooks import Cell, answer_cells, answer_id, check_ids, code_cells, read
from helpers.grading.exercise import Exercise
from helpers.grading.lessons import EXERCISES
from helpers.grading.marking import mark

COURSE = Path(__file__).resolve().parents[2]
FOLDERS = ("notebooks", "exercises", "solutions")
TEACHES = {
    "01_hooks_in_plain_python": ("pre_hooks", "hooks"),
    "02_tensor_hooks": (
        "register_hook",
        "register_post_accumulate_grad_hook",
        "retain_grad",
    ),
    "03_forward_hooks": ("register_forward_pre_hook", "register_forward_hook"),
    "04_backward_hooks": (
        "register_full_backward_hook",
        "register_full_backward_pre_hook",
        "register_backward_hook",
    ),
    "05_handles_and_lifetime": ("remove", "enter_context", "detach"),
    "06_watching_gradients": (
        "register_post_accumulate_grad_hook",
        "register_step_pre_hook",
        "register_step_post_hook",
    ),
    "07_guarding_gradients": ("register_hook", "register_step_pre_hook"),
}
"""What stands in plain sight in each lesson's code, never inside a helper."""

LESSONS = sorted(TEACHES.keys() | {exercise.lesson for exercise in EXERCISES.values()})
SOLVED = [exercise.id for exercise in EXERCISES.values() if exercise.kind == "exercise"]


def stems(folder: str) -> list[str]:
    """Return the stems of a folder's notebooks, the start page left out."""
    found = (path.stem for path in (COURSE / folder).glob("*.ipynb"))
    return sorted(stem for stem in found if stem != "00_start_here")


@functools.cache
def cells_of(folder: str, stem: str) -> list[Cell]:
    """Return the cells of a notebook; a missing one fails the test that asks for it."""
    return list(read(COURSE / folder / f"{stem}.ipynb")["cells"])


def home(exercise: Exercise) -> str:
    """Return the folder in whose notebook the exercise is answered."""
    return "solutions" if exercise.kind == "exercise" else "notebooks"


def places(exercise_id: str) -> tuple[list[Any], list[Any]]:
    """Return where answer and check cells of an exercise are, as (folder, stem, cell id)."""
    answers, checks = [], []
    for folder in ("notebooks", "solutions"):
        for path in sorted((COURSE / folder).glob("*.ipynb")):
            for cell in cells_of(folder, path.stem):
                place = (folder, path.stem, cell.get("id"))
                answers += [place] * (answer_id(cell) == exercise_id)
                checks += [place] * check_ids(cell).count(exercise_id)
    return answers, checks


def answer_source(folder: str, exercise: Exercise) -> str:
    """Return the source of the exercise's answer cell in a folder's notebook."""
    found = dict(answer_cells({"cells": cells_of(folder, exercise.lesson)}))
    return str(found[exercise.id]["source"])


def test_the_three_folders_hold_the_same_stems() -> None:
    """Each lesson has its exercise notebook and its solution, and nothing is left over."""
    assert {folder: stems(folder) for folder in FOLDERS} == dict.fromkeys(FOLDERS, LESSONS)


def test_a_stem_is_a_number_and_a_topic() -> None:
    """A listing of the folder shows the syllabus in order."""
    assert [stem for stem in LESSONS if not re.fullmatch(r"\d\d_[a-z][a-z0-9_]*", stem)] == []


def test_exercises_are_what_the_solutions_make(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody edits exercises/ by hand."""
    status = exercises.main(["--check"], COURSE)

    assert (status, capsys.readouterr().err) == (0, "")


@pytest.mark.parametrize("exercise_id", EXERCISES)
def test_each_exercise_is_answered_and_checked_once(exercise_id: str) -> None:
    """One answer cell and one check cell, in the notebook of its own lesson, under its own ids."""
    exercise = EXERCISES[exercise_id]
    where = (home(exercise), exercise.lesson)

    answers, checks = places(exercise_id)

    assert answers == [(*where, exercise_id)]
    assert checks == [(*where, f"check-{exercise_id}")]


@pytest.mark.parametrize("exercise_id", EXERCISES)
def test_the_check_stands_below_its_answer(exercise_id: str) -> None:
    """The next code cell after an answer checks it."""
    exercise = EXERCISES[exercise_id]
    cells = code_cells({"cells": cells_of(home(exercise), exercise.lesson)})
    ids = [cell["id"] for cell in cells]

    assert ids[ids.index(exercise_id) + 1] == f"check-{exercise_id}"


def test_no_notebook_names_an_unknown_exercise() -> None:
    """Headers and the ids in check, hint and solution are all in the list, in prose too."""
    named = re.compile(r"\b(?:check|hint|solution)\(\\?[\"']([\w-]+)|^# exercise: *([\w-]+)", re.M)
    unknown = [
        f"{path.parent.name}/{path.name}: {''.join(found)}"
        for folder in FOLDERS
        for path in sorted((COURSE / folder).glob("*.ipynb"))
        for cell in cells_of(folder, path.stem)
        for found in named.findall(cell["source"])
        if "".join(found) not in EXERCISES
    ]

    assert unknown == []


@pytest.mark.parametrize("exercise_id", EXERCISES)
def test_a_starter_is_not_tried(exercise_id: str) -> None:
    """What the learner is handed has a place to write in, and counts as not tried."""
    exercise = EXERCISES[exercise_id]
    solved = exercise.kind == "exercise"
    source = answer_source("exercises" if solved else "notebooks", exercise)

    assert ("# YOUR CODE HERE" if solved else "...") in source
    assert mark(exercise, source).outcome == "not tried"


@pytest.mark.parametrize("exercise_id", EXERCISES)
def test_the_solution_passes(exercise_id: str) -> None:
    """The reference answer passes on several seeds; of a prediction, the value that is so."""
    exercise = EXERCISES[exercise_id]
    if exercise.kind == "exercise":
        source = reference(exercise_id, COURSE)
    else:
        source = f"prediction = {exercise.claims[0].wanted_for({})!r}"

    assert [mark(exercise, source, seed).outcome for seed in range(3)] == ["passed"] * 3


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_has_three_exercises_and_a_prediction(lesson: str) -> None:
    """Each lesson gives enough to do, and asks before it shows."""
    kinds = [exercise.kind for exercise in EXERCISES.values() if exercise.lesson == lesson]

    assert kinds.count("exercise") >= 3
    assert kinds.count("prediction") >= 1


@pytest.mark.parametrize("exercise_id", EXERCISES)
def test_an_exercise_has_at_least_two_hints(exercise_id: str) -> None:
    """The first hint points, the next ones come closer; none repeats another."""
    hints = EXERCISES[exercise_id].hints

    assert len(set(hints)) == len(hints) >= 2


@pytest.mark.parametrize("exercise_id", SOLVED)
def test_no_hint_holds_the_solutions_code(exercise_id: str) -> None:
    """A hint names methods and arguments, and leaves the statement to the learner."""
    exercise = EXERCISES[exercise_id]
    hints = "\n".join(map(_squeezed, exercise.hints))

    statements = solution_statements(answer_source("solutions", exercise))

    assert statements
    assert [code for code in statements if _squeezed(code) in hints] == []


def solution_statements(source: str) -> list[str]:
    """Return what the simple statements between the markers compute.

    Of an assignment only the right side counts. Bare names, and a call without arguments such as
    ``handle.remove()``, give nothing away.
    """
    regions, plain = _squeezed("\n".join(solutions_in(source))), unmarked(source)
    values = [
        node.value
        for node in ast.walk(ast.parse(plain))
        if isinstance(node, ast.Expr | ast.Assign | ast.AugAssign | ast.Return) and node.value
    ]
    texts = [ast.get_source_segment(plain, value) or "" for value in values if _telling(value)]
    return [text for text in texts if _squeezed(text) in regions]


def _telling(value: ast.expr) -> bool:
    computing = ast.BinOp | ast.Compare | ast.IfExp | ast.Lambda | ast.Subscript | ast.comprehension
    return any(
        isinstance(node, computing) or (isinstance(node, ast.Call) and node.args + node.keywords)
        for node in ast.walk(value)
    )


def _squeezed(text: str) -> str:
    return re.sub(r"\s", "", text).lower()


@pytest.mark.parametrize(
    ("lesson", "name"), [(lesson, name) for lesson, names in TEACHES.items() for name in names]
)
def test_what_a_lesson_teaches_stands_in_plain_sight(lesson: str, name: str) -> None:
    """The registration, or what ends it, is called in the lesson's own cells, not inside a helper.

    Lesson 1's package keeps its hooks in two lists: there the name of the list must be seen.
    """
    nodes = [
        node
        for cell in cells_of("notebooks", lesson)
        if cell["cell_type"] == "code"
        for node in ast.walk(ast.parse(re.sub(r"^\s*[%!].*", "", cell["source"], flags=re.M)))
    ]
    called = {getattr(node.func, "attr", "") for node in nodes if isinstance(node, ast.Call)}
    read_out = {node.attr for node in nodes if isinstance(node, ast.Attribute)}

    assert name in (read_out if name in ("pre_hooks", "hooks") else called)
