"""The command line, run as a person would run it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

RIGHT = """# exercise: add-forward
add.register_forward_pre_hook(lambda module, input: answer.extend(input))
add.register_forward_hook(lambda module, input, output: answer.append(output))
"""
WRONG = RIGHT.replace("extend", "append")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``python -m helpers`` with these arguments."""
    return subprocess.run(
        [sys.executable, "-m", "helpers", *arguments], capture_output=True, text=True, check=False
    )


def lines_of(*entries: object) -> str:
    """Return each entry as a line of JSON; a text stands as it is."""
    return "".join((e if isinstance(e, str) else json.dumps(e)) + "\n" for e in entries)


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    """Where to write a file of answers."""
    return tmp_path / "answers.jsonl"


def test_exercises_are_listed_with_lesson_and_title() -> None:
    """One line an exercise: id, lesson, title."""
    listed = run("exercises")

    assert listed.returncode == 0
    row = next(line for line in listed.stdout.splitlines() if line.startswith("add-forward "))
    assert row.split()[1] == "03_forward_hooks"


@pytest.mark.parametrize(("source", "code", "word"), [(RIGHT, 0, "🎉"), (WRONG, 1, "🦆")])
def test_one_answer_from_a_file(tmp_path: Path, source: str, code: int, word: str) -> None:
    """The verdict is printed, and the exit code says whether it passed."""
    file = tmp_path / "answer.py"
    file.write_text(source)

    marked = run("mark", str(file), "--exercise", "add-forward")

    assert marked.returncode == code
    assert marked.stdout.startswith(word)


def test_many_answers_give_a_json_line_each_in_order(answers: Path) -> None:
    """Exercise, outcome, misconception and message; other keys in the input are ignored."""
    answers.write_text(
        lines_of(
            {"exercise": "add-forward", "answer": WRONG, "learner": 7},
            {"exercise": "add-forward", "answer": "import os; os._exit(0)"},
            {"exercise": "add-forward", "answer": "..."},
            {"exercise": "add-forward", "answer": RIGHT},
        )
    )

    marked = run("mark", str(answers), "--json")

    assert marked.returncode == 0
    rows = [json.loads(line) for line in marked.stdout.splitlines()]
    assert [row["outcome"] for row in rows] == ["not yet", "crashed", "not tried", "passed"]
    assert set(rows[0]) == {"exercise", "outcome", "misconception", "message"}
    assert rows[0]["misconception"] == "input-is-the-tensor"


BAD_LINES = {
    "broken JSON": "{'exercise'",
    "a list": [1],
    "an unknown id": {"exercise": "add-forwards", "answer": RIGHT},
    "no answer": {"exercise": "add-forward"},
    "an answer that is a number": {"exercise": "add-forward", "answer": 1},
    "an id that is a list": {"exercise": [], "answer": RIGHT},
    "deep nesting": "[" * 100_000,
}


@pytest.mark.parametrize("bad", BAD_LINES.values(), ids=list(BAD_LINES))
def test_a_bad_line_is_named_and_the_others_are_marked(answers: Path, bad: object) -> None:
    """One line on standard error with the line's number; the exit code is not zero."""
    good = {"exercise": "add-forward", "answer": RIGHT}
    answers.write_text(lines_of(good, "", bad, good))

    marked = run("mark", str(answers), "--json")

    assert marked.returncode == 2
    assert len(marked.stdout.splitlines()) == 2
    assert marked.stderr.startswith(f"{answers}, line 3: ")
    assert len(marked.stderr.splitlines()) == 1


def test_a_byte_order_mark_and_windows_line_ends_are_no_matter(answers: Path) -> None:
    """Files from any editor are read."""
    line = lines_of({"exercise": "add-forward", "answer": RIGHT.replace("\n", "\r\n")})
    answers.write_bytes(b"\xef\xbb\xbf" + line.replace("\n", "\r\n").encode())

    assert '"passed"' in run("mark", str(answers), "--json").stdout


BAD_FILES = {
    "missing.jsonl": (None, "no such file"),
    "empty.jsonl": (b"", "the file is empty"),
    "blank.jsonl": (b"\n \n", "the file is empty"),
    "latin.jsonl": (b"\xe9\n", "not UTF-8"),
    "answer.py": (b"x = 1", "--exercise ID"),
}


@pytest.mark.parametrize(("name", "content", "words"), [(n, *v) for n, v in BAD_FILES.items()])
def test_a_bad_file_is_one_clear_line(
    tmp_path: Path, name: str, content: bytes | None, words: str
) -> None:
    """Nothing is marked, and the line says what is wrong."""
    if content is not None:
        (tmp_path / name).write_bytes(content)

    marked = run("mark", str(tmp_path / name))

    assert (marked.returncode, marked.stdout) == (2, "")
    assert words in marked.stderr
    assert len(marked.stderr.splitlines()) == 1


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    """The line says so."""
    assert "this is a folder" in run("mark", str(tmp_path)).stderr


def test_an_unknown_exercise_for_a_file_is_named(tmp_path: Path) -> None:
    """The closest ids are offered."""
    file = tmp_path / "answer.py"
    file.write_text(RIGHT)

    marked = run("mark", str(file), "--exercise", "ad-forward")

    assert marked.returncode == 2
    assert "Did you mean add-forward" in marked.stderr


def test_half_a_character_in_an_answer_is_marked(answers: Path) -> None:
    """JSON can hold what no encoding can; the verdict is printed all the same."""
    answers.write_text('{"exercise": "add-forward", "answer": "raise ValueError(\'\\ud800\')"}\n')

    marked = run("mark", str(answers), "--json")

    assert json.loads(marked.stdout)["outcome"] == "crashed"


def test_no_command_prints_the_help() -> None:
    """Called alone, it says what there is."""
    assert "mark" in run().stdout
