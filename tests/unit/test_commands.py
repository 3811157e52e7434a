"""The command line, run as a person would run it."""

from __future__ import annotations

import io
import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.__main__ import main
from helpers.commands import mark
from helpers.commands.submissions import BadInputError, Submission, read_submissions
from helpers.grading.exercise import Verdict
from tests.terminal import everything_on

RIGHT = """# exercise: add-forward
add.register_forward_pre_hook(lambda module, input: answer.extend(input))
add.register_forward_hook(lambda module, input, output: answer.append(output))
"""
WRONG = RIGHT.replace("extend", "append")
COMMAND = [sys.executable, "-m", "helpers"]
PLAIN = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
"""An environment in which a line that isn't flushed isn't seen."""


def line_of(answer: object, exercise: object = "add-forward", **more: object) -> bytes:
    """Return a line of answers.jsonl."""
    return json.dumps({"exercise": exercise, "answer": answer, **more}).encode()


BAD_LINES = {
    "broken JSON": (b"{'exercise'", "this is not JSON"),
    "cut off": (b'{"exercise": "add-forward", "answer": "', "this is not JSON"),
    "a list": (b"[1]", "expected an object"),
    "an unknown id": (line_of(RIGHT, "ad-forward"), "Did you mean add-forward"),
    "no answer": (b'{"exercise": "add-forward"}', '"answer" must be a text; it is missing'),
    "no exercise": (b'{"answer": "x = 1"}', '"exercise" must be a text; it is missing'),
    "an answer that is a number": (line_of(1), '"answer" must be a text; it is 1'),
    "an id that is a list": (line_of(RIGHT, []), '"exercise" must be a text; it is []'),
    "deep nesting": (b"[" * 100_000, "this is not JSON"),
    "another encoding": (b'{"exercise": "\xe9"}', "not UTF-8"),
}
GOOD_LINES = {
    "wrong": (line_of(WRONG, learner=7), "not yet"),
    "ends the process": (line_of("import os; os._exit(0)"), "crashed"),
    "untouched": (line_of("..."), "not tried"),
    "half a character": (line_of("raise ValueError('\ud800')"), "crashed"),
    "right": (line_of(RIGHT), "passed"),
}
ALL_LINES = [
    *(line for line, _ in list(GOOD_LINES.values())[:3]),
    b"  ",
    *(line for line, _ in BAD_LINES.values()),
    *(line for line, _ in list(GOOD_LINES.values())[3:]),
]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of good, bad and blank lines."""
    path = tmp_path_factory.mktemp("answers") / "answers.jsonl"
    path.write_bytes(b"\n".join(ALL_LINES))
    return path


@pytest.fixture(scope="module")
def marked(answers: Path) -> subprocess.CompletedProcess[str]:
    """What ``mark answers.jsonl --json`` says of all those lines."""
    command = [*COMMAND, "mark", str(answers), "--json"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_each_answer_gives_a_json_line_in_order(marked: subprocess.CompletedProcess[str]) -> None:
    """Good lines are marked, whatever stands between them; other keys are ignored."""
    rows = [json.loads(line) for line in marked.stdout.splitlines()]

    assert [row["outcome"] for row in rows] == [outcome for _, outcome in GOOD_LINES.values()]
    assert {tuple(row) for row in rows} == {("exercise", "outcome", "misconception", "message")}
    assert [row["exercise"] for row in rows] == ["add-forward"] * len(rows)


def test_the_misconception_is_an_id_or_null(marked: subprocess.CompletedProcess[str]) -> None:
    """A wrong answer is diagnosed; one that is right, or can't be diagnosed, has none."""
    found = [json.loads(line)["misconception"] for line in marked.stdout.splitlines()]

    assert found == ["input-is-the-tensor", "ends-the-process", None, None, None]


@pytest.mark.parametrize("kind", BAD_LINES)
def test_a_bad_line_is_one_clear_line(
    answers: Path, marked: subprocess.CompletedProcess[str], kind: str
) -> None:
    """Standard error names the file and the line, and says what is wrong."""
    line, words = BAD_LINES[kind]
    place = f"{answers}, line {ALL_LINES.index(line) + 1}: "

    assert sum(place in said and words in said for said in marked.stderr.splitlines()) == 1


def test_bad_lines_and_nothing_else_reach_standard_error(
    marked: subprocess.CompletedProcess[str],
) -> None:
    """One line each, no progress where no terminal is, and an exit code that isn't zero."""
    assert len(marked.stderr.splitlines()) == len(BAD_LINES)
    assert marked.returncode == 2


