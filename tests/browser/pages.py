"""What a reader does in JupyterLab: open a notebook, run cells, type an answer, press a button."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field

import get_chromium
from lab import Lab
from playwright.sync_api import Locator, Page, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
NOTEBOOK = "window.jupyterapp.shell.currentWidget"
RUN_SECONDS = 120_000


@dataclass
class Console:
    """What the browser complained of, and what it asked of other servers than ours."""

    complaints: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)


@contextlib.contextmanager
def browser_page(
    lab: Lab, console: Console, width: int = 1200, height: int = 900
) -> Iterator[Page]:
    """Open a page in headless Chromium that may speak to the lab alone."""
    chromium = get_chromium.find()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport={"width": width, "height": height})
        page.on(
            "console",
            lambda said: console.complaints.append(said.text) if said.type == "error" else None,
        )
        page.on("pageerror", lambda error: console.complaints.append(str(error)))

        def refuse(url: str) -> bool:
            return not url.startswith((lab.url, "data:", "blob:"))

        def note(route) -> None:
            console.outside.append(route.request.url)
            route.abort()

        page.route(refuse, note)
        try:
            yield page
        finally:
            browser.close()


class NotebookPage:
    """One notebook, open in JupyterLab."""

    def __init__(self, lab: Lab, page: Page, path: str) -> None:
        """Open ``path`` (below the lab's root) and wait for its kernel."""
        self.lab, self.page = lab, page
        # ?reset drops the stored workspace, so that no tab of an earlier test comes back.
        page.goto(f"{lab.url}/lab/tree/{path}?reset&token={lab.token}")
        page.wait_for_selector("#jupyterlab-splash", state="detached", timeout=RUN_SECONDS)
        page.wait_for_selector(".jp-NotebookPanel:visible .jp-Cell", timeout=RUN_SECONDS)
        self.wait_idle()

    def wait_idle(self) -> None:
        """Wait until the kernel is there and has nothing left to do."""
        kernel = f"{NOTEBOOK}?.sessionContext?.session?.kernel"
        self.page.wait_for_function(
            f"() => {kernel}?.status === 'idle' && {kernel}.connectionStatus === 'connected'",
            timeout=RUN_SECONDS,
        )

    def command(self, name: str) -> None:
        """Run a command of JupyterLab's and wait until it is done."""
        self.page.evaluate("(name) => window.jupyterapp.commands.execute(name)", name)
        self.wait_idle()

    def run_all(self) -> None:
        """Run every cell."""
        self.command("notebook:run-all-cells")

    def index(self, cell_id: str) -> int:
        """Return the position of the cell with this id."""
        cells = f"{NOTEBOOK}.content.model.sharedModel.cells"
        position: int = self.page.evaluate(f"(id) => {cells}.findIndex(c => c.id === id)", cell_id)
        if position < 0:
            raise LookupError(f"no cell {cell_id!r} in this notebook")
        return position

    def cell(self, cell_id: str) -> Locator:
        """Return the cell with this id."""
        cells = self.page.locator(".jp-NotebookPanel:visible .jp-Notebook .jp-Cell")
        return cells.nth(self.index(cell_id))

    def write(self, cell_id: str, source: str) -> None:
        """Replace what stands in a code cell, with the keyboard."""
        self.cell(cell_id).locator(".cm-content").click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(source)

    def run(self, cell_id: str) -> str:
        """Run one cell with Shift-Enter and return the text of its output."""
        self.start(cell_id)
        # A kernel on a busy machine is still idle when the key has long been pressed, and one with
        # subshells is idle again while the cell runs: only the cell itself can tell.
        self.page.wait_for_function(
            f"(at) => {{ const cell = {NOTEBOOK}.content.widgets[at].model; "
            "return cell.executionState !== 'running' && cell.executionCount !== null; }",
            arg=self.index(cell_id),
            timeout=RUN_SECONDS,
        )
        self.wait_idle()
        # The last output may be painted a moment after the kernel says it is idle.
        self.page.wait_for_timeout(300)
        return self.output(cell_id).inner_text()

    def start(self, cell_id: str) -> None:
        """Press Shift-Enter in a cell, and don't wait for it."""
        self.cell(cell_id).locator(".cm-content").click()
        self.page.keyboard.press("Shift+Enter")

    def output(self, cell_id: str) -> Locator:
        """Return the output area of a cell."""
        return self.cell(cell_id).locator(".jp-Cell-outputArea")

    def errors(self) -> list[str]:
        """Return the text of each traceback and each warning that stands in the notebook."""
        kinds = ("application/vnd.jupyter.error", "application/vnd.jupyter.stderr")
        selector = ", ".join(f'.jp-RenderedText[data-mime-type="{kind}"]' for kind in kinds)
        return self.page.locator(selector).all_inner_texts()
