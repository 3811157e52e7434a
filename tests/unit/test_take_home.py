"""What the lab hands out: the code that is open is the code of what runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from helpers import GradientLab
from helpers.lab.menu import recipe


@pytest.fixture
def lab() -> Iterator[GradientLab]:
    """A small lab whose code is open."""
    lab = GradientLab(depth=2, width=4)
    buttons = lab.take_home.widget.children[0].children
    next(b for b in buttons if b.description == "Show me the code").click()
    yield lab
    lab.close()


def _soon(holds: Callable[[], bool]) -> bool:
    """Say whether something holds within seconds: pictures follow requests, but not at once."""
    end = time.monotonic() + 5
    while not holds() and time.monotonic() < end:
        time.sleep(0.01)
    return holds()


def test_open_code_follows_the_settings(lab: GradientLab) -> None:
    """Nobody copies the code of a model that no longer runs."""
    before = lab.take_home.text.value
    lab.controls["depth"].value = 3

    assert _soon(lambda: lab.take_home.text.value == lab.code() != before)


def test_open_code_follows_the_hooks(lab: GradientLab) -> None:
    """On and off."""
    before = lab.take_home.text.value
    lab.runner.call(lambda session: session.turn_on(recipe("double gradient"), "layer1"))
    assert _soon(lambda: "register_hook" in lab.take_home.text.value)

    lab.runner.call(lambda session: session.turn_off("double gradient"))
    assert _soon(lambda: lab.take_home.text.value == before)
