"""The judge's end of the zygote: start it, hand it a job, end it."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from typing import Any, cast

from helpers.grading.levels import Level

START_SECONDS = 120
SLOW_SECONDS = 0.5
"""An answer that takes longer has perhaps made the first optimiser of its process."""
MOST_REPLY = 64 << 20
VARIABLES = (
    *("PATH", "LANG", "LC_ALL", "TMPDIR", "HOME", "VIRTUAL_ENV", "CONDA_PREFIX"),
    *("PYTHONPATH", "PYTHONHOME", "PYTHONUTF8", "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"),
    *("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),
)
"""What the zygote gets of the environment, tokens and the like left out."""
LARGE_PAGES = {"PYTHONMALLOC": "malloc", "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}
"""All memory from glibc, and that in large pages: a fork copies the list of pages, and is then
four times as fast (20 → 5 ms, torch loaded). Without glibc or large pages nothing changes."""


class JudgeError(RuntimeError):
    """Answers can't be marked in processes of their own; the message says why and what to try."""


class LostError(Exception):
    """No word came back: the zygote, or the keeper of this answer, was killed or stopped."""


class Zygote:
    """A running zygote and the socket to it. Jobs go one at a time.

    Forked copies of this process may use it too, once it has said its level: a job, and the
    connection for its reply, is one message on the socket. It ends with the process that made it.
    """

    def __init__(self, highest: Level, count: int = 1) -> None:
        """Start it and return at once, while it loads torch; ``count`` of them take jobs."""
        self._owner = os.getpid()
        # Answers' folders lie in this one: a keeper that is killed can't remove its own.
        self._folder = tempfile.mkdtemp(prefix="judge-")
        self._socket, theirs = socket.socketpair()
        with theirs:
            arguments = [str(theirs.fileno()), self._folder, highest, str(count)]
            self.process = subprocess.Popen(
                [sys.executable, "-m", "helpers.grading.zygote", *arguments],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env=_environment(),
                # Ctrl-C reaches the judge alone, which then ends the rest; and zygote and keepers
                # are a group of their own, which can be killed as one.
                start_new_session=True,
            )
        self._hello: dict[str, Any] | None = None

    @property
    def level(self) -> Level:
        """The level at which answers are locked in; waits until the process is ready."""
        return cast(Level, self._ready()["level"])

    @property
    def why_not_higher(self) -> str:
        """What the higher levels failed at."""
        return str(self._ready()["why not higher"])

    def ask(self, job: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Return the keeper's reply to a job.

        Raises LostError when none has come after ``seconds``, and JudgeError when the zygote
        could not be started.
        """
        self._ready()
        begun = time.monotonic()
        ours, theirs = socket.socketpair()
        with ours:
            try:
                with theirs:
                    socket.send_fds(self._socket, [b"j"], [theirs.fileno()])
                ours.settimeout(seconds)
                # The end of the line ends the job. The connection stays open: a keeper that sees
                # it close knows that the judge is gone.
                ours.sendall(json.dumps(job).encode() + b"\n")
                reply = json.loads(_read_all(ours, time.monotonic() + seconds))
            except (OSError, ValueError, RecursionError) as error:
                raise LostError from error
        if not isinstance(reply, dict):
            raise LostError
        if time.monotonic() - begun > SLOW_SECONDS:
            self._load_more()
        return reply

    def _load_more(self) -> None:
        """Have the zygote load what optimisers need, so that later answers needn't.

        It isn't loaded from the start: who marks one answer would wait for it in vain. Of several
        zygotes one hears of it, and to load it again is nothing.
        """
        with contextlib.suppress(OSError):  # a zygote that is gone is found out by the next
            self._socket.sendall(b"o")

    def _ready(self) -> dict[str, Any]:
        """Wait for the process's first line, once, and return what it says."""
        if self._hello is None:
            self._socket.settimeout(START_SECONDS)
            said = b""
            with contextlib.suppress(OSError, ValueError):  # a timeout is an OSError too
                while not said.endswith(b"\n"):
                    part = self._socket.recv(1 << 12)
                    if not part:
                        break
                    said += part
                self._hello = json.loads(said)
        if self._hello is None:
            raise JudgeError(
                "Judge: the marking process ended while it was starting; what it said stands "
                "above. Try `python -m helpers exercises`, which loads the same modules."
            )
        return self._hello

    def end(self, seconds: float) -> None:
        """Let the zygote and its keepers end by themselves, then kill what is left of them.

        It takes ``seconds`` at most; the zygote is not used again. In a forked copy of the process
        that made it, only the copy's end is closed.
        """
        if os.getpid() != self._owner:
            self._socket.close()
            return
        with contextlib.suppress(OSError):
            if self._hello:  # else it is still loading torch, which nobody needs any more
                self._socket.shutdown(socket.SHUT_WR)
                self._socket.settimeout(seconds)
                while self._socket.recv(1):
                    pass
        # Not yet waited for, so this id can't have become another process's.
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._socket.close()
        # A keeper that is just ending may still write there, or remove what is being removed.
        for _ in range(100):
            shutil.rmtree(self._folder, ignore_errors=True)
            if not os.path.exists(self._folder):  # noqa: PTH110
                break
            time.sleep(0.01)


def _environment() -> dict[str, str]:
    """Return the variables that Python and torch need: what is handed on can be read by answers."""
    kept = {name: os.environ[name] for name in VARIABLES if name in os.environ}
    return {**kept, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", **LARGE_PAGES}


def _read_all(connection: socket.socket, deadline: float) -> bytes:
    parts, total = [], 0
    while part := connection.recv(1 << 16):
        parts.append(part)
        total += len(part)
        if total > MOST_REPLY or time.monotonic() > deadline:
            raise ValueError("too much, or too slow")
    return b"".join(parts)
