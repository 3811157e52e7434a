"""For every file of tests: a progress file of its own, and one thread for arithmetic."""

from __future__ import annotations

import atexit
import os
import signal
import tempfile

import pytest

# Kernels inherit these. Tests must neither read nor write what the learner has passed.
_folder = tempfile.TemporaryDirectory(prefix="progress-")
atexit.register(_folder.cleanup)
os.environ["HOOKS_COURSE_PROGRESS"] = f"{_folder.name}/progress.json"
# Two test processes with two threads each would fight over two cores.
os.environ.setdefault("OMP_NUM_THREADS", "1")
# A shell starts what runs in the background deaf to Ctrl-C, and that is handed on to each command
# that a test starts and then interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let no file see what another one passed: which of them share a process is chance."""
    name = f"{item.path.parent.name}-{item.path.stem}"
    os.environ["HOOKS_COURSE_PROGRESS"] = f"{_folder.name}/{name}.json"
