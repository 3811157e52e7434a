"""Sandbox: the child that runs one answer under bounds, sends its facts, and leaves."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import sys
import tempfile
from dataclasses import dataclass
from typing import Any, NoReturn

from helpers.grading import kernel
from helpers.grading.exercise import Exercise
from helpers.grading.marking import gather
from helpers.grading.walls import Walls

MOST_FILE = 16 << 20
MOST_OPEN = 128
"""How many files an answer may have open at once."""
KEPT_VARIABLES = ("PATH", "LANG", "LC_ALL", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")
"""What an answer sees of the environment; tokens and the like are none of its business."""

OUT_OF_MEMORY = 17
"""Exit code of a child that had no memory left to note its facts in."""
NO_FACTS = 18
"""Exit code of a child whose facts could not be written down."""


@dataclass(frozen=True)
class Place:
    """Where an answer is run: its folder, and the file descriptors that take facts and output."""

    folder: str
    facts: int
    said: int


def run(job: dict[str, Any], exercise: Exercise, walls: Walls, place: Place) -> NoReturn:
    """Run the job's answer to an exercise, write its facts, and leave.

    Exit code 0 says that all facts are written.
    """
    # An answer may replace any of these.
    write, dumps, leave = os.write, json.dumps, os._exit
    code = NO_FACTS
    try:
        _settle(place)
        _bound(job["limits"], walls)
        walls.family.offer_to_the_kernel()
        _close_all_but(place.facts)
        walls.lock_in(place.folder)
        # A copy of this process would go on marking, and write facts of its own.
        os.register_at_fork(after_in_child=lambda: leave(0))
        text = dumps(gather(exercise, job["source"], job["cases"], job["seed"]))
        left = text.encode()
        while left:
            left = left[write(place.facts, left) :]
        code = 0
    except MemoryError:
        code = OUT_OF_MEMORY
    finally:
        # Not sys.exit: at-exit handlers that the answer has left must not run.
        leave(code)


def _settle(place: Place) -> None:
    """Give the process a session, a folder, an environment and standard files of its own."""
    keeper = os.getppid()
    with contextlib.suppress(OSError, AttributeError):
        # An answer that kills its keeper must not outlive it.
        kernel.prctl(kernel.SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != keeper:
        os._exit(NO_FACTS)
    os.setsid()
    os.chdir(place.folder)
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    os.environ.clear()
    os.environ.update(kept, HOME=place.folder, TMPDIR=place.folder)
    tempfile.tempdir = None  # the keeper has asked, and the reply is kept
    for own in (1, 2):  # 0 reads nothing from the start: the zygote was given it so
        os.dup2(place.said, own)


def _close_all_but(facts: int) -> None:
    """Close what the guards have open: the judge's connection, folders out of view."""
    os.closerange(3, facts)
    os.closerange(facts + 1, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def _bound(limits: dict[str, Any], walls: Walls) -> None:
    in_use = walls.family.memory_in_use()
    seconds = int(limits["seconds"]) + 1
    bounds = {
        resource.RLIMIT_CPU: seconds,
        resource.RLIMIT_FSIZE: MOST_FILE,
        resource.RLIMIT_CORE: 0,
    }
    if in_use and sys.platform == "linux":
        bounds[resource.RLIMIT_AS] = in_use + limits["memory"]
        bounds[resource.RLIMIT_NPROC] = walls.process_limit
        bounds[resource.RLIMIT_NOFILE] = MOST_OPEN
    for what, most in bounds.items():
        hard = resource.getrlimit(what)[1]
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (bound, bound))
