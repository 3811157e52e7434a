"""(a)–(d) The live picture in a real JupyterLab: its cost, its answer to a click, its frames.

python tests/benchmarks/live.py
"""

from __future__ import annotations

import json
import re
import statistics
import sys
import tempfile
from pathlib import Path

from measuring import Row, table

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

from lab import Lab  # noqa: E402
from pages import Console, NotebookPage, browser_page  # noqa: E402

CHART = ".gradient-lab-chart"
WATCHED = """
import sys, statistics, torch
sys.path.insert(0, {here!r})
from measuring import mlp, trainer, seconds
from helpers import watch
torch.set_num_threads(1)
model = mlp({layers})
alone, watched, times = trainer(mlp({layers})), trainer(model), {times}
seconds(alone, 50)
lab, ratios, speeds = watch(model), [], []
seconds(watched, times)
for number in range(14):
    first, second = (alone, watched) if number % 2 else (watched, alone)
    one, two = seconds(first, times), seconds(second, times)
    plain, live = (one, two) if number % 2 else (two, one)
    ratios.append(plain / live)
    speeds.append(times / plain)
lab.close()
print("paired", statistics.median(ratios), statistics.median(speeds))
"""
LAB = "from helpers import GradientLab\nlab = GradientLab({})\nlab"
CLICK = """async (name) => {
  const chart = document.querySelector('.gradient-lab-chart'), before = chart.dataset.marks;
  const buttons = [...document.querySelectorAll('.gradient-lab button')];
  const button = buttons.find(b => b.innerText.trim() === name);
  const start = performance.now();
  button.click();
  while (chart.dataset.marks === before) await new Promise(requestAnimationFrame);
  return performance.now() - start;
}"""
FRAMES = """async (seconds) => {
  const chart = document.querySelector('.gradient-lab-chart');
  let count = 0;
  const watch = new MutationObserver(() => { count += 1; });
  watch.observe(chart, { attributes: true, attributeFilter: ['data-step'] });
  await new Promise(done => setTimeout(done, 1000 * seconds));
  watch.disconnect();
  return count / seconds;
}"""
HEAP = "() => { window.gc?.(); return performance.memory.usedJSHeapSize / 1e6; }"
FLOOD = """
import os, time, psutil
def flood(frames):
    chart, start = lab.view.chart, lab.view.chart._number
    while lab.view.chart._number < start + frames:
        lab.runner.call(lambda session: (session.step(), lab._publish(session, True)))
        time.sleep(0.002)
    return psutil.Process().memory_info().rss / 1e6
"""


def _open(lab: Lab, page, cells: dict[str, str]) -> NotebookPage:
    code = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {
        "cells": [{**code, "id": key, "source": source} for key, source in cells.items()],
        "metadata": {"kernelspec": kernel},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (lab.root / "bench.ipynb").write_text(json.dumps(notebook))
    return NotebookPage(lab, page, "bench.ipynb")


def cost(lab: Lab, page) -> list[Row]:
    """(a) Steps a second with the live watch ÷ without it, in the same cell in turns."""
    found = []
    for layers, times, goal in ((20, 300, "≥ 0.95"), (2, 1500, "≥ 0.90")):
        source = WATCHED.format(here=str(Path(__file__).parent), layers=layers, times=times)
        notebook = _open(lab, page, {"watched": source})
        ratio, speed = map(float, re.findall(r"paired (\S+) (\S+)", notebook.run("watched"))[-1])
        what = f"(a) steps/s watched live ÷ alone, {layers} layers of 64"
        found.append(Row(what, f"{ratio:.3f} at {speed:.0f} steps/s", goal))
    return found


def answers(lab: Lab, page) -> list[Row]:
    """(b) Click to changed picture, and (c) frames a second, while the lab trains."""
    notebook = _open(lab, page, {"show": LAB.format("")})
    notebook.run("show")
    page.get_by_role("button", name="Run", exact=True).click()
    page.wait_for_function(f"() => Number(document.querySelector('{CHART}').dataset.step) > 50")
    times = [page.evaluate(CLICK, "double gradient") for _ in range(21)]
    frames = page.evaluate(FRAMES, 10)
    return [
        Row("(b) click to changed picture, ms, median", f"{statistics.median(times):.0f}", "≤ 100"),
        Row("(c) frames a second that the browser painted", f"{frames:.1f}", "≥ 19 of 20"),
    ]


def growth(lab: Lab, page, frames: int = 10_000) -> list[Row]:
    """(d) Memory of kernel and page over many frames, after the first thousand."""
    cells = {
        "show": LAB.format("depth=2"),
        "define": FLOOD,
        "first": "print(flood(1000))",
        "rest": f"print(flood({frames}))",
    }
    notebook = _open(lab, page, cells)
    notebook.run("show")
    notebook.run("define")
    kernel, heap = float(notebook.run("first")), page.evaluate(HEAP)
    kernel_after, heap_after = float(notebook.run("rest")), page.evaluate(HEAP)
    what = f"(d) growth over {frames} frames, MB, kernel / page"
    return [Row(what, f"{kernel_after - kernel:+.1f} / {heap_after - heap:+.1f}", "none")]


def rows() -> list[Row]:
    """Measure everything in one JupyterLab."""
    with tempfile.TemporaryDirectory() as folder:
        root, scratch = Path(folder) / "course", Path(folder) / "lab"
        root.mkdir()
        scratch.mkdir()
        with Lab(root, scratch) as lab, browser_page(lab, Console()) as page:
            return [*cost(lab, page), *answers(lab, page), *growth(lab, page)]


if __name__ == "__main__":
    print(table(rows()))
