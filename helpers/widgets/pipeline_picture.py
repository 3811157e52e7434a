"""What happens to x on its way through a Package: run it once, draw programs, hooks and values."""

from __future__ import annotations

import contextlib
import io
from typing import Any

from helpers.hooks.pipeline import Package, Program
from helpers.hooks.switches import Call, SwitchBoard
from helpers.widgets.picture import Picture
from helpers.widgets.stage_picture import stage_picture

Stage = tuple[str, Any, bool]


def pipeline_picture(package: Package, x: Any, board: SwitchBoard) -> Picture:
    """Run ``package(x)`` with the board's hooks as they are, and draw the value at each stage.

    A hook is drawn where it changed the value; one that returned None left no mark on it.

    The programs' own values are read by two more hooks, which are gone again at the end. What the
    programs print is dropped.
    """
    stages: list[Stage] = []

    def note(call: Call) -> None:
        if call.returned is not None:
            stages.append((call.label, call.returned, True))

    def note_program(program: Program, value: Any) -> None:
        stages.append((_short(program), value, False))

    for switch in board:
        switch.listen(note)
    package.hooks.insert(0, note_program)  # first in line: it sees what the program itself made
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            package(x)
    finally:
        package.hooks.remove(note_program)
        for switch in board:
            switch.unlisten(note)
    return stage_picture(x, stages)


def _short(program: Program) -> str:
    return getattr(program, "__name__", type(program).__name__).replace("_", " ")
