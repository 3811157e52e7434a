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
import sys, time, torch
sys.path.insert(0, {here!r})
from measuring import mlp, paired, seconds, trainer
from helpers import watch
from helpers.lab.pace import Pace
from helpers.widgets.while_busy import listen_while_busy
torch.set_num_threads(1)
model = mlp({layers})
alone, watched, times = trainer(mlp({layers})), trainer(model), {times}
seconds(alone, 50)
lab = watch(model)
seconds(watched, times)

def of_alone(other):
    return paired(lambda: seconds(other, times), lambda: seconds(alone, times))

print("paired:", of_alone(watched))
print("speed:", 60 * times / seconds(alone, 60 * times))

# The floor: the plain loop, and one ready frame sent to the page as often and drawn there.
panel, chart, sent, pace = lab._panel, lab._panel.view.chart, [], Pace()
show = chart.show
chart.show = lambda frame, always=False: sent.append(frame) or show(frame, always=always)
panel.publish(running=False)
lab.model.recorder.close()

def ready_frame():
    watched()
    now = time.perf_counter()
    if pace.is_due(now):
        show(sent[-1])
        listen_while_busy(panel._comms)
        pace.made(now, time.perf_counter())

print("floor:", of_alone(ready_frame))
lab.close()
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
    for layers, times, goal in ((20, 30, "≥ 0.95"), (2, 200, "≥ 0.90")):
        source = WATCHED.format(here=str(Path(__file__).parent), layers=layers, times=times)
        notebook = _open(lab, page, {"watched": source})
        told = notebook.run("watched")
        ratio, speed, floor = (
            re.findall(f"{word}: (.+)", told)[-1] for word in ("paired", "speed", "floor")
        )
        what = f"(a) steps/s watched live ÷ alone, {layers} layers of 64"
        beside = f"{floor} with one ready frame sent as often"
        found.append(Row(what, f"{ratio} at {float(speed):.0f} steps/s", goal, beside))
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
