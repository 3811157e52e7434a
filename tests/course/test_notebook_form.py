"""The form of lessons, exercises and solutions: short cells, prose between, clean outputs."""

from __future__ import annotations

import itertools
import re
import statistics
from pathlib import Path
from typing import Any

import pytest

from helpers.course.answers import reference
from helpers.course.notebooks import (
    Cell,
    Notebook,
    answer_id,
    check_ids,
    code_cells,
    normalise,
    read,
    text_of,
)
from helpers.grading.lessons import EXERCISES
from helpers.grading.marking import mark

COURSE = Path(__file__).resolve().parents[2]
FOLDERS = ("notebooks", "exercises", "solutions")
STEMS = sorted(
    {exercise.lesson for exercise in EXERCISES.values()}
    | {path.stem for folder in FOLDERS for path in (COURSE / folder).glob("*.ipynb")}
    - {"00_start_here"}
)
LESSONS = [f"notebooks/{stem}" for stem in ("00_start_here", *STEMS)]
SOLUTIONS = [f"solutions/{stem}" for stem in STEMS]
EVERYTHING = [*LESSONS, *SOLUTIONS, *(f"exercises/{stem}" for stem in STEMS)]

READABLE_ID = re.compile(r"(?![0-9a-f]{8}(-|$))[a-z][a-z0-9-]{2,63}")
NOISE = {
    "an address": re.compile(r"\b0x[0-9a-fA-F]{6,}"),
    "a traceback": re.compile(r"Traceback \(most recent call last\)"),
    "a warning": re.compile(r"\.py:\d+: \w*Warning"),
    "a machine's path": re.compile(r"(?<![\w./:<])/(?:[\w.+-]+/)+[\w.+-]+|\b[A-Z]:\\\\?\w"),
}


def load(name: str) -> Notebook:
    """Return a notebook of the course; a missing one fails the test that asks for it."""
    return read(COURSE / f"{name}.ipynb")


def texts(output: dict[str, Any]) -> list[str]:
    """Return what can be read in an output, pictures left out."""
    data = {mime: value for mime, value in output.get("data", {}).items() if mime != "image/png"}
    return ["".join(value) for value in (output.get("text", ""), *data.values())]


def lines_of(cell: Cell) -> int:
    """Return how many lines a reader sees; solution markers are cut out before."""
    return sum("SOLUTION" not in line for line in cell["source"].splitlines())


@pytest.mark.parametrize("name", EVERYTHING)
def test_a_notebook_is_saved_in_the_one_form(name: str) -> None:
    """Sorted keys, an ending newline, no editor's or machine's metadata: diffs show content."""
    path = COURSE / f"{name}.ipynb"

    assert path.read_text(encoding="utf-8") == text_of(normalise(read(path)), name)


@pytest.mark.parametrize("name", EVERYTHING)
def test_cell_ids_are_names(name: str) -> None:
    """Tests, translations and messages refer to cells by id."""
    ids = [cell["id"] for cell in load(name)["cells"]]

    assert [one for one in ids if not READABLE_ID.fullmatch(one)] == []


@pytest.mark.parametrize("name", [*LESSONS, *SOLUTIONS])
def test_code_cells_are_short(name: str) -> None:
    """A cell has 15 lines at most, and half of them 5 or fewer."""
    sizes = {cell["id"]: lines_of(cell) for cell in code_cells(load(name))}

    assert {cell_id: size for cell_id, size in sizes.items() if size > 15} == {}
    assert statistics.median(sizes.values()) <= 5


@pytest.mark.parametrize("name", LESSONS)
def test_prose_stands_between_code(name: str) -> None:
    """Sentence, cell, sentence; only a check follows its answer at once."""
    cells = load(name)["cells"]
    bare = [
        after["id"]
        for before, after in itertools.pairwise(cells)
        if before["cell_type"] == after["cell_type"] == "code"
        and not (answer_id(before) and check_ids(after) == [answer_id(before)])
    ]

    assert bare == []


@pytest.mark.parametrize("name", [*LESSONS, *SOLUTIONS])
def test_every_code_cell_was_run(name: str) -> None:
    """nbval compares nothing in a cell without an execution count."""
    counts = [cell["execution_count"] for cell in code_cells(load(name))]

    assert counts == list(range(1, len(counts) + 1)) != []


@pytest.mark.parametrize("name", [*LESSONS, *SOLUTIONS])
def test_no_error_and_nothing_on_stderr_is_saved(name: str) -> None:
    """A lesson catches the error that it wants to show, and prints it."""
    bad = [
        cell["id"]
        for cell in code_cells(load(name))
        for output in cell["outputs"]
        if output["output_type"] == "error" or output.get("name") == "stderr"
    ]

    assert bad == []


@pytest.mark.parametrize("kind", NOISE)
@pytest.mark.parametrize("name", [*LESSONS, *SOLUTIONS])
def test_outputs_hold_no_noise(name: str, kind: str) -> None:
    """What changes from run to run, or from machine to machine, is not saved."""
    found = [
        (cell["id"], NOISE[kind].search(text)[0])  # type: ignore[index]
        for cell in code_cells(load(name))
        for output in cell["outputs"]
        for text in texts(output)
        if NOISE[kind].search(text)
    ]

    assert found == []


