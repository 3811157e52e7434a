"""How jupyter_client gets nbval's kernels from the warm process; others start as ever."""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from importlib.metadata import EntryPoint
from pathlib import Path
from queue import Empty
from typing import Any, ClassVar, cast

from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner
from nbval.kernel import NbvalKernelspecManager  # type: ignore[import-untyped]

from helpers.course.warm_process import FOREVER, ForkedKernel

NAME = "warm-provisioner"
KILL_SECONDS = 2
KNOWN = {"cwd", "env", "stderr", "extra_arguments", "kernel_id"}
"""What nbval says of the kernel it wants, and jupyter_client adds."""


class QuickClient(BlockingKernelClient):
    """A client that sees at once that a kernel is ready, where others wait for 0.2 s of silence."""

    def wait_for_ready(self, timeout: float | None = None) -> None:
        """Wait until a question is answered and its output seen. Raises RuntimeError."""
        deadline = time.monotonic() + (FOREVER if timeout is None else timeout)
        while time.monotonic() < deadline:
            asked = self.kernel_info()
            with contextlib.suppress(Empty):
                while self.get_shell_msg(timeout=1)["parent_header"].get("msg_id") != asked:
                    pass
                # Output's channel may have been connected too late for this question.
                while not _is_idle(self.get_iopub_msg(timeout=0.2), asked):
                    pass
                return
            if not self.is_alive():
                raise RuntimeError("The kernel died while it started")
        raise RuntimeError(f"The kernel did not answer in {timeout} seconds")


def _is_idle(message: dict[str, Any], asked: str) -> bool:
    after = message["parent_header"].get("msg_id")
    return bool(after == asked and message["content"].get("execution_state") == "idle")


class WarmProvisioner(LocalProvisioner):
    """Provides nbval's kernels from the warm process at ``door``, and any other as ever."""

    door: ClassVar[str] = ""
    _forked: ForkedKernel | None = None

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        """Fork a kernel, or start one cold where it might differ, and return its connection."""
        self._forked = None
        manager: Any = self.parent
        wanted = isinstance(manager.kernel_spec_manager, NbvalKernelspecManager)
        if not wanted or not kwargs.keys() <= KNOWN:
            return await super().launch_kernel(cmd, **kwargs)
        folder = Path(kwargs.get("cwd") or Path.cwd())
        job = {"command": cmd, "folder": str(folder), "variables": kwargs["env"]}
        stderr = kwargs.get("stderr")
        nothing, end = os.pipe()
        os.close(end)
        streams = [nothing, 1, 2 if stderr is None else stderr.fileno()]
        try:
            self._forked = ForkedKernel(self.door, job, streams)
        except OSError as error:
            self.log.debug("The kernel starts cold: %s", error)
            return await super().launch_kernel(cmd, **kwargs)
        finally:
            os.close(nothing)
        self.process = cast("subprocess.Popen[bytes]", self._forked)
        self.pid, self.pgid, self.cwd = self._forked.pid, None, folder
        manager.client_factory = QuickClient
        return self.connection_info

    async def kill(self, restart: bool = False) -> None:
        """Kill the kernel and see it end at once, where jupyter_client would look every 100 ms."""
        await super().kill(restart)
        if self._forked:
            self._forked.poll(KILL_SECONDS)


def switch_on(door: str) -> None:
    """Let jupyter_client, in this process, use WarmProvisioner.

    By hand, since an entry point would be there for every process of this Python.
    """
    WarmProvisioner.door = door
    factory = KernelProvisionerFactory.instance()
    target = f"{WarmProvisioner.__module__}:{WarmProvisioner.__name__}"
    factory.provisioners[NAME] = EntryPoint(NAME, target, factory.GROUP_NAME)
    factory.default_provisioner_name = NAME
