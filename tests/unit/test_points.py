"""Looking up a hook point."""

from __future__ import annotations

import pytest

from helpers.hooks.points import POINTS, find, of_lesson


def test_a_point_is_found_by_its_full_name() -> None:
    """The lesson that teaches it is named."""
    assert find("torch.Tensor.register_hook").lesson == "02_tensor_hooks"


def test_an_unknown_name_is_told_the_closest() -> None:
    """A slip of the pen is met with the right spelling."""
    with pytest.raises(LookupError, match=r"torch\.Tensor\.register_hook"):
        find("torch.Tensor.register_hooks")


def test_every_field_says_something() -> None:
    """No entry leaves a question open."""
    assert [p.name for p in POINTS if not all(vars(p).values())] == []


def test_names_are_unique() -> None:
    """One entry a registration."""
    assert len({point.name for point in POINTS}) == len(POINTS)


def test_a_lesson_knows_its_points() -> None:
    """Lesson 4 teaches three registrations."""
    assert len(of_lesson("04_backward_hooks")) == 3
