"""pytest with nbval runs in a process of its own, undisturbed by settings around it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from helpers.course import saving
from helpers.course.nbval_run import NbvalError, run_nbval
from helpers.course.notebooks import read, write

Say = Callable[[str], None]


@pytest.fixture
def folder(tmp_path: Path, small: Any) -> Path:
    """A folder with two saved notebooks; the second's middle cell has another saved output."""
    seen = "import os\nprint(os.environ.get('HOOKS_COURSE_STRICT'))"
    one = small.put(tmp_path / "01_one.ipynb", small.notebook(small.code("a", seen)))
    cells = [small.code(name, f"print({name!r})") for name in ("a", "b", "c")]
    two = small.put(tmp_path / "02_two.ipynb", small.notebook(*cells))
    assert saving.main([str(one), str(two)]) == 0
    _save_instead(one, 0, "1\n")
    _save_instead(two, 1, "another\n")
    return tmp_path


def _save_instead(path: Path, number: int, text: str) -> None:
    notebook = read(path)
    notebook["cells"][number]["outputs"][0]["text"] = [text]
    write(path, json.dumps(notebook))


def test_only_cells_that_agree_are_returned(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each notebook is announced once, and options from the environment have no say.

    The first notebook agrees only if its kernel was told to be strict.
    """
    monkeypatch.setenv("PYTEST_ADDOPTS", "--collect-only")
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


def test_no_kernel_is_left_behind(tmp_path: Path, small: Any, said: Say) -> None:
    """Kernels have ended when the run returns."""
    noted = "import os\n_ = open('pid', 'w').write(str(os.getpid()))"
    path = small.put(tmp_path / "01_one.ipynb", small.notebook(small.code("a", noted)))
    saving.save(path)
    (tmp_path / "pid").unlink()

    assert run_nbval(tmp_path, {"01_one": 1}, said) == {"01_one": {0}}

    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
