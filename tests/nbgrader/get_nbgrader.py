"""Get nbgrader for the tests: ``python tests/nbgrader/get_nbgrader.py``.

It comes with menus for JupyterLab that a learner shouldn't meet, so it isn't in .venv but in a venv
inside it.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from side_venv import SideVenv

NBGRADER = "nbgrader==0.9.6"
VENV = SideVenv(NBGRADER.replace("==", "-"), [NBGRADER])
ADVICE = (
    f"The nbgrader tests need {NBGRADER}, and it could not be installed. They are skipped until "
    "`python tests/nbgrader/get_nbgrader.py` succeeds."
)


def find() -> Path | None:
    """Return a Python that has nbgrader: this one, or the one made here before; else None."""
    spec = importlib.util.find_spec("nbgrader")
    if spec and spec.origin:  # a folder of that name, as this one, has none
        return Path(sys.executable)
    return VENV.find()


def get() -> Path:
    """Return a Python that has nbgrader. Raises SystemExit, with advice, where there is none."""
    if not find():
        print(f"Getting {NBGRADER}", flush=True)
        try:
            VENV.make()
        except (OSError, subprocess.CalledProcessError) as error:
            raise SystemExit(f"{ADVICE} {error}") from None
    python = find()
    assert python
    return python


if __name__ == "__main__":
    print(f"nbgrader: {get()}")
