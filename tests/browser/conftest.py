"""Fixtures: the course served by a real JupyterLab, and a browser that must find nothing amiss."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))

from lab import Lab  # noqa: E402
from pages import Console, NotebookPage, browser_page  # noqa: E402


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A JupyterLab on a copy of the course, so that no test writes into the course itself."""
    course = tmp_path_factory.mktemp("course")
    for folder in ("notebooks", "exercises"):
        shutil.copytree(ROOT / folder, course / folder)
    with Lab(course, tmp_path_factory.mktemp("lab")) as running:
        yield running


@pytest.fixture
def console() -> Iterator[Console]:
    """What the browser said; an error on its console, or a call to another server, fails the test."""
    console = Console()
    yield console
    assert console.complaints == []
    assert console.outside == []


@pytest.fixture
def open_notebook(lab: Lab, console: Console) -> Iterator[Callable[[str], NotebookPage]]:
    """Open a notebook by its path; a traceback or a warning in it fails the test."""
    with browser_page(lab, console) as page:
        opened: list[NotebookPage] = []

        def open_path(path: str) -> NotebookPage:
            opened.append(NotebookPage(lab, page, path))
            return opened[-1]

        yield open_path
        errors = opened[-1].errors()
    lab.end_kernels()
    assert errors == []


@pytest.fixture
def notebook_of(lab: Lab, open_notebook: Callable[[str], NotebookPage]):
    """Open a notebook made of the given cells."""

    def make(name: str, **cells: str) -> NotebookPage:
        code = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
        kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
        notebook = {
            "cells": [{**code, "id": key, "source": source} for key, source in cells.items()],
            "metadata": {"kernelspec": kernel},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
        (lab.root / f"{name}.ipynb").write_text(json.dumps(notebook))
        return open_notebook(f"{name}.ipynb")

    return make
