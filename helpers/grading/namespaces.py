"""Namespaces: an answer's own view of files, processes and network (Linux).

The zygote enters them once. Each keeper is the first process of a process namespace of its own,
which dies with it, and gets an empty folder for temporary files. Without root it takes a kernel
that lets anybody make user namespaces.
"""

from __future__ import annotations

import os
from pathlib import Path

from helpers.grading import kernel
from helpers.grading.kernel import NO_DEVICES, NO_EXEC, NO_SUID, READ_ONLY
from helpers.grading.view import DEVICES, free_of, readable

MOST_FILES = 64 << 20
"""Bytes of all the files that an answer may leave while it runs."""
FIRST_USER = 2_000_000_000
"""Where the zygote is root, its answers are run as a user from here on, whom nobody else is."""


class Namespaces:
    """Namespaces that this process enters when it is made; OSError where it can't."""

    def __init__(self, folder: str) -> None:
        """Enter; ``folder``, empty, is where the new view of the files is put together."""
        self._user = FIRST_USER + os.getpid() if os.geteuid() == 0 else None
        self._own_processes = os.open("/proc/self/ns/pid", os.O_RDONLY)
        kinds = kernel.NEW_MOUNTS | kernel.NEW_NETWORK | kernel.NEW_IPC | kernel.NEW_HOST_NAME
        if self._user is None:
            _become_somebody(kinds)
        else:
            kernel.unshare(kinds)
        self._temporary = _build_view(folder)

    def fork(self) -> int:
        """Fork; the child is the first process of a new process namespace."""
        kernel.unshare(kernel.NEW_PROCESSES)
        child = -1
        try:
            child = os.fork()
        finally:
            if child:  # a second unshare is refused until this one is taken back
                kernel.call("setns", self._own_processes, kernel.NEW_PROCESSES)
        return child

    def make_folder(self) -> str:
        """Mount an empty folder for temporary files, for a keeper; return one for its answer."""
        kernel.unshare(kernel.NEW_MOUNTS)
        size = f"size={MOST_FILES},nr_inodes=10k,mode=700"
        kernel.mount("tmpfs", self._temporary, "tmpfs", NO_SUID | NO_DEVICES, size)
        if self._user is not None:
            os.chown(self._temporary, self._user, self._user)
        return self._temporary

    def give_up_rights(self) -> None:
        """Leave an answer's process none of the rights that it took to set all this up."""
        if self._user is not None:
            os.setgroups([])
            os.setresgid(self._user, self._user, self._user)
            os.setresuid(self._user, self._user, self._user)
        kernel.drop_capabilities()


def _become_somebody(kinds: int) -> None:
    """Enter a user namespace in which this process may do what follows, as the same user."""
    user, group = os.geteuid(), os.getegid()
    kernel.unshare(kinds | kernel.NEW_USERS)
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")


def _build_view(folder: str) -> str:
    """Enter a view of the allow list alone, put together in ``folder``; return the empty folder."""
    paths = readable()
    temporary = free_of(paths)
    kernel.mount(None, "/", None, kernel.RECURSIVE | kernel.PRIVATE)
    kernel.mount("tmpfs", folder, "tmpfs", NO_SUID | NO_DEVICES, "size=1m,mode=755")
    for path in paths:
        _show(path, folder, READ_ONLY | NO_SUID | NO_DEVICES)
    for device in map(Path, DEVICES):
        if device.exists():
            _show(device, folder, READ_ONLY | NO_SUID | NO_EXEC)
    Path(folder + temporary).mkdir(parents=True, exist_ok=True)
    kernel.make_root(folder)
    kernel.set_attributes("/", READ_ONLY, whole_tree=False)
    return temporary


def _show(path: Path, folder: str, flags: int) -> None:
    place = Path(f"{folder}{path}")
    place.parent.mkdir(parents=True, exist_ok=True)
    if path.is_symlink():
        place.symlink_to(path.readlink())
        return
    if path.is_dir():
        place.mkdir()
    else:
        place.touch()
    kernel.mount(str(path), str(place), None, kernel.BIND | kernel.RECURSIVE)
    kernel.set_attributes(str(place), flags)
