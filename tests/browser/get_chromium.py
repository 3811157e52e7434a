"""Find a Chromium for the browser tests, or get one: ``python tests/browser/get_chromium.py``.

Taken in this order: the one that CHROMIUM names, one on PATH, the one that Playwright has
downloaded before; else Playwright downloads its own; else root installs Debian's package. A
browser counts if it starts.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator

from playwright.sync_api import sync_playwright

from helpers.course.long_run import run_long

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PLAYWRIGHT = [sys.executable, "-m", "playwright"]
# Playwright is a program for Node.js, which a bare Debian lacks a library for.
PACKAGES = ["chromium", "libatomic1"]
ADVICE = (
    "The browser tests need Chromium and libatomic (Debian: apt-get install chromium libatomic1). "
    "Install them, or set CHROMIUM to the path of a Chromium or Chrome, and try again."
)
START_SECONDS = 60


def starts(command: list[str]) -> bool:
    """Return whether a program runs at all: a stub, or one that lacks a library, does not."""
    try:
        asked = subprocess.run(
            [*command, "--version"], capture_output=True, timeout=START_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.returncode == 0


def find() -> str | None:
    """Return the path of a browser that starts, or None; where CHROMIUM is set, it or None."""
    return next((place for place in _places() if starts([place])), None)


def _places() -> Iterator[str]:
    if named := os.environ.get("CHROMIUM"):
        yield named
        return
    yield from filter(None, map(shutil.which, NAMES))
    if starts(PLAYWRIGHT):
        with sync_playwright() as playwright:
            yield playwright.chromium.executable_path


def download() -> None:
    """Let Playwright download its Chromium."""
    _run("playwright install chromium", [*PLAYWRIGHT, "install", "chromium"])


def install_packages() -> None:
    """Install Debian's packages, if this is root on such a system."""
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        for command in (["apt-get", "update"], ["apt-get", "install", "--yes", *PACKAGES]):
            if not _run(" ".join(command), command):
                return


def _run(name: str, command: list[str]) -> bool:
    """Run a command, say how far it is, and return whether it succeeded."""
    print(f"Getting Chromium: {name}", flush=True)
    said = ["..."]
    status = run_long(
        command,
        hear=lambda line: said.append(line) if line.strip() else None,
        tell=lambda: said[-1][:100],
        environment={**os.environ, "DEBIAN_FRONTEND": "noninteractive", "NO_COLOR": "1"},
    )
    if status:
        errors = [line for line in said if line.startswith(("Error", "E:"))] or said
        print(f"  that failed: {errors[-1][:200]}", flush=True)
    return status == 0


def get(ways: tuple[Callable[[], object], ...] = (download, install_packages)) -> str:
    """Return the path of a browser that starts, trying each way to get one in turn.

    Raises SystemExit, with one line of advice, where there is none in the end, or where
    Playwright, which drives it, does not start.
    """
    for way in (lambda: None, *ways):
        way()
        path = find()
        if path and starts(PLAYWRIGHT):
            return path
        if os.environ.get("CHROMIUM"):
            break
    raise SystemExit(ADVICE)


if __name__ == "__main__":
    print(f"Chromium: {get()}")
