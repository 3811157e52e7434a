"""exercises/ from solutions/: the same notebooks with stubs in place of the answers.

``python -m helpers.course.exercises [--check] [--force] [STEM ...]``
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path

from helpers.course import answers
from helpers.course.address import address_of, with_address
from helpers.course.markers import MarkerError, solutions_in, stubbed
from helpers.course.notebooks import (
    Cell,
    Notebook,
    NotebookError,
    answer_cells,
    answer_id,
    name_of,
    normalise,
    read,
    text_of,
    write,
)
from helpers.grading.marking import was_tried

NBGRADER_KEYS = ["schema_version", "grade", "solution", "locked", "task", "grade_id"]


def exercise_from(solution: Notebook, name: str, address: str = "") -> Notebook:
    """Return the exercise notebook of a solution notebook; ``name`` is for the messages.

    ``address`` is where a notebook that stands alone clones the course from.
    Raises NotebookError, with the cell's id, where markers or nbgrader's metadata are amiss.
    """
    seen: set[str] = set()
    cells = [
        _handed_out(cell, f"{name}, cell {cell.get('id')}", seen)
        for cell in with_address(solution["cells"], address)
    ]
    return normalise({**solution, "cells": cells})


def _handed_out(cell: Cell, where: str, seen: set[str]) -> Cell:
    cell = {**cell, "metadata": dict(cell.get("metadata", {}))}
    graded = cell["metadata"].get("nbgrader")
    try:
        solved = len(solutions_in(cell["source"]))
        cell["source"] = stubbed(cell["source"])
    except MarkerError as error:
        raise NotebookError(f"{where}: {error}") from None
    if cell["cell_type"] == "code":
        cell.update(outputs=[], execution_count=None)
    if solved and not (graded and graded.get("solution")):
        raise NotebookError(f"{where}: a solution in a cell that nbgrader's metadata doesn't mark")
    if not graded:
        return cell
    _hold_to_the_rules(cell, solved, where, seen)
    cell["metadata"]["nbgrader"] = {
        **graded,
        "cell_type": cell["cell_type"],
        "checksum": checksum(cell),
    }
    cell["metadata"]["deletable"] = False
    if graded["locked"]:
        cell["metadata"]["editable"] = False
    return cell


def _hold_to_the_rules(cell: Cell, solved: int, where: str, seen: set[str]) -> None:
    graded = cell["metadata"]["nbgrader"]
    wanted = [*NBGRADER_KEYS, "points"] if graded.get("grade") else NBGRADER_KEYS
    missing = [key for key in wanted if key not in graded]
    if missing:
        raise NotebookError(f"{where}: nbgrader's metadata lacks {', '.join(missing)}")
    grade_id = graded["grade_id"]
    if grade_id in seen:
        raise NotebookError(f"{where}: grade_id {grade_id!r} is there twice")
    seen.add(grade_id)
    if grade_id != cell.get("id"):
        raise NotebookError(f"{where}: grade_id {grade_id!r} differs from the cell id")
    if graded["solution"] and not solved:
        raise NotebookError(f"{where}: marked as a solution, but without BEGIN SOLUTION")
    if graded["solution"] and answer_id(cell) != grade_id:
        raise NotebookError(f"{where}: an answer must begin with “# exercise: {grade_id}”")


def checksum(cell: Cell) -> str:
    """Return nbgrader's checksum of a cell, by which it knows an answer that was never touched."""
    graded = cell["metadata"]["nbgrader"]
    words = [
        cell["source"],
        cell["cell_type"],
        graded["grade"],
        graded["solution"],
        graded["locked"],
        graded["grade_id"],
    ]
    if graded["grade"]:
        words.append(float(graded["points"]))
    return hashlib.md5("".join(map(str, words)).encode(), usedforsecurity=False).hexdigest()


def make(course: Path, stems: list[str], *, check: bool = False, force: bool = False) -> int:
    """Bring exercises/ in line with solutions/, or only say what isn't; return the exit status.

    ``stems`` limits it to these notebooks. An exercise in which somebody has written an answer is
    left alone unless ``force`` is set.
    """
    sources = {path.stem: path for path in sorted((course / "solutions").glob("*.ipynb"))}
    there = {path.stem: path for path in sorted((course / "exercises").glob("*.ipynb"))}
    try:
        address = address_of(course)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    amiss = [
        f"solutions/{stem}.ipynb: there is no such file" for stem in stems if stem not in sources
    ]
    for stem, source in sources.items():
        if stems and stem not in stems:
            continue
        target = course / "exercises" / source.name
        try:
            made = exercise_from(read(source), name_of(source), address)
            text = text_of(made, name_of(source))
        except NotebookError as error:
            amiss.append(str(error))
            continue
        if target.is_file() and target.read_bytes() == text.encode():
            continue
        problem = _why_not(target, check, force)
        if problem:
            amiss.append(f"{name_of(target)}: {problem}")
        else:
            write(target, text)
            print(f"wrote {name_of(target)}")
    if not stems:
        amiss += [
            f"{name_of(there[s])}: an orphan, no solution makes it"
            for s in there
            if s not in sources
        ]
    for line in amiss:
        print(line, file=sys.stderr)
    return 1 if amiss else 0


def _why_not(target: Path, check: bool, force: bool) -> str | None:
    if check:
        return "stale. Run `python -m helpers.course.exercises`"
    if force or not target.exists():
        return None
    try:
        tried = [id for id, cell in answer_cells(read(target)) if was_tried(cell["source"])]
    except NotebookError:
        return "can't be read, so it is left alone. --force replaces it"
    if tried:
        return f"holds an answer to {tried[0]}, so it is left alone. --force replaces it"
    return None


def main(arguments: list[str] | None = None, course: Path | None = None) -> int:
    """Run the command line; return 0 where all is in line, 1 where something isn't."""
    parser = argparse.ArgumentParser(prog="python -m helpers.course.exercises", description=__doc__)
    parser.add_argument("stems", nargs="*", metavar="STEM", help="only these notebooks")
    parser.add_argument("--check", action="store_true", help="write nothing, name what is stale")
    parser.add_argument("--force", action="store_true", help="replace exercises that hold answers")
    given = parser.parse_args(arguments)
    stems = [Path(stem).stem for stem in given.stems]
    return make(course or answers.root(), stems, check=given.check, force=given.force)


if __name__ == "__main__":
    sys.exit(main())
