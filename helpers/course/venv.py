"""Make .venv from requirements.lock, and say how far it is: ``python -m helpers.course.venv``.

Runs before anything is installed, so it imports the standard library alone. It does nothing where
.venv is whole and up to date; a venv that is half made, was moved or has lost its Python is made
anew; one made from another lock is brought up to date.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

from helpers.course.pip_run import PipError, run_pip

MADE_FROM = ("requirements.lock", "pyproject.toml")
STAMP = ".hooks-course"
"""A file in the venv, written last: the folder it was made in, then what it was made from."""


def python_of(venv: Path) -> Path:
    """Return where the interpreter of a venv is, or would be."""
    return _paths(venv, "scripts") / ("python.exe" if os.name == "nt" else "python")


def _paths(venv: Path, kind: str) -> Path:
    home = {"base": str(venv), "platbase": str(venv)}
    return Path(sysconfig.get_path(kind, "venv", vars=home))


def _stamp(course: Path) -> list[str]:
    content = b"\0".join((course / name).read_bytes() for name in MADE_FROM)
    return [str(course), hashlib.sha256(content).hexdigest()]


def state(course: Path, venv: Path) -> str:
    """Return "ready", "stale" (another lock) or "unusable" (missing, half made, moved, broken)."""
    try:
        folder, made_from = (venv / STAMP).read_text(encoding="utf-8").splitlines()
        subprocess.run([python_of(venv), "-c", ""], check=True, capture_output=True)
    except (OSError, ValueError, subprocess.CalledProcessError):
        return "unusable"
    # The scripts of a venv, and the link to helpers, hold absolute paths.
    if folder != str(course):
        return "unusable"
    return "ready" if [folder, made_from] == _stamp(course) else "stale"


def make(course: Path, venv: Path) -> None:
    """Bring the venv in line with the lock. Raises PipError or subprocess.CalledProcessError."""
    found = state(course, venv)
    if found == "ready":
        return
    start = time.monotonic()
    if found == "stale":
        print(f"The lock has changed: bringing {venv.name} up to date.", flush=True)
    else:
        version = ".".join(map(str, sys.version_info[:3]))
        print(
            f"Setting up {venv.name} with Python {version}. This takes a minute or two.", flush=True
        )
        _empty(venv)
    (venv / STAMP).unlink(missing_ok=True)
    pip = [str(python_of(venv)), "-m", "pip"]
    libraries = _paths(venv, "purelib")
    run_pip(pip, ["-r", str(course / "requirements.lock")], libraries, venv / "pip.log")
    # The build tool is in the lock already; without isolation pip fetches no other one.
    itself = ["--no-deps", "--no-build-isolation", "-e", str(course)]
    run_pip(pip, itself, libraries, venv / "pip.log")
    (venv / STAMP).write_text("\n".join(_stamp(course)), encoding="utf-8")
    print(f"{venv.name} is ready, after {time.monotonic() - start:.0f} s.", flush=True)


def _empty(venv: Path) -> None:
    """Make a venv with nothing but pip in it."""
    shutil.rmtree(venv, ignore_errors=True)
    # Debian keeps the pip for new venvs in a package of its own; the system's pip serves as well.
    bare = importlib.util.find_spec("ensurepip") is None
    subprocess.run(
        [sys.executable, "-m", "venv", *(["--without-pip"] if bare else []), str(venv)], check=True
    )
    if bare:
        pip = [sys.executable, "-m", "pip", "--python", str(python_of(venv))]
        run_pip(pip, ["pip"], _paths(venv, "purelib"), venv / "pip.log")


def main() -> int:
    """Make .venv in the course's folder; return the exit status."""
    course = Path(__file__).resolve().parents[2]
    try:
        make(course, course / ".venv")
    except KeyboardInterrupt:
        print("\nStopped. The next command sets .venv up from the start.", file=sys.stderr)
        return 130
    except (PipError, OSError, subprocess.CalledProcessError) as error:
        print(f".venv could not be set up. {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
