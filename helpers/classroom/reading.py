"""One learner's answers, read out of whatever notebooks were handed in."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from typing import Any

from helpers.classroom.files import BadFileError, File
from helpers.classroom.finding import HandedIn
from helpers.classroom.listing import inside
from helpers.course.notebooks import LARGEST, answer_id
from helpers.grading.marking import was_tried

MOST_NOTEBOOKS, MOST_BYTES, MOST_ZIPS = 200, 100_000_000, 20
"""Of one learner; MOST_ZIPS counts zips inside zips, each of which has to be unpacked."""
TOO_MUCH = f"all together more than {MOST_BYTES // 1_000_000} MB, so the rest is not read"
LONGEST_ANSWER = 50_000
"""Characters."""
MOST_VERSIONS = 8
"""Different answers to one exercise that are looked at, placeholders among them."""


@dataclass
class Read:
    """One learner's answers by exercise, and what is amiss.

    ``faults`` says of an exercise without one answer why: (outcome, message). ``content`` is a hash
    of all that was handed in.
    """

    answers: dict[str, str] = field(default_factory=dict)
    faults: dict[str, tuple[str, str]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    content: str = ""


def read(handed: HandedIn, known: Container[str]) -> Read:
    """Read the notebooks of one learner; never raises over what they hold.

    Answers to exercises that are not ``known`` are named among the problems.
    """
    result, content, left = Read(problems=list(handed.problems)), hashlib.sha256(), MOST_BYTES
    found: dict[str, list[tuple[str, str]]] = {}
    for file in _notebooks(handed, result.problems):
        try:
            data = file.read(LARGEST)
            left -= len(data)
            if left < 0:
                result.problems.append(f"{file.name}: {TOO_MUCH}")
                break
            content.update(f"{file.name}\0{len(data)}\0".encode() + data)
            answers = list(answers_in(file.name, data))
        except BadFileError as error:
            result.problems.append(str(error))
            content.update(str(error).encode())
            continue
        for exercise, source in answers:
            if exercise in known:
                found.setdefault(exercise, []).append((file.name, source))
            else:
                result.problems.append(f"{file.name}: there is no exercise {exercise!r:.60}")
    content.update("\0".join(result.problems).encode("utf-8", "backslashreplace"))
    result.content = content.hexdigest()
    for exercise, sources in found.items():
        _choose(result, exercise, sources)
    return result


def _notebooks(handed: HandedIn, problems: list[str]) -> Iterator[File]:
    """Yield the notebooks to read; a copy of the course's own solutions is nobody's answer."""
    count = of_course = 0
    for file in _unzipped(handed.files, problems, 0, itertools.count(1)):
        if "solutions" in file.parts[:-1]:
            of_course += 1
        elif count < MOST_NOTEBOOKS:
            count += 1
            yield file
        else:
            problems.append(f"more than {MOST_NOTEBOOKS} notebooks: the rest is not read")
            return
    if not count:
        only = ", but those under solutions/, which are not read" if of_course else ""
        problems.append(f"no notebook found{only}")


def _unzipped(
    files: list[File], problems: list[str], depth: int, unpacked: Iterator[int]
) -> Iterator[File]:
    for file in files:
        if not file.is_zip:
            yield file
            continue
        if depth > 1:
            problems.append(f"{file.name}: a zip in a zip in a zip is not looked into")
            continue
        # A zip of a few kilobytes can name one of 100 MB, and that a thousand times.
        if file.members and (number := next(unpacked)) > MOST_ZIPS:
            if number == MOST_ZIPS + 1:
                problems.append(f"more than {MOST_ZIPS} zips in zips: the rest is not looked into")
            continue
        found = list(inside(file))
        problems += [str(one) for one in found if not isinstance(one, File)]
        yield from _unzipped(
            [one for one in found if isinstance(one, File)], problems, depth + 1, unpacked
        )


def answers_in(name: str, data: bytes) -> Iterator[tuple[str, str]]:
    """Yield (exercise id, source) for each answer cell of a notebook of format 3, 4 or later.

    UTF-8, 16 and 32 are read, with or without a mark, and line ends of any editor. Raises
    BadFileError where it is no notebook.
    """
    try:
        notebook = json.loads(data.decode(json.detect_encoding(data), "surrogatepass"))
    except (ValueError, RecursionError, MemoryError) as error:
        where = f" in line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise BadFileError(f"{name}: broken JSON{where}") from None
    cells = _cells(notebook)
    if cells is None:
        raise BadFileError(f"{name}: not in the form of a notebook")
    for cell in cells:
        source = _source(cell)
        if source is not None and (exercise := answer_id({"cell_type": "code", "source": source})):
            yield exercise, source


def _cells(notebook: Any) -> list[Any] | None:
    if not isinstance(notebook, dict):
        return None
    sheets = notebook.get("worksheets")  # of format 3
    if isinstance(sheets, list):
        cells = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
        return [cell for one in cells if isinstance(one, list) for cell in one]
    found = notebook.get("cells")
    return found if isinstance(found, list) else None


def _source(cell: Any) -> str | None:
    if not isinstance(cell, dict) or cell.get("cell_type") != "code":
        return None
    source = cell.get("source", cell.get("input"))
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        source = "".join(source)
    return source.replace("\r\n", "\n").replace("\r", "\n") if isinstance(source, str) else None


def _choose(result: Read, exercise: str, found: list[tuple[str, str]]) -> None:
    """Take the one answer; of equal ones the first, and none where two say different things."""
    longest = max(len(source) for _, source in found)
    if longest > LONGEST_ANSWER:
        why = f"the answer has {longest:,} characters, more than {LONGEST_ANSWER:,}"
        return _refuse(result, exercise, why)
    if (count := len({source for _, source in found})) > MOST_VERSIONS:
        return _refuse(result, exercise, f"{count} different answers: keep one")
    tried = {source: name for name, source in reversed(found) if was_tried(source)}
    if len(tried) > 1:
        names = " and ".join(sorted(set(tried.values())))
        return _refuse(result, exercise, f"{len(tried)} different answers in {names}: keep one")
    result.answers[exercise] = next(iter(tried), found[0][1])
    return None


def _refuse(result: Read, exercise: str, why: str) -> None:
    result.faults[exercise] = ("no answer", why)
    result.problems.append(f"{exercise}: {why}")
