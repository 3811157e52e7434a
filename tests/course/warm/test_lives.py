"""A forked kernel is interrupted, ended, restarted and missed as one that was started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from helpers.course.warm_process import WarmProcess

Start = Callable[..., Any]
Gone = Callable[..., bool]
HANG = "import ctypes; print(flush=True); ctypes.PyDLL(None).sleep(600)"
"""Sleeps without letting go of Python's lock, so that no thread of the kernel can act."""


@pytest.fixture
def kernel(start: Start, warm: WarmProcess) -> Any:
    """A kernel that the warm process has forked."""
    kernel = start()
    assert psutil.Process(kernel.pid).ppid() == warm.process.pid
    return kernel


def test_a_cell_is_interrupted(kernel: Any) -> None:
    """An interrupt reaches the running cell, and the next one runs."""
    threading.Timer(0.5, kernel.manager.interrupt_kernel).start()

    assert kernel.run("import time; time.sleep(600)") == "KeyboardInterrupt"
    assert kernel.run("print(1)") == "1"


def test_a_polite_shutdown_leaves_nothing(kernel: Any, warm: WarmProcess, gone: Gone) -> None:
    """Asked to shut down, the kernel goes, with its connection file and without a zombie."""
    pid, file = kernel.pid, Path(kernel.manager.connection_file)
    existed = file.exists()

    kernel.manager.shutdown_kernel()

    assert (existed, file.exists(), gone(pid), kernel.manager.is_alive()) == (
        *(True, False, True, False),
    )
    assert psutil.Process(warm.process.pid).children() == []


def test_a_hung_kernel_is_killed_with_what_it_started(kernel: Any, gone: Gone) -> None:
    """A cell that hangs in C is killed at once, and so is a process that the kernel started."""
    child = int(kernel.run("import subprocess; print(subprocess.Popen(['sleep', '600']).pid)"))
    pid = kernel.pid
    kernel.client.execute(HANG)
    time.sleep(0.5)

    started = time.monotonic()
    kernel.manager.shutdown_kernel(now=True)

    assert time.monotonic() - started < 1
    assert gone(pid, child)


def test_a_restarted_kernel_is_new(kernel: Any, warm: WarmProcess, gone: Gone) -> None:
    """After a restart there is another process, equally warm, that knows nothing of the first."""
    kernel.run("x = 1")
    pid, ports = kernel.pid, kernel.manager.ports

    kernel.manager.restart_kernel(now=True)
    kernel.client.wait_for_ready(timeout=30)

    assert kernel.run("x") == "NameError"
    assert (kernel.manager.ports, gone(pid)) == (ports, True)
    assert psutil.Process(kernel.pid).ppid() == warm.process.pid


@pytest.mark.parametrize(("code", "status"), [("_exit(7)", 7), ("kill(os.getpid(), 9)", -9)])
def test_a_kernel_that_ends_by_itself_is_missed(kernel: Any, code: str, status: int) -> None:
    """That the kernel has ended, and how, is seen at once."""
    process = kernel.manager.provisioner.process
    kernel.client.execute(f"import os; os.{code}")

    assert process.wait(10) == status
    assert not kernel.manager.is_alive()


def test_waiting_has_an_end(kernel: Any) -> None:
    """Waiting for a kernel that runs on raises when the time is over."""
    with pytest.raises(subprocess.TimeoutExpired):
        kernel.manager.provisioner.process.wait(0.1)


def test_kernels_end_with_the_warm_process(start: Start, gone: Gone) -> None:
    """Killed, the warm process takes kernels along, even one that hangs; its asker sees that."""
    warm = WarmProcess()
    kernel = start(door=warm.door)
    kernel.client.execute(HANG)
    time.sleep(0.5)

    warm.process.kill()

    assert gone(kernel.pid)
    assert kernel.manager.provisioner.process.wait(5) == -signal.SIGKILL
    warm.end()


ASKER = """
import os, sys
from helpers.course.warm_process import ForkedKernel
command = [sys.executable, "-m", "ipykernel_launcher", "-f", sys.argv[2]]
job = {"command": command, "folder": os.getcwd(), "variables": dict(os.environ)}
print(ForkedKernel(sys.argv[1], job, [0, 1, 2]).pid, flush=True)
os.kill(os.getpid(), 9)
"""


def test_a_kernel_ends_with_its_asker(warm: WarmProcess, tmp_path: Path, gone: Gone) -> None:
    """A kernel doesn't outlive the process that asked for it, however that one ends."""
    asker = subprocess.run(
        [sys.executable, "-c", ASKER, warm.door, str(tmp_path / "kernel.json")],
        env=dict(os.environ),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=False,
        timeout=60,
    )

    assert asker.returncode == -signal.SIGKILL
    assert gone(int(asker.stdout.split()[-1]))
