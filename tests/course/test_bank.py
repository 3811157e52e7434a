"""Answers as learners write them: the right verdict for each, and for a wrong one what it shows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.grading.isolation import Judge, Limits
from helpers.grading.lessons import EXERCISES, find

BANK = [
    pytest.param(json.loads(line), id=f"{file.stem}-{number}")
    for file in sorted(Path(__file__).parent.glob("bank/*.jsonl"))
    for number, line in enumerate(file.read_text("utf-8").split("\n"), 1)
    if line.strip()
]


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    """One judge for all answers."""
    with Judge(Limits(seconds=5)) as judge:
        yield judge


@pytest.mark.parametrize("entry", BANK)
def test_an_answer_gets_the_right_verdict_and_diagnosis(
    judge: Judge, entry: dict[str, Any]
) -> None:
    """Right but unusual answers pass; wrong ones are told the misconception that they show."""
    verdict = judge.mark(find(entry["exercise"]), entry["answer"])

    assert (verdict.outcome == "passed") == (entry["verdict"] == "pass"), verdict.message
    assert verdict.misconception == entry["misconception"], verdict.message


@pytest.mark.parametrize("exercise_id", [e.id for e in EXERCISES.values() if e.kind == "exercise"])
def test_every_exercise_has_right_and_wrong_answers_in_the_bank(exercise_id: str) -> None:
    """At least six unusual right answers, and eight wrong ones."""
    entries: list[Any] = [param.values[0] for param in BANK]
    verdicts = [entry["verdict"] for entry in entries if entry["exercise"] == exercise_id]

    assert verdicts.count("pass") >= 6
    assert verdicts.count("fail") >= 8
