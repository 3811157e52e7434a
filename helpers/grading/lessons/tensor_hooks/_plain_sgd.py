"""The training that step-in-backward is compared with: a small model and plain SGD, by hand.

No module and no random number here: this runs where the learner's own kernel is, and must neither
meet hooks on all modules nor move its random state.
"""

from __future__ import annotations

import torch

from helpers.grading.exercise import Case

SHAPES = ((3, 2), (3,), (1, 3), (1,))
"""Shapes of the model's parameters, in their own order: weight and bias of two linear layers."""


def sgd(case: Case, factor: float = 1.0) -> list[list[torch.Tensor]]:
    """Return the weights after each pass of plain SGD with ``factor`` times the learning rate."""
    weights = [torch.tensor(values) for values in case["weights"]]
    after = []
    for x in map(torch.tensor, case["x"]):
        with torch.enable_grad():
            leaves = [weight.requires_grad_() for weight in weights]
            loss = (_model(leaves, x) ** 2).sum() + _model(leaves, x + 1).sum()
            gradients = torch.autograd.grad(loss, leaves)
        rate = factor * case["lr"]
        weights = [w.detach() - rate * g for w, g in zip(leaves, gradients, strict=True)]
        after.append([weight.clone() for weight in weights])
    return after


def _model(weights: list[torch.Tensor], x: torch.Tensor) -> torch.Tensor:
    first, first_bias, second, second_bias = weights
    return torch.tanh(x @ first.T + first_bias) @ second.T + second_bias
