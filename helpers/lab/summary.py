"""How a run stands, in a sentence or two: for the status line and for screen readers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from helpers.hooks.history import Rows, Steps
from helpers.lab.hooked_model import HookedModel

VANISHED = 1e-3
"""Gradients vanish where the first layer's norm is below this part of the last one's."""


def summary(model: HookedModel, steps: Steps, rows: Rows, running: bool) -> str:
    """Say step, loss, the outer layers' norms, what is on, and what the hooks have said.

    ``steps`` has shape (n,), ``rows`` (n, layers + 1) with the loss last.
    """
    state = "running" if running else "paused"
    told = rows[np.isfinite(rows[:, -1]), -1]
    loss = f", loss {told[-1]:.3g}" if len(told) else ""
    words = [f"Step {model.step_count}, {state}{loss}."]
    if len(steps):
        first, last = rows[-1][0], rows[-1][len(model.layers) - 1]
        words.append(
            f"Gradient norm {first:.1e} in {model.layers[0]}, {last:.1e} in {model.layers[-1]}."
        )
        if np.isfinite(last) and first < last * VANISHED:
            words.append("Gradients vanish towards the input.")
        words += _broken_down(model.layers, steps, rows[:, :-1])
    if model.live:
        words.append("Hooks on: " + ", ".join(f"{k} ({v})" for k, v in model.live.items()) + ".")
    words += [f"{label}: {said}." for label, said in model.said.items()]
    return " ".join(words)


def _broken_down(layers: Sequence[str], steps: Steps, norms: Rows) -> list[str]:
    """Say since when gradients aren't finite, and where, if they aren't now."""
    broken = ~np.isfinite(norms)
    if not broken[-1].any():
        return []
    sound = np.flatnonzero(~broken.any(axis=1))
    since = steps[sound[-1] + 1] if len(sound) else steps[0]
    where = [name for name, is_broken in zip(layers, broken[-1], strict=True) if is_broken]
    more = f" and {len(where) - 1} more" if len(where) > 1 else ""
    return [f"Gradients have not been finite since step {since}: in {where[0]}{more}."]
