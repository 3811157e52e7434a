"""The process that answers are forked from: torch is loaded once, and nothing is ever computed here.

It holds no expected value. ``python -m helpers.grading.zygote FD`` is started by isolation.Judge.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys

import torch

from helpers.grading.keeper import keep
from helpers.grading.lessons import EXERCISES  # noqa: F401  (loaded once, for every fork)


def main(fd: int) -> None:
    """Fork a keeper for each job until the judge's end of the socket closes."""
    torch.set_num_threads(1)  # after work on several threads a fork would hang
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # keepers need no waiting for
    judge = socket.socket(fileno=fd)
    try:
        judge.sendall(b"r")
    except BrokenPipeError:
        return  # the judge had nothing to mark after all
    while True:
        message, fds, _, _ = socket.recv_fds(judge, 1, 1)
        if not message:
            return
        if os.fork() == 0:
            judge.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _keep(socket.socket(fileno=fds[0]))
        for received in fds:
            os.close(received)


def _keep(connection: socket.socket) -> None:
    """Read the job, run it, send what came of it; never return."""
    try:
        job = json.loads(b"".join(iter(lambda: connection.recv(1 << 16), b"")))
        connection.sendall(json.dumps(keep(job, connection)).encode())
    finally:
        os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]))
