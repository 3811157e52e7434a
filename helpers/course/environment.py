"""Make environment.yml, for conda and Binder, from pyproject.toml and the lock.

``python -m helpers.course.environment`` writes it; with ``--check`` it only says whether the file
is what would be written, and exits 1 if not.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from helpers.course.answers import root

HEADER = """\
# Made by `make environment` from pyproject.toml and requirements.lock; don't edit.
# PyTorch comes from conda-forge, whose build string names the CPU build on every platform; the
# rest comes from PyPI at the very versions that the lock has.
"""


def environment_text(pyproject: Path, lock: Path) -> str:
    """Return the text of environment.yml."""
    needs = tomllib.loads(pyproject.read_text())["project"]["requires-python"]
    pins = [line for line in lock.read_text().splitlines() if line and not line.startswith("#")]
    torch = next(pin for pin in pins if pin.startswith("torch=="))
    version = torch.partition("==")[2].split(" ")[0]
    conda = [f"python {needs},<3.14", "pip", f"pytorch =={version} cpu*"]
    pip = [pin for pin in pins if pin != torch]
    lines = [
        HEADER + "name: hooks-course",
        "channels:",
        "  - conda-forge",
        "  - nodefaults",
        "dependencies:",
        *(f'  - "{spec}"' for spec in conda),
        "  - pip:",
        *(f'      - "{pin}"' for pin in pip),
        '      - "-e ."',
    ]
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Write environment.yml, or check it with --check; return the exit code."""
    here = root()
    text = environment_text(here / "pyproject.toml", here / "requirements.lock")
    path = here / "environment.yml"
    if "--check" not in arguments:
        path.write_text(text)
        print("environment.yml written")
        return 0
    if path.exists() and path.read_text() == text:
        return 0
    print("environment.yml is not what the lock makes: run `make environment`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
