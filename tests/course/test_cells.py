"""Cells to run: each shows what it says it shows, and none is the answer."""

from __future__ import annotations

import ast
import contextlib
import importlib
import io
import re
from collections import defaultdict

import pytest
import torch

from helpers.grading import cells
from helpers.grading.cells import every_cell
from helpers.grading.lessons import EXERCISES
from helpers.grading.marking import mark
from helpers.grading.misconceptions import COMMON

WITHOUT_A_CELL = 20
"""How many misconceptions may be without a cell: lower it when you write more."""

OCCURS: dict[str, set[str]] = defaultdict(set)
for exercise in EXERCISES.values():
    for mistake in exercise.mistakes:
        OCCURS[mistake.misconception.id].add(exercise.id)
ALL = {*OCCURS, *(mistake.misconception.id for mistake in COMMON)}

GIVEN = {"handle", "handles", "hook"}.union(*(one.gives for one in EXERCISES.values()))

BY_SOURCE: dict[str, list[str]] = defaultdict(list)
for one, cell in every_cell().items():
    BY_SOURCE[cell].append(one)
SOURCES = [pytest.param(cell, id=ids[0]) for cell, ids in BY_SOURCE.items()]
ANSWERS = sorted(
    {(ids[0], where) for ids in BY_SOURCE.values() for i in ids for where in OCCURS[i]}
)


def _run(cell: str) -> str:
    """Run a cell in a namespace of its own and return what it printed."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(cell, "<cell>", "exec"), {"__name__": "__main__"})
    return out.getvalue()


@pytest.mark.parametrize("cell", SOURCES)
def test_a_cell_prints_what_it_says(cell: str) -> None:
    """Run by itself in a fresh namespace, its output is that of its comments, line by line."""
    printed = _run(cell)

    assert printed.splitlines() == re.findall(r"# prints: (.*)", cell)
    assert printed


@pytest.mark.parametrize("cell", SOURCES)
def test_a_cell_is_short_and_stands_alone(cell: str) -> None:
    """It has three to eight lines of code, none of them empty, and imports torch at most."""
    lines = cell.splitlines()
    nodes = list(ast.walk(ast.parse(cell)))
    imported = {a.name for node in nodes if isinstance(node, ast.Import) for a in node.names}
    taken = {node.module for node in nodes if isinstance(node, ast.ImportFrom)}

    assert 3 <= len([line for line in lines if not line.startswith("#")]) <= 8
    assert all(line.strip() and len(line) <= 90 for line in lines)
    assert imported | taken <= {"torch", "copy", "contextlib", "functools"}


@pytest.mark.parametrize("cell", SOURCES)
def test_a_cell_leaves_the_notebooks_names_alone(cell: str) -> None:
    """Run in an exercise's notebook, it overwrites neither what is given nor the usual handle."""
    nodes = list(ast.walk(ast.parse(cell)))
    made = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    names = [node for node in nodes if isinstance(node, ast.Name)]

    made |= {node.id for node in names if isinstance(node.ctx, ast.Store)}
    assert made & GIVEN == set()


@pytest.mark.parametrize(("first_id", "exercise_id"), ANSWERS)
def test_a_cell_is_no_answer(first_id: str, exercise_id: str) -> None:
    """Handed in for an exercise in which it is shown, it does not pass."""
    assert mark(EXERCISES[exercise_id], every_cell()[first_id]).outcome != "passed"


def test_a_cell_leaves_torch_as_it_was() -> None:
    """No cell leaves hooks on all modules, another gradient mode or another default dtype."""
    for cell in BY_SOURCE:
        _run(cell)

    assert torch.is_grad_enabled()
    assert torch.get_default_dtype() is torch.float32
    assert not torch.nn.modules.module._has_any_global_hook()


def test_every_cell_belongs_to_a_misconception() -> None:
    """An id that nothing diagnoses would never be shown."""
    assert sorted(every_cell().keys() - ALL) == []


def test_few_misconceptions_are_without_a_cell() -> None:
    """The number only goes down."""
    assert len(ALL - every_cell().keys()) <= WITHOUT_A_CELL


def test_a_misconception_has_one_cell() -> None:
    """An id that stood at two cells would be shown either, as it happens."""
    modules = [importlib.import_module(f"{cells.__name__}.{one}") for one in cells.names()]
    ids = [one for module in modules for of_cell in module.CELLS for one in of_cell]

    assert sorted({one for one in ids if ids.count(one) > 1}) == []
