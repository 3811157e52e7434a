"""The files for other programs."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from helpers.classroom.report import write_report
from helpers.classroom.store import Store
from helpers.classroom.tables import safe

if TYPE_CHECKING:
    from tests.classroom.conftest import Class


def table(path: Path) -> list[dict[str, str]]:
    """Return a CSV file's rows by column."""
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream))


@pytest.fixture
def report(classroom: Class) -> Path:
    """The report on four learners, each known in another way."""
    good, bad = {"add_forward": "v"}, {"add_forward": "v #not yet", "record_shapes": "v"}
    classroom.put("anna.ipynb", classroom.make(**good))
    classroom.put("doejane_77_1001_x.ipynb", classroom.make(**bad))
    classroom.put("Jané Doe_5_assignsubmission_file_/x.ipynb", classroom.make(**good))
    classroom.put("=cmd().ipynb", b"{")
    classroom.run()
    with Store(classroom.report) as store:
        write_report(store, classroom.report, "Hooks (1234)")
    return classroom.report


def test_results_have_a_row_for_each_learner_and_exercise(report: Path) -> None:
    """With outcome, points, misconception and message."""
    rows = table(report / "results.csv")
    row = next(r for r in rows if r["learner"] == "doejane (77)" and r["exercise"] == "add-forward")

    assert len(rows) == 4 * 4
    assert (row["outcome"], row["points"]) == ("not yet", "0")
    assert (row["misconception"], row["message"]) == ("input-is-the-tensor", "not yet: add-forward")


def test_the_same_is_in_json(report: Path) -> None:
    """With what was amiss."""
    found = json.loads((report / "results.json").read_text())
    learners: dict[str, Any] = {one["label"]: one for one in found["learners"]}

    assert found["finished"] is True
    assert learners["anna"]["results"]["add-forward"]["outcome"] == "passed"
    assert learners["anna"]["points"] == 1
    assert "broken JSON" in learners["=cmd()"]["problems"][0]


def test_canvas_finds_its_columns_and_its_learner(report: Path) -> None:
    """The forms that its importer asks for: Student, ID, the two SIS ids, Section, assignment."""
    rows = table(report / "canvas.csv")
    of = {row["Student"]: row for row in rows}

    assert list(rows[0]) == [
        "Student",
        "ID",
        "SIS User ID",
        "SIS Login ID",
        "Section",
        "Hooks (1234)",
    ]
    assert rows[0]["Student"] == "Points Possible"
    assert rows[0]["Hooks (1234)"] == "7"
    assert (of["doejane"]["ID"], of["doejane"]["Hooks (1234)"]) == ("77", "3")
    assert (of["anna"]["ID"], of["anna"]["SIS Login ID"]) == ("", "anna")
    assert of["Jané Doe"]["ID"] == ""  # Moodle's number is somebody else's in Canvas


def test_moodle_finds_its_columns_and_its_learner(report: Path) -> None:
    """Its importer asks for Identifier, Grade and Last modified (grade)."""
    of = {row["Full name"]: row for row in table(report / "moodle.csv")}

    jane = of["Jané Doe"]
    assert (jane["Identifier"], jane["Grade"], jane["Maximum grade"]) == ("Participant 5", "1", "7")
    assert jane["Last modified (grade)"] == "-"
    assert "add-forward: passed<br>" in jane["Feedback comments"]


def test_feedback_says_what_to_reread(report: Path) -> None:
    """And does not give the answer away."""
    of = {row["Full name"]: row for row in table(report / "moodle.csv")}

    assert "add-forward: not yet. Reread 03_forward_hooks" in of["doejane"]["Feedback comments"]


def test_no_name_is_run_as_a_formula(report: Path) -> None:
    """Spreadsheets run what begins with =, + and the like."""
    names = {row["learner"] for row in table(report / "results.csv")}

    assert "'=cmd()" in names


@pytest.mark.parametrize("cell", ["=1", "+1", "-1", "@a", " =1", "\t=1"])
def test_what_looks_like_a_formula_is_quoted(cell: str) -> None:
    """Numbers are no formulas."""
    assert safe(cell) == f"'{cell}"
    assert safe(-1) == -1
    assert safe("-") == "-"


def test_points_are_those_of_exercises_not_of_predictions(classroom: Class) -> None:
    """Predictions are answered in the lessons, where one may try as often as one likes."""
    classroom.put("anna.ipynb", classroom.make(add_forward="v", predict_forward_calls="v"))
    classroom.run()

    assert classroom.tallied(lambda tally: [one.points for one in tally.learners]) == [1]
    assert classroom.tallied(lambda tally: len(tally.exercises)) == 5
