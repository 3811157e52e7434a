"""Hostile answers are marked by one judge a level, and an honest one after each of them."""

from __future__ import annotations

import tempfile
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.grading.exercise import Verdict
from helpers.grading.isolation import Judge, Limits
from helpers.grading.lessons import find
from helpers.grading.levels import LEVELS, Level, at_least

ADD = find("add-forward")
RIGHT = """
add.register_forward_pre_hook(lambda module, input: answer.extend(input))
add.register_forward_hook(lambda module, input, output: answer.append(output))
"""
LIMITS = Limits(seconds=3.0, memory=1 << 29)
TOKEN = f"token-{uuid.uuid4().hex}"

Marker = Callable[..., Verdict]


# Not for the session: its folder for temporary files would then serve every later test too.
@pytest.fixture(scope="module", params=LEVELS)
def judge(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Judge]:
    """A judge at each level that this platform reaches; at its end nothing is left of it."""
    folder = tmp_path_factory.mktemp(f"judge-{request.param}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(folder))
        patch.setenv("A_TOKEN", TOKEN)
        with Judge(LIMITS, highest_level=request.param) as judge:
            if judge.level != request.param:
                pytest.skip(f"this platform doesn't reach the level {request.param!r}")
            yield judge
    assert list(folder.iterdir()) == []


@pytest.fixture
def mark(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> Iterator[Marker]:
    """Mark an answer to add-forward; afterwards an honest one must still pass.

    ``{RIGHT}`` in it stands for a right answer; ``start`` is the level from which it is tried.
    """

    def marked(source: str, start: Level = "limits", seconds: float = LIMITS.seconds) -> Verdict:
        if not at_least(judge.level, start):
            pytest.skip(f"possible below the level {start!r}, as docs/security.md says")
        monkeypatch.setattr(judge, "limits", replace(LIMITS, seconds=seconds))
        return judge.mark(ADD, source.replace("{RIGHT}", RIGHT))

    yield marked
    monkeypatch.undo()
    assert judge.mark(ADD, RIGHT).outcome == "passed"


@pytest.fixture(scope="session")
def token() -> str:
    """A text that stands in the environment of the judge alone."""
    return TOKEN


@pytest.fixture(scope="session")
def course() -> Path:
    """The folder of the course, solutions and all."""
    return Path(__file__).resolve().parents[2]
