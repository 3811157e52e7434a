"""What all benchmarks share: the model they train, paired runs, and the table of results."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class Row:
    """One result: what was measured, its value, the goal, and the floor where there is one."""

    what: str
    value: str
    goal: str = ""
    floor: str = ""


def table(rows: list[Row]) -> str:
    """Return the rows as a Markdown table."""
    lines = ["| measured | value | goal | floor |", "|---|---|---|---|"]
    lines += [f"| {row.what} | {row.value} | {row.goal} | {row.floor} |" for row in rows]
    return "\n".join(lines)


def mlp(layers: int, width: int = 64) -> nn.Sequential:
    """Return a seeded model of so many linear layers with Tanh between them."""
    torch.manual_seed(0)
    parts: list[nn.Module] = []
    for _ in range(layers - 1):
        parts += [nn.Linear(width, width), nn.Tanh()]
    return nn.Sequential(*parts, nn.Linear(width, 1))


def trainer(model: nn.Sequential, rows: int = 128) -> Callable[[], torch.Tensor]:
    """Return a function that makes one training step and returns the loss."""
    x = torch.randn(rows, 64)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)

    def step() -> torch.Tensor:
        optimizer.zero_grad()
        loss: torch.Tensor = model(x).square().mean()
        torch.autograd.backward(loss)
        optimizer.step()
        return loss

    return step


def seconds(step: Callable[[], object], times: int) -> float:
    """Return how long so many steps take."""
    start = time.perf_counter()
    for _ in range(times):
        step()
    return time.perf_counter() - start


def paired(plain: Callable[[], float], other: Callable[[], float], rounds: int = 60) -> str:
    """Return the median of ``other() / plain()``, run in turns, with its quartiles.

    Many short rounds say more than a few long ones: a virtual machine's speed wanders by a third
    over seconds.
    """
    ratios = []
    for number in range(rounds):
        first, second = (plain, other) if number % 2 else (other, plain)
        a, b = first(), second()
        ratios.append(b / a if number % 2 else a / b)
    low, middle, high = statistics.quantiles(ratios, n=4)
    return f"{middle:.3f} ({low:.3f}–{high:.3f})"
