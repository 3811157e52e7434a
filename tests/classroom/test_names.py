"""Whose a file is, by its name."""

from __future__ import annotations

import os
import unicodedata

import pytest

from helpers.classroom.names import clean, read_name

LESSONS = ("forward_hooks", "tensor_hooks")
FORMS = {
    "anna": ("anna", "", ""),
    "anna.ipynb": ("anna", "", ""),
    "Anna B. Lind.ZIP": ("Anna B. Lind", "", ""),
    "anna_02_tensor_hooks.ipynb": ("anna", "", ""),
    "02_tensor_hooks anna (1).ipynb": ("anna", "", ""),
    "anna-03_forward_hooks-2.ipynb": ("anna", "", ""),
    "anna_2024_12_notes.ipynb": ("anna_2024_12_notes", "", ""),
    "doejane_1234_567890_02_tensor_hooks.ipynb": ("doejane", "canvas", "1234"),
    "doejane_LATE_1234_567890_my work-1.ipynb": ("doejane", "canvas", "1234"),
    "von_der_berg_1234_567890_x.ipynb": ("von_der_berg", "canvas", "1234"),
    "anon_x7Kq2_567890_work.ipynb": ("anonymous", "canvas", "anon_x7Kq2"),
    "LATE_anon_x7Kq2_567890_work.ipynb": ("anonymous", "canvas", "anon_x7Kq2"),
    "Jane Doe_98765_assignsubmission_file_": ("Jane Doe", "moodle", "98765"),
    "Jane Doe_98765_assignsubmission_file": ("Jane Doe", "moodle", "98765"),
    "Jane Doe_98765_assignsubmission_file_02_tensor_hooks.ipynb": ("Jane Doe", "moodle", "98765"),
    "Participant_98765_assignsubmission_file_": ("Participant", "moodle", "98765"),
}


@pytest.mark.parametrize("name", FORMS)
def test_the_learner_is_found_in_a_name(name: str) -> None:
    """Plain names, names beside a lesson's, and the forms of Canvas and Moodle."""
    learner = read_name(name, LESSONS).learner

    assert learner is not None
    assert (learner.name, learner.lms, learner.id) == FORMS[name]


@pytest.mark.parametrize("name", ["02_tensor_hooks.ipynb", "03_forward_hooks (2).ipynb"])
def test_a_lessons_name_alone_names_nobody(name: str) -> None:
    """Copies of it neither."""
    assert read_name(name, LESSONS).learner is None


@pytest.mark.parametrize(
    ("name", "late"), [("doejane_LATE_1234_567890_a.ipynb", True), ("late_12_3456_a.ipynb", False)]
)
def test_canvas_says_what_came_late(name: str, late: bool) -> None:
    """In capitals, between the name and the id."""
    assert read_name(name).late is late


def test_two_people_of_one_name_stay_two() -> None:
    """Their ids are part of the label."""
    one = read_name("Jane Doe_1_assignsubmission_file_").learner
    other = read_name("Jane Doe_2_assignsubmission_file_").learner

    assert one is not None
    assert other is not None
    assert (one.label, other.label) == ("Jane Doe (1)", "Jane Doe (2)")


def test_composed_and_decomposed_letters_are_one_name() -> None:
    """macOS writes é as two characters."""
    assert clean(unicodedata.normalize("NFD", "José")) == clean("José") == "José"


HARD = {
    "a\nb": "a b",
    "a\x07": "a\\x07",
    "a\u202egnp": "a\\u202egnp",
    os.fsdecode(b"a\xff"): "a\\udcff",
    " ": "(no name)",
    "李雷": "李雷",
}


@pytest.mark.parametrize("name", HARD)
def test_a_clean_name_fits_on_a_line(name: str) -> None:
    """What can't be shown is escaped, so that different names stay different."""
    assert clean(name) == HARD[name]


def test_long_names_are_cut_and_stay_apart() -> None:
    """The cut ends in a mark of the whole."""
    one, other = clean("x" * 5000 + "1"), clean("x" * 5000 + "2")

    assert len(one) <= 120
    assert one != other
