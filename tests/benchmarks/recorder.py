"""(e) GradientRecorder: a step with every norm recorded ÷ the step alone; (a)'s floor.

python tests/benchmarks/recorder.py
"""

from __future__ import annotations

import threading
import time

import numpy as np
import torch
from measuring import Row, mlp, paired, seconds, table, trainer

from helpers.hooks.recording import GradientRecorder
from helpers.lab.pace import PERIOD, Pace
from helpers.widgets.frames import curves

HISTOGRAM_GOAL = "≤ 1.10"
GOALS = {5: "≤ 1.05", 20: "≤ 1.05", 100: "≤ 1.10"}


def rows() -> list[Row]:
    """Measure models of 5, 20 and 100 layers on one thread."""
    torch.set_num_threads(1)
    found = []
    for layers, goal in GOALS.items():
        model = mlp(layers)
        step, times = trainer(model), 300 // layers
        seconds(step, 20)

        def recorded() -> float:
            with GradientRecorder(model):  # noqa: B023  (called in this round only)
                return seconds(step, times)  # noqa: B023

        def empty_hook() -> float:
            from torch.optim.optimizer import register_optimizer_step_pre_hook as register

            with register(lambda *args: None):
                return seconds(step, times)  # noqa: B023

        plain = lambda: seconds(step, times)  # noqa: B023, E731
        name = f"(e) every norm of {layers} layers, step ÷ plain step"
        found.append(
            Row(name, paired(plain, recorded), goal, f"{paired(plain, empty_hook)} empty hook")
        )
    return [*found, histograms(20), *(empty_thread(layers) for layers in (20, 2))]


def histograms(layers: int) -> Row:
    """Measure norms at every step, and a histogram of one layer as often as the lab shows it."""
    model = mlp(layers)
    step, times, pace = trainer(model), 300 // layers, Pace()
    seconds(step, 20)

    def shown(recorder: GradientRecorder) -> None:
        start = time.perf_counter()
        if pace.is_due(start):
            gradient = model[0].weight.grad.flatten().numpy()
            curves(recorder.names, *_with_loss(recorder), gradient)
            pace.made(start, time.perf_counter())

    def watched() -> float:
        with GradientRecorder(model) as recorder:
            recorder.after = lambda: shown(recorder)
            return seconds(step, times)

    ratio = paired(lambda: seconds(step, times), watched)
    name = f"(e) the same of {layers} layers, and a histogram 20 times a second"
    return Row(name, ratio, HISTOGRAM_GOAL)


def _with_loss(recorder: GradientRecorder) -> tuple[np.ndarray, np.ndarray]:
    steps, rows = recorder.read()
    return steps, np.column_stack([rows, rows[:, -1]])


def empty_thread(layers: int) -> Row:
    """Measure the loop beside a thread that wakes 20 times a second and does nothing."""
    model = mlp(layers)
    step, times = trainer(model), 1200 // layers
    seconds(step, 20)

    def beside() -> float:
        over = threading.Event()

        def wake() -> None:
            while not over.wait(PERIOD):
                pass

        thread = threading.Thread(target=wake)
        thread.start()
        try:
            return seconds(step, times)
        finally:
            over.set()
            thread.join()

    ratio = paired(beside, lambda: seconds(step, times))
    name = f"(a)'s floor: steps/s beside a thread that wakes 20 times a second ÷ alone, {layers} layers"
    return Row(name, ratio)


if __name__ == "__main__":
    print(table(rows()))
