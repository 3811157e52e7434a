"""Patience: what is asked of a training thread may wait for a step, but not for ever."""

from __future__ import annotations

import ctypes
import threading

SECONDS = 3.0
"""How long a request waits for a step before the step is ended."""


class TooLongError(Exception):
    """Raised inside a step that would not end, such as an endless loop in a reader's hook."""

    def __init__(self) -> None:
        """Say what happened."""
        super().__init__(f"this step went on for {SECONDS:g} s after a click, so it was ended")


def end_if_stuck(thread: threading.Thread, done: threading.Event) -> threading.Thread:
    """End what a thread is doing if ``done`` isn't set within SECONDS.

    Returns at once, with the thread that waits for it, and that ends when ``done`` is set.

    Only Python's own code can be ended, and not a call into C that doesn't come back.
    """

    def watch() -> None:
        if not done.wait(SECONDS) and thread.ident is not None:
            # There is no other way into a thread that doesn't ask whether it is wanted elsewhere.
            error = ctypes.py_object(TooLongError)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), error)

    waiting = threading.Thread(target=watch, name="patience", daemon=True)
    waiting.start()
    return waiting
