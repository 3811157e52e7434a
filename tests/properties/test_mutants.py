"""A right answer with one thing wrong doesn't pass, and is told the same each time."""

from __future__ import annotations

import functools
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest
import solved
from mutating import MUTATORS, Mutant, mutants
from solved import SOLUTIONS, marked

from helpers.grading.exercise import Verdict

MUTANTS = {
    mutant.id: mutant
    for exercise_id, solution in SOLUTIONS.items()
    for mutant in mutants(exercise_id, solution)
}
_GROUPS = tomllib.loads((Path(__file__).parent / "survivors.toml").read_text("utf-8"))["survivors"]
SURVIVORS = {id: group["reason"] for group in _GROUPS for id in group["mutants"]}
"""The mutants that pass, with the reason why they may."""


@functools.cache
def verdict_on(mutant: Mutant) -> Verdict:
    """Mark a mutant, once for all tests."""
    return marked(mutant.exercise, mutant.source)


@pytest.mark.parametrize("id", [id for id in MUTANTS if id not in SURVIVORS])
def test_a_mutant_does_not_pass(id: str) -> None:
    """One that does is a hole in the marking, or belongs into survivors.toml with its reason."""
    mutant = MUTANTS[id]

    assert verdict_on(mutant).outcome != "passed", mutant.source


@pytest.mark.parametrize("id", SURVIVORS)
def test_a_survivor_is_a_mutant_and_passes(id: str) -> None:
    """The list of survivors holds nothing that is gone, or that is caught by now."""
    verdict = verdict_on(MUTANTS[id])

    assert verdict.outcome == "passed", verdict.message


@pytest.mark.parametrize("exercise_id", SOLUTIONS)
def test_the_same_wrong_answer_is_told_the_same(exercise_id: str) -> None:
    """What was marked in between leaves no trace: the text is the same the second time."""
    own = [mutant for mutant in MUTANTS.values() if mutant.exercise == exercise_id]
    first = {mutant.id: verdict_on(mutant).message for mutant in own}

    again = {mutant.id: marked(exercise_id, mutant.source).message for mutant in reversed(own)}

    assert again == first


@pytest.mark.parametrize("exercise_id", SOLUTIONS)
def test_feedback_is_on_the_answer_and_not_on_its_grader(exercise_id: str) -> None:
    """No text names the grader's own functions, or says that looking at what is left has failed."""
    ours = ("helpers.", "<locals>.probe", "setup.<locals>", "looking at what your answer left")
    own = [mutant for mutant in MUTANTS.values() if mutant.exercise == exercise_id]

    texts = {mutant.id: verdict_on(mutant).message for mutant in own}

    assert {id: text for id, text in texts.items() if any(words in text for words in ours)} == {}


@pytest.mark.parametrize("exercise_id", SOLUTIONS)
def test_no_text_holds_an_address(exercise_id: str) -> None:
    """Where in memory an object lies is new in each process; a text is to be the same in all."""
    own = [mutant for mutant in MUTANTS.values() if mutant.exercise == exercise_id]

    texts = {mutant.id: verdict_on(mutant).message for mutant in own}

    assert {id: text for id, text in texts.items() if re.search(r"\b0x[0-9a-f]{4}", text)} == {}


@pytest.mark.parametrize("exercise_id", [id for id in SOLUTIONS if id != "run-it-twice"])
def test_a_name_that_is_missing_is_no_belief(exercise_id: str) -> None:
    """Who forgot an import or a line is shown the NameError, and told nothing about hooks.

    In run-it-twice it is a belief: that the name is there before the first run.
    """
    own = [mutant for mutant in MUTANTS.values() if mutant.exercise == exercise_id]
    missing = {m.id: verdict_on(m) for m in own if "NameError: " in verdict_on(m).message}

    assert {id: said.misconception for id, said in missing.items() if said.misconception} == {}


def test_an_answer_that_never_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mutant may loop forever: it doesn't pass, and the next one is marked."""
    monkeypatch.setattr(solved, "CPU_SECONDS", 0.1)

    verdict = solved.marked("tensor-double", "while True:\n    pass\n")

    assert "TimeoutError" in verdict.message


def test_there_are_hundreds_of_mutants() -> None:
    """At least 200 in all, and at least 10 of each exercise."""
    numbers = Counter(mutant.exercise for mutant in MUTANTS.values())

    assert sum(numbers.values()) >= 200
    assert min(numbers[exercise_id] for exercise_id in SOLUTIONS) >= 10


def test_most_mutants_fail() -> None:
    """The list of survivors is an eighth of all mutants at most, so it can still be read."""
    assert len(SURVIVORS) * 8 <= len(MUTANTS)


def test_no_survivor_is_listed_twice() -> None:
    """Each has one reason, and each reason is a sentence."""
    listed = Counter(id for group in _GROUPS for id in group["mutants"])

    assert [id for id, times in listed.items() if times > 1] == []
    assert [group["reason"] for group in _GROUPS if not group["reason"].endswith(".")] == []


@pytest.mark.parametrize("name", MUTATORS)
def test_each_mutator_makes_a_mutant(name: str) -> None:
    """None of them has silently become one that does nothing."""
    assert any(mutant.name.rpartition("-")[0] == name for mutant in MUTANTS.values())
