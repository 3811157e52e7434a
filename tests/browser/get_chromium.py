"""Make sure there is a Chromium for the browser tests: find one, else get one, else say what to install.

python tests/browser/get_chromium.py
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ADVICE = (
    "No Chromium for the browser tests: install it (Debian, Ubuntu: `sudo apt-get install chromium`; "
    "elsewhere: `playwright install chromium`), or set CHROMIUM to its path."
)


def find() -> str | None:
    """Return the path of a Chromium: $CHROMIUM, one on PATH, or Playwright's own; None if none."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    on_path = next(filter(None, map(shutil.which, NAMES)), None)
    return on_path or _playwrights_own()


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _download() -> None:
    print("Getting Chromium with Playwright ...", flush=True)
    _run(sys.executable, "-m", "playwright", "install", "chromium")


def _system_package() -> None:
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return
    print("Getting Chromium with apt-get ...", flush=True)
    if _run("apt-get", "update", "-q"):
        _run("apt-get", "install", "-q", "-y", "chromium", "fonts-noto-color-emoji")


def _run(*command: str) -> bool:
    quiet = {"DEBIAN_FRONTEND": "noninteractive", **os.environ}
    done = subprocess.run(
        command, env=quiet, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:]
        print(f"  {command[0]}: {' '.join(last)}", flush=True)
    return done.returncode == 0


def get(ways: tuple[Callable[[], None], ...] = (_download, _system_package)) -> str:
    """Return the path of a Chromium, trying each way to get one in turn; SystemExit with ADVICE."""
    for way in (lambda: None, *ways):
        way()
        path = find()
        if path:
            return path
    raise SystemExit(ADVICE)


if __name__ == "__main__":
    print(f"Chromium: {get()}")