@pytest.mark.parametrize(
    ("source", "code", "outcome"), [(RIGHT, 0, "passed"), ("...", 1, "not tried")]
)
def test_one_answer_from_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], source: str, code: int, outcome: str
) -> None:
    """With --json one line; the exit code says whether it passed."""
    file = tmp_path / "answer.py"
    file.write_text(source)

    assert main(["mark", str(file), "--exercise", "add-forward", "--json"]) == code
    assert json.loads(capsys.readouterr().out)["outcome"] == outcome


def test_without_json_a_person_reads_the_verdicts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of lines can be read by people, and all of it marked is exit code 0."""
    file = tmp_path / "answers.jsonl"
    file.write_bytes(line_of("...") + b"\n" + line_of("...", "tensor-double"))

    assert main(["mark", str(file)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("✏️ add-forward: not tried yet.")
    assert second.startswith("✏️ tensor-double: not tried yet.")


BAD_FILES = {
    "missing.jsonl": (None, "no such file"),
    "empty.jsonl": (b"", "the file is empty"),
    "blank.jsonl": (b"\n \n", "the file is empty"),
    "only-a-mark.jsonl": (b"\xef\xbb\xbf", "the file is empty"),
    "latin.jsonl": (b"\xe9\n", "line 1: this is not UTF-8"),
    "notepad.jsonl": ("{}".encode("utf-16"), "UTF-16"),
    "answer.py": (b"x = 1", "--exercise ID"),
}


@pytest.mark.parametrize(("name", "content", "words"), [(n, *v) for n, v in BAD_FILES.items()])
def test_a_bad_file_is_one_clear_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    content: bytes | None,
    words: str,
) -> None:
    """Nothing is marked, and the line names the file and says what is wrong."""
    if content is not None:
        (tmp_path / name).write_bytes(content)

    assert main(["mark", str(tmp_path / name)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(str(tmp_path / name))
    assert words in said.err
    assert said.err.count("\n") == 1


BAD_ANSWERS = {
    "answer.py": (b"x = 1\ny = '\xe9'\n", "line 2: this is not UTF-8"),
    "missing.py": (None, "no such file"),
    "answers.jsonl": (b"{}", "leave --exercise out"),
}


@pytest.mark.parametrize(("name", "content", "words"), [(n, *v) for n, v in BAD_ANSWERS.items()])
def test_a_bad_answer_file_is_one_clear_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    content: bytes | None,
    words: str,
) -> None:
    """The same holds for a file with one answer."""
    if content is not None:
        (tmp_path / name).write_bytes(content)

    assert main(["mark", str(tmp_path / name), "--exercise", "add-forward"]) == 2
    assert words in capsys.readouterr().err


def test_a_folder_is_not_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The line says so."""
    assert main(["mark", str(tmp_path)]) == 2
    assert "this is a folder" in capsys.readouterr().err


