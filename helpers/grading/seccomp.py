"""Seccomp: a filter in the kernel that refuses system calls which no answer needs."""

from __future__ import annotations

import ctypes
import errno
import os
import struct

from helpers.grading import kernel

REFUSED = {
    # Other processes: their memory, their files, signals to them.
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "tkill": (200, 130),
    # Connections, to the network or to a program of this machine.
    "socket": (41, 198),
    # Another view of the files.
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "unshare": (272, 97),
    "setns": (308, 268),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsmount": (432, 432),
    "mount_setattr": (442, 442),
    "open_by_handle_at": (304, 265),
    # What would stay when the answer has ended, or memory that isn't counted as its own.
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    # The turn that other processes get.
    "setpriority": (141, 140),
    "ioprio_set": (251, 30),
    # Corners of the kernel where many of its faults were found.
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # The machine itself.
    "kexec_load": (246, 104),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "reboot": (169, 142),
}
"""System calls that are refused, by their numbers on x86_64 and on aarch64."""
SPECIAL = {
    "clone": (56, 220),
    "clone3": (435, 435),
    "kill": (62, 129),
    "tgkill": (234, 131),
    "fcntl": (72, 25),
    "ioctl": (16, 29),
}
"""Those that are refused for some of their arguments."""
ONLY_ONESELF = {
    "prlimit64": (302, 261),
    "sched_setaffinity": (203, 122),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
}
"""Those whose first argument is a process: refused unless it is 0, the caller itself."""
SIGNALS_BY_FILE = {"fcntl": (8, 10, 15), "ioctl": (0x8901, 0x8902)}
"""Second arguments by which a pipe or socket sends signals to a process when it is written to."""

_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT, _SECOND_ARGUMENT = 0, 4, 16, 24
_ALLOW, _FAIL, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_MODE_FILTER = 2
_OTHER_TABLE = 0x40000000
"""On x86_64 the same calls can be made by numbers from here on."""
_NEW_KINDS = (
    kernel.NEW_MOUNTS
    | kernel.NEW_HOST_NAME
    | kernel.NEW_IPC
    | kernel.NEW_USERS
    | kernel.NEW_PROCESSES
    | kernel.NEW_NETWORK
)

Step = tuple[int, int, int, int]
"""Code, how many steps to leap where it holds and where it doesn't, and a number."""


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_void_p))


def refuse_calls(signals: bool) -> None:
    """Filter this process's system calls from now on; OSError where that isn't possible.

    ``signals`` says whether it may send signals to others; else only to itself and its group.
    """
    if kernel.MACHINE not in _MACHINES:
        raise OSError(f"no system call numbers are known for {kernel.MACHINE}")
    steps = program(kernel.MACHINE, None if signals else os.getpid())
    packed = b"".join(struct.pack("HBBI", *step) for step in steps)
    kept = ctypes.create_string_buffer(packed)
    whole = _Program(len(steps), ctypes.cast(kept, ctypes.c_void_p))
    kernel.prctl(kernel.SET_SECCOMP, _MODE_FILTER, ctypes.byref(whole))


def program(machine: str, own: int | None) -> list[Step]:
    """Return the filter for a machine; ``own`` is the one process that may be signalled."""
    column, architecture = _MACHINES[machine]
    known = REFUSED | SPECIAL | ONLY_ONESELF
    number = {name: both[column] for name, both in known.items()}
    steps: list[Step] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _OTHER_TABLE),
        _fail(errno.EPERM),
    ]
    for name in REFUSED:
        steps += _when(number[name], [_fail(errno.EPERM)])
    # Its flags lie in memory, where a filter can't look; the C library then makes do with clone.
    steps += _when(number["clone3"], [_fail(errno.ENOSYS)])
    first = (_LOAD, 0, 0, _FIRST_ARGUMENT)
    steps += _when(
        number["clone"], [first, (_ANY_BIT, 0, 1, _NEW_KINDS), _fail(errno.EPERM), _allow()]
    )
    for name in ONLY_ONESELF:
        steps += _when(number[name], [first, (_EQUAL, 1, 0, 0), _fail(errno.EPERM), _allow()])
    for name, values in SIGNALS_BY_FILE.items():
        second = (_LOAD, 0, 0, _SECOND_ARGUMENT)
        ways = [step for value in values for step in _when(value, [_fail(errno.EPERM)])]
        steps += _when(number[name], [second, *ways, _allow()])
    if own is not None:
        group, itself = (_EQUAL, 2, 0, 0), (_EQUAL, 1, 0, own)
        for name in ("kill", "tgkill"):
            then = [first, group, itself, _fail(errno.EPERM), _allow()]
            steps += _when(number[name], then)
    return [*steps, _allow()]


def _when(number: int, then: list[Step]) -> list[Step]:
    return [(_EQUAL, 0, len(then), number), *then]


def _fail(error: int) -> Step:
    return (_RETURN, 0, 0, _FAIL | error)


def _allow() -> Step:
    return (_RETURN, 0, 0, _ALLOW)
