"""What this learner has passed: one file on the learner's own machine, outside git."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filelock import FileLock
from platformdirs import user_data_path

from helpers.grading.repeating import note_pass

if TYPE_CHECKING:
    from helpers.grading.exercise import Outcome

VERSION = 1
LOCK_SECONDS = 3.0

Exercises = dict[str, dict[str, Any]]
"""{exercise: {"tries": int, "passed": bool, "last": outcome, and of a pass also "days"}}"""


def progress_file() -> Path:
    """Return the file's path: $HOOKS_COURSE_PROGRESS, else the platform's folder for user data."""
    named = os.environ.get("HOOKS_COURSE_PROGRESS")
    return Path(named) if named else user_data_path("hooks-course") / "progress.json"


class Progress:
    """Tries and passes by exercise.

    Safe with several kernels writing at once. It never raises over the file: marking must go on
    where a disk is full, so whatever is wrong is said in one sentence instead.
    """

    def __init__(self, path: Path | None = None, today: Callable[[], date] = date.today) -> None:
        """Use ``path``, by default progress_file(); ``today()`` is the day of a pass."""
        self.path, self._today = path or progress_file(), today

    def read(self) -> Exercises:
        """Return what is known of each exercise that was tried; nothing if it can't be read."""
        return self.look()[0]

    def tries(self, exercise_id: str) -> int:
        """Return how often an exercise was tried."""
        return int(self.read().get(exercise_id, {}).get("tries", 0))

    def note(self, exercise_id: str, outcome: Outcome) -> str | None:
        """Add one try; return a sentence if something about the file is worth knowing."""
        if outcome == "not tried":
            return None

        def add(exercises: Exercises) -> None:
            entry = exercises.setdefault(exercise_id, {"tries": 0, "passed": False})
            entry["tries"] += 1
            entry["passed"] = entry["passed"] or outcome == "passed"
            entry["last"] = outcome
            if outcome == "passed":
                note_pass(entry, self._today())

        return self._change(add)

    def reset(self) -> str | None:
        """Forget everything; return a sentence if that could not be written."""
        return self._change(lambda exercises: exercises.clear())

    def look(self) -> tuple[Exercises, str | None]:
        """Return what the file holds (nothing if it can't be used), and a sentence that says why."""
        try:
            return _parsed(self.path), None
        except FileNotFoundError:
            return {}, None
        except (OSError, _BrokenError, _NewerVersionError) as error:
            return {}, f"Progress could not be read from {self.path}: {error}"

    def _change(self, change: Callable[[Exercises], None]) -> str | None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(f"{self.path}.lock", timeout=LOCK_SECONDS):
                exercises, said = self._loaded()
                change(exercises)
                self._write(exercises)
        # A lock that can't be had raises an OSError, too; on a file system without locks filelock
        # says NotImplementedError.
        except (OSError, NotImplementedError, _NewerVersionError) as error:
            return f"Progress was not written to {self.path}: {error}"
        return said

    def _loaded(self) -> tuple[Exercises, str | None]:
        """Return what the file holds; set a broken file aside, and say so."""
        try:
            return _parsed(self.path), None
        except FileNotFoundError:
            return {}, None
        except _BrokenError:
            number = 1
            while (aside := self.path.with_name(f"progress.broken-{number}.json")).exists():
                number += 1
            self.path.rename(aside)
            return {}, f"The progress file could not be read and was set aside as {aside.name}."

    def _write(self, exercises: Exercises) -> None:
        fresh = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        text = json.dumps({"version": VERSION, "exercises": exercises}, indent=1)
        try:
            fresh.write_text(text, "utf-8")
            fresh.replace(self.path)
        finally:
            with contextlib.suppress(OSError):
                fresh.unlink(missing_ok=True)


class _NewerVersionError(Exception):
    """The file was written by a newer version of the course, which must not be overwritten."""


class _BrokenError(Exception):
    """The file is there, and is no progress file."""


def _parsed(path: Path) -> Exercises:
    """Return what a file holds; raises OSError, _BrokenError or _NewerVersionError."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise _BrokenError("it is not JSON.") from error
    version = data.get("version") if isinstance(data, dict) else None
    if type(version) is int and version > VERSION:
        raise _NewerVersionError(f"it was written by a newer version of the course ({version}).")
    exercises = data.get("exercises") if version == VERSION else None
    if not (isinstance(exercises, dict) and all(map(_is_entry, exercises.values()))):
        raise _BrokenError("it has another form than a progress file.")
    return exercises


def _is_entry(entry: Any) -> bool:
    wanted = {"tries": int, "passed": bool, "last": str}
    # Not isinstance: JSON's true is an int, too.
    return isinstance(entry, dict) and all(
        type(entry.get(key)) is kind for key, kind in wanted.items()
    )
