"""Keeper: runs one answer in a child under limits, watches it, and cleans up after it."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import select
import shutil
import signal
import socket
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from helpers.grading.lessons import find
from helpers.grading.marking import gather

TICK = 0.02
"""Seconds between two looks at whether the child is still there."""
BECOME_REAPER = 36
"""PR_SET_CHILD_SUBREAPER: whatever the answer leaves running becomes the keeper's own child."""
MOST_FILE = 16 << 20


def keep(job: dict[str, Any], connection: socket.socket) -> dict[str, Any]:
    """Run a job's answer; return {"facts": [...]}, or {"ended": why} where it noted none.

    Why is "time", "output", "early" (it left before its end) or "signal NAME".
    """
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(BECOME_REAPER, 1, 0, 0, 0)
    folder = tempfile.mkdtemp(prefix="answer-")
    facts_in, facts_out = os.pipe()
    said_in, said_out = os.pipe()
    child = os.fork()
    if child == 0:
        _run(job, folder, facts_out, said_out, [connection.fileno(), facts_in, said_in])
    os.close(facts_out)
    os.close(said_out)
    try:
        return _watch(child, facts_in, said_in, job["limits"])
    finally:
        _end_all(child)
        shutil.rmtree(folder, ignore_errors=True)


def _watch(child: int, facts_in: int, said_in: int, limits: dict[str, Any]) -> dict[str, Any]:
    deadline = time.monotonic() + limits["seconds"]
    facts, said, status, open_ends = b"", 0, None, {facts_in, said_in}
    while status is None or open_ends & {facts_in}:
        ready, _, _ = select.select(list(open_ends), [], [], TICK)
        for end in ready:
            part = os.read(end, 1 << 16)
            if not part:
                open_ends.discard(end)
            elif end == facts_in:
                facts += part
            else:
                said += len(part)
        if said > limits["output"] or len(facts) > limits["facts"]:
            return {"ended": "output"}
        if time.monotonic() > deadline:
            return {"ended": "time"}
        if status is None:
            done, status_now = os.waitpid(child, os.WNOHANG)
            status = status_now if done else None
        elif not ready:
            break  # the child is gone, and something that it left behind holds the pipe open
    with contextlib.suppress(ValueError, RecursionError):
        return {"facts": json.loads(facts)}
    if status is not None and os.WIFSIGNALED(status):
        return {"ended": f"signal {signal.Signals(os.WTERMSIG(status)).name}"}
    return {"ended": "early"}


def _run(job: dict[str, Any], folder: str, facts: int, said: int, others: list[int]) -> None:
    """Be the child: run the answer, write its facts, and leave; never return."""
    code = 1
    try:
        for fd in others:
            os.close(fd)
        os.setsid()
        os.chdir(folder)
        quiet = os.open(os.devnull, os.O_RDONLY)
        for given, own in ((quiet, 0), (said, 1), (said, 2)):
            os.dup2(given, own)
        _bound(job["limits"])
        noted = gather(find(job["exercise"]), job["source"], job["cases"], job["seed"])
        text = json.dumps(noted).encode()
        while text:
            text = text[os.write(facts, text) :]
        code = 0
    finally:
        # Not sys.exit: at-exit handlers that the answer has left must not run.
        os._exit(code)


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
        resource.setrlimit(what, (most, most))


def _end_all(child: int) -> None:
    """Kill the child's process group and whatever else has become the keeper's."""
    with contextlib.suppress(OSError):
        os.killpg(child, signal.SIGKILL)
    for _ in range(100):
        for pid in _children():
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _children() -> list[int]:
    try:
        text = Path(f"/proc/self/task/{os.getpid()}/children").read_text()
    except OSError:
        return []
    return [int(pid) for pid in text.split()]
