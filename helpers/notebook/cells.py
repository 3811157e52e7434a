"""Remember what the learner last ran under each ``# exercise: id`` header.

An answer is the source of its cell, never a name in the kernel: a name may be left over from a
cell that was deleted long ago. The source is caught before each cell runs, since the history
(``In``) stays empty in tools that run cells without storing them, nbval among them.
"""

from __future__ import annotations

import re
from typing import Any

from IPython.core.getipython import get_ipython

HEADER = re.compile(r"^# exercise: *(?P<id>[\w-]+) *$", re.MULTILINE)

answers: dict[str, str] = {}
"""Exercise id → the source that was run last under its header."""

_state = {"kept_by_user": True}


def remember(info: Any) -> None:
    """Keep the source of the cell about to run (an IPython ``ExecutionInfo``) if it is an answer."""
    _state["kept_by_user"] = bool(info.store_history)
    header = HEADER.search(info.raw_cell or "")
    if header:
        answers[header["id"]] = info.raw_cell


def run_by_a_person() -> bool:
    """Say whether the running cell goes into the history: nbval's don't, a reader's do."""
    return _state["kept_by_user"]


def start() -> None:
    """Begin to remember; called on import of helpers, does nothing outside IPython or twice."""
    shell = get_ipython()
    if shell is None:
        return
    # After a reload of helpers the old module's callback would still be there.
    for callback in list(shell.events.callbacks["pre_run_cell"]):
        if (callback.__module__, callback.__name__) == (__name__, "remember"):
            shell.events.unregister("pre_run_cell", callback)
    shell.events.register("pre_run_cell", remember)
