"""Who handed in what: the files of a folder or a zip, sorted by learner."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from helpers.classroom.files import File
from helpers.classroom.listing import entries, inside
from helpers.classroom.names import Learner, Named, clean, read_name
from helpers.classroom.settings import HELPERS

COURSE_FOLDERS = {"exercises", "notebooks", "solutions"}
LATE = "Canvas says that this came late"
NAMESAKES = "the names of these folders or zips are the same, as people read them, and all are read"


@dataclass
class HandedIn:
    """What one learner handed in: notebooks and zips, still unread, and what is amiss with it."""

    learner: Learner
    files: list[File] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


class NothingFoundError(ValueError):
    """There is nothing to mark; the message says where it was looked for."""


def find(root: Path) -> list[HandedIn]:
    """Return what each learner handed in, sorted by label.

    A learner is a subfolder, a zip or a notebook in ``root``, which is a folder or a zip itself.
    Raises NothingFoundError where there is none.
    """
    if not root.is_dir() and not root.is_file():
        raise NothingFoundError(f"{root}: there is no such folder or zip.")
    name, found, depth = root.resolve().name, list(entries(root)), 0
    if len(found) == 1 and isinstance(found[0], File) and found[0].is_zip:
        depth = len(found[0].parts)
        name, found = found[0].parts[-1], list(inside(found[0]))
    if not any(isinstance(one, File) for one in found):
        why = f" {found[0]}." if found else ""
        raise NothingFoundError(f"{root}: there is no notebook in it, nor a zip.{why}")
    lessons = lesson_names()
    alone = read_name(name, lessons).learner or Learner(clean(name))
    paths = [one.parts[depth:] for one in found]
    depth += _wrappers(paths, lessons, re.sub(r"\.zip$", "", name))
    by_label: dict[str, HandedIn] = {}
    folders: dict[str, set[tuple[str, ...]]] = {}
    for one in found:
        named = _whose(one.parts[depth:], lessons)
        learner = named.learner or alone
        handed = by_label.setdefault(learner.label, HandedIn(learner))
        if isinstance(one, File):
            handed.files.append(one)
        else:
            handed.problems.append(str(one))
        if named.late and LATE not in handed.problems:
            handed.problems.append(LATE)
        if len(one.parts) > depth + 1 and read_name(one.parts[depth], lessons) == named:
            folders.setdefault(learner.label, set()).add(one.parts[: depth + 1])
    for label, tops in folders.items():
        if len(tops) > 1:
            by_label[label].problems.append(f"handed in {len(tops)} times: {NAMESAKES}")
    return [by_label[label] for label in sorted(by_label)]


def lesson_names() -> tuple[str, ...]:
    """Return the names of the lessons, without their numbers; no exercise is loaded for that."""
    lessons = HELPERS / "grading" / "lessons"
    return tuple(sorted(path.parent.name for path in lessons.glob("*/__init__.py")))


def _wrappers(paths: Sequence[tuple[str, ...]], lessons: tuple[str, ...], name: str) -> int:
    """Return how many folders lie around all learners' files, as zips often have one.

    Such a folder has folders below it, or zips, or an LMS's file names; or it has the name of the
    zip. Otherwise it is a learner.
    """
    depth = 0
    while all(paths) and len({parts[depth] for parts in paths}) == 1:
        below = [parts[depth + 1 :] for parts in paths]
        if not all(below) or any(_is_ones_own(parts, lessons) for parts in below):
            break
        if paths[0][depth] != name and not any(_is_of_a_class(parts) for parts in below):
            break
        depth += 1
    return depth


def _is_ones_own(parts: tuple[str, ...], lessons: tuple[str, ...]) -> bool:
    """Say whether a folder with this in it is one learner's, and not a class's."""
    if len(parts) > 1:
        return parts[0] in COURSE_FOLDERS
    return read_name(parts[0], lessons).learner is None


def _is_of_a_class(parts: tuple[str, ...]) -> bool:
    learner = read_name(parts[0]).learner
    is_file = len(parts) == 1 and not parts[0].lower().endswith(".zip")
    return not is_file or (learner is not None and bool(learner.lms))


def _whose(parts: tuple[str, ...], lessons: tuple[str, ...]) -> Named:
    """Return whose a file is: a folder of the course's, or named after a lesson, names nobody."""
    for part in parts:
        if part in COURSE_FOLDERS:
            break
        named = read_name(part, lessons)
        if named.learner:
            return named
    return Named(None)
