"""Lets widgets answer while a cell runs, in kernels that have subshells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import ipywidgets as widgets


def within(widget: widgets.Widget) -> Iterator[widgets.Widget]:
    """Yield a widget and every widget inside it."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from within(child)


def comms_within(widget: widgets.Widget) -> list[Any]:
    """Return the channels to the browser of a widget and every widget inside it."""
    return [comm for each in within(widget) if (comm := getattr(each, "comm", None)) is not None]


def listen_while_busy(comms: Sequence[Any]) -> None:
    """Have what the reader does to widgets handled at once, although a cell is running.

    JupyterLab sends it to a subshell of the kernel. But ipykernel 7.4 passes it on to the loop that
    last wrote to the widget, and where a training loop writes, that is the one that is busy. With
    its note of that loop gone, JupyterLab's choice holds. Other kernels take no such note, so
    nothing happens there. Call it after each writing.
    """
    for comm in comms:
        vars(comm).pop("_reply_subshell_id", None)
