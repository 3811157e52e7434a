"""Read answers from files: one answer in a .py file, or a JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from helpers.grading.exercise import Exercise
from helpers.grading.lessons import UnknownExerciseError, find


class BadInputError(ValueError):
    """Something in a file can't be marked; the message names the file, the line, and what to do."""


@dataclass(frozen=True)
class Submission:
    """One answer to mark."""

    exercise: Exercise
    source: str


def read_text(path: Path) -> str:
    """Return a file's text, without a byte order mark and with plain line ends, or raise BadInputError."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise BadInputError(f"{path}: there is no such file.") from None
    except IsADirectoryError:
        raise BadInputError(f"{path}: this is a folder; give a file.") from None
    except OSError as error:
        raise BadInputError(f"{path}: it can't be read ({error.strerror}).") from None
    except UnicodeDecodeError as error:
        raise BadInputError(
            f"{path}: it is not UTF-8 text (byte {error.start}); save it as UTF-8."
        ) from None
    if not text.strip():
        raise BadInputError(f"{path}: the file is empty.")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def one_answer(path: Path, exercise_id: str) -> Submission:
    """Return the answer that a .py file holds, or raise BadInputError."""
    try:
        exercise = find(exercise_id)
    except UnknownExerciseError as error:
        raise BadInputError(f"--exercise {exercise_id}: {error}") from None
    return Submission(exercise, read_text(path))


def many_answers(path: Path) -> Iterator[Submission | BadInputError]:
    """Yield a Submission, or the error of that line, for each line that isn't blank."""
    # Not splitlines(): an answer may hold U+2028 and the like, which JSON leaves as they are.
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if line.strip():
            try:
                yield _parsed(line)
            except BadInputError as error:
                yield BadInputError(f"{path}, line {number}: {error}")


def _parsed(line: str) -> Submission:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadInputError(f"this is not JSON ({error}).") from None
    if not isinstance(entry, dict):
        raise BadInputError('expected an object like {"exercise": "...", "answer": "..."}.')
    for key in ("exercise", "answer"):
        if not isinstance(entry.get(key), str):
            seen = "it is missing" if key not in entry else f"it is {entry[key]!r:.40}"
            raise BadInputError(f'"{key}" must be a text; {seen}.')
    try:
        return Submission(find(entry["exercise"]), entry["answer"])
    except UnknownExerciseError as error:
        raise BadInputError(str(error)) from None
