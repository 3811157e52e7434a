"""Calls to the Linux kernel that Python 3.11 has no names for.

Each raises OSError, with the call's name, where the kernel refuses; AttributeError or OSError on
systems that don't have it.
"""

from __future__ import annotations

import ctypes
import os
import platform
from typing import Any

MACHINE = platform.machine()

NEW_MOUNTS, NEW_HOST_NAME, NEW_IPC = 0x20000, 0x4000000, 0x8000000
NEW_USERS, NEW_PROCESSES, NEW_NETWORK = 0x10000000, 0x20000000, 0x40000000

SET_PARENT_DEATH_SIGNAL, SET_DUMPABLE, SET_SECCOMP = 1, 4, 22
SET_CHILD_SUBREAPER, SET_NO_NEW_PRIVILEGES = 36, 38

READ_ONLY, NO_SUID, NO_DEVICES, NO_EXEC = 1, 2, 4, 8
"""As mount flags and, with the same values, as attributes for set_attributes."""
BIND, RECURSIVE, PRIVATE = 4096, 16384, 1 << 18
DETACH = 2

_MOUNT_SETATTR = 442
"""Its number is the same on every machine, as are those of all calls since Linux 5.1."""
_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
_CAPSET = {"x86_64": 126, "aarch64": 91}
_CAPABILITY_VERSION = 0x20080522
_HERE, _WHOLE_TREE = -100, 0x8000


def call(name: str, *arguments: Any) -> int:
    """Call a function of the C library."""
    return _checked(name, _libc()[name], *arguments)


def system_call(number: int, *arguments: Any, name: str = "") -> int:
    """Make a system call by its number."""
    return _checked(name or f"system call {number}", _libc()["syscall"], number, *arguments)


def prctl(what: int, value: int, pointer: Any = 0) -> None:
    """Set one of the process's own switches."""
    call("prctl", what, ctypes.c_ulong(value), pointer, 0, 0)


def unshare(kinds: int) -> None:
    """Move this process into new namespaces of these kinds."""
    call("unshare", kinds)


def mount(source: str | None, target: str, kind: str | None, flags: int, data: str = "") -> None:
    """Mount, with the arguments of the system call."""
    texts = [None if one is None else os.fsencode(one) for one in (source, target, kind)]
    _checked(f"mount {target}", _libc()["mount"], *texts, ctypes.c_ulong(flags), data.encode())


def set_attributes(target: str, flags: int, whole_tree: bool = True) -> None:
    """Add READ_ONLY and the like to a mount, and to all that is mounted inside it."""
    attributes = (ctypes.c_uint64 * 4)(flags, 0, 0, 0)
    where = (_HERE, os.fsencode(target), _WHOLE_TREE if whole_tree else 0)
    system_call(_MOUNT_SETATTR, *where, attributes, 32, name=f"mount_setattr {target}")


def make_root(folder: str) -> None:
    """Make a mounted folder the root of everything, and let go of the old one."""
    os.chdir(folder)
    system_call(_number(_PIVOT_ROOT), b".", b".", name="pivot_root")
    call("umount2", b".", DETACH)
    os.chdir("/")


def drop_capabilities() -> None:
    """Give up every privilege that this process has in its user namespace."""
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    system_call(_number(_CAPSET), header, (ctypes.c_uint32 * 6)(), name="capset")


def _number(of_machine: dict[str, int]) -> int:
    if MACHINE not in of_machine:
        raise OSError(f"no system call numbers are known for {MACHINE}")
    return of_machine[MACHINE]


def _libc() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def _checked(name: str, function: Any, *arguments: Any) -> int:
    result = int(function(*arguments))
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{name}: {os.strerror(error)}")
    return result
