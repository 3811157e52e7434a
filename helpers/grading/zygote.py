"""The process that answers are forked from: torch is loaded once, and nothing is computed here.

It holds no answer, and forgets what is wanted of one. ``python -m helpers.grading.zygote FD FOLDER
LEVEL COUNT`` is started by zygote_handle.Zygote.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import socket
import sys
import tempfile
from typing import NoReturn, cast

import torch

from helpers.grading.exercise import Exercise
from helpers.grading.forgetting import forget_what_is_wanted
from helpers.grading.keeper import adopt_orphans, end_children, keep
from helpers.grading.levels import Level
from helpers.grading.trial import best_level
from helpers.grading.walls import KINDS, Walls

PATIENCE = 2.0
"""Seconds in which keepers may clean up after the judge has gone."""


def main(fd: int, folder: str, highest: Level, count: int) -> None:
    """Fork a keeper for each job until the judge's end of the socket closes.

    Answers get folders within ``folder``, which is removed at the end, and are locked in at the
    highest level up to ``highest`` that works here. The first line sent says which. ``count``
    processes do so, each with walls of its own, and whichever is free takes a job.
    """
    tempfile.tempdir = folder
    torch.set_num_threads(1)  # after work on several threads a fork would hang
    exercises = forget_what_is_wanted()
    level, why_not_higher = best_level(folder, highest)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # keepers need no waiting for
    gc.freeze()  # a collection in a child would touch, and so copy, all that torch has loaded
    is_first = all(os.fork() for _ in range(count - 1))
    adopt_orphans()
    walls = KINDS[level](folder)
    judge = socket.socket(fileno=fd)
    with contextlib.suppress(ConnectionError):  # the judge may be gone before, or go at any time
        if is_first:
            hello = {"level": level, "why not higher": why_not_higher}
            judge.sendall(json.dumps(hello).encode() + b"\n")
        _serve(judge, exercises, walls)
    end_children(walls.family, PATIENCE)
    walls.remove()


def _serve(judge: socket.socket, exercises: dict[str, Exercise], walls: Walls) -> None:
    while True:
        message, fds, _, _ = socket.recv_fds(judge, 1, 1)
        if not message:
            return
        if not fds:
            _load_for_optimizers()
            continue
        if walls.fork() == 0:
            judge.close()
            _keep(fds[0], exercises, walls)
        for received in fds:
            os.close(received)


def _load_for_optimizers() -> None:
    """Load what the first optimiser of a process loads, a second or so, for all that is forked."""
    # It makes a folder for what is compiled, and in a view of files that can't be written it
    # would fail; one that is there already will do. Answers don't see this variable.
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = "/"
    with contextlib.suppress(Exception):  # then each answer loads it by itself
        import torch._dynamo  # noqa: F401  (no compiling is done: optimisers ask for a decorator)
    gc.freeze()


def _keep(fd: int, exercises: dict[str, Exercise], walls: Walls) -> NoReturn:
    """Be a keeper: read the job, run it, send what came of it, and leave."""
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        connection = socket.socket(fileno=fd)
        with connection.makefile("rb") as lines:
            job = json.loads(lines.readline())
        if reply := keep(job, exercises[job["exercise"]], walls, connection):
            connection.sendall(json.dumps(reply).encode())
    finally:
        os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], cast(Level, sys.argv[3]), int(sys.argv[4]))
