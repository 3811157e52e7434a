"""Make environment.yml, for conda and Binder, from pyproject.toml and requirements.lock.

``python -m helpers.course.environment`` writes it; with ``--check`` it only says whether the file
is what would be written, and exits 1 if not.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

COURSE = Path(__file__).resolve().parents[2]

CPU_INDEX = "https://download.pytorch.org/whl/cpu"
HEADER = """\
# Made by `make environment` from pyproject.toml and requirements.lock. Don't edit.
# conda brings Python; all else is pip's, at the very versions of the lock. So is torch: PyTorch's
# CPU index has each release on its day, conda-forge weeks later. The pin names the CPU build
# (+cpu) on Linux, where the default one is for CUDA, gigabytes of it; elsewhere it is for the CPU.
"""
PIN = re.compile(r"^(?P<pin>[^#]+?)\s*# via (?P<via>.+)$")


def needed_pins(pyproject: Path, lock: Path) -> list[str]:
    """Return the lock's lines, without comments, that the course needs to run; no tools for tests.

    Follows the lock's notes on what is there for whose sake ("# via") from pyproject.toml's
    dependencies. Raises LookupError where the lock lacks one of those.
    """
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    needed = {canonicalize_name(Requirement(line).name) for line in project["dependencies"]}
    pins: dict[NormalizedName, str] = {}
    asked_by: dict[NormalizedName, set[NormalizedName]] = {}
    for line in lock.read_text(encoding="utf-8").splitlines():
        if found := PIN.match(line):
            name = canonicalize_name(Requirement(found["pin"]).name)
            pins[name] = re.sub(r"\s+", " ", found["pin"])
            asked_by[name] = {canonicalize_name(word) for word in found["via"].split(", ")}
    if missing := sorted(needed - set(pins)):
        raise LookupError(f"requirements.lock lacks {', '.join(missing)}. Run `make lock`")
    while more := {name for name in pins if name not in needed and asked_by[name] & needed}:
        needed |= more
    return [pin for name, pin in pins.items() if name in needed]


def environment_text(pyproject: Path, lock: Path) -> str:
    """Return the text of environment.yml. Raises LookupError as ``needed_pins`` does."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    pip = [f"--extra-index-url {CPU_INDEX}"]
    for pin in needed_pins(pyproject, lock):
        if pin.startswith("torch=="):
            pip += [f"{pin}+cpu ; sys_platform == 'linux'", f"{pin} ; sys_platform != 'linux'"]
        else:
            pip.append(pin)
    lines = [
        f"name: {project['name']}",
        "channels: [conda-forge, nodefaults]",
        "dependencies:",
        f"  - python={oldest}",
        "  - pip",
        "  - pip:",
        *(f'      - "{line}"' for line in [*pip, "-e ."]),
    ]
    return HEADER + "\n".join(lines) + "\n"


def main(arguments: list[str], course: Path = COURSE) -> int:
    """Write environment.yml, or check it with --check; return the exit status."""
    path = course / "environment.yml"
    try:
        text = environment_text(course / "pyproject.toml", course / "requirements.lock")
    except LookupError as error:
        print(error.args[0], file=sys.stderr)
        return 1
    if "--check" not in arguments:
        path.write_text(text, encoding="utf-8")
        print("wrote environment.yml")
    elif not path.is_file() or path.read_text(encoding="utf-8") != text:
        print("environment.yml is stale. Run `make environment`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
