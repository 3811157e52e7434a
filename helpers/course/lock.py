"""Pin every dependency of pyproject.toml: ``python -m helpers.course.lock`` writes requirements.lock.

The lock serves every platform and Python at once, and names no index: pip finds PyTorch's build
where the reader's own settings point. CUDA libraries are left out on purpose; pip adds them by
itself where a CUDA build of torch is taken, and nowhere else.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from helpers.course.answers import root

TORCH = "torch==2.13.0"
CUDA_ONLY = re.compile(r"^(nvidia-|cuda-|triton)")
HEADER = """\
# Made by `make lock` from pyproject.toml; don't edit. For every platform, Python 3.11 and newer.
# CUDA libraries are not listed: pip adds them where a CUDA build of torch is taken.
"""


def lock_text(pyproject: Path) -> str:
    """Resolve pyproject.toml with all extras and return the text of the lock."""
    compiled = subprocess.run(
        [
            *(sys.executable, "-m", "uv", "pip", "compile", str(pyproject)),
            *("--universal", "--python-version", "3.11", "--all-extras"),
            *("--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"),
            *("--quiet", "--constraints", "-"),
        ],
        input=TORCH + "\n",
        capture_output=True,
        text=True,
        check=False,
    )
    if compiled.returncode:
        raise SystemExit(f"uv could not resolve {pyproject.name}:\n{compiled.stderr}")
    lines = [line for line in compiled.stdout.splitlines() if not CUDA_ONLY.match(line)]
    return HEADER + "\n".join(lines) + "\n"


if __name__ == "__main__":
    here = root()
    (here / "requirements.lock").write_text(lock_text(here / "pyproject.toml"))
    print("requirements.lock written; now: make environment")
