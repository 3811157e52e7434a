"""The process that kernels are forked from: torch is loaded once, and nothing is computed here.

``python -m helpers.course.warm_server LISTENER LIFE`` takes the numbers of two sockets: kernels
are asked for at the first, and the process ends, with its kernels, when the other end of the
second closes. It is started by warm_process.WarmProcess.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import socket
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from helpers.course.warm_job import Job, become, receive, unfit

LOADED = (
    *(
        "ipykernel.kernelapp",
        "ipykernel.ipkernel",
        "ipykernel.debugger",
        "tornado.platform.asyncio",
    ),
    *("torch", "torch._dynamo", "numpy", "matplotlib.figure", "matplotlib.backends.backend_agg"),
)
"""What kernels find loaded. torch._dynamo is what the first optimiser of a process loads.

matplotlib.pyplot, ipywidgets and anywidget are missing: while they load, they look for a kernel.
"""
INLINE = "module://matplotlib_inline.backend_inline"
ASK_SECONDS = 10


class Server:
    """Forks a kernel for each asker, and tells the asker how it ended."""

    def __init__(
        self, listener: socket.socket, life: socket.socket, start: Mapping[str, str]
    ) -> None:
        """``start`` is the environment that this process was started with."""
        self._listener, self._life, self._start = listener, life, start
        self._selector = selectors.DefaultSelector()
        self._selector.register(listener, selectors.EVENT_READ)
        self._selector.register(life, selectors.EVENT_READ)
        self._kernels: dict[int, tuple[int, Job]] = {}  # by process; with its pidfd

    def serve(self) -> Job | None:
        """Serve until the end, then return None; in each forked process, return its job."""
        while True:
            for key, _ in self._selector.select():
                if key.fileobj is self._life:
                    for pid in list(self._kernels):
                        self._end(pid)
                    return None
                if key.fileobj is self._listener:
                    if job := self._answer(self._listener.accept()[0]):
                        return job
                elif key.data in self._kernels:  # else it was ended earlier in this round
                    self._end(key.data)

    def _answer(self, asker: socket.socket) -> Job | None:
        """Fork a kernel, or say why it had better start cold; return the job in the kernel."""
        try:
            asker.settimeout(ASK_SECONDS)
            job = receive(asker)
        except (OSError, ValueError):
            asker.close()
            return None
        why = unfit(job, self._start)
        pid = -1 if why else os.fork()
        if pid == 0:
            self._leave()
            return job
        job.close_streams()
        if pid > 0:
            fd = os.pidfd_open(pid)
            self._kernels[pid] = (fd, job)
            # Either the kernel ends or the asker is gone, which has nothing more to say.
            self._selector.register(fd, selectors.EVENT_READ, pid)
            self._selector.register(asker, selectors.EVENT_READ, pid)
        else:
            job.say(cold=why)
            asker.close()
        return None

    def _leave(self) -> None:
        """In a kernel, which shall have no descriptors but its own: close the server's."""
        for fd, other in self._kernels.values():
            os.close(fd)
            other.asker.close()
        for one in (self._selector, self._listener, self._life):
            one.close()

    def _end(self, pid: int) -> None:
        """Kill a kernel that still runs, with what it has started; tell the asker how it ended."""
        fd, job = self._kernels.pop(pid)
        self._selector.unregister(fd)
        self._selector.unregister(job.asker)
        if os.waitid(os.P_PIDFD, fd, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            for kill in (os.killpg, os.kill):  # it may not lead its own group yet
                with contextlib.suppress(ProcessLookupError):
                    kill(pid, signal.SIGKILL)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        os.close(fd)
        job.say(ended=status)
        job.asker.close()


def main(listener: int, life: int) -> None:
    """Load what is slow to load, serve, and at the end remove the listener's folder."""
    start = dict(os.environ)  # torch sets a variable of its own while it loads
    os.environ.setdefault("MPLBACKEND", INLINE)  # as ipykernel does; matplotlib reads it once
    if not sys.flags.safe_path:
        del sys.path[0]  # the folder this process was started in
    for name in LOADED:
        import_module(name)
    door = socket.socket(fileno=listener)
    path = Path(door.getsockname())
    if job := Server(door, socket.socket(fileno=life), start).serve():
        become(job)
        return
    with contextlib.suppress(OSError):  # whoever started this may remove them first
        path.unlink()
        path.parent.rmdir()
    os._exit(0)  # to take torch apart lasts a second, and whoever ends this process waits for it


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
