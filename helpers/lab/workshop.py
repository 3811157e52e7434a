"""Build what a lab run works on: model, data, loss and optimiser, all from its settings."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

import torch
from torch import nn

from helpers.hooks.toys import dataset
from helpers.lab.settings import Settings

POINTS = 256
"""Samples in a data set."""

ACTIVATION = {"relu": nn.ReLU, "tanh": nn.Tanh, "sigmoid": nn.Sigmoid, "gelu": nn.GELU}
GAIN = {"too small": 0.1, "too large": 4.0}
"""Factor on the standard deviation 1/√fan-in that keeps a linear layer's signal level."""


@dataclass(frozen=True)
class Workshop:
    """One model with its data: ``x`` (n, features) and ``y`` (n, 1), float32."""

    model: nn.Sequential
    optimizer: torch.optim.Optimizer
    x: torch.Tensor
    y: torch.Tensor
    is_regression: bool

    @property
    def layers(self) -> list[str]:
        """Names of the linear layers, input side first."""
        return [
            name for name, module in self.model.named_children() if isinstance(module, nn.Linear)
        ]

    def loss(self, rows: torch.Tensor) -> torch.Tensor:
        """Return the loss on the rows with these indices."""
        output = self.model(self.x[rows])
        if self.is_regression:
            return nn.functional.mse_loss(output, self.y[rows])
        return nn.functional.binary_cross_entropy_with_logits(output, self.y[rows])


def build(settings: Settings) -> Workshop:
    """Build everything from the settings; the same settings give the same numbers."""
    x, y = dataset(settings.data, n=POINTS, seed=settings.seed)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(settings.seed)
        model = _model(x.shape[1], settings)
    optimizer = _optimizer(model, settings)
    return Workshop(model, optimizer, x, y.float().reshape(-1, 1), settings.data == "sine")


def _optimizer(model: nn.Module, settings: Settings) -> torch.optim.Optimizer:
    if settings.optimizer == "adam":
        return torch.optim.Adam(model.parameters(), lr=settings.lr)
    momentum = 0.9 if settings.optimizer == "momentum" else 0.0
    return torch.optim.SGD(model.parameters(), lr=settings.lr, momentum=momentum)


def _model(features: int, settings: Settings) -> nn.Sequential:
    parts: OrderedDict[str, nn.Module] = OrderedDict()
    for number in range(1, settings.depth + 1):
        parts[f"layer{number}"] = nn.Linear(features, settings.width)
        parts[f"act{number}"] = ACTIVATION[settings.activation]()
        features = settings.width
    parts["out"] = nn.Linear(features, 1)
    model = nn.Sequential(parts)
    if settings.init in GAIN:
        for module in model:
            if isinstance(module, nn.Linear):
                nn.init.normal_(module.weight, std=GAIN[settings.init] / module.in_features**0.5)
                nn.init.zeros_(module.bias)
    return model
