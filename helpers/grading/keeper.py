"""Keeper: runs one answer in a child, watches it, and cleans up after it."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import time
from typing import Any

from helpers.grading import kernel, sandbox
from helpers.grading.exercise import Exercise
from helpers.grading.family import Family
from helpers.grading.modest import is_modest
from helpers.grading.walls import MOST_PROCESSES, Walls

TICK = 0.02
"""Seconds between two looks at whether the child is still there."""
SHORT_TICK = 0.001
"""The same once it has closed its facts, as it does on leaving."""


def keep(
    job: dict[str, Any], exercise: Exercise, walls: Walls, judge: socket.socket
) -> dict[str, Any] | None:
    """Run a job's answer; return {"facts": [...]}, or {"ended": why} where it noted none.

    Why is "time", "output", "memory", "processes", "facts" (too many, too deep, or no JSON), "early" (it
    left before its end) or "signal NAME". None: the judge has closed the connection, and wants no
    reply.
    """
    adopt_orphans()
    folder = walls.make_folder()
    facts_in, facts_out = os.pipe()
    said_in, said_out = os.pipe()
    child = os.fork()
    if child == 0:
        sandbox.run(job, exercise, walls, sandbox.Place(folder, facts_out, said_out))
    os.close(facts_out)
    os.close(said_out)
    try:
        watch = _Watch(child, facts_in, said_in, job["limits"], walls.family)
        return watch.until_the_end(judge.fileno())
    finally:
        with contextlib.suppress(OSError):
            os.killpg(child, signal.SIGKILL)
        end_children(walls.family)
        walls.remove_folder(folder)


class _Watch:
    """What a keeper knows of its child, and how long it lets it go on."""

    def __init__(
        self, child: int, facts_in: int, said_in: int, limits: dict[str, Any], family: Family
    ) -> None:
        self._child, self._facts_in, self._limits, self._family = child, facts_in, limits, family
        self._deadline = time.monotonic() + limits["seconds"]
        self._facts, self._said = b"", 0
        self._status: int | None = None
        self._open = {facts_in, said_in}

    def until_the_end(self, judge: int) -> dict[str, Any] | None:
        """Read what comes until the child has ended, or must end."""
        while self._status is None or self._facts_in in self._open:
            tick = TICK if self._facts_in in self._open else SHORT_TICK
            ready, _, _ = select.select([*self._open, judge], [], [], tick)
            if judge in ready:
                return None
            for end in ready:
                self._take(end, os.read(end, 1 << 16))
            if why := self._too_much():
                return {"ended": why}
            if self._status is None:
                done, status = os.waitpid(self._child, os.WNOHANG)
                self._status = status if done else None
            elif not ready:
                break  # the child is gone, and something that it left holds the pipe open
        return _outcome(self._facts, self._status or 0)

    def _take(self, end: int, part: bytes) -> None:
        if not part:
            self._open.discard(end)
        elif end == self._facts_in:
            self._facts += part
        else:
            self._said += len(part)

    def _too_much(self) -> str | None:
        """Return which bound is passed, if one is."""
        if self._said > self._limits["output"]:
            return "output"
        if len(self._facts) > self._limits["facts"]:
            return "facts"
        if time.monotonic() > self._deadline:
            return "time"
        # Each process has a limit of its own; this one is for all together.
        count, memory = self._family.census()
        if memory > self._limits["memory"]:
            return "memory"
        return "processes" if count > MOST_PROCESSES else None


def _outcome(facts: bytes, status: int) -> dict[str, Any]:
    """Return what a child that has ended leaves: its facts, or why there are none."""
    with contextlib.suppress(ValueError, RecursionError):
        noted = json.loads(facts)
        return {"facts": noted} if is_modest(noted) else {"ended": "facts"}
    if os.WIFSIGNALED(status):
        return {"ended": f"signal {signal.Signals(os.WTERMSIG(status)).name}"}
    code = os.waitstatus_to_exitcode(status)
    if code == sandbox.OUT_OF_MEMORY:
        return {"ended": "memory"}
    return {"ended": "facts" if facts or code == sandbox.NO_FACTS else "early"}


def adopt_orphans() -> None:
    """Make whatever an answer leaves running a child of this process (on Linux)."""
    with contextlib.suppress(OSError, AttributeError):
        kernel.prctl(kernel.SET_CHILD_SUBREAPER, 1)


def end_children(family: Family, patience: float = 0.0, seconds: float = 5.0) -> None:
    """Wait until this process has no children, and kill those left after ``patience`` seconds.

    It gives up after ``seconds``, so that a process that can't die holds nobody up.
    """
    begun = time.monotonic()
    while (waited := time.monotonic() - begun) < seconds:
        if waited >= patience:
            _kill_all(family)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(SHORT_TICK)


def _kill_all(family: Family) -> None:
    # The first process of a namespace can't be killed from within, and reaches all the others.
    everybody = [-1] if os.getpid() == 1 else family.children()
    for pid in everybody:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
