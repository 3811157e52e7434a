"""What `make test` spends on the notebooks: kernels started cold, started warm, and the cells alone.

    python tests/benchmarks/nbval_speed.py [ROUNDS]

The floor forks a plain IPython, with the same modules loaded, for each notebook, two at a time, and
runs its cells: no kernel, no messages, no comparison. A run is a whole pytest with two workers;
what pytest alone needs, with no test selected, stands beside it. Kinds of runs are made in turns.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from measuring import Row, table

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted([*ROOT.glob("notebooks/*.ipynb"), *ROOT.glob("solutions/*.ipynb")])
# hypothesis is loaded late in a run even where no test uses it; in `make test` tests do.
OPTIONS = [
    "-n",
    "2",
    "--dist",
    "loadfile",
    "-q",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:hypothesispytest",
]
NBVAL = ["--nbval", "--nbval-current-env", "--nbval-cell-timeout=60"]
WARM = ["-p", "helpers.course.warm_kernels"]


def nbval(*more: str) -> Callable[[], float]:
    """Return a function that runs pytest on the notebooks and returns how long it took."""

    def run() -> float:
        start = time.perf_counter()
        command = [
            sys.executable,
            "-m",
            "pytest",
            "notebooks",
            "solutions",
            *NBVAL,
            *OPTIONS,
            *more,
        ]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        took = time.perf_counter() - start
        if done.returncode not in (0, 5):  # 5: no test was selected
            print(done.stdout.splitlines()[-1], file=sys.stderr)
        return took

    return run


def floor() -> float:
    """Return how long the cells take, measured in a process that has everything loaded."""
    command = [sys.executable, __file__, "--floor"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout)


def fork_cells() -> float:
    """Run the cells of each notebook in a fork of this process, two at a time."""
    from IPython.core.interactiveshell import InteractiveShell

    from helpers.course.warm_server import LOADED

    for name in LOADED:
        import_module(name)
    start, running = time.perf_counter(), 0
    for path in NOTEBOOKS:
        if running == 2:
            wait()
            running -= 1
        if os.fork() == 0:
            run_cells(path, InteractiveShell.instance())
        running += 1
    for _ in range(running):
        wait()
    return time.perf_counter() - start


def wait() -> None:
    """Wait for one notebook; raise where a cell of it has failed."""
    if os.waitstatus_to_exitcode(os.wait()[1]):
        raise RuntimeError("a cell failed")


def run_cells(path: Path, shell: object) -> NoReturn:
    """Run the code cells of a notebook, print nothing, and leave."""
    status = 1
    try:
        os.chdir(path.parent)
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        status = sum(not shell.run_cell(source, store_history=False).success for source in sources)
    finally:
        os._exit(min(status, 1))


def rows(rounds: int) -> list[Row]:
    """Return the medians of so many rounds, and of each round's ratios."""
    kinds = {
        "cold": nbval(),
        "warm": nbval(*WARM),
        "pytest alone": nbval("-k", "no_such_cell"),
        "floor": floor,
    }
    seen: dict[str, list[float]] = {kind: [] for kind in kinds}
    for number in range(rounds):
        for kind in kinds if number % 2 else reversed(kinds):
            seen[kind].append(kinds[kind]())
    middle = {kind: f"{statistics.median(times):.1f} s" for kind, times in seen.items()}

    def ratio(kind: str, less: bool) -> str:
        each = zip(seen[kind], seen["pytest alone"], seen["floor"], strict=True)
        return f"{statistics.median((one - less * bare) / low for one, bare, low in each):.2f}"

    return [
        Row("the cells alone", middle["floor"]),
        Row("pytest with two workers and no test", middle["pytest alone"]),
        Row("nbval, kernels started cold", middle["cold"], floor=middle["floor"]),
        Row("nbval, kernels started warm", middle["warm"], floor=middle["floor"]),
        Row("cold ÷ the cells alone", ratio("cold", less=False)),
        Row("warm ÷ the cells alone", ratio("warm", less=False), "≤ 2.5"),
        Row("(cold - pytest with no test) ÷ the cells alone", ratio("cold", less=True)),
        Row("(warm - pytest with no test) ÷ the cells alone", ratio("warm", less=True), "≤ 2.5"),
    ]


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    with tempfile.TemporaryDirectory() as progress:
        os.environ.setdefault("HOOKS_COURSE_PROGRESS", f"{progress}/progress.json")
        if "--floor" in sys.argv:
            print(fork_cells())
        else:
            print(table(rows(int(sys.argv[1]) if len(sys.argv) > 1 else 5)))
