"""pytest with nbval runs in a process of its own, undisturbed by settings around it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from helpers.course import nbval_run, saving
from helpers.course.nbval_run import NbvalError, run_nbval
from helpers.course.notebooks import read, write

Say = Callable[[str], None]


@pytest.fixture
def folder(tmp_path: Path, small: Any) -> Path:
    """A folder with two saved notebooks; the second's middle cell has another saved output."""
    seen = "import os\nprint(os.environ.get('HOOKS_COURSE_STRICT'))"
    one = small.put(tmp_path / "01_one.ipynb", small.notebook(small.code("a", seen)))
    sources = ("x = 1\nprint('a')", "print('b')", "print('c', x)")
    cells = [small.code(f"cell-{number}", source) for number, source in enumerate(sources)]
    two = small.put(tmp_path / "02_two.ipynb", small.notebook(*cells))
    assert saving.main([str(one), str(two)]) == 0
    _save_instead(one, 0, "1\n")
    _save_instead(two, 1, "another\n")
    return tmp_path


def _save_instead(path: Path, number: int, text: str) -> None:
    notebook = read(path)
    notebook["cells"][number]["outputs"][0]["text"] = [text]
    write(path, json.dumps(notebook))


def test_only_cells_that_agree_are_returned(
    folder: Path, broken_kernel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each notebook is announced once, and neither options nor kernels around have a say.

    The first notebook agrees only if its kernel was told to be strict, the second only if its
    cells stay together.
    """
    monkeypatch.setenv("PYTEST_ADDOPTS", "--collect-only")
    monkeypatch.setenv("JUPYTER_PATH", str(broken_kernel))
    (folder / "conftest.py").write_text("raise RuntimeError\n")
    heard: list[str] = []

    agreed = run_nbval(folder, {"01_one": 1, "02_two": 3}, heard.append)

    assert agreed == {"01_one": {0}, "02_two": {0, 2}}
    assert sorted(heard) == ["ran 01_one", "ran 02_two"]


def test_a_run_that_pytest_cannot_do_is_an_error(tmp_path: Path, said: Say) -> None:
    """A broken notebook ends in NbvalError with pytest's last lines, never in silence."""
    (tmp_path / "01_broken.ipynb").write_text("{")

    with pytest.raises(NbvalError, match="pytest ended with status"):
        run_nbval(tmp_path, {"01_broken": 1}, said)


def noting_its_process(folder: Path, small: Any, *more: str) -> Path:
    """Write a notebook as if saved, whose first cell writes its kernel's process id to a file."""
    noted = f"import os\n_ = open({str(folder / 'pid')!r}, 'w').write(str(os.getpid()))"
    cells = [small.code(f"cell-{number}", source) for number, source in enumerate([noted, *more])]
    for count, cell in enumerate(cells, start=1):
        cell["execution_count"] = count
    path: Path = small.put(folder / "09_noting.ipynb", small.notebook(*cells))
    return path


def kernel_ended(folder: Path, seconds: float) -> bool:
    """Wait for the kernel that noted its process id to end, and say whether it did."""
    process = int((folder / "pid").read_text())
    end = time.monotonic() + seconds
    while psutil.pid_exists(process) and time.monotonic() < end:
        time.sleep(0.05)
    return not psutil.pid_exists(process)


def test_no_kernel_is_left_behind(tmp_path: Path, small: Any, said: Say) -> None:
    """Kernels have ended when the run returns."""
    noting_its_process(tmp_path, small)

    assert run_nbval(tmp_path, {"09_noting": 1}, said) == {"09_noting": {0}}

    assert kernel_ended(tmp_path, seconds=0)


def test_an_interrupted_run_leaves_nothing_behind(folder: Path, small: Any) -> None:
    """Ctrl-C while a notebook still runs ends pytest, its workers and their kernels."""
    noting_its_process(folder, small, "import time; time.sleep(50)")

    def interrupt(line: str) -> None:
        raise KeyboardInterrupt

    # Said to have one cell, the notebook is announced while its second one sleeps.
    with pytest.raises(KeyboardInterrupt):
        run_nbval(folder, {"09_noting": 1, "02_two": 3}, interrupt)

    assert kernel_ended(folder, seconds=10)


def test_a_run_that_takes_too_long_is_ended(
    tmp_path: Path, small: Any, said: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is a limit on the whole run, beside the one on each cell."""
    noting_its_process(tmp_path, small, "import time; time.sleep(50)")
    monkeypatch.setattr(nbval_run, "ALL_SECONDS", 8)

    with pytest.raises(NbvalError, match="ended after 8 s"):
        run_nbval(tmp_path, {"09_noting": 2}, said)

    assert kernel_ended(tmp_path, seconds=10)
