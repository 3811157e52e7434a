"""A pytest plugin by which nbval's kernels start warm: ``-p helpers.course.warm_kernels``.

Each is forked from one process that has torch loaded, so the seconds that takes are paid once, not
for each notebook. On Linux only; elsewhere, and wherever a forked kernel might differ from one that
is started cold, it is started cold.
"""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from helpers.course.warm_process import WarmProcess, possible

WARM = pytest.StashKey[WarmProcess]()
DOOR = "warm_door"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--cold-kernels``."""
    parser.addoption("--cold-kernels", action="store_true", help="start nbval's kernels afresh")


def pytest_configure(config: pytest.Config) -> None:
    """Start the warm process where notebooks are run; pytest's workers share their parent's."""
    worker: dict[str, Any] | None = getattr(config, "workerinput", None)
    door: str | None = worker.get(DOOR) if worker else None
    wanted = config.getoption("nbval", False) and not config.getoption("cold_kernels")
    if worker is None and wanted and possible():
        with contextlib.suppress(OSError):  # the path of the socket may be too long, for one
            config.stash[WARM] = WarmProcess()
            door = config.stash[WARM].door
    if door:
        from helpers.course.warm_provisioner import switch_on

        switch_on(door)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker where the warm process is."""
    if warm := node.config.stash.get(WARM, None):
        node.workerinput[DOOR] = warm.door


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the warm process."""
    if warm := config.stash.get(WARM, None):
        warm.end()
