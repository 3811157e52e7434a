"""Find out which level this platform reaches: try each in a process of its own."""

from __future__ import annotations

import os
import signal
import traceback
from pathlib import Path
from typing import NoReturn

import torch

from helpers.grading.levels import LEVELS, Level
from helpers.grading.view import course
from helpers.grading.walls import KINDS

TRIAL_SECONDS = 20


def best_level(folder: str, highest: Level) -> tuple[Level, str]:
    """Return the highest level that works here, and what the next ones failed at."""
    reasons: list[str] = []
    for level in reversed(LEVELS[1 : LEVELS.index(highest) + 1]):
        reason = failing(level, folder)
        if reason is None:
            return level, "; ".join(reasons)
        reasons.append(f"{level}: {reason}")
    return "limits", "; ".join(reasons)


def failing(level: Level, folder: str) -> str | None:
    """Lock a process in at this level; return what goes wrong, or None."""
    said_in, said_out = os.pipe()
    scout = os.fork()
    if scout == 0:
        os.close(said_in)
        _scout(level, folder, said_out)
    os.close(said_out)
    with os.fdopen(said_in, encoding="utf-8", errors="replace") as said:
        reason = said.read()
    os.waitpid(scout, 0)
    return None if reason == "works" else reason or "its trial was ended"


def _scout(level: Level, folder: str, said: int) -> NoReturn:
    """Do in turn what zygote, keeper and answer do."""
    words = ""
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.alarm(TRIAL_SECONDS)
        walls = KINDS[level](folder)
        keeper = walls.fork()
        if keeper == 0:
            signal.alarm(TRIAL_SECONDS)
            own = walls.make_folder()
            answer = os.fork()
            if answer == 0:
                walls.lock_in(own)
                words = _missing(own) or "works"
            else:
                os.waitpid(answer, 0)
                walls.remove_folder(own)
        else:
            os.waitpid(keeper, 0)
    except BaseException as error:
        words = traceback.format_exception_only(error)[-1].strip()
    finally:
        os.write(said, words.encode())
        os._exit(0)


def _missing(own: str) -> str:
    """Say which of the things that should be so inside the walls isn't."""
    for path in (Path(os.__file__), Path(torch.__file__)):
        path.read_bytes()
    Path(own, "written").write_text("x", encoding="utf-8")
    for path in (course(), *course().glob("*")):
        try:
            list(path.iterdir()) if path.is_dir() else path.read_bytes()
        except OSError:
            continue
        if path.name != ".venv":
            return f"{path} can be read"
    return ""