@pytest.mark.parametrize("name", [*LESSONS, *SOLUTIONS])
def test_no_live_widget_is_saved(name: str) -> None:
    """A page without a kernel shows the still form and not “model not found”."""
    mimes = {
        mime
        for cell in code_cells(load(name))
        for output in cell["outputs"]
        for mime in output.get("data", {})
    }

    assert {mime for mime in mimes if "widget" in mime} == set()


def silent_pictures(output: dict[str, Any]) -> list[str]:
    """Return what pictures of an output say nothing to those who can't see them."""
    data = output.get("data", {})
    alt = output.get("metadata", {}).get("image/png", {}).get("alt", "")
    html = "".join(data.get("text/html", ""))
    tags = re.findall(r"<(?:img|svg)\b[^>]*>", html)
    said = re.compile(r'\b(?:alt|aria-label)="[^"]|\baria-hidden="true"')
    silent = [tag for tag in tags if not said.search(tag)]
    return [*silent, *(["image/png"] if "image/png" in data and not alt.strip() else [])]


@pytest.mark.parametrize("name", [*LESSONS, *SOLUTIONS])
def test_every_picture_says_in_words_what_it_shows(name: str) -> None:
    """A PNG has its alt text in the output's metadata, a drawing or image in its own tag."""
    silent = {
        cell["id"]: silent_pictures(output)
        for cell in code_cells(load(name))
        for output in cell["outputs"]
        if silent_pictures(output)
    }

    assert silent == {}


def test_a_picture_without_words_is_found() -> None:
    """An empty alt text, or a label on a part of the drawing, is not enough."""
    png = {"data": {"image/png": "iVBOR"}, "metadata": {"image/png": {"alt": " "}}}
    svg = {"data": {"text/html": '<svg width="1"><g aria-label="a part"/></svg>'}}
    told = {"data": {"text/html": '<svg role="img" aria-label="two bars"></svg><img alt="a dot">'}}

    assert silent_pictures(png) == ["image/png"]
    assert silent_pictures(svg) == ['<svg width="1">']
    assert silent_pictures(told) == []


@pytest.mark.parametrize("name", SOLUTIONS)
def test_answers_and_checks_carry_nbgraders_metadata(name: str) -> None:
    """Version 3 of nbgrader's schema, the points as declared, and no other graded cell."""
    cells = code_cells(load(name))
    wanted: dict[str, Any] = {}
    for exercise_id in filter(None, map(answer_id, cells)):
        points = EXERCISES[exercise_id].points
        wanted[exercise_id] = _graded(exercise_id, solution=True)
        check = f"check-{exercise_id}"
        wanted[check] = _graded(check, grade=True, locked=True, points=points)

    seen = {cell["id"]: cell["metadata"].get("nbgrader") for cell in cells}

    assert {cell_id: marks for cell_id, marks in seen.items() if marks} == wanted != {}


def _graded(grade_id: str, **more: Any) -> dict[str, Any]:
    plain = {"grade": False, "solution": False, "locked": False, "task": False}
    return {**plain, "schema_version": 3, "grade_id": grade_id, **more}


@pytest.mark.parametrize("name", SOLUTIONS)
def test_the_saved_verdict_of_a_solution_is_what_marking_says(name: str) -> None:
    """make check holds a learner's answer to this text, so it must not be stale."""
    saved = {
        exercise_id: texts(cell["outputs"][0])
        for cell in code_cells(load(name))
        for exercise_id in check_ids(cell)
    }

    for exercise_id, said in saved.items():
        verdict = mark(EXERCISES[exercise_id], reference(exercise_id, COURSE))
        assert verdict.outcome == "passed"
        assert verdict.message in said


SAMPLES = {
    "an address": ("<Handle at 0x7f3a2b4c>", "0x10 sheep"),
    "a traceback": ("Traceback (most recent call last):\n", "a traceback is shown"),
    "a warning": ("lib/nn.py:12: FutureWarning: old", "FutureWarning: caught and printed"),
    "a machine's path": (
        "File /srv/course/a.py",
        "notebooks/a.py, 1/2/3, </b></p>, https://a.b/c/d",
    ),
}


@pytest.mark.parametrize("kind", NOISE)
def test_noise_is_told_from_what_is_not(kind: str) -> None:
    """Each pattern finds its kind of noise and leaves harmless text alone."""
    noisy, harmless = SAMPLES[kind]

    assert NOISE[kind].search(noisy)
    assert not NOISE[kind].search(harmless)


def test_random_ids_are_told_from_names() -> None:
    """nbformat's and JupyterLab's random ids are refused."""
    random_ids = ("8c1d2e3f", "deadbeef", "3f2a9c1e-0b7d-4a55-9d0e-2f6f8f9a1b2c")

    assert [one for one in random_ids if READABLE_ID.fullmatch(one)] == []
    assert READABLE_ID.fullmatch("double-the-gradient")
