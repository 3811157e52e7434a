"""Results as files for other programs: CSV, JSON, and what Canvas and Moodle import."""

from __future__ import annotations

import csv
import html
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from helpers.classroom.tally import Learner, Result, Tally

ASSIGNMENT = "Hooks course"
"""The column in Canvas, where no other is asked for."""


def write_csv(path: Path, rows: Iterable[Sequence[object]]) -> None:
    """Write rows as UTF-8 CSV with a mark, without which Excel takes it for another encoding."""
    fresh = path.with_suffix(".part")
    with fresh.open("w", encoding="utf-8-sig", errors="backslashreplace", newline="") as stream:
        csv.writer(stream).writerows([[safe(cell) for cell in row] for row in rows])
    fresh.replace(path)


def safe(cell: object) -> object:
    """Return a cell that no spreadsheet runs: what begins like a formula gets a ' before it."""
    if isinstance(cell, str) and cell.lstrip()[:1] in ("=", "+", "-", "@") and cell != "-":
        return f"'{cell}"
    return cell


def write_tables(tally: Tally, folder: Path, assignment: str = ASSIGNMENT) -> None:
    """Write results.csv, results.json, canvas.csv and moodle.csv into a folder."""
    write_csv(folder / "results.csv", _results(tally))
    write_csv(folder / "canvas.csv", _canvas(tally, assignment))
    write_csv(folder / "moodle.csv", _moodle(tally))
    _write_json(tally, folder / "results.json")


def _results(tally: Tally) -> Iterable[Sequence[object]]:
    yield ("learner", "lesson", "exercise", "outcome", "points", "misconception", "message")
    for learner in tally.learners:
        for one in tally.exercises:
            result = learner.results[one["id"]]
            points = one["points"] if result.outcome == "passed" else 0
            yield (
                learner.label,
                one["lesson"],
                one["id"],
                result.outcome,
                points,
                result.misconception or "",
                _message(tally, result),
            )


def _message(tally: Tally, result: Result) -> str:
    return str(tally.answer(result.key)["message"]) if result.key else result.why


def _write_json(tally: Tally, path: Path) -> None:
    """Write learner after learner: a large class never stands in memory as a whole."""
    about = {name: tally.about[name] for name in ("course", "seed", "seconds", "shard", "finished")}
    about["level"] = tally.level
    head = {"format": 1, **about, "points": tally.most_points, "exercises": tally.exercises}
    fresh = path.with_suffix(".part")
    with fresh.open("w", encoding="utf-8") as stream:
        stream.write(json.dumps(head)[:-1] + ', "learners": [')
        for number, learner in enumerate(tally.learners):
            stream.write(",\n" if number else "\n")
            stream.write(json.dumps(_learner(tally, learner)))
        stream.write("\n]}\n")
    fresh.replace(path)


def _learner(tally: Tally, learner: Learner) -> dict[str, object]:
    results = {
        exercise: {
            "outcome": result.outcome,
            "misconception": result.misconception,
            "message": _message(tally, result),
        }
        for exercise, result in learner.results.items()
    }
    return {**vars(learner), "results": results}


def _canvas(tally: Tally, assignment: str) -> Iterable[Sequence[object]]:
    """Yield the rows of Canvas's gradebook import.

    Canvas finds a learner by ID where the file names gave one; else by login, or by name.
    """
    yield ("Student", "ID", "SIS User ID", "SIS Login ID", "Section", assignment)
    yield ("Points Possible", "", "", "", "", tally.most_points)
    for learner in tally.learners:
        known = learner.lms == "canvas" and learner.id.isdigit()
        login = "" if known else learner.name
        yield (learner.name, learner.id if known else "", "", login, "", learner.points)


def _moodle(tally: Tally) -> Iterable[Sequence[object]]:
    """Yield the rows of Moodle's grading worksheet, which finds a learner by Identifier."""
    yield (
        "Identifier",
        "Full name",
        "Grade",
        "Maximum grade",
        "Last modified (grade)",
        "Feedback comments",
    )
    for learner in tally.learners:
        identifier = f"Participant {learner.id}" if learner.lms == "moodle" else ""
        comments = _comments(tally, learner)
        yield (identifier, learner.name, learner.points, tally.most_points, "-", comments)


def _comments(tally: Tally, learner: Learner) -> str:
    """Return what a learner reads in Moodle, as HTML: the outcomes, and what to reread."""
    lines = []
    for one in tally.exercises:
        result = learner.results[one["id"]]
        line = f"{one['id']}: {result.outcome}"
        if known := tally.about["misconceptions"].get(result.misconception):
            line += f". Reread {known['reread'][0]}, “{known['reread'][1]}”"
        lines.append(html.escape(line))
    return "<br>".join(lines)
