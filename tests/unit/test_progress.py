"""The progress file: what has been passed, and never lost."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.grading.progress import VERSION, Progress


@pytest.fixture
def progress(tmp_path: Path) -> Progress:
    """Progress in a file of its own, not there yet."""
    return Progress(tmp_path / "folder" / "progress.json")


def test_a_pass_is_remembered_by_another_kernel(progress: Progress) -> None:
    """What one object wrote, another reads from the file."""
    progress.note("add-forward", "passed")

    assert Progress(progress.path).read()["add-forward"]["passed"]


def test_a_later_wrong_try_takes_no_pass_away(progress: Progress) -> None:
    """Passed once is passed."""
    progress.note("add-forward", "passed")
    progress.note("add-forward", "not yet")

    assert progress.read()["add-forward"] == {"tries": 2, "passed": True, "last": "not yet"}


def test_an_untouched_cell_is_not_a_try(progress: Progress) -> None:
    """Not tried leaves no trace."""
    progress.note("add-forward", "not tried")

    assert progress.read() == {}


def test_several_kernels_writing_at_once_lose_nothing(progress: Progress) -> None:
    """Every try of every process is counted."""
    code = (
        "import sys; from pathlib import Path; from helpers.grading.progress import Progress\n"
        "progress = Progress(Path(sys.argv[1]))\n"
        "for _ in range(20): assert progress.note('add-forward', 'not yet') is None"
    )
    command = [sys.executable, "-c", code, str(progress.path)]
    writers = [subprocess.Popen(command) for _ in range(3)]

    assert [writer.wait() for writer in writers] == [0, 0, 0]
    assert progress.tries("add-forward") == 60


BROKEN = {
    "cut off": b'{"version": 1, "exer',
    "binary": b"\xff\x00\xfe",
    "another shape": b"[1, 2]",
    "wrong entries": b'{"version": 1, "exercises": {"add-forward": 3}}',
    "empty": b"",
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=list(BROKEN))
def test_a_broken_file_is_set_aside_with_a_word(progress: Progress, content: bytes) -> None:
    """The new try is kept, the old bytes are kept beside it, and a sentence says so."""
    progress.path.parent.mkdir()
    progress.path.write_bytes(content)

    said = progress.note("add-forward", "passed")

    assert "set aside as progress.broken-1.json" in str(said)
    assert progress.path.with_name("progress.broken-1.json").read_bytes() == content
    assert progress.read()["add-forward"]["passed"]


def test_a_second_broken_file_does_not_overwrite_the_first(progress: Progress) -> None:
    """Each is kept under a name of its own."""
    progress.path.parent.mkdir()
    for _ in range(2):
        progress.path.write_text("broken")
        progress.note("add-forward", "passed")

    assert len(list(progress.path.parent.glob("progress.broken-*.json"))) == 2


def test_a_file_of_a_newer_course_is_left_alone(progress: Progress) -> None:
    """It is neither overwritten nor set aside, and a sentence says why nothing was written."""
    progress.path.parent.mkdir()
    text = json.dumps({"version": VERSION + 1, "exercises": {}})
    progress.path.write_text(text)

    said = progress.note("add-forward", "passed")

    assert "newer version" in str(said)
    assert progress.path.read_text() == text
    assert progress.read() == {}


def test_a_folder_that_cannot_be_written_is_said_and_not_raised(tmp_path: Path) -> None:
    """Marking goes on where progress can't be kept."""
    (tmp_path / "file").write_text("")

    said = Progress(tmp_path / "file" / "progress.json").note("add-forward", "passed")

    assert "was not written" in str(said)


def test_reset_forgets_everything(progress: Progress) -> None:
    """Starting over is possible."""
    progress.note("add-forward", "passed")
    progress.reset()

    assert progress.read() == {}


def test_the_table_shows_each_exercise_under_its_lesson(progress: Progress) -> None:
    """No time and no address stands in it."""
    progress.note("add-forward", "passed")
    lines = str(progress).splitlines()

    lesson, row = (
        lines.index("03_forward_hooks"),
        lines.index("  add-forward                 🎉 passed (1 try)"),
    )
    assert lesson < row
    assert lines[0].startswith("1 of ")
