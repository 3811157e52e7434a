"""A kernel to be forked: what is wanted of it, whether that is safe, and becoming it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from helpers.grading.kernel import SET_PARENT_DEATH_SIGNAL, prctl

FREE = ("HOOKS_COURSE_", "JPY_", "PYTEST_", "COLUMNS", "LINES")
"""Beginnings of the variables that may differ between a kernel and the process it's forked from.

readline sets the last two in a process that loads it, as pytest's workers' parent does.
"""


@dataclass(frozen=True)
class Job:
    """A kernel to be: its command, folder, variables, the three streams, and who asks for it."""

    command: list[str]
    folder: str
    variables: dict[str, str]
    streams: list[int]
    asker: socket.socket

    def say(self, **what: str | int) -> None:
        """Send this to the asker, if it is still there."""
        with contextlib.suppress(OSError):
            self.asker.sendall(json.dumps(what).encode() + b"\n")

    def close_streams(self) -> None:
        """Close the descriptors received, which a kernel has in other places."""
        for fd in self.streams:
            os.close(fd)


def receive(asker: socket.socket) -> Job:
    """Return the job that is asked for: a byte with three descriptors, then a line of JSON.

    Raises OSError or ValueError where the asker goes or says something else.
    """
    _, streams, _, _ = socket.recv_fds(asker, 1, 3)
    try:
        with asker.makefile("rb") as lines:
            return Job(**json.loads(lines.readline()), streams=streams, asker=asker)
    except (OSError, ValueError, TypeError) as error:
        for fd in streams:
            os.close(fd)
        raise ValueError("no job") from error


def unfit(job: Job, start: Mapping[str, str]) -> str:
    """Return why a kernel forked here might differ from one started cold, "" if it can't.

    ``start`` is the environment that this process was started with.
    """
    if job.command[:3] != [sys.executable, "-m", "ipykernel_launcher"]:
        return f"not this Python's kernel: {job.command}"
    both = {*job.variables.items()} ^ {*start.items()}
    if other := sorted({name for name, _ in both if not name.startswith(FREE)}):
        return f"other variables: {', '.join(other)}"
    if (Path(job.folder) / "matplotlibrc").exists():
        return "settings for matplotlib, which is loaded already, in its folder"
    # Work on several threads leaves threads behind; a fork has none of them and waits for them.
    threads = len(list(Path("/proc/self/task").iterdir()))
    if start.get("OMP_NUM_THREADS") != "1" or threads > 1:
        return f"{threads} threads, and OMP_NUM_THREADS is {start.get('OMP_NUM_THREADS')}, not 1"
    return ""


def become(job: Job) -> None:
    """Turn this forked process into the kernel, as a newly started Python would, and run it."""
    os.setsid()
    # ipykernel's own watch ends a kernel within a second, but not one that hangs in C.
    prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    for number, fd in enumerate(job.streams):
        os.dup2(fd, number)
    job.close_streams()
    os.chdir(job.folder)
    for name in [name for name in os.environ if name.startswith(FREE)]:
        del os.environ[name]
    os.environ.update(job.variables, JPY_PARENT_PID=str(os.getppid()))
    # `random` seeds itself after a fork. These two would draw the same numbers in each kernel.
    import_module("numpy").random.seed()
    import_module("torch").default_generator.seed()
    launcher = find_spec("ipykernel_launcher")
    assert launcher is not None
    sys.argv[:] = [str(launcher.origin), *job.command[3:]]
    # A kernel loads the course's own code itself.
    for name in [name for name in sys.modules if name.partition(".")[0] == "helpers"]:
        del sys.modules[name]
    app = import_module("ipykernel.kernelapp").IPKernelApp.instance()
    # Loaded in another process, ipykernel has not read whose end should be its own.
    app.initialize([*sys.argv[1:], f"--IPKernelApp.parent_handle={os.getppid()}"])
    # Its sockets are open now: who connects too early tries again only after 100 ms.
    job.say(pid=os.getpid())
    job.asker.close()
    app.start()
