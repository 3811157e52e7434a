"""Mark a class: read learner after learner, mark each distinct answer once, note what is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from helpers.classroom.catalogue import catalogue
from helpers.classroom.finding import HandedIn
from helpers.classroom.reading import Read, read
from helpers.classroom.settings import Settings, digest
from helpers.classroom.store import Store
from helpers.classroom.worker import NOT_MARKED, Done, Job

MOST_PROBLEMS = 20
"""Of one learner."""


class Markers(Protocol):
    """Whoever marks: a Crew on this machine, or a Cluster."""

    def mark(self, jobs: Iterable[Job]) -> Iterator[Done]:
        """Yield what came of each job, drawing jobs as there is room for them."""
        ...


@dataclass
class _Pending:
    """A learner whose answers are not all marked; ``wanted`` are the keys of those."""

    row: dict[str, Any]
    wanted: set[str]


@dataclass
class Run:
    """One run over a class; ``say(done, of)`` hears of each learner who is done.

    A row about a learner is written, and is on the disk, only after the verdicts that it points
    to. So whatever a kill leaves behind is true, and the next run goes on from there.
    """

    store: Store
    settings: Settings
    say: Callable[[int, int], None] = lambda done, of: None
    _waiting: dict[str, list[_Pending]] = field(default_factory=dict)
    _sources: dict[str, str] = field(default_factory=dict)
    _done: int = 0
    _of: int = 0

    def mark(self, handed_in: list[HandedIn], markers: Markers) -> None:
        """Mark what isn't marked yet, and note it; the store then holds all that a report needs."""
        known = catalogue()
        labels = [one.learner.label for one in handed_in]
        about = {"format": 1, **self.settings.as_json(), **known, "learners": labels}
        self.store.about = {**about, "finished": False}
        self._of = len(handed_in)
        ids = {one["id"] for one in known["exercises"]}
        for done in markers.mark(self._jobs(handed_in, ids)):
            self._note(done)
        self.store.about = {**about, "finished": True}

    def _jobs(self, handed_in: list[HandedIn], ids: set[str]) -> Iterator[Job]:
        """Yield a job for each answer that no row knows of, reading learners as they are needed."""
        for one in handed_in:
            found = read(one, ids)
            row = self._row(one, found)
            if self._is_noted(row):
                self._count()
                continue
            wanted = {key for key in row["answers"].values() if key not in self.store.answers}
            if not wanted:
                self._finish(row)
                continue
            pending = _Pending(row, wanted)
            fresh = []
            for exercise, key in row["answers"].items():
                if key in wanted:
                    if key not in self._waiting:
                        self._sources[key] = found.answers[exercise]
                        fresh.append((exercise, key))
                    self._waiting.setdefault(key, []).append(pending)
            for exercise, key in fresh:
                yield {
                    "key": key,
                    "exercise": exercise,
                    "source": self._sources[key],
                    "seed": self.settings.seed,
                    "seconds": self.settings.seconds,
                    "level": self.settings.level,
                }

    def _row(self, one: HandedIn, found: Read) -> dict[str, Any]:
        key = self.settings.answer_key
        return {
            "learner": one.learner.label,
            "name": one.learner.name,
            "lms": one.learner.lms,
            "id": one.learner.id,
            "content": digest(self.settings.key, found.content),
            "answers": {exercise: key(exercise, text) for exercise, text in found.answers.items()},
            "faults": found.faults,
            "problems": _bounded(found.problems),
        }

    def _is_noted(self, row: dict[str, Any]) -> bool:
        if row["learner"] not in self.store.learners:
            return False
        noted = self.store.learners[row["learner"]]
        return noted.get("content") == row["content"] and not noted.get("again")

    def _note(self, done: Done) -> None:
        key, exercise = done["key"], done["exercise"]
        source, waiting = self._sources.pop(key), self._waiting.pop(key)
        if done["outcome"] != NOT_MARKED:
            self.store.answers.add({**done, "source": source})
        for pending in waiting:
            if done["outcome"] == NOT_MARKED:  # the next run tries it again
                del pending.row["answers"][exercise]
                pending.row["faults"][exercise] = (NOT_MARKED, done["message"])
                pending.row["problems"].append(f"{exercise}: {done['message']}")
                pending.row["again"] = True
            pending.wanted.discard(key)
            if not pending.wanted:
                self._finish(pending.row)

    def _finish(self, row: dict[str, Any]) -> None:
        self.store.answers.settle()
        self.store.learners.add(row)
        self.store.learners.settle()
        self._count()

    def _count(self) -> None:
        self._done += 1
        self.say(self._done, self._of)


def _bounded(problems: list[str]) -> list[str]:
    """Return the first problems; a folder of ten thousand links must not fill the report."""
    rest = len(problems) - MOST_PROBLEMS
    return problems if rest <= 0 else [*problems[:MOST_PROBLEMS], f"… and {rest} more"]
