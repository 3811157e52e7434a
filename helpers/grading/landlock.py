"""Landlock: a process gives up the right to open any file that isn't on a list (Linux 5.13).

It needs no privilege, and can't be undone.
"""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

from helpers.grading import kernel
from helpers.grading.view import DEVICES, readable

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION, _PATH_BENEATH = 1, 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_FOLDER, _TRUNCATE = 1, 2, 4, 8, 1 << 14
_TO_READ = _EXECUTE | _READ_FILE | _READ_FOLDER
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}
"""How many rights on files each version knows; 16 since version 5."""
_TCP, _SOCKETS_AND_SIGNALS = 0b11, 0b11
_SINCE_TCP, _SINCE_SIGNALS = 4, 6


class _Rule(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("rights", ctypes.c_uint64), ("folder", ctypes.c_int32))


def version() -> int:
    """Return the version of Landlock that this kernel has; OSError where it has none."""
    return kernel.system_call(_CREATE_RULESET, None, 0, _ASK_VERSION, name="Landlock")


def see_only(folder: str) -> None:
    """Let this process read what an answer may read, and write into ``folder`` and no other.

    Where the kernel knows how, it keeps TCP and signals to other processes out too.
    """
    has = version()
    every = (1 << _RIGHTS.get(has, 16)) - 1
    attributes = (ctypes.c_uint64 * 3)(
        every,
        _TCP if has >= _SINCE_TCP else 0,
        _SOCKETS_AND_SIGNALS if has >= _SINCE_SIGNALS else 0,
    )
    rules = kernel.system_call(_CREATE_RULESET, attributes, 24, 0, name="Landlock")
    try:
        _allow(rules, Path(folder), every)
        for path in readable():
            _allow(rules, path, _TO_READ)
        for device in map(Path, DEVICES):
            if device.exists():
                _allow(rules, device, every & (_READ_FILE | _WRITE_FILE | _TRUNCATE))
        kernel.system_call(_RESTRICT_SELF, rules, 0, name="Landlock")
    finally:
        os.close(rules)


def _allow(rules: int, path: Path, rights: int) -> None:
    opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = _Rule(rights if path.is_dir() else rights & _ON_FILES, opened)
        where = (rules, _PATH_BENEATH, ctypes.byref(rule), 0)
        kernel.system_call(_ADD_RULE, *where, name=f"Landlock: {path}")
    finally:
        os.close(opened)
