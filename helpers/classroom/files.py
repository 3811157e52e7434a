"""A file of a submission, on disk or inside a zip: read within bounds, never unpacked to disk."""

from __future__ import annotations

import io
import os
import stat
import zipfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import IO, Any

from helpers.classroom.names import clean
from helpers.course.notebooks import LARGEST

LARGEST_ZIP = 100_000_000
"""Bytes of a zip inside another, which has to be read into memory."""
LARGEST_LIST = {False: 40_000_000, True: 4_000_000}
"""Bytes of a zip's list of files: of one on disk, and of one inside another."""
SIZE_OF_LIST = 5
"""Where zipfile keeps the bytes of the list, in what it reads from a zip's end."""
KINDS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Others let the zip say how much memory unpacking takes."""
ZIP_ERRORS = (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, ValueError, EOFError)


class BadFileError(ValueError):
    """A file can't be used; the message names it and says why."""


@dataclass(frozen=True)
class Refused:
    """Something that isn't read, and why; ``parts`` as in File."""

    parts: tuple[str, ...]
    why: str

    def __str__(self) -> str:
        """Return a line that names it and says why."""
        return f"{shown(self.parts)}: {self.why}"


def shown(parts: tuple[str, ...]) -> str:
    """Return a path as messages show it."""
    return "/".join(map(clean, parts))


@dataclass(frozen=True)
class File:
    """A notebook, or a zip: its path for messages, where it lies, and its place in zips.

    ``parts`` is the path below what was handed to the command; ``members`` are the numbers of the
    entries that lead to it, where ``path`` is a zip.
    """

    parts: tuple[str, ...]
    path: Path
    members: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """The path as messages show it."""
        return shown(self.parts)

    @property
    def is_zip(self) -> bool:
        """Say whether it is a zip, by its name."""
        return self.parts[-1].lower().endswith(".zip")

    def read(self, most: int = LARGEST) -> bytes:
        """Return the bytes; raises BadFileError where there are more than ``most``, or none."""
        if self.members:
            return _from_zip(self, most)
        return _from_disk(self, most)


def _from_disk(file: File, most: int) -> bytes:
    try:
        # A link could lead to the solutions.
        with _regular(file.path, os.O_NOFOLLOW, file.name) as stream:
            content = stream.read(most + 1)
    except OSError as error:
        raise BadFileError(f"{file.name}: can't be read ({error.strerror})") from None
    return _bounded(file, content, most)


def _regular(path: Path, flags: int = 0, name: str = "") -> IO[bytes]:
    """Open a file to read; raises BadFileError for a pipe, which would be waited for, or the like."""
    stream = open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | flags), "rb")  # noqa: PTH123, SIM115
    if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
        stream.close()
        raise BadFileError(f"{name or path.name}: this is not a regular file")
    return stream


def _from_zip(file: File, most: int) -> bytes:
    try:
        outer = opened(file.path, file.members[:-1])
        info = outer.infolist()[file.members[-1]]
        # Not the size that the zip states, which may be a lie.
        with outer.open(_plain(info, file)) as stream:
            content = stream.read(most + 1)
    except BadFileError:
        raise
    except ZIP_ERRORS as error:
        why = "it is encrypted" if "password" in str(error) else type(error).__name__
        raise BadFileError(f"{file.name}: can't be unpacked ({why})") from None
    return _bounded(file, content, most)


def _plain(info: zipfile.ZipInfo, file: File) -> zipfile.ZipInfo:
    if info.compress_type not in KINDS:
        raise BadFileError(f"{file.name}: packed in a way that isn't read; use a plain zip")
    return info


def _bounded(file: File, content: bytes, most: int) -> bytes:
    if len(content) > most:
        raise BadFileError(
            f"{file.name}: larger than {most // 1_000_000} MB. Clear its outputs and hand it in again"
        )
    return content


@lru_cache(maxsize=2)  # the class's zip, and one learner's inside it
def opened(path: Path, members: tuple[int, ...]) -> zipfile.ZipFile:
    """Return a zip, which may lie in another; raises one of ZIP_ERRORS or BadFileError."""
    if members:
        content = File((path.name,), path, members).read(LARGEST_ZIP)
        _check_list(path.name, io.BytesIO(content), LARGEST_LIST[True])
        return zipfile.ZipFile(io.BytesIO(content))
    with _regular(path) as stream:
        _check_list(path.name, stream, LARGEST_LIST[False])
    return zipfile.ZipFile(path)


def _check_list(name: str, stream: IO[bytes], most: int) -> None:
    """Raise BadFileError where a zip lists too much: all of the list would be read at once.

    The length of the list stands in up to three places, and zips that want to be misread say
    another thing in each: zipfile itself is asked which of them it goes by.
    """
    end: Any = zipfile._EndRecData(stream)  # type: ignore[attr-defined]
    if end and end[SIZE_OF_LIST] > most:
        raise BadFileError(f"{name}: it lists too many files")
