"""Imports go one way: hooks → grading, lab → widgets, course → notebook → the door."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HELPERS = Path(__file__).resolve().parents[2] / "helpers"
MAY_IMPORT = {
    "hooks": {"hooks"},
    "grading": {"hooks", "grading"},
    "lab": {"hooks", "lab"},
    "widgets": {"hooks", "lab", "widgets"},
    "course": {"hooks", "grading", "course"},
    "notebook": {"hooks", "grading", "lab", "widgets", "course", "notebook"},
    "classroom": {"hooks", "grading", "course", "classroom"},
    "commands": {"hooks", "grading", "course", "classroom", "commands"},
}
LIVES_IN = {
    "IPython": {"notebook", "widgets"},
    "ipywidgets": {"widgets", "notebook"},
    "anywidget": {"widgets"},
    "traitlets": {"widgets", "course"},
    "nbformat": {"course"},
    "nbclient": {"course"},
}
"""Packages that only some rooms may use; the rooms below stay free of them."""


def imported(source: str, package: str) -> Iterator[str]:
    """Yield the dotted name of each import in a source, lazy and relative ones too.

    ``package`` is the dotted package of the file, from which relative imports count.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            start = [*above, node.module or ""] if node.level else [node.module or ""]
            base = ".".join(filter(None, start))
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and "import" in ast.unparse(node.func):
            yield from (str(one.value) for one in node.args[:1] if isinstance(one, ast.Constant))


def trespasses(helpers: Path) -> list[str]:
    """Return ``file imports name`` for each import that goes up, or brings in what lives above."""
    found = []
    for path in sorted(helpers.rglob("*.py")):
        inside = path.relative_to(helpers).parts
        if len(inside) == 1:
            continue
        for name in imported(path.read_text(encoding="utf-8"), ".".join(("helpers", *inside[:-1]))):
            top, _, rest = name.partition(".")
            room = rest.partition(".")[0]
            foreign = inside[0] not in LIVES_IN.get(top, {inside[0]})
            if foreign or (top == "helpers" and room not in MAY_IMPORT.get(inside[0], set())):
                found.append(f"{'/'.join(inside)} imports {name}")
    return found


def test_no_room_imports_a_higher_one() -> None:
    """Nothing in helpers/ imports from a room above its own, nor a package that lives there."""
    assert trespasses(HELPERS) == []


def test_every_room_is_known() -> None:
    """A new folder in helpers/ must say where it stands."""
    rooms = {path.parent.relative_to(HELPERS).parts[0] for path in HELPERS.glob("*/*.py")}

    assert rooms == set(MAY_IMPORT)


PLANTED = {
    "plain": "from helpers.widgets.picture import Picture",
    "lazy": "def f():\n    import helpers.notebook.verbs",
    "relative": "from ..course import answers",
    "through the door": "from helpers import check",
    "by its name": "import importlib\nimportlib.import_module('helpers.widgets.picture')",
    "a package from above": "from IPython.display import display",
}


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_import_is_seen(kind: str, tmp_path: Path) -> None:
    """Each way to import upwards out of grading is found, and nothing else is."""
    (tmp_path / "grading").mkdir()
    allowed = "from helpers.hooks import points\nfrom . import marking\nimport torch\n"
    (tmp_path / "grading/module.py").write_text(allowed + PLANTED[kind], encoding="utf-8")

    assert len(trespasses(tmp_path)) == 1
