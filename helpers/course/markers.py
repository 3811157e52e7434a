"""The markers around a solution: what stands between them is the answer, and is not handed out.

They are nbgrader's, so that nbgrader reads our solutions too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

BEGIN = re.compile(r"^(?P<indent>[ \t]*)### BEGIN SOLUTION[ \t]*$")
END = re.compile(r"^[ \t]*### END SOLUTION[ \t]*$")
ALMOST = re.compile(r"\b(begin|end)[ _-]*solution\b", re.IGNORECASE)
# Not `...`: as the last line of a cell that would show “Ellipsis” to whoever runs it untouched.
STUB = ("# YOUR CODE HERE", "pass")


class MarkerError(ValueError):
    """The markers of a cell don't pair up; the message says in which line."""


@dataclass
class Part:
    """Neighbouring lines of a source; ``indent`` is the marker's in a solution, None elsewhere."""

    indent: str | None = None
    lines: list[str] = field(default_factory=list)


def parts(source: str) -> list[Part]:
    """Split a source at its markers; raise MarkerError where they are nested, open or misspelt."""
    found = [Part()]
    for number, line in enumerate(source.split("\n"), start=1):
        begin, inside = BEGIN.match(line), found[-1].indent is not None
        if begin and inside:
            raise MarkerError(f"line {number}: BEGIN SOLUTION inside a solution")
        if begin:
            found.append(Part(begin["indent"]))
        elif END.match(line):
            if not inside:
                raise MarkerError(f"line {number}: END SOLUTION without BEGIN SOLUTION")
            found.append(Part())
        elif ALMOST.search(line):
            raise MarkerError(
                f"line {number}: write a marker as “### BEGIN SOLUTION” or “### END SOLUTION”, "
                "alone on its line"
            )
        else:
            found[-1].lines.append(line)
    if found[-1].indent is not None:
        raise MarkerError("BEGIN SOLUTION without END SOLUTION")
    return found


def stubbed(source: str) -> str:
    """Return the source as it is handed out: each solution replaced by a stub."""
    lines: list[str] = []
    for part in parts(source):
        lines += part.lines if part.indent is None else [part.indent + line for line in STUB]
    return "\n".join(lines)


def unmarked(source: str) -> str:
    """Return the source with its solutions and without the markers."""
    return "\n".join(line for part in parts(source) for line in part.lines)


def solutions_in(source: str) -> list[str]:
    """Return what stands between each pair of markers."""
    return ["\n".join(part.lines) for part in parts(source) if part.indent is not None]
