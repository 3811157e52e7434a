"""(e) GradientRecorder: a step with every norm recorded ÷ the step alone.

python tests/benchmarks/recorder.py
"""

from __future__ import annotations

import torch
from measuring import Row, mlp, paired, seconds, table, trainer

from helpers.hooks.recording import GradientRecorder

GOALS = {5: "≤ 1.05", 20: "≤ 1.05", 100: "≤ 1.10"}


def rows() -> list[Row]:
    """Measure models of 5, 20 and 100 layers on one thread."""
    torch.set_num_threads(1)
    found = []
    for layers, goal in GOALS.items():
        model = mlp(layers)
        step, times = trainer(model), 1200 // layers
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
    return found


if __name__ == "__main__":
    print(table(rows()))
