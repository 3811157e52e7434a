"""An exercise where the helpers aren't installed: its first cell gets them."""

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

from helpers.course.address import address_of
from helpers.course.answers import reference
from helpers.course.exercises import exercise_from
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


def first_cells(address: str = "") -> list[str]:
    """Return the first two cells of an exercise: one that gets the helpers, and the imports."""
    solution = read(ROOT / "solutions" / f"{LESSON}.ipynb")
    cells = code_cells(exercise_from(solution, LESSON, address))
    return [str(cell["source"]) for cell in cells[:2]]


def rest() -> list[str]:
    """Return a right answer, its check, and a look at the solution."""
    return [reference("tensor-double"), 'check("tensor-double")', 'solution("tensor-double")']


def test_without_its_first_cell_the_helpers_are_missing(bare: Path, tmp_path: Path) -> None:
    """So the next tests show something."""
    assert "No module named 'helpers'" in run(bare, tmp_path, first_cells()[1])


def test_in_a_clone_an_exercise_finds_the_helpers_above_it(bare: Path, tmp_path: Path) -> None:
    """VS Code or Binder with a kernel of their own."""
    for name in ("helpers", "solutions"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / "exercises").mkdir()

    shown = run(bare, tmp_path / "exercises", *first_cells(), *rest())

    assert "🎉 tensor-double: passed." in shown
    assert "v.register_hook" in shown


def test_alone_an_exercise_clones_the_course(bare: Path, tmp_path: Path) -> None:
    """Colab opens a notebook by itself; the address of the course is in its first cell."""
    course, alone = tmp_path / "course", tmp_path / "alone"
    alone.mkdir()
    for name in ("helpers", "solutions"):
        shutil.copytree(ROOT / name, course / name)
    somebody = ("-c", "user.name=somebody", "-c", "user.email=somebody@example.org")
    for command in (["init", "-q"], ["add", "."], [*somebody, "commit", "-q", "-m", "course"]):
        subprocess.run(["git", *command], cwd=course, check=True)

    shown = run(bare, alone, *first_cells(course.as_uri()), *rest())

    assert "🎉 tensor-double: passed." in shown
    assert "v.register_hook" in shown


def test_with_the_helpers_there_the_first_cell_does_nothing(tmp_path: Path) -> None:
    """Nothing is installed, cloned or shown."""
    shown = run(Path(sys.executable), tmp_path, first_cells(ROOT.as_uri())[0])

    assert shown == "OUT None\n"
    assert list(tmp_path.iterdir()) == []


def test_every_exercise_notebook_has_the_first_cell() -> None:
    """The same in each."""
    notebooks = sorted((ROOT / "exercises").glob("*.ipynb"))
    cells = {code_cells(read(path))[0]["source"] for path in notebooks}

    assert cells == {first_cells(address_of(ROOT))[0]}


def test_the_first_cell_asks_for_the_locks_torch() -> None:
    """The course's own pin: what hooks do changes between versions of PyTorch."""
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    (torch,) = re.findall(r"^torch==\S+", lock, re.MULTILINE)

    assert torch in first_cells()[0].split()


@pytest.mark.parametrize("address", ["https://example.org/a/b", "git@host:a/b", "x; rm -rf /", ""])
def test_the_address_is_read_from_pyproject(tmp_path: Path, address: str) -> None:
    """What could be another command than a clone is refused."""
    (tmp_path / "pyproject.toml").write_text(f"[tool.hooks-course]\naddress = {address!r}\n")
    if address.startswith("https") or not address:
        assert address_of(tmp_path) == address
    else:
        with pytest.raises(ValueError, match=r"no address to clone from"):
            address_of(tmp_path)
