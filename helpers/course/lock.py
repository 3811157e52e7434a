"""Pin all that pyproject.toml asks for: ``python -m helpers.course.lock [--upgrade]``.

One lock for every platform and Python, without hashes, since PyTorch's builds differ, and without
an index, since where pip looks is the reader's own setting. What is pinned already stays at its
version as long as pyproject.toml allows it, unless ``--upgrade`` is given.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

COURSE = Path(__file__).resolve().parents[2]

HEADER = """\
# Made by `make lock` from pyproject.toml, for every platform, Python 3.11 and newer. Don't edit.
# CUDA packages are not listed: pip adds them by itself where it takes a CUDA build of torch.
"""
RECIPE = ["--all-extras", "--universal", "--python-version=3.11", "--fork-strategy=fewest"]
LOOKS = ["--annotation-style=line", "--no-header", "--quiet"]


def lock_text(pyproject: Path, before: Path, *more: str) -> str:
    """Resolve pyproject.toml, with the pins of the lock ``before`` in mind, and return the lock.

    ``more`` are further options for uv. Raises RuntimeError with uv's words where it finds no way.
    """
    with tempfile.TemporaryDirectory() as scratch:
        lock = Path(scratch) / "requirements.lock"
        if before.is_file():
            shutil.copy(before, lock)
        uv = [sys.executable, "-m", "uv", "pip", "compile", pyproject.name, *RECIPE, *LOOKS, *more]
        done = subprocess.run(
            [*uv, f"--output-file={lock}"],
            cwd=pyproject.parent,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"uv could not resolve {pyproject.name}:\n{done.stderr.strip()}")
        return HEADER + lock.read_text(encoding="utf-8")


def main(arguments: list[str], course: Path = COURSE) -> int:
    """Write requirements.lock; return the exit status."""
    lock = course / "requirements.lock"
    try:
        text = lock_text(course / "pyproject.toml", lock, *arguments)
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    lock.write_text(text, encoding="utf-8")
    print("requirements.lock is up to date. Next: make environment")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
