"""Notebook files: read one, find its answer and check cells, bring it into one form, write it.

nbformat takes about a second to import, and every notebook kernel imports this module: so reading
is plain JSON with a check of its shape, and only writing loads nbformat.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Notebook = dict[str, Any]
Cell = dict[str, Any]

HEADER = re.compile(r"^# exercise: *(?P<id>[\w-]+) *$", re.MULTILINE)
CHECK = re.compile(r"^check\(([\"'])(?P<id>[\w-]+)\1\)", re.MULTILINE)
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"file_extension": ".py", "name": "python"},
}
KEPT_CELL_METADATA = ("deletable", "editable", "jupyter", "nbgrader", "tags")
LARGEST = 20_000_000
"""Bytes; a larger file is not read."""


class NotebookError(ValueError):
    """A notebook can't be used as it is; the message names file, cell, and what is wrong."""


def name_of(path: Path) -> str:
    """Return ``folder/file.ipynb``, the name that messages use on every machine."""
    return f"{path.parent.name}/{path.name}"


def read(path: Path) -> Notebook:
    """Return the notebook in a file, with each cell's source as one string.

    Raises NotebookError for a missing, too large, broken or pre-4 file; never another error.
    """
    try:
        if not path.is_file():
            raise NotebookError(f"{name_of(path)}: there is no such file")
        if path.stat().st_size > LARGEST:
            raise NotebookError(f"{name_of(path)}: larger than {LARGEST // 1_000_000} MB")
        notebook = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise NotebookError(f"{name_of(path)}: broken JSON in line {error.lineno}") from None
    except (OSError, UnicodeDecodeError, RecursionError) as error:
        raise NotebookError(f"{name_of(path)}: can't be read ({type(error).__name__})") from None
    if not isinstance(notebook, dict) or notebook.get("nbformat") != 4:
        raise NotebookError(f"{name_of(path)}: not a notebook of format 4")
    cells = notebook.get("cells")
    if not isinstance(cells, list) or not all(map(_in_shape, cells)):
        raise NotebookError(f"{name_of(path)}: its cells are not in the form of a notebook")
    return notebook


def _in_shape(cell: Any) -> bool:
    """Say whether a cell has a type and a source, and make the source one string."""
    if not isinstance(cell, dict) or not isinstance(cell.get("cell_type"), str):
        return False
    source = cell.get("source")
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        cell["source"] = "".join(source)
    return isinstance(cell["source"], str) if "source" in cell else False


def code_cells(notebook: Notebook) -> list[Cell]:
    """Return the code cells in order; nbval counts these from 0."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def answer_id(cell: Cell) -> str | None:
    """Return the id in a code cell's ``# exercise: id`` line, None where there is no such line."""
    header = HEADER.search(cell["source"]) if cell["cell_type"] == "code" else None
    return header["id"] if header else None


def check_ids(cell: Cell) -> list[str]:
    """Return the ids that a code cell checks."""
    return [m["id"] for m in CHECK.finditer(cell["source"])] if cell["cell_type"] == "code" else []


def answer_cells(notebook: Notebook) -> Iterator[tuple[str, Cell]]:
    """Yield each answer cell with its exercise id, in order."""
    for cell in notebook["cells"]:
        exercise_id = answer_id(cell)
        if exercise_id:
            yield exercise_id, cell


def normalise(notebook: Notebook) -> Notebook:
    """Return the notebook without anything that depends on the machine or editor that saved it."""
    cells = []
    for cell in notebook["cells"]:
        metadata = cell.get("metadata", {})
        kept = {key: metadata[key] for key in KEPT_CELL_METADATA if key in metadata}
        cells.append({**cell, "metadata": kept})
    return {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}


def text_of(notebook: Notebook, name: str) -> str:
    """Return the one text that this notebook is written as; ``name`` is for the message.

    Raises NotebookError where nbformat finds the notebook invalid.
    """
    # Before nbformat: after it, it would come too late.
    import helpers.course.quick_nbformat  # noqa: F401, I001
    import nbformat

    node = nbformat.from_dict(notebook)  # type: ignore[no-untyped-call]
    try:
        _ids_are_unique(notebook)
        nbformat.validate(node)
    except (nbformat.ValidationError, NotebookError) as error:
        reason = str(error).splitlines()[0]
        raise NotebookError(f"{name}: not a valid notebook: {reason}") from None
    text: str = nbformat.writes(node, version=4)  # type: ignore[no-untyped-call]
    return text.rstrip("\n") + "\n"


def _ids_are_unique(notebook: Notebook) -> None:
    """nbformat only warns of a repeated id, and then invents a new one at random."""
    ids = [cell.get("id") for cell in notebook["cells"]]
    repeated = sorted({str(one) for one in ids if ids.count(one) > 1})
    if repeated:
        raise NotebookError(f"cell id {repeated[0]!r} is there {ids.count(repeated[0])} times")


def write(path: Path, text: str) -> bool:
    """Write a text unless the file holds it already; return whether it was written."""
    if path.is_file() and path.read_bytes() == text.encode():
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".part")
    fresh.write_bytes(text.encode())
    fresh.replace(path)
    return True
