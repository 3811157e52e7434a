"""Lab: a real JupyterLab server on loopback, with every folder it writes to under one temporary one."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any, Self

SETTINGS: dict[str, dict[str, Any]] = {
    "@jupyterlab/apputils-extension/notification.jupyterlab-settings": {
        "fetchNews": "false",
        "checkForUpdates": False,
        "doNotDisturbMode": True,
    },
    # Cells that are off screen are not rendered otherwise, so they could not be looked at.
    "@jupyterlab/notebook-extension/tracker.jupyterlab-settings": {"windowingMode": "none"},
    "@jupyterlab/completer-extension/manager.jupyterlab-settings": {"autoCompletion": False},
    # Brackets closed by the editor would double those that a test types.
    "@jupyterlab/codemirror-extension/plugin.jupyterlab-settings": {
        "defaultConfig": {"autoClosingBrackets": False}
    },
}
FOLDERS = ("config", "data", "runtime", "settings", "workspaces", "ipython")
START_SECONDS = 90


class Lab:
    """Serves ``root``; ``theme`` is "JupyterLab Light" or "JupyterLab Dark".

    A context manager: the server and its kernels are gone when the block ends.
    """

    def __init__(self, root: Path, scratch: Path, theme: str = "JupyterLab Light") -> None:
        """Prepare the settings; nothing is started yet."""
        self.root, self.scratch = root, scratch
        self.token, self.url = secrets.token_hex(16), ""
        self.progress_file = scratch / "progress.json"
        themes = {"@jupyterlab/apputils-extension/themes.jupyterlab-settings": {"theme": theme}}
        for name, values in {**SETTINGS, **themes}.items():
            file = scratch / "settings" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(values))
        for name in FOLDERS:
            (scratch / name).mkdir(exist_ok=True)

    def _environment(self) -> dict[str, str]:
        folder = self.scratch
        return {
            **os.environ,
            "JUPYTER_CONFIG_DIR": str(folder / "config"),
            "JUPYTER_DATA_DIR": str(folder / "data"),
            "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
            "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
            "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
            "IPYTHONDIR": str(folder / "ipython"),
            "JUPYTER_TOKEN": self.token,
            "HOOKS_COURSE_PROGRESS": str(self.progress_file),
        }

    def __enter__(self) -> Self:
        """Start the server and wait until it answers, or raise with the end of its log."""
        command = [
            *(sys.executable, "-m", "jupyter", "lab", "--no-browser"),
            *(["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
            *("--ServerApp.ip=127.0.0.1", "--ServerApp.port=0"),
            f"--ServerApp.root_dir={self.root}",
            "--LabApp.expose_app_in_browser=True",
            "--LabApp.news_url=None",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            "--LabApp.extension_manager=readonly",
        ]
        self._log = (self.scratch / "server.log").open("w")
        self._server = subprocess.Popen(
            command, env=self._environment(), cwd=self.root, stdout=self._log, stderr=self._log
        )
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self._server.poll() is not None:
                break
            # With port 0 the server picks one and writes it down here.
            for info in (self.scratch / "runtime").glob("jpserver-*.json"):
                with contextlib.suppress(OSError, ValueError, KeyError):
                    self.url = json.loads(info.read_text())["url"].rstrip("/")
                    self.ask("/api/status")
                    return self
            time.sleep(0.1)
        self._server.kill()
        log = (self.scratch / "server.log").read_text()[-2000:]
        raise RuntimeError(
            f"JupyterLab did not answer within {START_SECONDS} s. Its log ends:\n{log}"
        )

    def ask(self, path: str, method: str = "GET") -> bytes:
        """Call the server's REST API with the token and return the body."""
        headers = {"Authorization": f"token {self.token}"}
        request = urllib.request.Request(self.url + path, method=method, headers=headers)
        with urllib.request.urlopen(request, timeout=10) as answer:
            body: bytes = answer.read()
        return body

    def end_kernels(self) -> None:
        """End every kernel: a lab that goes on training would slow the tests that come after."""
        for session in json.loads(self.ask("/api/sessions")):
            self.ask(f"/api/sessions/{session['id']}", "DELETE")

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Shut kernels and server down, by signal where asking is not enough."""
        with contextlib.suppress(OSError):
            self.ask("/api/shutdown", "POST")
        for how in (None, signal.SIGTERM, signal.SIGKILL):
            if how is not None:
                self._server.send_signal(how)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._server.wait(10)
                break
        self._log.close()
