"""What a session looks like at one moment: a sentence, and its decision boundary."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
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


def summary(session: Session, running: bool) -> str:
    """Say in a sentence or two how the run stands: for screen readers and the status line."""
    state = "running" if running else "paused"
    words = [f"Step {session.step_count}, {state}, loss {session.loss:.3g}."]
    steps, rows = session.read()
    if len(steps):
        norms = rows[-1][:-1]
        words.append(
            f"Gradient norm {norms[0]:.1e} in {session.layers[0]}, {norms[-1]:.1e} in out."
        )
        if np.isfinite(norms).all() and norms[-1] > 0 and norms[0] < norms[-1] * 1e-3:
            words.append("Gradients vanish towards the input.")
    if session.live:
        words.append("Hooks on: " + ", ".join(f"{k} ({v})" for k, v in session.live.items()) + ".")
    words += [f"{label}: {said}." for label, said in session.said.items()]
    alarms = [mark for mark in session.marks if mark.kind == "alarm"]
    if alarms:
        words.append(f"Alarm at step {alarms[-1].step}: {alarms[-1].words}.")
    if session.stopped:
        words.append(f"Stopped: {session.stopped}.")
    return " ".join(words)
