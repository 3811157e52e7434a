"""The progress file: what has been passed, and never lost."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

from helpers.grading import progress as module
from helpers.grading.progress import VERSION, Progress, progress_file
from helpers.grading.standing import Standing


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

    entry = progress.read()["add-forward"]
    assert (entry["tries"], entry["passed"], entry["last"]) == (2, True, "not yet")


def test_an_untouched_cell_is_not_a_try(progress: Progress) -> None:
    """Not tried leaves no trace."""
    progress.note("add-forward", "not tried")

    assert progress.read() == {}


def test_several_kernels_writing_at_once_lose_nothing(progress: Progress) -> None:
    """Every try of every process is counted."""
    code = (
        "import sys; from pathlib import Path; from helpers.grading.progress import Progress\n"
        "progress = Progress(Path(sys.argv[1]))\n"
        "for _ in range(100): assert progress.note('add-forward', 'not yet') is None"
    )
    command = [sys.executable, "-c", code, str(progress.path)]
    writers = [subprocess.Popen(command) for _ in range(3)]

    assert [writer.wait() for writer in writers] == [0, 0, 0]
    assert progress.tries("add-forward") == 300


BROKEN = {
    "cut off": b'{"version": 1, "exer',
    "binary": b"\xff\x00\xfe",
    "nested too deep": b"[" * 100_000,
    "another shape": b"[1, 2]",
    "no version": b'{"exercises": {}}',
    "a version that is no number": b'{"version": "1", "exercises": {}}',
    "wrong entries": b'{"version": 1, "exercises": {"add-forward": 3}}',
    "half an entry": b'{"version": 1, "exercises": {"add-forward": {"tries": 1}}}',
    "tries that are no number": (
        b'{"version": 1, "exercises": {"add-forward":'
        b' {"tries": true, "passed": true, "last": "passed"}}}'
    ),
    "empty": b"",
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=list(BROKEN))
def test_a_broken_file_is_set_aside_with_a_word(progress: Progress, content: bytes) -> None:
    """The new try is kept, the old bytes are kept beside it, and a sentence says so."""
    progress.path.parent.mkdir()
    progress.path.write_bytes(content)

    said = progress.note("add-forward", "passed")

    assert "set aside as progress.broken-1.json" in str(said)
    assert len(str(said).splitlines()) == 1
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
    assert list(progress.path.parent.glob("*broken*")) == []
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


def test_a_lock_that_is_held_is_said_and_not_raised(
    progress: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kernel that hangs with the lock holds up no check for longer than a moment."""
    monkeypatch.setattr(module, "LOCK_SECONDS", 0.1)
    progress.path.parent.mkdir()

    with FileLock(f"{progress.path}.lock"):
        said = progress.note("add-forward", "passed")

    assert "was not written" in str(said)
    assert len(str(said).splitlines()) == 1


def test_a_write_that_fails_leaves_the_old_file(
    progress: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk costs the new try alone, and nothing is left lying about."""
    progress.note("add-forward", "passed")

    def full(path: Path, *args: object) -> int:
        path.write_bytes(b"")
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", full)
        said = progress.note("tensor-double", "passed")

    assert "No space left" in str(said)
    assert list(progress.read()) == ["add-forward"]
    assert list(progress.path.parent.glob("*.new")) == []


def test_what_another_version_of_the_course_asked_is_kept(progress: Progress) -> None:
    """An exercise that is gone from this course keeps its entry."""
    progress.note("an-exercise-of-old", "passed")
    progress.note("add-forward", "passed")

    assert progress.read()["an-exercise-of-old"]["passed"]


def test_the_file_can_be_named_by_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without that it lies in the user's own data folder, not in the course."""
    monkeypatch.setenv("HOOKS_COURSE_PROGRESS", str(tmp_path / "mine.json"))
    assert Progress().path == tmp_path / "mine.json"

    monkeypatch.delenv("HOOKS_COURSE_PROGRESS")
    assert progress_file().parent.name == "hooks-course"
    assert Path(__file__).parents[2] not in progress_file().parents


def test_the_table_shows_each_exercise_under_its_lesson(progress: Progress) -> None:
    """Passed, tried and untouched are told apart; no time and no address stands in it."""
    progress.note("add-forward", "passed")
    progress.note("tensor-double", "crashed")
    progress.note("tensor-double", "not yet")
    lines = str(Standing.of(progress)).splitlines()
    rows = {line.split()[0]: " ".join(line.split()[1:]) for line in lines if line.startswith("  ")}

    assert lines[0].startswith("1 of ")
    assert rows["add-forward"] == "🎉 passed (1 try)"
    assert rows["tensor-double"] == "not yet (2 tries)"
    assert rows["model-backward"] == "–"
    headings = [number for number, line in enumerate(lines) if line.startswith("0")]
    assert lines[headings[0] - 1] == ""
    own = next(number for number, line in enumerate(lines) if line.startswith("  add-forward "))
    assert lines[max(number for number in headings if number < own)] == "03_forward_hooks"


@pytest.mark.parametrize("text", ["broken", json.dumps({"version": VERSION + 1, "exercises": {}})])
def test_a_table_of_a_file_that_cannot_be_used_says_so(progress: Progress, text: str) -> None:
    """Nobody is told that nothing is passed where the file just can't be read."""
    progress.path.parent.mkdir()
    progress.path.write_text(text)

    assert "could not be read" in str(Standing.of(progress)).splitlines()[1]
    assert progress.path.read_text() == text
