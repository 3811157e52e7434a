"""What happens to x on its way through a Package: run it once, draw programs, hooks and values."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from helpers.hooks.pipeline import Hook, Program
from helpers.hooks.switches import Call, SwitchBoard, copied
from helpers.widgets.picture import Picture
from helpers.widgets.stage_picture import Journey, Stage, stage_picture


class Hookable(Protocol):
    """What can be drawn: a package with two lists of hooks, the lesson's own one too."""

    pre_hooks: list[Hook]
    hooks: list[Hook]

    def __call__(self, x: Any) -> Any:
        """Return what is left of x."""


def pipeline_picture(
    package: Hookable | Mapping[str, Hookable], x: Any, board: SwitchBoard
) -> Picture:
    """Run ``package(x)`` with the board's hooks as they are, and draw the value at each stage.

    Several packages, each under a title, are drawn one below the other. A hook of the board that
    returned None is a small ring; one whose result the package did not take is said to be
    dropped. An error ends the row that it happened in, and is named there.

    The values between are read by two more hooks, which are gone again at the end. What the
    programs print is dropped.
    """
    packages = package if isinstance(package, Mapping) else {"": package}
    return stage_picture({title: _journey(each, x, board) for title, each in packages.items()})


@dataclass(frozen=True)
class _Seen:
    """One thing that was seen: a program's start or end, or a hook, and x at that moment."""

    what: str
    name: str
    x: Any
    returned: Any = None


def _journey(package: Hookable, x: Any, board: SwitchBoard) -> Journey:
    seen: list[_Seen] = []
    with _watched(package, board, seen), contextlib.redirect_stdout(io.StringIO()):
        try:
            seen.append(_Seen("result", "", copied(package(x))))
        except Exception as error:  # a hook may raise anything
            message = next(iter(str(error).splitlines()), "")
            return Journey(x, _stages(seen), f"{type(error).__name__}: {message}")
    return Journey(x, _stages(seen))


@contextlib.contextmanager
def _watched(package: Hookable, board: SwitchBoard, seen: list[_Seen]) -> Iterator[None]:
    def note(call: Call) -> None:
        seen.append(_Seen("hook", call.label, call.given[1], call.returned))

    def note_start(program: Program, value: Any) -> None:
        seen.append(_Seen("start", _short(program), copied(value)))

    def note_end(program: Program, value: Any) -> None:
        seen.append(_Seen("program", _short(program), copied(value)))

    for switch in board:
        switch.listen(note)
    package.pre_hooks.append(note_start)  # last of its kind: it sees what the program is given
    package.hooks.insert(0, note_end)  # first of its kind: it sees what the program has made
    try:
        yield
    finally:
        package.pre_hooks.remove(note_start)
        package.hooks.remove(note_end)
        for switch in board:
            switch.unlisten(note)


def _stages(seen: list[_Seen]) -> list[Stage]:
    """Return hooks and programs with the value after each.

    What a hook has left is read from whoever came next: what it returned may have been dropped.
    Where an error let nobody come next, that can't be told, and what it returned stands.
    """
    stages = []
    for number, one in enumerate(seen):
        if one.what == "program":
            stages.append(Stage(one.name, one.x))
        elif one.what == "hook":
            after = seen[number + 1].x if number + 1 < len(seen) else one.returned
            stages.append(Stage(one.name, after, is_hook=True, returned=one.returned))
    return stages


def _short(program: Program) -> str:
    return getattr(program, "__name__", type(program).__name__).replace("_", " ")
