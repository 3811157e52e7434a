"""A gradient on its way: a group of bars for what was sent, one after each hook, one for the end."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from helpers.hooks.switches import Call
from helpers.widgets.picture import (
    BLUE,
    INK,
    LINE,
    SOFT,
    VERMILLION,
    Picture,
    arrow,
    label,
    table,
)

WIDTH, HEIGHT, GAP = 120, 150, 34


def gradient_bars(
    sent: torch.Tensor, calls: Sequence[Call], end: torch.Tensor | None, end_name: str = "v.grad"
) -> Picture:
    """Draw ``sent``, what each tensor hook in ``calls`` handed on, and ``end``.

    ``sent`` and ``end`` are 1-D tensors of equal length; ``end`` may be None where nothing came.
    """
    stages = [("sent", _numbers(sent))]
    for call in calls:
        handed_on = call.after[0] if call.returned is None else call.returned
        stages.append((f"after {call.label}", _numbers(handed_on)))
    stages.append((end_name, _numbers(end)))
    tallest = max((abs(value) for _, values in stages for value in values), default=1.0) or 1.0
    shapes = "".join(
        _stage(number * (WIDTH + GAP), name, values, tallest, last=number == len(stages) - 1)
        for number, (name, values) in enumerate(stages)
    )
    text = table(
        [[name, *(f"{value:.3g}" for value in values)] for name, values in _padded(stages)]
    )
    alt = "; ".join(f"{name}: {', '.join(f'{v:.3g}' for v in values)}" for name, values in stages)
    return Picture(shapes, len(stages) * (WIDTH + GAP) - GAP, HEIGHT + 28, f"Gradient {alt}", text)


def _numbers(tensor: torch.Tensor | None) -> list[float]:
    return [] if tensor is None else [float(value) for value in tensor.detach().flatten().tolist()]


def _padded(stages: list[tuple[str, list[float]]]) -> list[tuple[str, list[float]]]:
    longest = max(len(values) for _, values in stages)
    return [(name, values if values else [float("nan")] * longest) for name, values in stages]


def _stage(left: float, name: str, values: list[float], tallest: float, *, last: bool) -> str:
    middle = HEIGHT / 2 + 20
    shapes = [label(left + WIDTH / 2, 14, name, ink=INK)]
    shapes.append(f'<path d="M{left} {middle}h{WIDTH}" style="stroke:{LINE}"/>')
    step = WIDTH / max(len(values), 1)
    for number, value in enumerate(values):
        shapes.append(_bar(left + number * step + step * 0.2, middle, step * 0.6, value, tallest))
    if not values:
        shapes.append(label(left + WIDTH / 2, middle - 8, "None", ink=SOFT))
    if not last:
        shapes.append(arrow(left + WIDTH + 6, left + WIDTH + GAP - 6, middle))
    return "".join(shapes)


def _bar(x: float, middle: float, width: float, value: float, tallest: float) -> str:
    if value != value:  # noqa: PLR0124  (NaN is the one number that is not itself)
        return label(x + width / 2, middle - 5, "NaN", 12, VERMILLION)
    height = abs(value) / tallest * (HEIGHT / 2 - 22)
    top = middle - height if value >= 0 else middle
    colour = BLUE if value >= 0 else VERMILLION
    words = label(x + width / 2, top - 4 if value >= 0 else top + height + 14, f"{value:.3g}", 12)
    return (
        f'<rect x="{x:g}" y="{top:g}" width="{width:g}" height="{max(height, 1):g}" '
        f'style="fill:{colour}"/>{words}'
    )
