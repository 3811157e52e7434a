"""The learner's own line that a diagnosis is about, where nothing crashed."""

from __future__ import annotations

import ast
from typing import Any

OwnLine = tuple[int, str]
"""A line's number and its text."""


def own_line(source: str, noted: Any) -> OwnLine | None:
    """Return the line of the last registration: the one that was noted, or else that is written.

    ``noted`` comes from the answer's process and may be anything. None where no line registers.
    """
    lines = source.splitlines()
    if type(noted) is not int or not 1 <= noted <= len(lines):
        noted = _last_written(source)
    return (noted, lines[noted - 1].strip()) if noted else None


def _last_written(source: str) -> int:
    """Return the line of the last ``….register_…(…)``, 0 where there is none.

    Only hooks of tensors and modules are watched. An optimiser's, or those of the package in plain
    Python, are found where they stand.
    """
    try:
        nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return 0
    called = [node.func for node in nodes if isinstance(node.func, ast.Attribute)]
    return max((one.lineno for one in called if one.attr.startswith("register_")), default=0)
