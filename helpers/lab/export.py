"""Export: a run's history as a table of columns, and as a CSV file."""

from __future__ import annotations

import csv
import os
from collections.abc import Sequence
from pathlib import Path

from helpers.hooks.history import Rows, Steps

Table = dict[str, list[float]]


def as_table(layers: Sequence[str], steps: Steps, rows: Rows) -> Table:
    """Return columns by name, ready for ``pandas.DataFrame``: step, each layer's norm, loss.

    ``steps`` has shape (n,), ``rows`` (n, layers + 1) with the loss last.
    """
    columns = {"step": steps.tolist()}
    columns |= {f"{name}.norm": rows[:, place].tolist() for place, name in enumerate(layers)}
    return {**columns, "loss": rows[:, -1].tolist()}


def write_csv(path: str | os.PathLike[str], table: Table) -> None:
    """Write a table as CSV, a line a step; a file that is there is replaced once all is written."""
    target = Path(path)
    part = target.with_name(target.name + ".part")
    with part.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(table)
        writer.writerows(zip(*table.values(), strict=True))
    part.replace(target)
