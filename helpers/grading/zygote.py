"""The process that answers are forked from: torch is loaded once, and nothing is computed here.

It holds no answer and no expected value. ``python -m helpers.grading.zygote FD FOLDER`` is started by
zygote_handle.Zygote.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import shutil
import signal
import socket
import sys
import tempfile
from typing import NoReturn

import torch

from helpers.grading import lessons  # noqa: F401  (loaded once, for every fork)
from helpers.grading.keeper import adopt_orphans, end_children, keep

PATIENCE = 2.0
"""Seconds in which keepers may clean up after the judge has gone."""


def main(fd: int, folder: str) -> None:
    """Fork a keeper for each job until the judge's end of the socket closes.

    Answers get folders within ``folder``, which is removed at the end.
    """
    tempfile.tempdir = folder
    torch.set_num_threads(1)  # after work on several threads a fork would hang
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # keepers need no waiting for
    adopt_orphans()
    gc.freeze()  # a collection in a child would touch, and so copy, all that torch has loaded
    judge = socket.socket(fileno=fd)
    with contextlib.suppress(ConnectionError):  # the judge may be gone before, or go at any time
        judge.sendall(b"r")
        _serve(judge)
    end_children(PATIENCE)
    shutil.rmtree(folder, ignore_errors=True)


def _serve(judge: socket.socket) -> None:
    while True:
        message, fds, _, _ = socket.recv_fds(judge, 1, 1)
        if not message:
            return
        if os.fork() == 0:
            _keep(judge, fds)
        for received in fds:
            os.close(received)


def _keep(judge: socket.socket, fds: list[int]) -> NoReturn:
    """Be a keeper: read the job, run it, send what came of it, and leave."""
    try:
        judge.close()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        connection = socket.socket(fileno=fds[0])
        with connection.makefile("rb") as lines:
            job = json.loads(lines.readline())
        if reply := keep(job, connection):
            connection.sendall(json.dumps(reply).encode())
    finally:
        os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
