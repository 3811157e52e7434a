"""Sandbox: the child that runs one answer under bounds, sends its facts, and leaves."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any, NoReturn

from helpers.grading.lessons import find
from helpers.grading.marking import gather

DIE_WITH_PARENT = 1
"""PR_SET_PDEATHSIG: an answer that kills its keeper must not outlive it."""
MOST_FILE = 16 << 20
KEPT_VARIABLES = ("PATH", "LANG", "LC_ALL", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")
"""What an answer sees of the environment; tokens and the like are none of its business."""

OUT_OF_MEMORY = 17
"""Exit code of a child that had no memory left to note its facts in."""
NO_FACTS = 18
"""Exit code of a child whose facts could not be written down."""


def run(job: dict[str, Any], folder: str, facts: int, said: int) -> NoReturn:
    """Run the job's answer in ``folder``, write its facts to ``facts``, and leave.

    ``said`` is the file descriptor that takes what the answer prints. Exit code 0 says that all
    facts are written.
    """
    # An answer may replace any of these.
    write, dumps, leave = os.write, json.dumps, os._exit
    code = NO_FACTS
    try:
        _settle(folder, said)
        _bound(job["limits"])
        # A copy of this process would go on marking, and write facts of its own.
        os.register_at_fork(after_in_child=lambda: leave(0))
        text = dumps(gather(find(job["exercise"]), job["source"], job["cases"], job["seed"]))
        left = text.encode()
        while left:
            left = left[write(facts, left) :]
        code = 0
    except MemoryError:
        code = OUT_OF_MEMORY
    finally:
        # Not sys.exit: at-exit handlers that the answer has left must not run.
        leave(code)


def _settle(folder: str, said: int) -> None:
    """Give the process a session, a folder, an environment and standard files of its own."""
    keeper = os.getppid()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != keeper:
        os._exit(NO_FACTS)
    os.setsid()
    os.chdir(folder)
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    os.environ.clear()
    os.environ.update(kept, HOME=folder, TMPDIR=folder)
    tempfile.tempdir = None  # the keeper has asked, and the reply is kept
    for own in (1, 2):  # 0 reads nothing from the start: the zygote was given it so
        os.dup2(said, own)


def _bound(limits: dict[str, Any]) -> None:
    in_use = 0
    with contextlib.suppress(OSError):
        in_use = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    seconds = int(limits["seconds"]) + 1
    bounds = {
        resource.RLIMIT_CPU: seconds,
        resource.RLIMIT_FSIZE: MOST_FILE,
        resource.RLIMIT_CORE: 0,
    }
    if in_use and sys.platform == "linux":
        bounds[resource.RLIMIT_AS] = in_use + limits["memory"]
    for what, most in bounds.items():
        hard = resource.getrlimit(what)[1]
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (bound, bound))
