"""Seccomp: a filter in the kernel that refuses system calls which no answer needs."""

from __future__ import annotations

import ctypes
import errno
import os
import struct

from helpers.grading import kernel
from helpers.grading.system_calls import ONLY_ONESELF, REFUSED, SIGNALS_BY_FILE, SPECIAL

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
    number = {name: of_both[column] for name, of_both in (SPECIAL | ONLY_ONESELF).items()}
    steps: list[Step] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _OTHER_TABLE),
        _fail(errno.EPERM),
    ]
    for numbers in REFUSED.values():
        refused = numbers[column]
        steps += _when(refused, [_fail(errno.EPERM)]) if refused is not None else []
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
