"""The near end of the process that kernels are forked from: start it, ask it for one, end it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

READY_SECONDS = 60
"""How long the process may take to load what it loads."""
END_SECONDS = 10
FOREVER = 1e9


def possible() -> bool:
    """Return whether kernels can be forked here.

    On macOS what a process has loaded may not survive a fork; Windows has no fork.
    """
    return sys.platform == "linux" and hasattr(os, "pidfd_open")


class WarmProcess:
    """The running process. Kernels are asked for at ``door``, the path of a socket."""

    def __init__(self) -> None:
        """Start it and return at once, while it loads torch. Raises OSError."""
        self._folder = tempfile.TemporaryDirectory(prefix="warm-", ignore_cleanup_errors=True)
        self.door = f"{self._folder.name}/door"
        # It lives as long as this end is open, so it ends however this process ends.
        self._life, theirs = socket.socketpair()
        with theirs, socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            listener.bind(self.door)
            listener.listen()
            numbers = [listener.fileno(), theirs.fileno()]
            self.process = subprocess.Popen(
                [sys.executable, "-m", "helpers.course.warm_server", *map(str, numbers)],
                cwd=Path(__file__).resolve().parents[2],
                pass_fds=numbers,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C reaches pytest alone, which then ends the rest
            )

    def end(self) -> None:
        """End the process and its kernels."""
        self._life.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(END_SECONDS)
        self.process.kill()
        self.process.wait()
        self._folder.cleanup()


class ForkedKernel:
    """A kernel forked there, with the part of ``subprocess.Popen`` that jupyter_client uses."""

    stdin = stdout = stderr = None

    def __init__(self, door: str, job: dict[str, Any], streams: list[int]) -> None:
        """Ask for the kernel and return when it listens.

        Raises OSError, also when the answer is that it had better be started cold.
        """
        self.returncode: int | None = None
        self._rest = b""
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.settimeout(READY_SECONDS)
            self._socket.connect(door)
            socket.send_fds(self._socket, [b"k"], streams)
            self._socket.sendall(json.dumps(job).encode() + b"\n")
            answer = self._line(READY_SECONDS) or {"cold": "no answer"}
        except BaseException:
            self._socket.close()
            raise
        if "pid" not in answer:  # it says why not, or how the kernel ended while it started
            self._socket.close()
            raise ConnectionRefusedError(str(answer))
        self.pid: int = answer["pid"]

    def poll(self, seconds: float = 0) -> int | None:
        """Return how the kernel ended, None while it runs, waiting so many seconds for the end."""
        if self.returncode is None:
            try:
                if said := self._line(seconds):
                    self.returncode = said["ended"]
            except ConnectionError:  # the process was killed, and its kernels with it
                self.returncode = -signal.SIGKILL
            if self.returncode is not None:
                self._socket.close()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Return how the kernel ended. Raises subprocess.TimeoutExpired."""
        ended = self.poll(FOREVER if timeout is None else timeout)
        if ended is None:
            raise subprocess.TimeoutExpired("kernel", timeout or 0)
        return ended

    def send_signal(self, signum: int) -> None:
        """Send a signal to the kernel and the processes it has started."""
        if self.poll() is None:  # else the id may be another's
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, signum)

    def _line(self, seconds: float) -> dict[str, Any] | None:
        """Return the next thing said, None if nothing is within that time.

        Raises ConnectionError when nothing will be any more.
        """
        deadline = time.monotonic() + seconds
        while b"\n" not in self._rest:
            self._socket.settimeout(max(0.0, deadline - time.monotonic()))
            try:
                part = self._socket.recv(1 << 12)
            except (BlockingIOError, TimeoutError):
                return None
            if not part:
                raise ConnectionResetError("the warm process has ended")
            self._rest += part
        line, _, self._rest = self._rest.partition(b"\n")
        said: dict[str, Any] = json.loads(line)
        return said
