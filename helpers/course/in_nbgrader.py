"""Steps for nbgrader's autograde, named in docs/marking/nbgrader_config.py.

``marked_apart`` takes the place of nbgrader's own running of a notebook: each answer is marked in
a process that is locked in, and nbgrader gets the verdicts. Where nbgrader runs the notebook, the
other steps let cells that were copied or moved about, and warnings, do no harm to a score.
nbgrader calls a step with a notebook and with ``resources`` of its own, and takes both back.
"""

from __future__ import annotations

import atexit
import functools
import secrets
from typing import TYPE_CHECKING, Any

from helpers.course.notebooks import Cell, Notebook, answer_id, check_ids
from helpers.course.results import not_one
from helpers.course.trusted import answers_in
from helpers.grading.lessons import find
from helpers.grading.marking import was_tried

if TYPE_CHECKING:
    from helpers.grading.isolation import Judge

Step = tuple[Notebook, Any]


def copies_unmarked(notebook: Notebook, resources: Any) -> Step:
    """Take nbgrader's metadata off each cell that repeats an earlier one's grade_id.

    JupyterLab copies it along with a cell, and over one such copy nbgrader breaks off the marking
    of the whole class.
    """
    seen: set[str] = set()
    for cell in notebook["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if grade_id in seen:
            del cell["metadata"]["nbgrader"]
        elif grade_id:
            seen.add(grade_id)
    return notebook, resources


def cells_in_place(notebook: Notebook, resources: Any) -> Step:
    """Put the setup cell first, and each graded check right behind the cell that answers it.

    nbgrader runs cells in the order in which it finds them, and a check above its answer would
    find nothing to mark. Of several answers the last counts that holds more than a placeholder. A
    check without an answer comes last.
    """
    checks = dict(_graded_checks(notebook))
    rest = [cell for cell in notebook["cells"] if not any(cell is one for one in checks.values())]
    rest.sort(key=lambda cell: bool(cell.get("id") != "setup"))
    answers = [(exercise_id, cell) for cell in rest if (exercise_id := answer_id(cell))]
    tried = [(exercise_id, cell) for exercise_id, cell in answers if was_tried(cell["source"])]
    counts = {**dict(answers), **dict(tried)}
    ordered: list[Cell] = []
    for cell in rest:
        ordered.append(cell)
        exercise_id = answer_id(cell)
        if exercise_id in checks and counts[exercise_id] is cell:
            ordered.append(checks.pop(exercise_id))
    notebook["cells"] = [*ordered, *checks.values()]
    return notebook, resources


def noise_dropped(notebook: Notebook, resources: Any) -> Step:
    """Leave of a graded check's outputs those that say whether it passed.

    nbgrader takes anything on stderr for a failure, and tries to read a result as a number. Our
    check raises where an answer isn't passed, so an error is all that there is to look for.
    """
    for _, cell in _graded_checks(notebook):
        for output in cell["outputs"]:
            if output["output_type"] == "execute_result":
                output["output_type"] = "display_data"
                del output["execution_count"]
        cell["outputs"] = [one for one in cell["outputs"] if one.get("name") != "stderr"]
    return notebook, resources


def marked_apart(notebook: Notebook, resources: Any) -> Step:
    """Write the verdict of each answer, reached in isolation, under its graded check.

    Nothing of the notebook runs in this process. Raises JudgeError where the platform can't fork.
    """
    answers = answers_in(notebook)
    for exercise_id, cell in _graded_checks(notebook):
        passed, message = _verdict(exercise_id, answers.get(exercise_id, []))
        cell["outputs"] = [_shown(message) if passed else _raised(message)]
    return notebook, resources


def _graded_checks(notebook: Notebook) -> list[tuple[str, Cell]]:
    graded = [
        cell for cell in notebook["cells"] if cell["metadata"].get("nbgrader", {}).get("grade")
    ]
    return [(exercise_id, cell) for cell in graded for exercise_id in check_ids(cell)]


def _verdict(exercise_id: str, sources: list[str]) -> tuple[bool, str]:
    exercise = find(exercise_id)
    tried = list(dict.fromkeys(filter(was_tried, sources)))
    if len(tried) > 1 or not sources:
        return False, not_one(exercise.lesson, exercise_id, len(tried)).message
    verdict = _judge().mark(exercise, [*tried, *sources][0], _seed())
    return verdict.outcome == "passed", verdict.message


@functools.cache
def _judge() -> Judge:
    """Return the one judge of this run of nbgrader: loading torch takes longer than marking."""
    from helpers.grading.isolation import Judge

    judge = Judge()
    atexit.register(judge.close)
    return judge


@functools.cache
def _seed() -> int:
    return secrets.randbits(31)


def _shown(message: str) -> Any:
    # Imported here: it takes a second, and notebooks import this room. nbgrader has it loaded.
    from nbformat.v4 import new_output

    return new_output("display_data", {"text/plain": message})  # type: ignore[no-untyped-call]


def _raised(message: str) -> Any:
    """Return an error, by which nbgrader knows that an answer didn't pass."""
    from nbformat.v4 import new_output

    return new_output(  # type: ignore[no-untyped-call]
        "error", ename="NotPassedError", evalue=message, traceback=message.splitlines()
    )
