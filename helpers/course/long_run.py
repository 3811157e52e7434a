"""Run a command that takes its time, and say every few seconds how far it is."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable, Mapping

EVERY_SECONDS = 5.0


def run_long(
    command: list[str],
    hear: Callable[[str], None],
    tell: Callable[[], str],
    environment: Mapping[str, str] | None = None,
) -> int:
    """Run the command to its end and return its exit status.

    ``hear`` is given each line that it prints, ``tell`` is asked every EVERY_SECONDS for what to
    print. The command reads nothing, and is ended where ``hear`` raises. Raises OSError where
    there is no such command.
    """
    process = subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    over = threading.Event()
    clock = threading.Thread(target=_tick, args=(over, tell), daemon=True)
    clock.start()
    assert process.stdout is not None
    try:
        for line in process.stdout:
            hear(line.rstrip())
        return process.wait()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        over.set()
        clock.join()


def _tick(over: threading.Event, tell: Callable[[], str]) -> None:
    start = time.monotonic()
    while not over.wait(EVERY_SECONDS):
        print(f"{time.monotonic() - start:6.0f} s  {tell()}", flush=True)
