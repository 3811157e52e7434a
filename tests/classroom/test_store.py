"""What is known stays known, whenever the power goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.classroom.settings import Settings, Shard, digest
from helpers.classroom.store import Store, StoreError


def rows(report: Path) -> dict[str, int]:
    """Return the numbers in a report's answers."""
    with Store(report) as store:
        return {key: store.answers[key]["number"] for key in store.answers}


def add(report: Path, **numbers: int) -> None:
    """Add rows to a report's answers."""
    with Store(report) as store:
        for key, number in numbers.items():
            store.answers.add({"key": key, "number": number})


def test_rows_are_found_again(tmp_path: Path) -> None:
    """By their keys, in another process's time."""
    add(tmp_path, a=1, b=2)

    assert rows(tmp_path) == {"a": 1, "b": 2}


def test_the_newest_row_of_a_key_counts(tmp_path: Path) -> None:
    """The older ones stay in the file, which only ever grows."""
    add(tmp_path, a=1, b=2)
    add(tmp_path, a=3)

    assert rows(tmp_path) == {"a": 3, "b": 2}
    assert (tmp_path / "data/answers.jsonl").read_bytes().count(b"\n") == 3


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_row_that_was_cut_off_is_dropped_and_the_next_one_whole(tmp_path: Path, cut: int) -> None:
    """A kill may come in the middle of a write."""
    add(tmp_path, a=1, b=2)
    file = tmp_path / "data/answers.jsonl"
    file.write_bytes(file.read_bytes()[:-cut])

    add(tmp_path, c=3)

    assert rows(tmp_path) == {"a": 1, "c": 3}


def test_a_damaged_row_costs_that_row_alone(tmp_path: Path) -> None:
    """A disk may fail anywhere."""
    add(tmp_path, a=1, b=2, c=3)
    file = tmp_path / "data/answers.jsonl"
    file.write_bytes(file.read_bytes().replace(b'{"key": "b"', b'\xff\xff"key": "b"'))

    assert rows(tmp_path) == {"a": 1, "c": 3}


def test_two_runs_do_not_write_into_one_report(tmp_path: Path) -> None:
    """The second one is told."""
    with Store(tmp_path), pytest.raises(StoreError, match="another run"):
        Store(tmp_path)


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """Here a file stands in its place."""
    (tmp_path / "report").write_text("")

    with pytest.raises(StoreError, match="can't be written"):
        Store(tmp_path / "report")


def test_a_broken_description_is_said(tmp_path: Path) -> None:
    """With what to do about it."""
    with Store(tmp_path) as store:
        assert store.about == {}
        (tmp_path / "data/marking.json").write_text("{")
        with pytest.raises(StoreError, match="mark again"):
            _ = store.about


def test_each_learner_is_in_one_shard() -> None:
    """Whatever else is in the class; and the shards are of like sizes."""
    labels = [f"learner {number}" for number in range(1000)]
    sizes = [sum(Shard(number, 4).holds(label) for label in labels) for number in range(1, 5)]

    assert sum(sizes) == 1000
    assert min(sizes) > 200
    assert Shard.parse("2/4") == Shard(2, 4)


def test_a_learners_shard_never_changes() -> None:
    """Reports of different days and machines must fit together."""
    assert [label for label in "abcdefgh" if Shard(3, 4).holds(label)] == ["a", "b", "c", "e", "f"]


@pytest.mark.parametrize("text", ["0/4", "5/4", "1", "1/0", "a/b", "-1/4", "1/4/2"])
def test_what_is_no_shard_is_refused(text: str) -> None:
    """The message shows the form."""
    with pytest.raises(ValueError, match="3/16"):
        Shard.parse(text)


def test_a_key_tells_all_that_a_verdict_depends_on() -> None:
    """Exercise, source, seed and time; but not the shard."""
    one = Settings(1)
    keys = {
        one.answer_key("a", "x"),
        one.answer_key("b", "x"),
        one.answer_key("a", "y"),
        Settings(2).answer_key("a", "x"),
        Settings(1, seconds=5.0).answer_key("a", "x"),
    }

    assert len(keys) == 5
    assert Settings(1, shard=Shard(1, 2)).answer_key("a", "x") in keys


def test_parts_do_not_run_together() -> None:
    """And half a character can be hashed."""
    assert digest("ab", "c") != digest("a", "bc")
    assert digest("\ud800") != digest("\ud801")
