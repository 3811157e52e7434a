"""Run pip install, and say in a line every few seconds what pip says in hundreds."""

from __future__ import annotations

import re
from collections import deque
from pathlib import Path

from helpers.course.long_run import run_long

FOUND = re.compile(r"^(Collecting|Processing) ")
LARGE = re.compile(r"^ *Downloading (?P<file>[^\s/]+) \((?P<size>\d{3,}(\.\d+)? MB|[\d.]+ GB)\)")
INSTALLING = re.compile(r"^Installing collected packages: (?P<names>.*)")
OPTIONS = ["--disable-pip-version-check", "--no-input", "--progress-bar", "off"]


class PipError(RuntimeError):
    """pip failed; the message holds its last lines and says where the rest is."""


def run_pip(pip: list[str], arguments: list[str], libraries: Path, log: Path) -> None:
    """Install with ``pip`` (a command) into the folder ``libraries``; add all it says to ``log``.

    Raises PipError.
    """
    progress = Progress(libraries)
    with log.open("a", encoding="utf-8") as record:

        def hear(line: str) -> None:
            record.write(line + "\n")
            progress.hear(line)

        status = run_long([*pip, "install", *OPTIONS, *arguments], hear, progress.tell)
    if status:
        last = "\n".join(f"  {line}" for line in progress.last)
        raise PipError(f"pip ended with status {status}:\n{last}\nAll that it said is in {log}")


class Progress:
    """Counts what pip reports, and what it has put into the folder ``libraries``."""

    def __init__(self, libraries: Path) -> None:
        """Begin to count; what is in the folder already doesn't."""
        self.libraries = libraries
        self.before = self._installed()
        self.found = self.wanted = 0
        self.last: deque[str] = deque(maxlen=8)

    def hear(self, line: str) -> None:
        """Take in a line of pip's; announce a download that will take a while."""
        self.last.append(line)
        self.found += bool(FOUND.match(line))
        if large := LARGE.match(line):
            print(f"          downloading {large['file']}, {large['size']}", flush=True)
        if installing := INSTALLING.match(line):
            self.wanted = installing["names"].count(",") + 1

    def tell(self) -> str:
        """Return how far it is."""
        if self.wanted:
            return f"installed {self._installed() - self.before} of {self.wanted} packages"
        return f"found {self.found} packages"

    def _installed(self) -> int:
        # pip is silent while it installs, but each package it is done with has such a folder.
        return sum(1 for _ in self.libraries.glob("*.dist-info"))
