"""Cells to run: for a misconception, a few lines that show what is so.

A module a lesson, each with a dict ``CELLS`` from ids to a source that stands alone. Several
misconceptions may share a cell. A line that prints says beside it what: ``# prints: ...``.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil


def cell_for(misconception_id: str) -> str | None:
    """Return the source of the cell that shows what is so, or None where there is none."""
    return every_cell().get(misconception_id)


@functools.cache
def every_cell() -> dict[str, str]:
    """Return all cells by the id of their misconception; read when the first one is wanted."""
    modules = (importlib.import_module(f"{__name__}.{name}") for name in names())
    return {
        one: source.strip()
        for module in modules
        for ids, source in module.CELLS.items()
        for one in ids
    }


def names() -> list[str]:
    """Return the names of the modules that hold cells."""
    return [one.name for one in pkgutil.iter_modules(__path__)]
