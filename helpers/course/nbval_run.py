"""Run pytest with nbval on notebooks, in a process of its own, and say which cells it passed."""

from __future__ import annotations

import importlib.util
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from xml.etree import ElementTree

from helpers.course.answers import PACKAGE_HOME

CELL_SECONDS = 60
ALL_SECONDS = 900
CELL = re.compile(r"(?P<stem>[\w-]+)(\.|::)ipynb::Cell (?P<number>\d+)")
OUTCOME = re.compile(r"\b(PASSED|FAILED|SKIPPED|XFAIL|XPASS|ERROR)\b")


class NbvalError(RuntimeError):
    """pytest could not run the notebooks; the message holds its last lines."""


def run_nbval(
    folder: Path, cells: Mapping[str, int], say: Callable[[str], None]
) -> dict[str, set[int]]:
    """Run the notebooks of a folder and return, by stem, the code cells whose outputs agreed.

    ``cells`` is how many code cells each notebook has; ``say`` hears of each one that is done.
    Raises NbvalError where pytest itself fails.
    """
    report = folder / "report.xml"
    # Neither the settings of the folder above nor those in the environment may change the run.
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", *_options(folder, report, len(cells)), "."],
        cwd=folder,
        env=_environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )
    late = threading.Event()

    def end_late() -> None:
        late.set()
        _end(process)

    clock = threading.Timer(ALL_SECONDS, end_late)
    clock.start()
    assert process.stdout is not None
    try:
        tail = _follow(process.stdout, cells, say)
        status = process.wait()
    finally:
        clock.cancel()
        _end(process)
        process.stdout.close()
    if late.is_set():
        raise NbvalError(f"pytest was ended after {ALL_SECONDS} s:\n" + "\n".join(tail))
    if status not in (0, 1) or not report.is_file():
        raise NbvalError(f"pytest ended with status {status}:\n" + "\n".join(tail))
    return _agreed(report)


def _options(folder: Path, report: Path, notebooks: int) -> list[str]:
    options = ["--nbval", "--nbval-current-env", f"--nbval-cell-timeout={CELL_SECONDS}"]
    options += ["-v", "--color=no", "--tb=short", f"--junitxml={report}"]
    options += [f"--rootdir={folder}", "-c", str(folder / "pytest.ini"), "--noconftest"]
    plugins = ("no:cacheprovider", "helpers.course.quick_nbformat", "nbval.plugin")
    options += [word for plugin in plugins for word in ("-p", plugin)]
    if notebooks > 1 and importlib.util.find_spec("xdist"):
        # A notebook's cells share a kernel, so they must stay together.
        options += ["-p", "xdist.plugin", "-n", "2", "--dist", "loadfile"]
    return options


def _environment(folder: Path) -> dict[str, str]:
    path = [str(PACKAGE_HOME), os.environ.get("PYTHONPATH", "")]
    kept = {key: value for key, value in os.environ.items() if key != "PYTEST_ADDOPTS"}
    return {
        **kept,
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTHONPATH": os.pathsep.join(filter(None, path)),
        "HOOKS_COURSE_STRICT": "1",
        "HOOKS_COURSE_PROGRESS": str(folder / "progress.json"),
    }


def _follow(
    printed: Iterable[str], cells: Mapping[str, int], say: Callable[[str], None]
) -> list[str]:
    """Read pytest's lines to the end, announce each finished notebook, return the last lines."""
    seen: dict[str, set[str]] = {}
    tail: list[str] = []
    for line in printed:
        tail = [*tail[-9:], line.rstrip()]
        cell = CELL.search(line)
        if cell and cell["stem"] in cells and OUTCOME.search(line):
            done = seen.setdefault(cell["stem"], set())
            ended = len(done) == cells[cell["stem"]]
            done.add(cell["number"])
            if not ended and len(done) == cells[cell["stem"]]:
                say(f"ran {cell['stem']}")
    return tail


def _agreed(report: Path) -> dict[str, set[int]]:
    agreed: dict[str, set[int]] = {}
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314  (pytest wrote it)
        cell = re.fullmatch(r"Cell (\d+)", case.get("name", ""))
        stem = case.get("classname", "").rpartition(".")[0]
        if cell and not len(case):
            agreed.setdefault(stem, set()).add(int(cell[1]))
    return agreed


def _end(process: subprocess.Popen[str]) -> None:
    """End pytest and its workers if they still run; kernels end with their parent."""
    if process.poll() is not None:
        return
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()
