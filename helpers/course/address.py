"""The address of the course, for exercises that are opened without it, as on Colab."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from helpers.course.notebooks import Cell

GETS_HELPERS = "get-helpers"
"""Id of the cell that makes the helpers importable where they aren't."""
FOLDER_ABOVE = '    sys.path.insert(0, "..")'
CLONE = """    !git clone -q {} hooks-course
    sys.path.insert(0, "hooks-course")"""


def address_of(course: Path) -> str:
    """Return ``address`` under ``[tool.hooks-course]`` in the course's pyproject.toml, or "".

    Raises ValueError where it is no address that could stand in a command.
    """
    settings = course / "pyproject.toml"
    if not settings.is_file():
        return ""
    tools = tomllib.loads(settings.read_text("utf-8")).get("tool", {})
    address = tools.get("hooks-course", {}).get("address", "")
    if address and not re.fullmatch(r"(https|ssh|git|file)://[\w.@:/~+-]+", address):
        raise ValueError(
            f"pyproject.toml, [tool.hooks-course]: address = {address!r} is no address to clone "
            "from. Write one as in https://github.com/OWNER/NAME"
        )
    return str(address)


def with_address(cells: list[Cell], address: str) -> list[Cell]:
    """Return the cells; the one that gets the helpers clones them where there is an address.

    Without one it looks in the folder above the notebook, where they are in a clone.
    """
    if not address:
        return cells
    return [
        {**cell, "source": cell["source"].replace(FOLDER_ABOVE, CLONE.format(address))}
        if cell.get("id") == GETS_HELPERS
        else cell
        for cell in cells
    ]
