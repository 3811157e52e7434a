"""How long from Shift-Enter on a check to its verdict, for every exercise, in a real JupyterLab.

    python tests/benchmarks/check_latency.py

Beside each exercise's time stands its ratio to the floor: a cell that shows one word, in the same
notebook. Times are from the key press in the page to the first painted frame with the new output.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from lab import Lab  # noqa: E402
from pages import Console, NotebookPage, browser_page  # noqa: E402

from helpers.grading.lessons import EXERCISES  # noqa: E402

ROUNDS = 7
CELLS = ".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Notebook .jp-Cell"
STOPWATCH = """([cells, index]) => {
  const output = () => document.querySelectorAll(cells)[index]?.querySelector('.jp-Cell-outputArea');
  const watch = window.__watch = {start: null, end: null};
  const begin = (event) => {  // the Shift of Shift-Enter is a key press too
    if (event.key !== 'Enter') return;
    watch.start = performance.now();
    document.removeEventListener('keydown', begin, true);
  };
  document.addEventListener('keydown', begin, true);
  const tick = () => {
    const shown = output() && output().innerText.trim() !== '';
    if (watch.start !== null && shown) { watch.end = performance.now(); return; }
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""


def press(notebook: NotebookPage, cell_id: str) -> float:
    """Run a cell with Shift-Enter and return the milliseconds to its new output on the page."""
    index = notebook.index(cell_id)
    notebook.cell(cell_id).locator(".cm-content").click()
    notebook.command("notebook:clear-cell-output")
    notebook.cell(cell_id).locator(".cm-content").click()  # the command has taken the focus
    notebook.page.evaluate(STOPWATCH, [CELLS, index])
    notebook.page.keyboard.press("Shift+Enter")
    notebook.page.wait_for_function("() => window.__watch.end !== null", timeout=30_000)
    notebook.wait_idle()
    took: float = notebook.page.evaluate("() => window.__watch.end - window.__watch.start")
    return took


def median(notebook: NotebookPage, cell_id: str) -> tuple[float, float]:
    """Return the first time and the median of the next ones."""
    times = [press(notebook, cell_id) for _ in range(ROUNDS + 1)]
    return times[0], statistics.median(times[1:])


def main() -> None:
    """Print a line an exercise: first time, median, ratio to the floor."""
    scratch = Path(tempfile.mkdtemp(prefix="latency-"))
    shutil.copytree(ROOT / "solutions", scratch / "solutions")
    (scratch / "lab").mkdir()
    with Lab(scratch, scratch / "lab") as lab, browser_page(lab, Console()) as page:
        for stem in sorted({e.lesson for e in EXERCISES.values()}):
            notebook = NotebookPage(lab, page, f"solutions/{stem}.ipynb")
            notebook.run_all()
            notebook.write("setup", '"floor"')
            _, floor = median(notebook, "setup")
            print(f"{stem}: floor {floor:.0f} ms")
            for exercise in EXERCISES.values():
                if exercise.lesson == stem and exercise.kind == "exercise":
                    first, usual = median(notebook, f"check-{exercise.id}")
                    print(
                        f"  {exercise.id:<22} first {first:4.0f} ms  median {usual:4.0f} ms", end=""
                    )
                    print(f"  = {usual / floor:.2f} x floor")
    shutil.rmtree(scratch, ignore_errors=True)


if __name__ == "__main__":
    main()
