"""Shards, put together, are the whole class."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from helpers.classroom.merging import merge
from helpers.classroom.report import FILES, write_report
from helpers.classroom.store import Store, StoreError

if TYPE_CHECKING:
    from tests.classroom.conftest import Class


def merged(reports: list[Path], target: Path) -> list[str]:
    """Merge reports into one, write it, and return what was said."""
    with Store(target) as store:
        said = merge(reports, store)
        write_report(store, target)
    return said


def results(report: Path) -> dict[str, Any]:
    """Return what results.json says, less what may differ."""
    found = json.loads((report / "results.json").read_text())
    return {name: found[name] for name in ("learners", "exercises", "finished", "shard")}


@pytest.fixture
def shards(classroom: Class, tmp_path: Path) -> list[Path]:
    """A class of nine in three shards, and as a whole."""
    for number in range(9):
        answers = {"add_forward": f"v = {number}", "record_shapes": "v #not yet"}
        classroom.put(f"{number}.ipynb", classroom.make(**answers))
    classroom.run()
    with Store(classroom.report) as store:
        write_report(store, classroom.report)
    reports = [tmp_path / f"shard-{number}" for number in (1, 2, 3)]
    for number, report in enumerate(reports, 1):
        classroom.run(shard=f"{number}/3", report=report)
    return reports


def test_the_shards_together_are_the_whole(
    classroom: Class, shards: list[Path], tmp_path: Path
) -> None:
    """Learner by learner, and in every file."""
    assert merged(shards, tmp_path / "all") == []

    assert results(tmp_path / "all") == results(classroom.report)
    for name in FILES:
        same = (tmp_path / "all" / name).read_bytes() == (classroom.report / name).read_bytes()
        assert same, name


def test_a_missing_shard_is_named(shards: list[Path], tmp_path: Path) -> None:
    """The rest is merged, and not called finished."""
    assert merged(shards[:2], tmp_path / "all") == ["missing: shard 3/3."]
    assert results(tmp_path / "all")["finished"] is False


def test_a_shard_that_was_broken_off_is_named(shards: list[Path], tmp_path: Path) -> None:
    """With what to do about it."""
    with Store(shards[1]) as store:
        store.about = {**store.about, "finished": False}

    (said,) = merged(shards, tmp_path / "all")

    assert "Run its shard again" in said
    assert results(tmp_path / "all")["finished"] is False


def test_merging_twice_changes_nothing(shards: list[Path], tmp_path: Path) -> None:
    """A shard that came late is merged in by merging all once more."""
    merged(shards[:2], tmp_path / "all")
    merged(shards, tmp_path / "all")
    size = (tmp_path / "all/data/learners.jsonl").stat().st_size
    merged(shards, tmp_path / "all")

    assert (tmp_path / "all/data/learners.jsonl").stat().st_size == size
    assert len(results(tmp_path / "all")["learners"]) == 9


def test_a_merged_report_can_be_merged(shards: list[Path], tmp_path: Path) -> None:
    """Two courses' halves, say."""
    merged(shards[:2], tmp_path / "some")
    merged([tmp_path / "some", shards[2]], tmp_path / "all")

    assert len(results(tmp_path / "all")["learners"]) == 9


def test_a_learner_in_two_reports_is_named(shards: list[Path], tmp_path: Path) -> None:
    """The last one counts."""
    said = merged([shards[0], *shards], tmp_path / "all")

    assert said
    assert all("the latter counts" in line for line in said)
    assert len(results(tmp_path / "all")["learners"]) == 9


def test_another_version_of_the_course_is_refused(shards: list[Path], tmp_path: Path) -> None:
    """Its verdicts may be others."""
    with Store(shards[1]) as store:
        store.about = {**store.about, "course": "another"}

    with pytest.raises(StoreError, match="another version"):
        merged(shards, tmp_path / "all")


def test_what_is_no_report_is_refused(tmp_path: Path) -> None:
    """The message names it, and nothing is made in it."""
    (tmp_path / "photos").mkdir()

    with pytest.raises(StoreError, match="photos"):
        merged([tmp_path / "photos"], tmp_path / "all")
    assert list((tmp_path / "photos").iterdir()) == []


def test_merging_needs_no_torch() -> None:
    """A small machine can do it, in a moment."""
    code = "import sys, helpers.commands.merge; sys.exit('torch' in sys.modules)"

    subprocess.run([sys.executable, "-c", code], check=True)
