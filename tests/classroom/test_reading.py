"""A learner's answers, out of notebooks in any state."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from helpers.classroom.finding import find
from helpers.classroom.reading import Read, read

if TYPE_CHECKING:
    from tests.classroom.conftest import Class

KNOWN = {"add-forward", "tensor-double"}
PLAIN = {
    "nbformat": 4,
    "cells": [{"cell_type": "code", "source": "# exercise: add-forward\nanswer.append(1)"}],
}
SOURCE = "# exercise: add-forward\nanswer.append(1)"


def handed(classroom: Class, *contents: bytes) -> Read:
    """Return what is read of one learner's notebooks."""
    for number, content in enumerate(contents):
        classroom.put(f"anna/{number}.ipynb", content)
    (anna,) = find(classroom.root)
    return read(anna, KNOWN)


FORMS = {
    "plain": json.dumps(PLAIN).encode(),
    "a byte order mark": b"\xef\xbb\xbf" + json.dumps(PLAIN).encode(),
    "UTF-16": json.dumps(PLAIN).encode("utf-16"),
    "Windows line ends in the file": json.dumps(PLAIN, indent=1).replace("\n", "\r\n").encode(),
    "Windows line ends in the source": json.dumps(PLAIN).replace(r"\n", r"\r\n").encode(),
    "old Mac line ends in the source": json.dumps(PLAIN).replace(r"\n", r"\r").encode(),
    "a list of lines": json.dumps(
        {
            "cells": [
                {"cell_type": "code", "source": ["# exercise: add-forward\n", "answer.append(1)"]}
            ]
        }
    ).encode(),
    "format 3": json.dumps(
        {"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": SOURCE}]}]}
    ).encode(),
    "a format to come": json.dumps({**PLAIN, "nbformat": 5, "nbformat_minor": 1}).encode(),
    "odd cells among it": json.dumps(
        {"cells": [None, 3, {"cell_type": "code"}, {"source": [1]}, *PLAIN["cells"]]}  # type: ignore[misc]
    ).encode(),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_notebook_is_read(classroom: Class, form: str) -> None:
    """The same answer comes out of each."""
    assert handed(classroom, FORMS[form]).answers == {"add-forward": SOURCE}


BROKEN = {
    "no JSON": (b"{'cells'", "broken JSON in line 1"),
    "cut off": (json.dumps(PLAIN).encode()[:-5], "broken JSON"),
    "empty": (b"", "broken JSON"),
    "binary": (bytes(range(256)), "broken JSON"),
    "Latin": ('{"cells": "é"}'.encode("latin-1"), "broken JSON"),
    "deep": (b"[" * 200_000, "broken JSON"),
    "a list": (b"[]", "not in the form of a notebook"),
    "no cells": (b"{}", "not in the form of a notebook"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_notebook_is_a_problem_and_the_next_is_read(classroom: Class, kind: str) -> None:
    """The message names the file and says what is wrong."""
    content, words = BROKEN[kind]

    found = handed(classroom, content, FORMS["plain"])

    assert f"anna/0.ipynb: {words}" in found.problems[0]
    assert found.answers == {"add-forward": SOURCE}


def test_an_untouched_copy_beside_the_answer_does_not_count(classroom: Class) -> None:
    """Nor do a second and third copy of the same answer."""
    untouched = classroom.make(add_forward="# YOUR CODE HERE\npass")

    found = handed(classroom, untouched, FORMS["plain"], FORMS["plain"])

    assert (found.answers, found.problems) == ({"add-forward": SOURCE}, [])


def test_two_different_answers_are_none(classroom: Class) -> None:
    """Nobody can say which is meant; both notebooks are named."""
    found = handed(classroom, FORMS["plain"], classroom.make(add_forward="answer.append(2)"))

    outcome, why = found.faults["add-forward"]
    assert (found.answers, outcome) == ({}, "no answer")
    assert "anna/0.ipynb and anna/1.ipynb" in why


def test_an_unknown_exercise_is_named(classroom: Class) -> None:
    """A header with a slip of the pen would else be lost without a word."""
    assert "'add-foward'" in handed(classroom, classroom.make(add_foward="v")).problems[0]


def test_an_endless_answer_is_not_marked(classroom: Class) -> None:
    """Its size is named."""
    found = handed(classroom, classroom.make(add_forward="v" * 60_000))

    assert "more than 50,000" in found.faults["add-forward"][1]


def test_only_the_courses_solutions_is_no_answer(classroom: Class) -> None:
    """A learner's repository holds them, too."""
    classroom.put("anna/solutions/03_forward_hooks.ipynb", FORMS["plain"])

    (anna,) = find(classroom.root)

    found = read(anna, KNOWN)
    assert found.answers == {}
    assert "solutions/" in found.problems[0]


def test_the_content_tells_whether_something_changed(classroom: Class) -> None:
    """Any byte counts, and the same bytes give the same content."""
    first = handed(classroom, FORMS["plain"]).content
    again = handed(classroom, FORMS["plain"]).content

    assert first == again != handed(classroom, FORMS["plain"] + b" ").content


def test_all_of_a_learners_files_are_bounded_together(
    classroom: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not only each by itself."""
    monkeypatch.setattr("helpers.classroom.reading.MOST_BYTES", len(FORMS["plain"]) + 10)

    found = handed(classroom, FORMS["plain"], FORMS["plain"])

    assert found.answers == {"add-forward": SOURCE}
    assert "anna/1.ipynb: all together more than" in found.problems[0]
