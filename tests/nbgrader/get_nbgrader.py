"""Get nbgrader for the tests: ``python tests/nbgrader/get_nbgrader.py``.

It comes with menus for JupyterLab that a learner shouldn't meet, so it isn't in .venv. A venv of
its own, inside .venv, holds nbgrader and the few packages that only it needs; all else is taken
from .venv.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parents[2]
NBGRADER = "nbgrader==0.9.6"
HOME = Path(sys.prefix) / NBGRADER.replace("==", "-")
ADVICE = (
    f"The nbgrader tests need {NBGRADER}, and it could not be installed. They are skipped until "
    "`python tests/nbgrader/get_nbgrader.py` succeeds."
)


def find() -> Path | None:
    """Return a Python that has nbgrader: this one, or the one made here before; else None."""
    spec = importlib.util.find_spec("nbgrader")
    if spec and spec.origin:  # a folder of that name, as this one, has none
        return Path(sys.executable)
    python = HOME / "bin" / "python"
    return python if (HOME / "complete").is_file() and python.exists() else None


def make() -> None:
    """Make the venv. Raises OSError or subprocess.CalledProcessError."""
    shutil.rmtree(HOME, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", HOME], check=True)
    paths = {"base": str(HOME), "platbase": str(HOME)}
    own = Path(sysconfig.get_path("purelib", "venv", vars=paths))
    # addsitedir, and not the bare path: the helpers are installed by a .pth file.
    of_course = sysconfig.get_path("purelib")
    (own / "course.pth").write_text(f"import site; site.addsitedir({of_course!r})\n", "utf-8")
    pip = [HOME / "bin" / "python", "-m", "pip", "install", "--quiet", NBGRADER]
    lock = ROOT / "requirements.lock"
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    subprocess.run([*pip, "--constraint", lock], check=True, env=environment)
    (HOME / "complete").touch()


def get() -> Path:
    """Return a Python that has nbgrader. Raises SystemExit, with advice, where there is none."""
    if not find():
        print(f"Getting {NBGRADER}", flush=True)
        try:
            make()
        except (OSError, subprocess.CalledProcessError) as error:
            raise SystemExit(f"{ADVICE} {error}") from None
    python = find()
    assert python
    return python


if __name__ == "__main__":
    print(f"nbgrader: {get()}")
