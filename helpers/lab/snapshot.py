"""What a session's model has learned at one moment: its decision boundary."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from helpers.lab.session import Session

SIDE = 24
"""The decision boundary is drawn on a grid of SIDE × SIDE points."""
SPAN = 1.3
"""Data sets lie in [-SPAN, SPAN] on both axes."""


@dataclass(frozen=True)
class Boundary:
    """Probability of class 1 on a grid, top row first, and the data, each value in one byte."""

    side: int
    values: bytes
    points: bytes
    labels: bytes


def boundary(session: Session) -> Boundary | None:
    """Return the decision boundary of a 2-D classification, None for a regression."""
    if session.work.is_regression:
        return None
    line = torch.linspace(-SPAN, SPAN, SIDE)
    grid = torch.cartesian_prod(line.flip(0), line)[:, [1, 0]]
    # Calling the model would fire the reader's hooks; their work is to see training alone.
    with torch.no_grad():
        values = grid
        for module in session.work.model:
            values = module.forward(values)
    chance = torch.nan_to_num(torch.sigmoid(values), nan=0.5)
    places = (session.work.x / SPAN * 0.5 + 0.5).clamp(0, 1)
    return Boundary(
        SIDE,
        (chance * 255).to(torch.uint8).numpy().tobytes(),
        (places * 255).to(torch.uint8).numpy().tobytes(),
        session.work.y.to(torch.uint8).numpy().tobytes(),
    )
