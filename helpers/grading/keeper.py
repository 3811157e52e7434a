"""Keeper: runs one answer in a child, watches it, and cleans up after it."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import select
import shutil
import signal
import socket
import tempfile
import time
from pathlib import Path
from typing import Any

from helpers.grading import sandbox

TICK = 0.02
"""Seconds between two looks at whether the child is still there."""
SHORT_TICK = 0.001
"""The same once it has closed its facts, as it does on leaving."""
BECOME_REAPER = 36
"""PR_SET_CHILD_SUBREAPER."""


def keep(job: dict[str, Any], judge: socket.socket) -> dict[str, Any] | None:
    """Run a job's answer; return {"facts": [...]}, or {"ended": why} where it noted none.

    Why is "time", "output", "memory", "facts" (too many, or no JSON), "early" (it left before its
    end) or "signal NAME". None: the judge has closed the connection, and wants no reply.
    """
    adopt_orphans()
    folder = tempfile.mkdtemp(prefix="answer-")
    facts_in, facts_out = os.pipe()
    said_in, said_out = os.pipe()
    child = os.fork()
    if child == 0:
        for fd in (judge.fileno(), facts_in, said_in):
            os.close(fd)
        sandbox.run(job, folder, facts_out, said_out)
    os.close(facts_out)
    os.close(said_out)
    try:
        return _watch(child, facts_in, said_in, judge.fileno(), job["limits"])
    finally:
        with contextlib.suppress(OSError):
            os.killpg(child, signal.SIGKILL)
        end_children()
        shutil.rmtree(folder, ignore_errors=True)


def _watch(
    child: int, facts_in: int, said_in: int, judge: int, limits: dict[str, Any]
) -> dict[str, Any] | None:
    deadline = time.monotonic() + limits["seconds"]
    facts, said, status, open_ends = b"", 0, None, {facts_in, said_in}
    while status is None or facts_in in open_ends:
        tick = TICK if facts_in in open_ends else SHORT_TICK
        ready, _, _ = select.select([*open_ends, judge], [], [], tick)
        if judge in ready:
            return None
        for end in ready:
            part = os.read(end, 1 << 16)
            if not part:
                open_ends.discard(end)
            elif end == facts_in:
                facts += part
            else:
                said += len(part)
        if said > limits["output"]:
            return {"ended": "output"}
        if len(facts) > limits["facts"]:
            return {"ended": "facts"}
        if time.monotonic() > deadline:
            return {"ended": "time"}
        if status is None:
            done, status_now = os.waitpid(child, os.WNOHANG)
            status = status_now if done else None
        elif not ready:
            break  # the child is gone, and something that it left behind holds the pipe open
    return _outcome(facts, status or 0)


def _outcome(facts: bytes, status: int) -> dict[str, Any]:
    """Return what a child that has ended leaves: its facts, or why there are none."""
    with contextlib.suppress(ValueError, RecursionError):
        return {"facts": json.loads(facts)}
    if os.WIFSIGNALED(status):
        return {"ended": f"signal {signal.Signals(os.WTERMSIG(status)).name}"}
    code = os.waitstatus_to_exitcode(status)
    if code == sandbox.OUT_OF_MEMORY:
        return {"ended": "memory"}
    return {"ended": "facts" if facts or code == sandbox.NO_FACTS else "early"}


def adopt_orphans() -> None:
    """Make whatever an answer leaves running a child of this process (on Linux)."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(BECOME_REAPER, 1, 0, 0, 0)


def end_children(patience: float = 0.0, seconds: float = 5.0) -> None:
    """Wait until this process has no children, and kill those left after ``patience`` seconds.

    It gives up after ``seconds``, so that a process that can't die holds nobody up.
    """
    begun = time.monotonic()
    while (waited := time.monotonic() - begun) < seconds:
        if waited >= patience:
            for pid in _children():
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(SHORT_TICK)


def _children() -> list[int]:
    try:
        text = Path(f"/proc/self/task/{os.getpid()}/children").read_text()
    except OSError:
        return []
    return [int(pid) for pid in text.split()]
