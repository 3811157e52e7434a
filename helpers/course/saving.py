"""Run lessons and solutions afresh and keep their outputs, cleaned for git and for nbval.

``python -m helpers.course.saving [STEM or path ...]``
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from ipykernel.kernelspec import RESOURCES, get_kernel_dict
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import from_dict
from traitlets import default

from helpers.course import answers
from helpers.course.notebooks import (
    Cell,
    Notebook,
    NotebookError,
    code_cells,
    name_of,
    normalise,
    read,
    text_of,
    write,
)

FOLDERS = ("notebooks", "solutions")
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
CELL_SECONDS = 120


class _ThisPython(KernelSpecManager):
    """Any kernel name starts the Python that runs now, whatever kernels a machine has installed."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        return KernelSpec(resource_dir=RESOURCES, **get_kernel_dict())


class _Kernel(AsyncKernelManager):
    """The manager that nbclient makes, and ends, for each notebook."""

    @default("kernel_spec_manager")
    def _this_python(self) -> KernelSpecManager:
        return _ThisPython()


def run(notebook: Notebook, folder: Path, name: str) -> Notebook:
    """Return the notebook as a fresh kernel in ``folder`` leaves it, its outputs cleaned.

    Raises NotebookError, with the cell's id, where a cell raises, hangs or ends the kernel.
    """
    node = from_dict(notebook)  # type: ignore[no-untyped-call]
    client = NotebookClient(
        node,
        kernel_manager_class=_Kernel,
        timeout=CELL_SECONDS,
        resources={"metadata": {"path": str(folder)}},
        record_timing=False,
        store_widget_state=False,
    )
    with tempfile.TemporaryDirectory() as scratch:
        env = _environment(Path(scratch))
        with client.setup_kernel(env=env, cwd=str(folder), stderr=subprocess.DEVNULL):
            for index, cell in enumerate(node.cells):
                try:
                    # Without history, as nbval runs cells: check then leaves the learner's
                    # progress alone and shows the same text.
                    client.execute_cell(cell, index, store_history=False)
                except CellExecutionError as error:
                    what = f"{error.ename}: {error.evalue}"
                    raise NotebookError(f"{name}, cell {cell.id}: {what}") from None
                except (CellTimeoutError, DeadKernelError) as error:
                    what = str(error).splitlines()[0]
                    raise NotebookError(f"{name}, cell {cell.id}: {what}") from None
    return cleaned(normalise(node))


def _environment(scratch: Path) -> dict[str, str]:
    path = os.pathsep.join(
        filter(None, [str(answers.PACKAGE_HOME), os.environ.get("PYTHONPATH", "")])
    )
    return {
        **os.environ,
        "PYTHONPATH": path,
        "HOOKS_COURSE_PROGRESS": str(scratch / "progress.json"),
    }


def cleaned(notebook: Notebook) -> Notebook:
    """Number the code cells from 1 and tidy their outputs, in place; return the notebook."""
    for count, cell in enumerate(code_cells(notebook), start=1):
        cell["execution_count"] = count
        cell["outputs"] = _tidy(cell)
    return notebook


def _tidy(cell: Cell) -> list[dict[str, Any]]:
    outputs: list[dict[str, Any]] = []
    for output in map(dict, cell["outputs"]):
        before = outputs[-1] if outputs else {}
        kind = output["output_type"]
        if kind == "stream" and (before.get("output_type"), before.get("name")) == (
            "stream",
            output["name"],
        ):
            before["text"] += output["text"]
            continue
        if kind == "execute_result":
            output["execution_count"] = cell["execution_count"]
        if "data" in output:
            # A saved page can't show a live widget; without this entry it shows the still form.
            output["data"] = {
                mime: data for mime, data in output["data"].items() if mime != WIDGET_VIEW
            }
        outputs.append(output)
    return outputs


def save(path: Path) -> bool:
    """Run one notebook file and save it with its outputs; return whether the file changed.

    Raises NotebookError, and then leaves the file as it was.
    """
    name = name_of(path)
    return write(path, text_of(run(read(path), path.parent, name), name))


def find(names: list[str], course: Path | None = None) -> list[Path]:
    """Return the notebook files that are meant: all, or those of the given paths and stems."""
    if names and all(name.endswith(".ipynb") for name in names):
        return [Path(name) for name in names]
    course = course or answers.root()
    everything = [path for folder in FOLDERS for path in sorted((course / folder).glob("*.ipynb"))]
    found: list[Path] = []
    for name in names:
        found += [path for path in everything if path.stem == name] or [Path(name)]
    return found if names else everything


def main(arguments: list[str] | None = None, course: Path | None = None) -> int:
    """Run the command line; return 0 where every notebook ran to its end, else 1."""
    parser = argparse.ArgumentParser(prog="python -m helpers.course.saving", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="STEM or path", help="only these notebooks")
    failed = 0
    paths = find(parser.parse_args(arguments).names, course)
    if not paths:
        print("no notebooks in notebooks/ or solutions/", file=sys.stderr)
        return 1
    for path in paths:
        start = time.perf_counter()
        try:
            said = "saved    " if save(path.resolve()) else "unchanged"
        except NotebookError as error:
            failed += 1
            said = f"failed: {error}\nnot saved"
        print(f"{said} {name_of(path.resolve())}  {time.perf_counter() - start:.1f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
