"""Which files an answer may read: an allow list, so that whatever isn't named stays hidden."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import torch

SYSTEM = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/nix/store")
OF_ETC = (
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "alternatives",
    "passwd",
    "group",
)
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
TEMPORARY = ("/tmp", "/var/tmp", "/temporary")  # noqa: S108  (in the answer's own view)


def free_of(paths: list[Path]) -> str:
    """Return where an answer's empty folder can be: a usual place that holds none of these paths."""
    return next(
        place for place in TEMPORARY if not any(Path(place) in path.parents for path in paths)
    )


def readable() -> list[Path]:
    """Return the files and folders that an answer may read: Python, its packages, the system.

    The course itself is not among them, wherever it lies, except for a Python inside it.
    """
    python = (sys.prefix, sys.base_prefix, sys.exec_prefix)
    packages = [str(Path(torch.__path__[0]).parent)]
    named = [*SYSTEM, *(f"/etc/{name}" for name in OF_ETC), *python, *packages]
    both = {Path(spelt) for name in named for spelt in (name, os.path.realpath(name))}
    hidden = course()
    kept = [
        part
        for path in sorted(both - {Path("/")})
        if path.exists()
        for part in ([path] if path.is_symlink() else without(path, hidden))
    ]
    return [path for path in kept if not any(other in path.parents for other in kept)]


def course() -> Path:
    """Return what is hidden: the folder with solutions and tests, or the helpers alone."""
    package = Path(__file__).resolve().parents[1]
    return package.parent if (package.parent / "solutions").is_dir() else package


def without(path: Path, hidden: Path) -> list[Path]:
    """Return a folder, or its parts where something inside it must stay hidden."""
    if path == hidden:
        return []
    if path not in hidden.parents:
        return [path]
    return [part for child in sorted(path.iterdir()) for part in without(child, hidden)]
