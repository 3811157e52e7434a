"""The processes that stem from this one: how many, how much memory, and an end to them (Linux).

They are seen through a folder of /proc that was opened while it was still in view.
"""

from __future__ import annotations

import contextlib
import os
import resource
from collections.abc import Iterator

PAGE = resource.getpagesize()


class Family:
    """All processes that this one started, and that those started."""

    def __init__(self) -> None:
        """Open /proc; without one the family looks empty."""
        self._proc: int | None = None
        with contextlib.suppress(OSError):
            self._proc = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)

    def census(self) -> tuple[int, int]:
        """Return how many processes there are, and their bytes of memory.

        Of each only that counts which it has beyond this process: so much is shared. Of several
        it is all that they have mapped: memory that one has filled, and another holds, counts as
        in use by neither.
        """
        own, count = self._pages("self"), 0
        mapped = in_use = 0
        for pid in self._below("self"):
            count += 1
            pages = self._pages(pid)
            mapped += max(0, pages[0] - own[0])
            in_use += max(0, pages[1] - own[1])
        return count, (mapped if count > 1 else in_use) * PAGE

    def offer_to_the_kernel(self) -> None:
        """Make this process the first to be ended where the machine runs out of memory."""
        with contextlib.suppress(OSError):
            opened = os.open("self/oom_score_adj", os.O_WRONLY, dir_fd=self._proc)
            try:
                os.write(opened, b"1000")
            finally:
                os.close(opened)

    def memory_in_use(self) -> int:
        """Return the bytes of addresses that this process has mapped; 0 where that isn't known."""
        size = self._read("self/statm").split()
        return int(size[0]) * PAGE if size else 0

    def children(self) -> list[int]:
        """Return the numbers of this process's own children, as /proc counts."""
        return [int(pid) for pid in self._children("self")]

    def of_user(self, user: int) -> int:
        """Return how many processes and threads a user runs."""
        count = 0
        for name in self._names("."):
            with contextlib.suppress(OSError):
                if name.isdigit() and os.stat(name, dir_fd=self._proc).st_uid == user:
                    count += os.stat(f"{name}/task", dir_fd=self._proc).st_nlink - 2
        return count

    def _below(self, pid: str) -> Iterator[str]:
        for child in self._children(pid):
            yield child
            yield from self._below(child)

    def _children(self, pid: str) -> list[str]:
        threads = self._names(f"{pid}/task")
        return [
            child
            for thread in threads
            for child in self._read(f"{pid}/task/{thread}/children").split()
        ]

    def _names(self, folder: str) -> list[str]:
        if self._proc is None:
            return []
        with contextlib.suppress(OSError):
            opened = os.open(folder, os.O_RDONLY, dir_fd=self._proc)
            try:
                with os.scandir(opened) as entries:
                    return [entry.name for entry in entries]
            finally:
                os.close(opened)
        return []

    def _pages(self, pid: str) -> tuple[int, int]:
        """Return how many pages a process has mapped, and how many of them are in use."""
        size = self._read(f"{pid}/statm").split()
        return (int(size[0]), int(size[1])) if size else (0, 0)

    def _read(self, path: str) -> str:
        if self._proc is None:
            return ""
        try:
            opened = os.open(path, os.O_RDONLY, dir_fd=self._proc)
        except OSError:
            return ""
        with contextlib.suppress(OSError), os.fdopen(opened, encoding="ascii") as file:
            return file.read()
        return ""
