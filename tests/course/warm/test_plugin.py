"""pytest's plugin: notebooks are held to their outputs as ever, and nothing is left after pytest."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.course.warm_process import possible

pytestmark = pytest.mark.skipif(not possible(), reason="kernels are forked on Linux alone")

WHO = """import os, pathlib
pathlib.Path(f"{os.getpid()}.kernel").write_text(str(os.getppid()))"""
HANG = """import ctypes, signal
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]); ctypes.PyDLL(None).sleep(600)"""


@pytest.fixture
def folder(tmp_path: Path, small: Any) -> Path:
    """A folder with a notebook that tells whose child it is, one saved wrongly, one that hangs."""
    warm, wrong = small.code("warm", "import sys; 'torch' in sys.modules"), small.code("w", "1 + 1")
    for cell, saved in ((warm, "True"), (wrong, "3")):
        cell["execution_count"] = 1
        data = {"text/plain": saved}
        result = {"output_type": "execute_result", "execution_count": 1, "metadata": {}}
        cell["outputs"] = [{**result, "data": data}]
    small.put(tmp_path / "1_told.ipynb", small.notebook(warm, wrong))
    small.put(
        tmp_path / "2_hung.ipynb", small.notebook(small.code("a", WHO), small.code("b", HANG))
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def begin(folder: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Return a function that starts pytest with the plugin on that folder, in a group of its own."""
    started: list[subprocess.Popen[str]] = []

    def start(*options: str) -> subprocess.Popen[str]:
        plugins = ("helpers.course.quick_nbformat", "helpers.course.warm_kernels")
        words = [word for plugin in (*plugins, "no:cacheprovider") for word in ("-p", plugin)]
        words += ["--nbval", "--nbval-current-env", "-v", "--color=no", *options]
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", *words],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[3])},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            start_new_session=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def hung(folder: Path) -> tuple[int, int]:
    """Wait until the second notebook hangs; return its kernel's id and the kernel's parent's."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for file in folder.glob("*.kernel"):
            if parent := file.read_text(encoding="utf-8"):
                time.sleep(0.5)
                return int(file.stem), int(parent)
        time.sleep(0.05)
    raise TimeoutError


def test_after_an_interrupt_nothing_is_left(
    folder: Path, begin: Callable[..., subprocess.Popen[str]], gone: Callable[..., bool]
) -> None:
    """Two workers share one warm process, a wrong output fails, and Ctrl-C ends everything."""
    process = begin("-n", "2", "--dist", "loadfile")
    kernel, warm = hung(folder)
    time.sleep(1)

    os.killpg(process.pid, signal.SIGINT)
    said, _ = process.communicate(timeout=60)

    assert re.findall(r"([A-Z]+) 1_told::ipynb::Cell (\d)", said) == [
        ("PASSED", "0"),
        ("FAILED", "1"),
    ]
    assert warm != process.pid
    assert gone(kernel, warm)


def test_after_a_kill_nothing_is_left(
    folder: Path, begin: Callable[..., subprocess.Popen[str]], gone: Callable[..., bool]
) -> None:
    """Killed, pytest leaves neither the warm process nor a kernel that hangs, nor their folder."""
    process = begin("-n", "0", "--basetemp", str(folder / "base"), "2_hung.ipynb")
    kernel, warm = hung(folder)
    folders = [Path(one) for one in _local_sockets(warm)]

    process.kill()

    assert gone(kernel, warm)
    assert folders
    assert not any(one.parent.exists() for one in folders)


def test_a_hung_cell_is_given_up(
    folder: Path, begin: Callable[..., subprocess.Popen[str]], gone: Callable[..., bool]
) -> None:
    """A cell that can't be interrupted fails after its time, and its kernel is killed."""
    process = begin("-n", "0", "--nbval-cell-timeout=1", "2_hung.ipynb")
    kernel, warm = hung(folder)

    said, _ = process.communicate(timeout=60)

    assert "Failed to interrupt kernel" in said
    assert "1 failed, 1 passed" in said
    assert gone(kernel, warm)


def test_cold_kernels_may_be_asked_for(begin: Callable[..., subprocess.Popen[str]]) -> None:
    """With --cold-kernels, kernels start as ever."""
    process = begin("-n", "0", "--cold-kernels", "1_told.ipynb")

    said, _ = process.communicate(timeout=60)

    assert "1_told::ipynb::Cell 0 FAILED" in said


def _local_sockets(pid: int) -> list[str]:
    import psutil

    found = psutil.Process(pid).net_connections("unix")
    return [one.laddr for one in found if str(one.laddr).startswith("/")]
