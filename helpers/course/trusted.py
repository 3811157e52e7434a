"""Trusted copies: solution notebooks in which only the answers are the learner's."""

from __future__ import annotations

import copy
from collections.abc import Mapping

from helpers.course.notebooks import (
    Notebook,
    NotebookError,
    answer_cells,
    answer_id,
    check_ids,
    code_cells,
)

IGNORE_OUTPUT = "nbval-ignore-output"


def answers_in(notebook: Notebook) -> dict[str, list[str]]:
    """Return the sources under each exercise id; nothing else of the notebook is used."""
    found: dict[str, list[str]] = {}
    for exercise_id, cell in answer_cells(notebook):
        found.setdefault(exercise_id, []).append(cell["source"])
    return found


def check_cells(solution: Notebook, name: str) -> dict[str, int]:
    """Return, for each exercise id, which code cell (from 0, as nbval counts) holds its check.

    Raises NotebookError where an answer has no check, or one without a saved verdict: nbval
    compares nothing in a cell that has never been run.
    """
    found: dict[str, int] = {}
    for number, cell in enumerate(code_cells(solution)):
        for exercise_id in check_ids(cell):
            found[exercise_id] = number
            if cell.get("execution_count") is None or not cell.get("outputs"):
                raise NotebookError(
                    f"{name}, cell {cell.get('id')}: no saved verdict. "
                    "Run `python -m helpers.course.saving`"
                )
    missing = [id for id, _ in answer_cells(solution) if id not in found]
    if missing:
        raise NotebookError(f"{name}: no cell holds check({missing[0]!r})")
    return found


def trusted_copy(solution: Notebook, answers: Mapping[str, str]) -> Notebook:
    """Return the solution notebook with these answers in place of its own.

    An exercise without an answer here gets a stub. The prints of an answer are the learner's own,
    so nbval doesn't compare the outputs of answer cells.
    """
    trusted = copy.deepcopy(solution)
    for cell in trusted["cells"]:
        exercise_id = answer_id(cell)
        if exercise_id is None:
            continue
        cell["source"] = answers.get(exercise_id, f"# exercise: {exercise_id}\n...")
        cell["outputs"] = []
        cell["metadata"] = {"tags": [IGNORE_OUTPUT]}
    return trusted
