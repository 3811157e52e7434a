"""Read answers from files: one answer in a .py file, or a JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LINES = (".jsonl", ".ndjson", ".json")
"""Endings of files that hold an answer a line."""
UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class BadInputError(ValueError):
    """Something in a file can't be marked; the message says where, what is wrong, what to do."""


@dataclass(frozen=True)
class Submission:
    """One answer to mark, and where it came from, in words that can begin a message."""

    exercise_id: str
    source: str
    where: str


def read_submissions(path: Path, exercise_id: str | None) -> list[Submission | BadInputError]:
    """Return what a file holds, in order; a line that can't be marked is a BadInputError.

    With ``exercise_id`` the whole file is one answer to that exercise. Raises BadInputError when
    nothing in the file can be marked.
    """
    if exercise_id is None and path.suffix == ".py":
        raise BadInputError(
            f"{path}: say which exercise it answers: --exercise ID "
            "(`python -m helpers exercises` lists them)."
        )
    if exercise_id is not None and path.suffix in LINES:
        raise BadInputError(
            f"{path}: --exercise names the exercise of a .py file. Each line here names its own: "
            "leave --exercise out."
        )
    content = _content(path)
    if exercise_id is None:
        return list(_each_line(path, content))
    return [Submission(exercise_id, _text(content, path), f"--exercise {exercise_id}")]


def _content(path: Path) -> bytes:
    """Return a file's bytes, without a byte order mark and with plain line ends."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise BadInputError(f"{path}: there is no such file.") from None
    except IsADirectoryError:
        raise BadInputError(f"{path}: this is a folder; give a file.") from None
    except (OSError, ValueError) as error:  # ValueError: a null byte in the name
        raise BadInputError(f"{path}: it can't be read ({error}).") from None
    if content.startswith(UTF_16):
        raise BadInputError(f"{path}: it is UTF-16 text; save it as UTF-8.")
    content = content.removeprefix(b"\xef\xbb\xbf")
    if not content.strip():
        raise BadInputError(f"{path}: the file is empty.")
    return content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _text(content: bytes, path: Path) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadInputError(f"{path}, line {line}: {_NOT_UTF_8}") from None


_NOT_UTF_8 = "this is not UTF-8 text; save the file as UTF-8."


def _each_line(path: Path, content: bytes) -> Iterator[Submission | BadInputError]:
    # Not splitlines(): an answer may hold U+2028 and the like, which JSON leaves as they are.
    for number, line in enumerate(content.split(b"\n"), 1):
        if line.strip():
            where = f"{path}, line {number}"
            try:
                entry = _parsed(line)
                yield Submission(entry["exercise"], entry["answer"], where)
            except BadInputError as error:
                yield BadInputError(f"{where}: {error}")


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        entry = json.loads(line.decode())
    except UnicodeDecodeError:
        raise BadInputError(_NOT_UTF_8) from None
    except (ValueError, RecursionError) as error:
        raise BadInputError(f"this is not JSON ({error}).") from None
    if not isinstance(entry, dict):
        raise BadInputError('expected an object like {"exercise": "...", "answer": "..."}.')
    for key in ("exercise", "answer"):
        if not isinstance(entry.get(key), str):
            seen = "it is missing" if key not in entry else f"it is {entry[key]!r:.40}"
            raise BadInputError(f'"{key}" must be a text; {seen}.')
    return entry
