"""Lessons need nothing that a warm kernel has loaded for them (helpers.course.warm_kernels)."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from helpers.course.notebooks import read
from helpers.course.warm_server import LOADED

COURSE = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted([*COURSE.glob("notebooks/*.ipynb"), *COURSE.glob("solutions/*.ipynb")])


def parsed(path: Path) -> list[ast.AST]:
    """Return all nodes of the code cells, their magics left out."""
    nodes: list[ast.AST] = []
    for cell in read(path)["cells"]:
        if cell["cell_type"] == "code":
            source = re.sub(r"(?m)^(\s*)[%!].*", r"\1pass", "".join(cell["source"]))
            nodes.extend(ast.walk(ast.parse(source)))
    return nodes


def imported(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the dotted names that import statements ask for."""
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def loaded_by(*names: str) -> set[str]:
    """Return the modules of a new Python that has loaded these."""
    code = "import importlib, json, sys; [importlib.import_module(n) for n in sys.argv[1:]]"
    code += "; print(json.dumps([*sys.modules]))"
    done = subprocess.run([sys.executable, "-c", code, *names], capture_output=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.fixture(scope="module")
def hidden() -> set[str]:
    """The modules that a warm kernel has and ``import torch, numpy, matplotlib`` doesn't load."""
    return loaded_by(*LOADED) - loaded_by("torch", "numpy", "matplotlib")


def leaning(nodes: list[ast.AST], hidden: set[str]) -> set[str]:
    """Return the hidden modules that are used by their dotted names without being imported."""
    used = {ast.unparse(node) for node in nodes if isinstance(node, ast.Attribute)}
    asked = imported(nodes)
    return {
        name
        for name in used & hidden
        if not any(one == name or one.startswith(f"{name}.") for one in asked)
    }


def test_a_planted_use_is_found(hidden: set[str]) -> None:
    """A module that only the warm process has loaded is named, unless the lesson imports it."""
    use = "import torch\ntorch._dynamo.reset()\n"

    assert leaning([*ast.walk(ast.parse(use))], hidden) == {"torch._dynamo"}
    assert leaning([*ast.walk(ast.parse(f"import torch._dynamo\n{use}"))], hidden) == set()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_lesson_imports_what_it_uses(path: Path, hidden: set[str]) -> None:
    """No lesson uses a module that is there only because the kernel is warm."""
    assert leaning(parsed(path), hidden) == set()


def test_the_lesson_with_most_imports_runs_cold() -> None:
    """From a new Python on, with nothing loaded, its imports work and its outputs are the saved."""
    path = max(NOTEBOOKS, key=lambda path: len(imported(parsed(path))))
    options = ["--nbval", "--nbval-current-env", "--nbval-cell-timeout=60", "-q", "-n", "0"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "-p", "no:cacheprovider", str(path)],
        cwd=COURSE,
        env={name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        timeout=250,
    )

    assert run.returncode == 0, run.stdout
    assert " passed" in run.stdout
