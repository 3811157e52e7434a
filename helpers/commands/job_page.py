"""What a GitHub job shows of a class, or of one learner: a table, and Classroom's own result."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path

from helpers.classroom.tally import Learner, Tally

MOST_BYTES = 900_000
"""Of a table: GitHub takes a megabyte a step, and shows nothing of one that is larger."""
SIGNS = {"passed": "🎉 passed", "not yet": "🦆 not yet", "crashed": "🦆 crashed"}


def append_summary(tally: Tally, path: Path) -> None:
    """Append a Markdown table to a file, as a job does to $GITHUB_STEP_SUMMARY.

    Of one learner it has a row for each exercise, of a class a row for each learner.
    """
    rows = _one(tally, tally.learners[0]) if len(tally.learners) == 1 else _class(tally)
    size = 0
    with path.open("a", encoding="utf-8") as stream:
        for row in rows:
            size += len(row.encode())
            if size > MOST_BYTES:
                stream.write("\nThe table is cut off here. The report has all of it.\n")
                return
            stream.write(row)


def append_autograding(tally: Tally, path: Path) -> None:
    """Append ``result=…`` to a file, as a job does to $GITHUB_OUTPUT.

    It is what GitHub Classroom's autograding-grading-reporter reads: JSON in base64, with a test
    for each exercise. Of a class it holds the learners one after the other.
    """
    tests = [
        {
            "name": exercise["id"]
            if len(tally.learners) == 1
            else f"{who.label}: {exercise['id']}",
            "status": "pass" if who.results[exercise["id"]].outcome == "passed" else "fail",
            "score": exercise["points"] if who.results[exercise["id"]].outcome == "passed" else 0,
            "message": _said(tally, who, exercise["id"]),
            "test_code": f'check("{exercise["id"]}")',
            "filename": f"{exercise['lesson']}.ipynb",
            "line_no": 0,
        }
        for who in tally.learners
        for exercise in tally.exercises
    ]
    result = {
        "version": 1,
        "status": "pass" if all(test["status"] == "pass" for test in tests) else "fail",
        "max_score": tally.most_points * len(tally.learners),
        "tests": tests,
    }
    with path.open("a", encoding="utf-8") as stream:
        stream.write(f"result={base64.b64encode(json.dumps(result).encode()).decode()}\n")


def _one(tally: Tally, who: Learner) -> Iterator[str]:
    yield f"## {who.points} of {tally.most_points} points\n\n"
    yield "| lesson | exercise | outcome | points | |\n|---|---|---|--:|---|\n"
    for exercise in tally.exercises:
        result = who.results[exercise["id"]]
        points = exercise["points"] if result.outcome == "passed" else 0
        words = "" if result.outcome == "passed" else plain(_first(tally, who, exercise["id"]))
        yield (
            f"| {exercise['lesson']} | {exercise['id']} "
            f"| {SIGNS.get(result.outcome, result.outcome)} "
            f"| {points} of {exercise['points']} | {words} |\n"
        )
    for problem in who.problems:
        yield f"\n{plain(problem)}\n"


def _class(tally: Tally) -> Iterator[str]:
    yield f"## {len(tally.learners)} learners, {tally.most_points} points each at most\n\n"
    yield "| learner | points | passed | not yet | not tried |\n|---|--:|--:|--:|--:|\n"
    for who in tally.learners:
        outcomes = [result.outcome for result in who.results.values()]
        passed = outcomes.count("passed")
        wrong = outcomes.count("not yet") + outcomes.count("crashed")
        left = len(outcomes) - passed - wrong
        yield f"| {plain(who.label)} | {who.points} | {passed} | {wrong} | {left} |\n"


def _said(tally: Tally, who: Learner, exercise: str) -> str:
    result = who.results[exercise]
    return str(tally.answer(result.key)["message"]) if result.key else result.why


def _first(tally: Tally, who: Learner, exercise: str) -> str:
    """Return what is amiss, in one line: a message begins with the outcome, which is known."""
    lines = [line.strip() for line in _said(tally, who, exercise).splitlines()]
    return (lines[1:] or lines or [""])[0].removeprefix("✗ ")


def plain(text: str) -> str:
    """Return a text that Markdown shows as it is: a learner's words make no link, tag or table."""
    return "".join(
        c if c.isalnum() or c in " .,:;" else f"&#{ord(c)};" for c in text if c.isprintable()
    )
