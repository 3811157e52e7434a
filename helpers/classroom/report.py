"""Write all files of a report."""

from __future__ import annotations

from pathlib import Path

from helpers.classroom.page import write_page
from helpers.classroom.store import Store
from helpers.classroom.tables import ASSIGNMENT, write_tables
from helpers.classroom.tally import Tally

FILES = ("index.html", "results.csv", "results.json", "canvas.csv", "moodle.csv")


def write_report(store: Store, folder: Path, assignment: str = ASSIGNMENT) -> Tally:
    """Write the page and the tables of what a store holds, and return the results."""
    tally = Tally(store)
    write_tables(tally, folder, assignment)
    write_page(tally, folder / "index.html")
    return tally
