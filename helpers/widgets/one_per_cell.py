"""One bench per notebook cell: running a cell again ends what its last run started."""

from __future__ import annotations

from typing import Protocol

from IPython.core.getipython import get_ipython


class Closable(Protocol):
    """Something that runs until it is closed."""

    def close(self) -> None:
        """End it; a second time does nothing."""


_OPEN: dict[str, list[tuple[int, Closable]]] = {}
"""What each cell has started, with the execution it was started in."""


def _here() -> tuple[str, int] | None:
    """Return the id of the cell that is being run and the number of this run, None elsewhere."""
    shell = get_ipython()
    if shell is None or not hasattr(shell, "get_parent"):
        return None
    metadata = shell.get_parent().get("metadata", {})
    cell = metadata.get("cellId") if isinstance(metadata, dict) else None
    return (str(cell), int(shell.execution_count)) if cell else None


def close_earlier(bench: Closable) -> None:
    """Close what earlier runs of this cell have started, and remember ``bench`` for the next one.

    Several benches of one run stay. Outside of a notebook nothing happens.
    """
    here = _here()
    if here is None:
        return
    cell, run = here
    kept = _OPEN.pop(cell, [])
    for earlier, other in kept:
        if earlier != run:
            other.close()
    _OPEN[cell] = [(n, other) for n, other in kept if n == run] + [(run, bench)]
