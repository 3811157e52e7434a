"""Tiny seeded models and data sets, so that lessons and benches show the same numbers every time."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable

import torch
from torch import nn


def tiny_mlp(seed: int = 0) -> nn.Sequential:
    """Return a model from 2 features to 1 with layers ``first`` (2→3), ``act`` (ReLU), ``last`` (3→1).

    The global random state is left as it was.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return nn.Sequential(
            OrderedDict(first=nn.Linear(2, 3), act=nn.ReLU(), last=nn.Linear(3, 1))
        )


def batch(seed: int = 0, size: int = 4) -> tuple[torch.Tensor, torch.Tensor]:
    """Return inputs of shape (size, 2) and targets of shape (size, 1), float32, in [-1, 1]."""
    generator = torch.Generator().manual_seed(seed)
    x = torch.rand(size, 2, generator=generator) * 2 - 1
    return x, x.prod(dim=1, keepdim=True)


def dataset(name: str, n: int = 256, seed: int = 0) -> tuple[torch.Tensor, torch.Tensor]:
    """Return points (n, features) and labels (n,), float32, for a data set by name.

    "two moons", "circles", "spiral" and "xor" have two features in about [-1, 1] and labels 0 and
    1; "sine" has one feature and its sine as target. Raises ValueError for another name.
    """
    if name not in DATA_SETS:
        raise ValueError(f"dataset({name!r}): choose one of {', '.join(DATA_SETS)}.")
    return DATA_SETS[name](n, torch.Generator().manual_seed(seed))


def _labels(n: int) -> torch.Tensor:
    return (torch.arange(n) % 2).float()


def _noise(n: int, features: int, size: float, generator: torch.Generator) -> torch.Tensor:
    return size * torch.randn(n, features, generator=generator)


def _two_moons(n: int, generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    labels, angle = _labels(n), math.pi * torch.rand(n, generator=generator)
    x = torch.cos(angle) * (1 - 2 * labels) + labels - 0.5
    y = torch.sin(angle) * (1 - 2 * labels) + 0.5 * labels - 0.25
    return torch.stack([x, y], 1) / 1.5 + _noise(n, 2, 0.05, generator), labels


def _circles(n: int, generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    labels, angle = _labels(n), 2 * math.pi * torch.rand(n, generator=generator)
    radius = 0.45 + 0.45 * labels
    points = torch.stack([radius * torch.cos(angle), radius * torch.sin(angle)], 1)
    return points + _noise(n, 2, 0.05, generator), labels


def _spiral(n: int, generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    labels, along = _labels(n), torch.rand(n, generator=generator)
    angle = 3.2 * math.pi * along + math.pi * labels
    radius = 0.1 + 0.85 * along
    points = torch.stack([radius * torch.cos(angle), radius * torch.sin(angle)], 1)
    return points + _noise(n, 2, 0.02, generator), labels


def _xor(n: int, generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    points = torch.rand(n, 2, generator=generator) * 2 - 1
    return points, (points.prod(dim=1) > 0).float()


def _sine(n: int, generator: torch.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    x = torch.rand(n, 1, generator=generator) * 2 - 1
    return x, torch.sin(math.pi * x[:, 0])


DATA_SETS: dict[str, Callable[[int, torch.Generator], tuple[torch.Tensor, torch.Tensor]]] = {
    "two moons": _two_moons,
    "circles": _circles,
    "spiral": _spiral,
    "xor": _xor,
    "sine": _sine,
}
