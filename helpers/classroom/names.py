"""Who handed a file in, read from its name: plain names, and the forms of Canvas and Moodle."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

LONGEST = 120
"""Characters of a name that are kept."""
CANVAS = re.compile(r"(?:(?P<name>.+?)_)??(?:(?P<late>LATE)_)?(?P<id>\d+|anon_\w{5,}?)_\d{3,}_.+")
MOODLE = re.compile(r"(?P<name>.+)_(?P<id>\d+)_assignsubmission_[a-z]+(?:_.*)?")
COPY = re.compile(r"(?:[ _-]*\(\d+\)|-\d+|[ _-]+copy\d*)+$", re.IGNORECASE)
"""What browsers, Canvas and file managers add to the name of a second copy."""
BETWEEN = " ._-"


@dataclass(frozen=True)
class Learner:
    """One learner: the name, and the id by which Canvas or Moodle knows them, where it was given."""

    name: str
    lms: Literal["", "canvas", "moodle"] = ""
    id: str = ""

    @property
    def label(self) -> str:
        """The name that no other learner has, as far as the names of files can tell."""
        return f"{self.name} ({self.id})" if self.id else self.name


@dataclass(frozen=True)
class Named:
    """What a name says: whose it is (None: it doesn't say), and whether it came late."""

    learner: Learner | None
    late: bool = False


def read_name(name: str, lessons: Sequence[str] = ()) -> Named:
    """Read the name of a folder, a notebook or a zip that was handed in.

    ``lastname_LATE_12345_678_file`` is Canvas's form and ``Full Name_123_assignsubmission_file_``
    Moodle's. Otherwise the name is the learner's, less its ending and the number and name of one of
    the ``lessons``: ``anna_02_tensor_hooks.ipynb`` is Anna's. A lesson's alone names nobody.
    """
    stem = re.sub(r"\.(ipynb|zip)$", "", name, flags=re.IGNORECASE)
    if found := MOODLE.fullmatch(stem):
        return Named(Learner(clean(found["name"]), "moodle", found["id"]))
    if found := CANVAS.fullmatch(stem):
        who = Learner(clean(found["name"] or "anonymous"), "canvas", found["id"])
        return Named(who, late=bool(found["late"]))
    for lesson in lessons:
        if found := re.search(rf"\d\d_{re.escape(lesson)}", COPY.sub("", stem)):
            around = found.string[: found.start()], found.string[found.end() :]
            rest = " ".join(part.strip(BETWEEN) for part in around).strip()
            return Named(Learner(clean(rest)) if rest else None)
    return Named(Learner(clean(stem)))


def clean(text: str) -> str:
    """Return a name on one line, composed (NFC), with what can't be shown written as escapes.

    Different names stay different.
    """
    composed = " ".join(unicodedata.normalize("NFC", text).split())
    shown = "".join(
        one
        if one.isprintable()
        else one.encode("ascii", "backslashreplace").decode()
        if ord(one) > 127
        else f"\\x{ord(one):02x}"
        for one in composed
    )
    if len(shown) > LONGEST:
        mark = hashlib.sha256(shown.encode()).hexdigest()[:8]
        shown = f"{shown[: LONGEST - 10]}… {mark}"
    return shown or "(no name)"
