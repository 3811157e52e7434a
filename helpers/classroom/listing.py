"""What lies in a folder or a zip: the notebooks and zips in it, without reading them."""

from __future__ import annotations

import os
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path

from helpers.classroom.files import ZIP_ERRORS, BadFileError, File, Refused, opened

DEEPEST, MOST_ENTRIES = 12, 20_000
"""Folders below one another, and entries in one learner's folder or zip."""
JUNK = {"__MACOSX", "__pycache__", "node_modules", "site-packages"}


def entries(root: Path) -> Iterator[File | Refused]:
    """Yield each notebook and zip below a folder or in a zip, in the order of their names.

    What is hidden, and what is no notebook, is passed over; a link to a notebook, and a folder that
    is too deep or too full, is refused. Zips are not looked into.
    """
    opened.cache_clear()  # a zip may have changed since
    return _in_folder(root, ()) if root.is_dir() else inside(File((), root))


def _in_folder(folder: Path, parts: tuple[str, ...]) -> Iterator[File | Refused]:
    try:
        found = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        yield Refused(parts, f"can't be read ({error.strerror})")
        return
    if len(parts) > DEEPEST or (parts and len(found) > MOST_ENTRIES):
        yield Refused(parts, "too deep or too full, so it is not looked into")
        return
    for entry in found:
        below = (*parts, entry.name)
        if _is_junk(entry.name):
            continue
        if entry.is_symlink():
            if _is_wanted(entry.name) or Path(entry.path).is_dir():
                yield Refused(below, LINK)
        elif entry.is_dir():
            yield from _in_folder(Path(entry.path), below)
        elif _is_wanted(entry.name):
            yield File(below, Path(entry.path))


def inside(file: File) -> Iterator[File | Refused]:
    """Yield the notebooks and zips that a zip holds; one that can't be opened is refused."""
    parts = file.parts
    try:
        infos = opened(file.path, file.members).infolist()
    except BadFileError as error:
        yield Refused(parts, str(error).partition(": ")[2])
        return
    except ZIP_ERRORS as error:
        yield Refused(parts or (file.path.name,), f"can't be opened ({type(error).__name__})")
        return
    if file.members and len(infos) > MOST_ENTRIES:
        yield Refused(parts, f"holds {len(infos)} files, so it is not looked into")
        return
    for number, info in sorted(enumerate(infos), key=lambda one: decoded(one[1])):
        # Backslashes are Windows's.
        below = tuple(part for part in decoded(info).replace("\\", "/").split("/") if part)
        if ".." in below:
            yield Refused((*parts, *below), "leads out of the zip, so it is not read")
        elif below and not any(map(_is_junk, below)) and _is_wanted(below[-1]):
            if stat.S_ISLNK(info.external_attr >> 16):
                yield Refused((*parts, *below), LINK)
            elif not info.is_dir():
                yield File((*parts, *below), file.path, (*file.members, number))


def decoded(info: zipfile.ZipInfo) -> str:
    """Return an entry's name: many programs write UTF-8 and don't say so."""
    if info.flag_bits & 0x800:
        return info.filename
    try:
        return info.filename.encode("cp437").decode()
    except UnicodeError:
        return info.filename


LINK = "this is a link, which is not followed"


def _is_junk(name: str) -> bool:
    return name.startswith(".") or name in JUNK


def _is_wanted(name: str) -> bool:
    return name.lower().endswith((".ipynb", ".zip"))