def test_an_unknown_exercise_for_a_file_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The closest ids are offered."""
    file = tmp_path / "answer.py"
    file.write_text(RIGHT)

    assert main(["mark", str(file), "--exercise", "ad-forward"]) == 2
    assert "Did you mean add-forward" in capsys.readouterr().err


def test_marks_and_line_ends_of_any_editor_are_read(tmp_path: Path) -> None:
    """A byte order mark, Windows line ends and those of old Macs change nothing."""
    file = tmp_path / "answers.jsonl"
    for ends in (b"\n", b"\r\n", b"\r"):
        file.write_bytes(b"\xef\xbb\xbf" + line_of("x = 1") + ends + ends + line_of("y = 2") + ends)

        read = read_submissions(file, None)

        assert [one.source for one in read if isinstance(one, Submission)] == ["x = 1", "y = 2"]
        assert not any(isinstance(one, BadInputError) for one in read)


def test_a_line_separator_inside_an_answer_ends_no_line(tmp_path: Path) -> None:
    """JSON allows U+2028 within a text."""
    file = tmp_path / "answers.jsonl"
    file.write_text('{"exercise": "add-forward", "answer": "x = \'\u2028\'"}\n', "utf-8")

    (read,) = read_submissions(file, None)

    assert isinstance(read, Submission)
    assert read.source == "x = '\u2028'"


def test_progress_is_shown_to_a_person_at_a_terminal(tmp_path: Path) -> None:
    """Loading torch takes seconds: one line on standard error says so, and is wiped at the end."""
    file = tmp_path / "answers.jsonl"
    file.write_bytes(line_of("...") + b"\n" + line_of("..."))
    ours, theirs = pty.openpty()
    command = [*COMMAND, "mark", str(file), "--json"]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, check=True)
    os.close(theirs)
    shown = everything_on(ours)

    assert len(run.stdout.splitlines()) == 2
    assert "Loading PyTorch" in shown
    assert "1 of 2" in shown
    assert shown.endswith("\x1b[K")


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    """As with ``| head -1``: no traceback."""
    file = tmp_path / "answers.jsonl"
    file.write_bytes((line_of("...") + b"\n") * 2000)
    command, pipe = [*COMMAND, "mark", str(file), "--json"], subprocess.PIPE
    with subprocess.Popen(command, env=PLAIN, stdout=pipe, stderr=pipe) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.readline()
        run.stdout.close()
        said = run.stderr.read()

    assert (run.returncode, said) == (1, b"")


def test_ctrl_c_ends_it_without_a_traceback(tmp_path: Path) -> None:
    """What was marked before stands on standard output, each line as soon as it was known."""
    file = tmp_path / "answers.jsonl"
    file.write_bytes(line_of("...") + b"\n" + line_of("while True: pass"))
    command, pipe = [*COMMAND, "mark", str(file), "--json", "--seconds", "20"], subprocess.PIPE
    with subprocess.Popen(command, env=PLAIN, stdout=pipe, stderr=pipe) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        first = json.loads(run.stdout.readline())
        run.send_signal(signal.SIGINT)
        rest, said = run.stdout.read(), run.stderr.read()

    assert first["outcome"] == "not tried"
    assert (run.returncode, rest, said) == (130, b"", b"")


def test_where_nothing_can_be_forked_it_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One clear line on Windows, too."""
    file = tmp_path / "answer.py"
    file.write_text(RIGHT)
    monkeypatch.delattr(os, "fork")

    assert main(["mark", str(file), "--exercise", "add-forward"]) == 2
    assert "WSL" in capsys.readouterr().err


def ascii_terminal(patch: pytest.MonkeyPatch) -> io.BytesIO:
    """Make standard output know ASCII alone, and return where it is written."""
    written = io.BytesIO()
    patch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))
    return written


def test_a_terminal_without_emoji_gets_escapes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any encoding will do."""
    file = tmp_path / "answers.jsonl"
    file.write_bytes(line_of("..."))
    written = ascii_terminal(monkeypatch)

    assert main(["mark", str(file)]) == 0
    assert written.getvalue().startswith(rb"\u270f\ufe0f add-forward: not tried yet.")


def test_json_stays_json_without_emoji(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its escapes are such as JSON knows."""
    ascii_terminal(monkeypatch)

    line = mark.json_line(Verdict("add-forward", "passed", None, ("🎉 add-forward: passed.",)))

    assert line.isascii()
    assert json.loads(line)["message"] == "🎉 add-forward: passed."


def test_exercises_are_listed_in_columns(capsys: pytest.CaptureFixture[str]) -> None:
    """One line an exercise: id, lesson, title; predictions are marked as such."""
    assert main(["exercises"]) == 0
    lines = capsys.readouterr().out.splitlines()

    row = next(line for line in lines if line.startswith("add-forward "))
    assert row.split()[1] == "03_forward_hooks"
    assert row.endswith("Record what goes in and what comes out")
    assert len({line.index(f" {line.split()[1]} ") for line in lines}) == 1
    predictions = [line for line in lines if line.startswith("predict-")]
    assert predictions
    assert all(line.endswith("(prediction)") for line in predictions)


def test_progress_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    """The same table as in a notebook."""
    assert main(["progress"]) == 0
    assert "03_forward_hooks" in capsys.readouterr().out


def test_check_is_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Folder, --json and the exit code pass through."""
    from helpers.course import checking

    given: list[list[str]] = []

    def checked(arguments: list[str]) -> int:
        given.append(arguments)
        return 7

    monkeypatch.setattr(checking, "main", checked)

    assert main(["check", "folder", "--json"]) == 7
    assert main(["check"]) == 7
    assert given == [["folder", "--json"], []]


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "soon"])
def test_a_time_limit_is_a_number_of_seconds(
    capsys: pytest.CaptureFixture[str], seconds: str
) -> None:
    """Anything else is refused before an answer is run."""
    with pytest.raises(SystemExit, match="2"):
        main(["mark", "answers.jsonl", "--seconds", seconds])

    assert "--seconds" in capsys.readouterr().err


def test_no_command_prints_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    """Called alone, it says what there is."""
    assert main([]) == 0
    assert "mark answers" in capsys.readouterr().out
