"""A venv inside .venv for packages that learners shouldn't meet; all else it takes from .venv."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parents[1]


class SideVenv:
    """The venv ``.venv/name``; ``packages`` are what pip is asked for, within the lock."""

    def __init__(self, name: str, packages: list[str]) -> None:
        """Say what it is; nothing is made yet."""
        self.home, self.packages = Path(sys.prefix) / name, packages

    def find(self) -> Path | None:
        """Return its Python, None where it isn't there or wasn't finished."""
        python = self.home / "bin" / "python"
        return python if (self.home / "complete").is_file() and python.exists() else None

    def make(self) -> None:
        """Make it anew. Raises OSError or subprocess.CalledProcessError."""
        shutil.rmtree(self.home, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", self.home], check=True)
        paths = {"base": str(self.home), "platbase": str(self.home)}
        own = Path(sysconfig.get_path("purelib", "venv", vars=paths))
        # addsitedir, and not the bare path: the helpers are installed by a .pth file.
        of_course = sysconfig.get_path("purelib")
        (own / "course.pth").write_text(f"import site; site.addsitedir({of_course!r})\n", "utf-8")
        pip = [self.home / "bin" / "python", "-m", "pip", "install", "--quiet", *self.packages]
        lock = ROOT / "requirements.lock"
        environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        subprocess.run([*pip, "--constraint", lock], check=True, env=environment)
        (self.home / "complete").touch()
