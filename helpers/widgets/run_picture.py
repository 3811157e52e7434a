"""A picture of a run as PNG, for pages without a kernel, for scripts, and to take home."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from helpers.hooks.history import Rows, Steps
from helpers.lab.hooked_model import Mark
from helpers.widgets.picture import BLUE, GREEN, PURPLE, VERMILLION

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = (BLUE, VERMILLION, GREEN, PURPLE)
DASHES = ("-", "--", ":", "-.")
TITLE_LETTERS = 90
"""What fits into a line over the picture."""
MOST_NAMES = 12
"""More layers than this have no legend; the heat map has their names."""


@dataclass(frozen=True)
class RunPicture:
    """A drawn run: ``png`` bytes, and ``alt``, which says what it shows."""

    png: bytes
    alt: str

    @property
    def mime(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Data and metadata of a notebook output; the alt text is in the metadata."""
        return {"image/png": self.png}, {"image/png": {"alt": self.alt}}


def run_picture(
    title: str, layers: Sequence[str], steps: Steps, rows: Rows, marks: Iterable[Mark] = ()
) -> RunPicture:
    """Draw the gradient norm of each layer, layer × step, and the loss.

    ``steps`` has shape (n,), ``rows`` (n, layers + 1) with the loss last; n may be 0. White
    paper and dark ink whatever the page's theme, since nobody draws it anew there.
    """
    # Not pyplot: it keeps every figure, and draws on whatever thread a widget's callback is on.
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.2), dpi=90, layout="constrained", facecolor="white")
    figure.suptitle(textwrap.fill(title, TITLE_LETTERS), fontsize=11)
    grid = figure.add_gridspec(2, 2, width_ratios=(3, 2))
    norms, heat = figure.add_subplot(grid[:, 0]), figure.add_subplot(grid[0, 1])
    loss = figure.add_subplot(grid[1, 1])
    _draw_norms(norms, layers, steps, rows, marks)
    _draw_heat(heat, layers, steps, rows)
    loss.plot(steps, rows[:, -1], color=BLUE, linewidth=1.5)
    loss.set(title="Loss", xlabel="step")
    for axes in (norms, heat, loss):
        axes.title.set_fontsize(10)
        axes.tick_params(labelsize=8)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png")
    return RunPicture(buffer.getvalue(), alt_text(title, layers, steps, rows, marks))


def _draw_norms(
    axes: Axes, layers: Sequence[str], steps: Steps, rows: Rows, marks: Iterable[Mark]
) -> None:
    for place, name in enumerate(layers):
        norms = np.where(rows[:, place] > 0, rows[:, place], np.nan)
        dash = DASHES[place // len(COLOURS) % len(DASHES)]
        colour = COLOURS[place % len(COLOURS)]
        axes.plot(steps, norms, dash, color=colour, linewidth=1.5, label=name)
    if len(steps) and np.any((rows[:, :-1] > 0) & np.isfinite(rows[:, :-1])):
        axes.set_yscale("log")
    for mark in marks:
        alarming = mark.kind in ("alarm", "stop")
        axes.axvline(mark.step, color=VERMILLION if alarming else "0.6", linewidth=0.8)
    axes.set(title="Gradient norm of each layer", xlabel="step")
    axes.grid(visible=True, color="0.9")
    if len(layers) <= MOST_NAMES:
        axes.legend(fontsize=8, ncols=2)


def _draw_heat(axes: Axes, layers: Sequence[str], steps: Steps, rows: Rows) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.set(title="Layer × step, dark is small")
    if not len(steps):
        return
    with np.errstate(divide="ignore"):
        exponents = np.log10(rows[:, :-1].T)
    exponents[~np.isfinite(exponents)] = np.nan
    box = (float(steps[0]), float(steps[-1]) + 1, len(layers) - 0.5, -0.5)
    axes.imshow(exponents, aspect="auto", interpolation="nearest", cmap="viridis", extent=box)
    every = 1 + len(layers) // 10
    axes.set_yticks(range(0, len(layers), every), list(layers[::every]))
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))


def alt_text(
    title: str, layers: Sequence[str], steps: Steps, rows: Rows, marks: Iterable[Mark] = ()
) -> str:
    """Say in words what the picture shows, to one figure, which no other torch version changes."""
    if not len(steps):
        return f"{title} No step has been made yet."
    first, last = (f"{rows[-1, place]:.0e}" for place in (0, len(layers) - 1))
    losses = rows[np.isfinite(rows[:, -1]), -1]
    words = [
        title,
        f"Curves of the gradient norm of {len(layers)} layers over {steps[-1]} steps: "
        f"at the end about {first} in {layers[0]} and {last} in {layers[-1]}.",
    ]
    if len(losses):
        words.append(f"The loss goes from {losses[0]:.1g} to {losses[-1]:.1g}.")
    told = [f"step {mark.step}: {mark.words}" for mark in marks]
    if told:
        words.append(f"Marked: {'; '.join(told[-5:])}.")
    return " ".join(words)
