"""Kernels from a warm process of the tests' own, started as nbval starts them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest
from jupyter_client.manager import KernelManager
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from nbval.kernel import CURRENT_ENV_KERNEL_NAME, start_new_kernel

from helpers.course.warm_process import WarmProcess, possible
from helpers.course.warm_provisioner import WarmProvisioner, switch_on

SECONDS = 30


@dataclass
class Kernel:
    """A running kernel: its manager and its client."""

    manager: KernelManager
    client: Any

    @property
    def pid(self) -> int:
        """Its process."""
        return self.manager.provisioner.pid

    def run(self, code: str, seconds: float = SECONDS) -> str:
        """Return what the code prints, and how its error is called."""
        said: list[str] = []

        def hear(message: dict[str, Any]) -> None:
            content = message["content"]
            said.append(content.get("text") or content.get("ename") or "")
            said.extend(content.get("data", {}))

        self.client.execute_interactive(
            code, store_history=False, allow_stdin=False, output_hook=hear, timeout=seconds
        )
        return "".join(said).strip()


@pytest.fixture(scope="session")
def warm() -> Iterator[WarmProcess]:
    """The warm process, one for all tests of a worker."""
    if not possible():
        pytest.skip("kernels are forked on Linux alone")
    process = WarmProcess()
    yield process
    process.end()


@pytest.fixture
def start(
    warm: WarmProcess, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Callable[..., Kernel]]:
    """Return a function that starts a kernel, from another ``door`` than the warm one if told."""
    factory = KernelProvisionerFactory.instance()
    monkeypatch.setattr(factory, "default_provisioner_name", factory.default_provisioner_name)
    monkeypatch.setattr(WarmProvisioner, "door", WarmProvisioner.door)
    started: list[Kernel] = []

    def begin(door: str = warm.door, **options: Any) -> Kernel:
        switch_on(door)
        options = {"cwd": str(tmp_path), **options}
        started.append(Kernel(*start_new_kernel(60, CURRENT_ENV_KERNEL_NAME, **options)))
        return started[-1]

    yield begin
    for kernel in started:
        kernel.client.stop_channels()
        kernel.manager.shutdown_kernel(now=True)


@pytest.fixture(scope="session")
def gone() -> Callable[..., bool]:
    """Return a function that waits for processes to end and says whether all have."""

    def all_gone(*pids: int, seconds: float = 5) -> bool:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if not any(map(_runs, pids)):
                return True
            time.sleep(0.02)
        return False

    return all_gone


def _runs(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
