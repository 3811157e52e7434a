"""What this learner has passed: one file on the learner's own machine, outside git."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from platformdirs import user_data_path

from helpers.grading.exercise import Outcome
from helpers.grading.lessons import EXERCISES

VERSION = 1
LOCK_SECONDS = 3


def progress_file() -> Path:
    """Return the file's path: $HOOKS_COURSE_PROGRESS, else the platform's folder for user data."""
    named = os.environ.get("HOOKS_COURSE_PROGRESS")
    return Path(named) if named else user_data_path("hooks-course") / "progress.json"


class Progress:
    """Tries and passes by exercise.

    Safe with several kernels writing at once. It never raises over the file: marking must go on
    where a disk is full, so whatever is wrong is said in one sentence instead.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Use ``path``, by default progress_file()."""
        self.path = path or progress_file()

    def read(self) -> dict[str, dict[str, Any]]:
        """Return {exercise: {"tries": int, "passed": bool, "last": outcome}}; empty if unreadable."""
        try:
            return _checked(json.loads(self.path.read_text("utf-8")))
        except (OSError, ValueError, _NewerVersionError):
            return {}

    def tries(self, exercise_id: str) -> int:
        """Return how often an exercise was tried."""
        return int(self.read().get(exercise_id, {}).get("tries", 0))

    def note(self, exercise_id: str, outcome: Outcome) -> str | None:
        """Add one try; return a sentence if something about the file is worth knowing."""
        if outcome == "not tried":
            return None

        def add(exercises: dict[str, dict[str, Any]]) -> None:
            entry = exercises.setdefault(exercise_id, {"tries": 0, "passed": False})
            entry["tries"] += 1
            entry["passed"] = entry["passed"] or outcome == "passed"
            entry["last"] = outcome

        return self._change(add)

    def reset(self) -> str | None:
        """Forget everything; return a sentence if that could not be written."""
        return self._change(lambda exercises: exercises.clear())

    def _change(self, change: Callable[[dict[str, dict[str, Any]]], None]) -> str | None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(f"{self.path}.lock", timeout=LOCK_SECONDS):
                exercises, said = self._loaded()
                change(exercises)
                fresh = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
                fresh.write_text(
                    json.dumps({"version": VERSION, "exercises": exercises}, indent=1), "utf-8"
                )
                fresh.replace(self.path)
        except (OSError, Timeout, _NewerVersionError) as error:
            return f"Progress was not written to {self.path}: {error}"
        return said

    def _loaded(self) -> tuple[dict[str, dict[str, Any]], str | None]:
        """Return what the file holds; set a broken file aside, and say so."""
        try:
            return _checked(json.loads(self.path.read_text("utf-8"))), None
        except FileNotFoundError:
            return {}, None
        except ValueError:
            aside = next(
                path
                for number in range(1, 10_000)
                if not (path := self.path.with_name(f"progress.broken-{number}.json")).exists()
            )
            self.path.rename(aside)
            return {}, f"The progress file could not be read and was set aside as {aside.name}."

    def __str__(self) -> str:
        """Return a table, lesson by lesson; no times, so that it can be compared."""
        done = self.read()
        lines, lesson = [], ""
        graded = list(EXERCISES.values())
        passed = sum(done.get(exercise.id, {}).get("passed", False) for exercise in graded)
        lines.append(f"{passed} of {len(graded)} passed")
        for exercise in graded:
            if exercise.lesson != lesson:
                lesson = exercise.lesson
                lines += ["", lesson]
            entry = done.get(exercise.id, {})
            state = "🎉 passed" if entry.get("passed") else entry.get("last", "–")
            tries = entry.get("tries", 0)
            count = f"({tries} {'try' if tries == 1 else 'tries'})" if tries else ""
            lines.append(f"  {exercise.id:<28}{state} {count}".rstrip())
        return "\n".join(lines)


class _NewerVersionError(Exception):
    """The file was written by a newer version of the course, which must not be overwritten."""


def _checked(data: Any) -> dict[str, dict[str, Any]]:
    if isinstance(data, dict) and isinstance(version := data.get("version"), int):
        if version > VERSION:
            raise _NewerVersionError(f"it was written by a newer version of the course ({version})")
        exercises = data.get("exercises")
        if isinstance(exercises, dict) and all(
            isinstance(entry, dict) and isinstance(entry.get("tries"), int)
            for entry in exercises.values()
        ):
            return exercises
    raise ValueError("not a progress file")
