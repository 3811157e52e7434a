"""What a GitHub job shows: a table on its page, and the result that GitHub Classroom reads."""

from __future__ import annotations

import base64
import json
from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest
import yaml

from helpers.__main__ import _parser
from helpers.commands import job_page
from helpers.commands.job_page import append_autograding, append_summary, plain

ROOT = Path(__file__).parents[2]
WORKFLOW: dict[Any, Any] = yaml.safe_load((ROOT / "docs/marking/classroom.yml").read_text())
STEPS: list[dict[str, Any]] = WORKFLOW["jobs"]["run-autograding-tests"]["steps"]


@pytest.fixture
def one(classroom: Any, right: str) -> Any:
    """A learner with one exercise passed, and one not yet."""
    answers = {"add_forward": right, "scale_the_input": "x = 1 #not yet"}
    classroom.put("ann/03_forward_hooks.ipynb", classroom.make(**answers))
    classroom.run()
    return classroom


def summary(classroom: Any, path: Path) -> str:
    """Return the table as it stands on the job's page."""
    classroom.tallied(lambda tally: append_summary(tally, path))
    return path.read_text("utf-8")


def autograding(classroom: Any, path: Path) -> dict[str, Any]:
    """Return the result as Classroom's reporter reads it."""
    classroom.tallied(lambda tally: append_autograding(tally, path))
    name, _, value = path.read_text("utf-8").strip().partition("=")
    assert name == "result"
    return dict(json.loads(base64.b64decode(value, validate=True)))


def test_of_one_learner_the_table_has_a_row_for_each_exercise(one: Any, tmp_path: Path) -> None:
    """With the outcome, the points, and what is amiss."""
    rows = [line.split(" | ") for line in summary(one, tmp_path / "page").splitlines()]
    by_exercise = {row[1]: row[2:] for row in rows if len(row) > 3}

    assert by_exercise["add-forward"] == ["🎉 passed", "1 of 1", " |"]
    assert by_exercise["scale-the-input"][:2] == ["🦆 not yet", "0 of 1"]
    assert by_exercise["record-shapes"][0] == "no answer"


def test_of_a_class_the_table_has_a_row_for_each_learner(one: Any, tmp_path: Path) -> None:
    """With points and counts."""
    one.put("bob/03_forward_hooks.ipynb", one.make(add_forward="... #not tried"))
    one.run()

    text = summary(one, tmp_path / "page")

    assert "\n| ann | 1 | 1 | 1 | 2 |\n" in text
    assert "\n| bob | 0 | 0 | 0 | 4 |\n" in text


def test_the_table_is_added_to_what_the_page_has(one: Any, tmp_path: Path) -> None:
    """GitHub's file may hold an earlier step's words, and so does its output file."""
    page = tmp_path / "page"
    page.write_text("before\n")

    assert summary(one, page).startswith("before\n## 1 of ")


def test_a_huge_table_is_cut_off_with_a_word(
    one: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """GitHub shows nothing at all of a table that is too large."""
    monkeypatch.setattr(job_page, "MOST_BYTES", 150)

    text = summary(one, tmp_path / "page")

    assert len(text.encode()) < 300
    assert text.endswith("The table is cut off here. The report has all of it.\n")


def test_a_learners_words_are_shown_and_not_read_as_markdown() -> None:
    """No link, picture, tag or further column."""
    words = plain("a | <b> ![x](http://y) `c`\n## d 🦆 é_1")

    assert not set(words) & set("|<>![]()`#_\n") - set("#")
    assert words.startswith("a &#124; &#60;b&#62;")
    assert words.endswith("é&#95;1")


def test_classrooms_result_has_a_test_for_each_exercise_and_all_points(
    one: Any, tmp_path: Path
) -> None:
    """Status, score and the words that the learner would read."""
    result = autograding(one, tmp_path / "output")
    tests = {test["name"]: test for test in result["tests"]}

    assert (result["version"], result["status"]) == (1, "fail")
    assert (tests["add-forward"]["status"], tests["add-forward"]["score"]) == ("pass", 1)
    assert (tests["scale-the-input"]["status"], tests["scale-the-input"]["score"]) == ("fail", 0)
    assert tests["scale-the-input"]["message"].startswith("not yet")
    assert result["max_score"] == one.tallied(lambda tally: tally.most_points)


def test_classrooms_result_passes_where_everything_is_passed(
    classroom: Any, right: str, tmp_path: Path
) -> None:
    """Then the job is green."""
    exercises = ("add_forward", "scale_the_input", "record_shapes", "change_a_keyword")
    classroom.put("ann.ipynb", classroom.make(**dict.fromkeys(exercises, right)))
    classroom.run()

    assert autograding(classroom, tmp_path / "output")["status"] == "pass"


def marking() -> Namespace:
    """Return how the command line reads the workflow's marking step."""
    (command,) = [step["run"] for step in STEPS if step.get("id") == "hooks"]
    return _parser().parse_args(command.replace("\\\n", " ").split()[3:])


def test_the_workflow_marks_the_learners_exercises_with_the_courses_helpers() -> None:
    """Two checkouts: the work, and the course that is installed."""
    asked = marking()
    paths = {step["with"]["path"] for step in STEPS if "checkout" in step.get("uses", "")}
    installed = [step["run"].split()[-1] for step in STEPS if " install " in step.get("run", "")]

    assert paths == {"work", "course"}
    assert asked.file == "work/exercises"
    assert installed == ["course/requirements.lock", "course"]


def test_the_workflow_writes_where_github_looks() -> None:
    """The table to the job's page, the result to the step's output."""
    asked = marking()

    assert asked.summary == '"$GITHUB_STEP_SUMMARY"'
    assert asked.autograding == '"$GITHUB_OUTPUT"'


def test_classrooms_reporter_gets_the_marking_steps_result() -> None:
    """It looks for each of its runners in the variable RUNNER_RESULTS."""
    reporter = STEPS[-1]

    assert reporter["uses"].startswith("classroom-resources/autograding-grading-reporter@")
    assert reporter["with"] == {"runners": "hooks"}
    assert reporter["env"] == {"HOOKS_RESULTS": "${{ steps.hooks.outputs.result }}"}


def test_the_workflow_may_only_read_and_leaves_no_token_on_disk() -> None:
    """What it runs is a learner's code."""
    checkouts = [step for step in STEPS if "checkout" in step.get("uses", "")]

    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)
    assert not any("${{" in step.get("run", "") for step in STEPS)
