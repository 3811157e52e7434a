"""An exercise where the helpers aren't installed: the lines that docs/marking.md gives for Colab."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import IPython
import pytest

from helpers.course.answers import reference
from helpers.course.notebooks import code_cells, read

ROOT = Path(__file__).parents[2]
LESSON = "02_tensor_hooks"
RUN = """
import json, sys
from IPython.core.interactiveshell import InteractiveShell

shell = InteractiveShell.instance()
for cell in json.load(sys.stdin):
    result = shell.run_cell(cell)
    print("OUT", result.result if result.success else repr(result.error_in_exec))
"""


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with every package of this one, and no helpers."""
    folder = tmp_path_factory.mktemp("bare")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    paths = {"base": str(folder), "platbase": str(folder)}
    packages = Path(sysconfig.get_path("purelib", "venv", vars=paths))
    # A folder named in a .pth file is searched, but the .pth files in it aren't read, and by one
    # of these the helpers are installed.
    (packages / "all.pth").write_text(str(Path(IPython.__file__).parents[1]))
    return folder / "bin" / "python"


def run(python: Path, folder: Path, *cells: str) -> str:
    """Run cells in IPython, in that folder, and return all that is shown."""
    # All packages are there, so nothing must be fetched; and no other path may lead to helpers.
    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [python, "-c", RUN],
        cwd=folder,
        input=json.dumps(cells),
        env={**alone, "PIP_NO_INDEX": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def setup() -> str:
    """Return the exercise's first cell."""
    return str(code_cells(read(ROOT / "exercises" / f"{LESSON}.ipynb"))[0]["source"])


def colab() -> str:
    """Return the lines for Colab, their clone taken for made."""
    page = (ROOT / "docs/marking.md").read_text("utf-8")
    (lines,) = re.findall(r"```\n(!git clone .*?)```", page, re.DOTALL)
    clone, rest = str(lines).split("\n", 1)
    assert clone.split()[-1] == "course"
    return rest


def test_without_the_lines_the_helpers_are_missing(bare: Path, tmp_path: Path) -> None:
    """So the next test shows something."""
    assert "No module named 'helpers'" in run(bare, tmp_path, setup())


def test_after_the_lines_an_exercise_runs_unchanged(bare: Path, tmp_path: Path) -> None:
    """Setup, answer, check and solution, with the clone beside the notebook."""
    for name in ("helpers", "solutions"):
        shutil.copytree(ROOT / name, tmp_path / "course" / name)
    answer = reference("tensor-double")

    shown = run(
        *(bare, tmp_path, colab(), setup(), answer),
        *('check("tensor-double")', 'solution("tensor-double")'),
    )

    assert "🎉 tensor-double: passed." in shown
    assert "v.register_hook" in shown


def test_the_lines_name_what_checking_needs_at_the_locks_torch(bare: Path) -> None:
    """The course's own pin: what hooks do changes between versions of PyTorch."""
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    (torch,) = re.findall(r"^torch==\S+", lock, re.MULTILINE)
    needed = set(re.search(r"%pip install -q (.*)", colab())[1].split())  # type: ignore[index]

    assert {"anywidget", "filelock", "platformdirs", torch} == needed
