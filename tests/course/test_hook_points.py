"""The table of hook points holds every public registration of the installed torch, and no other."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import json
import pkgutil
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
import torch

from helpers.hooks.points import POINTS, TO_COME

COURSE = Path(__file__).parents[2]
NAME = re.compile(r"^(register_\w*hook|set_\w*_hook)$")
# Importing these starts something, needs what isn't there, or is torch's own test material.
SKIPPED = re.compile(r"\.(_|testing|test|onnx|_inductor|_dynamo|xpu|mtia|backends|contrib|ao\.)")


def torch_modules() -> Iterator[ModuleType]:
    """Import and yield torch's public modules; those that can't be imported here are passed over."""
    yield torch
    for info in pkgutil.walk_packages(torch.__path__, "torch.", onerror=lambda name: None):
        if not SKIPPED.search(info.name):
            try:
                yield importlib.import_module(info.name)
            except (ImportError, RuntimeError, AttributeError, AssertionError, OSError):
                continue


def registrations() -> set[str]:
    """Return the last two parts of each public registration's name: owner and function."""
    found: set[str] = set()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for module in torch_modules():
            for owner_name, owner in list(vars(module).items()):
                if inspect.isclass(owner) and not owner_name.startswith("_"):
                    own = [name for name in vars(owner) if NAME.match(name)]
                    if str(owner.__module__).startswith("torch"):
                        found |= {f"{owner.__name__}.{name}" for name in own}
                elif NAME.match(owner_name) and callable(owner):
                    found.add(f"{owner.__module__.rpartition('.')[2]}.{owner_name}")
    return found


def listed() -> set[str]:
    """Return the same two parts of each name in the table."""
    return {".".join(point.name.split(".")[-2:]) for point in POINTS}


PICKLING = {
    f"{pipe}.set_{what}_hook"
    for pipe in ("IterDataPipe", "MapDataPipe")
    for what in ("getstate", "reduce_ex")
}
"""These say how a data pipe is pickled, for a whole class at once; nothing is hooked by them."""


def test_no_registration_of_torch_is_missing() -> None:
    """What torch offers is in the table."""
    offered = registrations() - PICKLING
    functions = {name.rpartition(".")[2] for name in listed()}

    assert {name for name in offered if name.rpartition(".")[2] not in functions} == set()
    assert "Module.register_forward_hook" in offered


# Importing all of torch warns of what is on its way out; none of it is ours.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("point", POINTS, ids=[point.name for point in POINTS])
def test_every_entry_is_there_in_torch(point) -> None:
    """Each full name leads to something that can be called."""
    parts = point.name.split(".")
    found, rest = torch, parts[1:]
    # Some modules are hidden behind their package: torch.optim deletes its name `optimizer`.
    for length in range(len(parts) - 1, 0, -1):
        with contextlib.suppress(ImportError):
            found, rest = importlib.import_module(".".join(parts[:length])), parts[length:]
            break
    for part in rest:
        found = getattr(found, part)

    assert callable(found)


@pytest.mark.parametrize("point", [p for p in POINTS if p.lesson != TO_COME], ids=lambda p: p.name)
def test_the_lesson_shows_the_call_in_plain_sight(point) -> None:
    """A code cell of the lesson that is named holds the registration."""
    notebook = json.loads((COURSE / f"notebooks/{point.lesson}.ipynb").read_text(encoding="utf-8"))
    code = [cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "code"]

    assert any(f"{point.name.rpartition('.')[2]}(" in "".join(cell) for cell in code) or any(
        f'"{point.name.rpartition(".")[2]}"' in "".join(cell) for cell in code
    )
