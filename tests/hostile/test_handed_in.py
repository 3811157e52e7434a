"""Zips and notebooks that would hold up everybody else's marking: named as a problem, and no more."""

from __future__ import annotations

import copy
import io
import json
import os
import struct
import zipfile
from pathlib import Path

from helpers.classroom.finding import find
from helpers.classroom.reading import MOST_VERSIONS, MOST_ZIPS, Read, read

KNOWN = {"add-forward"}


def zipped(name: str, content: bytes, times: int = 1) -> bytes:
    """Return a zip that lists one file several times, and holds it once."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr(name, content)
        made.filelist += [copy.copy(made.filelist[0]) for _ in range(times - 1)]
    return stream.getvalue()


def with_two_lengths(entries: int) -> bytes:
    """Return a zip whose first end says that it lists nothing, and whose second says how much."""
    head = struct.pack("<4s4B4HL2L5H2L", b"PK\1\2", 20, 3, 20, *[0] * 8, 7, *[0] * 6)
    listed = (head + b"a.ipynb") * entries
    ends = (
        struct.pack("<4sQ2H2L", b"PK\6\6", 44, 45, 45, 0, 0)
        + struct.pack("<4Q", entries, entries, len(listed), 0)
        + struct.pack("<4sLQL", b"PK\6\7", 0, len(listed), 1)
    )
    return listed + ends + struct.pack("<4s4H2LH", b"PK\5\6", *[0] * 7)


def first_of(root: Path) -> Read:
    """Read what the first learner of two handed in."""
    (root / "ben").mkdir(exist_ok=True)
    (root / "ben" / "b.ipynb").write_text('{"cells": []}')
    anna, _ = find(root)
    return read(anna, KNOWN)


def handed_in(root: Path, name: str, content: bytes) -> Read:
    """Hand in a file, and read it."""
    (root / "anna").mkdir()
    (root / "anna" / name).write_bytes(content)
    return first_of(root)


def test_a_zip_named_a_thousand_times_is_unpacked_a_few_times(tmp_path: Path) -> None:
    """Each unpacking takes time, and the list that asks for it next to no space."""
    inner = zipped("a.ipynb", b"{}")

    anna = handed_in(tmp_path, "all.zip", zipped("more.zip", inner, times=1000))

    said = f"more than {MOST_ZIPS} zips in zips: the rest is not looked into"
    assert anna.problems.count(said) == 1
    assert sum("more.zip" in problem for problem in anna.problems) <= MOST_ZIPS


def test_the_length_that_counts_is_the_one_that_is_gone_by(tmp_path: Path) -> None:
    """A large zip's second end overrides the first."""
    anna = handed_in(tmp_path, "all.zip", zipped("in.zip", with_two_lengths(100_000)))

    assert "lists too many files" in anna.problems[0]


def test_a_pipe_named_like_a_zip_is_not_waited_for(tmp_path: Path) -> None:
    """Opening it would wait for somebody to write."""
    (tmp_path / "anna").mkdir()
    os.mkfifo(tmp_path / "anna" / "all.zip")

    assert "not a regular file" in first_of(tmp_path).problems[0]


def test_of_a_thousand_versions_of_an_answer_none_is_parsed(tmp_path: Path) -> None:
    """Python's parser takes up to a second for each."""
    sources = [f"# exercise: add-forward\nx = {number}" for number in range(1000)]
    cells = [{"cell_type": "code", "source": source} for source in sources]

    anna = handed_in(tmp_path, "a.ipynb", json.dumps({"cells": cells}).encode())

    assert len(sources) > MOST_VERSIONS
    assert anna.faults["add-forward"] == ("no answer", "1000 different answers: keep one")
