"""Judge: marks answers one by one, each run in a bounded process of its own.

Three parties. The judge, here, draws the cases, holds the claims, and never runs an answer. The
zygote (zygote.py) has torch loaded and forks a keeper for each answer. The keeper runs the answer
in a child under limits, and passes back what it noted as data. No verdict is ever written on the
answer's side, so there is none to forge.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
from dataclasses import asdict, dataclass
from types import TracebackType
from typing import Any, Self

from helpers.grading.exercise import Exercise, Verdict
from helpers.grading.marking import SEED, draw_cases, judge, was_tried
from helpers.grading.wording import not_tried

START_SECONDS = 120
GRACE_SECONDS = 15
MOST_REPLY = 8 << 20


@dataclass(frozen=True)
class Limits:
    """Bounds for one answer: wall seconds, and bytes of memory, output and facts."""

    seconds: float = 10.0
    memory: int = 1 << 30
    output: int = 4 << 20
    facts: int = 4 << 20


class Judge:
    """Marks answers in processes of their own; a context manager that leaves no process behind.

    Raises RuntimeError where the platform can't fork (Windows), or where the zygote won't start.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        """Start the zygote; the first answer waits until torch is loaded."""
        if not hasattr(os, "fork"):
            raise RuntimeError(
                "Judge(): answers are run in forked processes, which this platform doesn't have. "
                "Use Linux, macOS or WSL; check(...) in a notebook works everywhere."
            )
        self.limits = limits or Limits()
        ours, theirs = socket.socketpair()
        self._socket = ours
        with theirs:
            self._zygote = subprocess.Popen(
                [sys.executable, "-m", "helpers.grading.zygote", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
                start_new_session=True,  # Ctrl-C reaches the judge alone, which then ends the rest
            )
        self._ready = False

    def mark(self, exercise: Exercise, source: str, seed: int = SEED) -> Verdict:
        """Mark one answer; whatever it does, a verdict comes back and the next can be marked."""
        if not was_tried(source):
            return not_tried(exercise)
        cases = draw_cases(exercise, seed)
        job = {
            "exercise": exercise.id,
            "source": source,
            "cases": cases,
            "seed": seed,
            "limits": asdict(self.limits),
        }
        return judge(exercise, source, cases, _facts(self._ask(job)))

    def _ask(self, job: dict[str, Any]) -> dict[str, Any]:
        self._wait_until_ready()
        ours, theirs = socket.socketpair()
        with ours:
            with theirs:
                socket.send_fds(self._socket, [b"j"], [theirs.fileno()])
            ours.settimeout(self.limits.seconds + GRACE_SECONDS)
            try:
                ours.sendall(json.dumps(job).encode())
                ours.shutdown(socket.SHUT_WR)
                reply = _read_all(ours)
                answer = json.loads(reply)
            except TimeoutError:
                return {"ended": "time"}
            except (OSError, ValueError, RecursionError):
                return {"ended": "early"}
        return answer if isinstance(answer, dict) else {"ended": "early"}

    def _wait_until_ready(self) -> None:
        if not self._ready:
            self._socket.settimeout(START_SECONDS)
            if self._socket.recv(1) != b"r":
                raise RuntimeError("Judge(): the marking process ended while it was starting.")
            self._ready = True

    def close(self) -> None:
        """End the zygote; a second time does nothing."""
        self._socket.close()  # the zygote reads an end of file and exits
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._zygote.wait(GRACE_SECONDS)
            return
        self._zygote.kill()
        self._zygote.wait()

    def __enter__(self) -> Self:
        """Return the judge."""
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the zygote."""
        self.close()


def _read_all(connection: socket.socket) -> bytes:
    parts, total = [], 0
    while part := connection.recv(1 << 16):
        parts.append(part)
        total += len(part)
        if total > MOST_REPLY:
            raise ValueError("too much")
    return b"".join(parts)


def _facts(reply: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the facts of each case, or how the answer ended where it noted none."""
    facts = reply.get("facts")
    if isinstance(facts, list) and facts and all(isinstance(one, dict) for one in facts):
        return facts
    return [{"ended": str(reply.get("ended", "early"))}]
