"""Answers that reach for other processes, or leave something in the kernel: they are refused."""

from __future__ import annotations

import os
from typing import Any

import pytest

from helpers.grading.levels import Level

SPY = """
import ctypes, fcntl, os, resource, time
libc = ctypes.CDLL(None)
def refused(result):
    if result < 0: raise OSError
try: {}
except OSError: pass
else: raise Exception("it got through")
{{RIGHT}}
"""
"""Passes where something is refused, and crashes where it isn't."""
JUDGE = os.getpid()

ROWS: dict[str, str] = {
    # Each asks for what is so already, or takes back what it made: no harm where it gets through.
    "the judge's limits": f"resource.prlimit({JUDGE}, resource.RLIMIT_CORE, (0, 0))",
    "the keeper's limits": "resource.prlimit(os.getppid(), resource.RLIMIT_CORE, (0, 0))",
    "the judge's cores": f"os.sched_setaffinity({JUDGE}, os.sched_getaffinity(0))",
    "the judge's turns": f"os.sched_setscheduler({JUDGE}, os.SCHED_OTHER, os.sched_param(0))",
    "the turns of all that the user runs": "os.setpriority(os.PRIO_USER, 0, 0)",
    "a signal by way of a pipe": "fcntl.fcntl(os.pipe()[0], fcntl.F_SETOWN, os.getppid())",
    "another signal by way of a pipe": "fcntl.fcntl(os.pipe()[0], fcntl.F_SETSIG, 9)",
    "shared memory that stays": "made = libc.shmget(0, 4096, 0o1600); refused(made); "
    "libc.shmctl(made, 0, 0)",
    "messages that stay": "made = libc.msgget(0, 0o1600); refused(made); libc.msgctl(made, 0, 0)",
    "a named queue that stays": "refused(libc.mq_open(b'/hostile', 0o102, 0o600, 0)); "
    "libc.mq_unlink(b'/hostile')",
    "memory behind a file descriptor": "os.memfd_create('mine')",
    "the clock": "time.clock_settime(time.CLOCK_REALTIME, time.time())",
    "another user": "os.setuid(12345)",
}


@pytest.mark.parametrize("name", ROWS)
def test_it_is_refused(mark: Any, name: str) -> None:
    """Other processes go on as they did, and nothing outlives the answer."""
    level: Level = "filters"

    verdict = mark(SPY.format(ROWS[name]), level)

    assert verdict.outcome == "passed", verdict.message
