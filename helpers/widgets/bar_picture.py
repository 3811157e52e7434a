"""A gradient on its way: bars for what was sent, after each hook, and for what arrived in .grad."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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

TITLES, PLOT, MARGIN, GAP = 44, 132, 22, 30
"""Heights of the titles and of the bars, room for a value at each end, width between stages."""
LABELLED = 12
"""Most values a stage can have and still show each as a number."""
HALO = "paint-order:stroke;stroke-width:4;stroke:var(--jp-layout-color0,#fff)"
"""Style that keeps a number readable where it crosses an outline."""


@dataclass(frozen=True)
class Stage:
    """One group of bars: where on the way it is, its name, and its values (None for no tensor)."""

    where: str
    name: str
    values: list[float] | None

    @property
    def title(self) -> str:
        """The name in words, as the text form says it."""
        return f"after {self.name}" if self.where.startswith("after") else self.name

    @property
    def shown(self) -> list[str]:
        """The values as short texts, the last of very many left out."""
        if self.values is None:
            return ["None"]
        more = len(self.values) - LABELLED
        first = [_short(value) for value in self.values[:LABELLED]]
        return [*first, f"and {more} more"] if more > 0 else first


def gradient_bars(
    sent: torch.Tensor,
    calls: Sequence[Call],
    end: torch.Tensor | None,
    end_name: str = "v.grad",
    beside: Mapping[str, torch.Tensor | None] | None = None,
) -> Picture:
    """Draw ``sent``, what each tensor hook in ``calls`` handed on, ``end``, and what is ``beside``.

    Tensors may have any shape and are drawn flat; ``end`` and those beside may be None where no
    gradient came. A dashed outline shows the value of the stage before, where it differs. NaN and
    infinity are written, not dropped.
    """
    stages = [Stage("start", "sent", _numbers(sent))]
    for number, call in enumerate(calls, 1):
        handed_on = call.after[0] if call.returned is None else call.returned
        stages.append(Stage(f"after hook {number}", call.label, _numbers(handed_on)))
    stages.append(Stage("end", end_name, _numbers(end)))
    aside = [Stage("meanwhile", name, _numbers(tensor)) for name, tensor in (beside or {}).items()]
    return _picture(stages, aside)


def _picture(way: list[Stage], aside: list[Stage]) -> Picture:
    stages = [*way, *aside]
    scale, left, shapes = _Scale.of(stages), 0.0, list[str]()
    for number, stage in enumerate(stages):
        width = max(scale.slot * scale.count, 8.0 * len(stage.name), 7.0 * len(stage.where)) + 12
        before = way[number - 1].values if 0 < number < len(way) else None
        shapes.append(_drawn(stage, before, left, width, scale))
        left += width + GAP
        if number + 1 < len(way):
            shapes.append(arrow(left - GAP + 5, left - 5, TITLES + MARGIN + PLOT / 2))
    alt = "; ".join(f"{stage.title}: {', '.join(stage.shown)}" for stage in stages)
    columns = max(len(stage.shown) for stage in stages)
    rows = [[stage.title, *stage.shown] for stage in stages]
    text = table([row + [""] * (columns + 1 - len(row)) for row in rows])
    height = TITLES + PLOT + 2 * MARGIN
    return Picture("".join(shapes), math.ceil(left - GAP), height, f"Gradient {alt}", text)


@dataclass(frozen=True)
class _Scale:
    """What all stages share: bars a stage, pixels a bar, values at both ends of the axis."""

    count: int
    slot: float
    low: float
    high: float

    @classmethod
    def of(cls, stages: Sequence[Stage]) -> _Scale:
        values = [value for stage in stages for value in stage.values or []]
        finite = [value for value in values if math.isfinite(value)]
        low, high = min(0.0, *finite, 0.0), max(0.0, *finite, 0.0)
        for value in values:  # an infinite bar needs its side of the axis even if it is alone there
            if math.isinf(value):
                low, high = (min(low, -1), high) if value < 0 else (low, max(high, 1))
        count = max(1, *(len(stage.values or []) for stage in stages))
        longest = max((len(text) for stage in stages for text in stage.shown), default=1)
        slot = max(30.0, 7.0 * longest + 6) if count <= LABELLED else max(2.0, 320 / count)
        return cls(count, slot, low, high if high > low else low + 1)

    def y(self, value: float) -> float:
        """Return the height of a value in pixels from the top; infinities are at the ends."""
        share = (self.high - min(max(value, self.low), self.high)) / (self.high - self.low)
        return TITLES + MARGIN + PLOT * share


def _drawn(
    stage: Stage, before: list[float] | None, left: float, width: float, scale: _Scale
) -> str:
    middle, zero = left + width / 2, scale.y(0)
    frame = (
        f'<rect x="{left + 0.5:g}" y="{TITLES + 0.5:g}" width="{width - 1:g}" '
        f'height="{PLOT + 2 * MARGIN - 1}" rx="6" style="fill:none;stroke:{LINE}"/>'
    )
    titles = (label(middle, 14, stage.where, 12, SOFT), label(middle, 33, stage.name, 15, INK))
    shapes = [frame, *titles]
    if stage.values is None:
        return "".join([*shapes, label(middle, TITLES + MARGIN + PLOT / 2 + 5, "None", 15, SOFT)])
    shapes.append(f'<path d="M{left + 6:g} {zero:g}h{width - 12:g}" style="stroke:{SOFT}"/>')
    if len(before or []) != len(stage.values):
        before = None
    first, labelled = (
        middle - scale.slot * len(stage.values) / 2,
        scale.count <= LABELLED,
    )
    for number, value in enumerate(stage.values):
        x = first + number * scale.slot
        if before and labelled and _differ(before[number], value):
            shapes.append(_bar(x, before[number], scale, ghost=True))
        shapes.append(_bar(x, value, scale))
        if labelled:
            y = scale.y(0 if math.isnan(value) else value) + (16 if value < 0 else -5)
            ink = INK if math.isfinite(value) else VERMILLION
            shapes.append(label(x + scale.slot / 2, y, _short(value), 13, f"{ink};{HALO}"))
    return "".join(shapes)


def _bar(x: float, value: float, scale: _Scale, *, ghost: bool = False) -> str:
    if math.isnan(value):
        return ""
    top, bottom = sorted((scale.y(value), scale.y(0)))
    colour = BLUE if value >= 0 else VERMILLION
    style = f"fill:none;stroke:{SOFT};stroke-dasharray:3 3" if ghost else f"fill:{colour}"
    width = scale.slot * 0.6
    return (
        f'<rect x="{x + scale.slot * 0.2:g}" y="{top:g}" width="{width:g}" '
        f'height="{max(bottom - top, 2):g}" style="{style}"/>'
    )


def _numbers(tensor: torch.Tensor | None) -> list[float] | None:
    return None if tensor is None else [float(v) for v in tensor.detach().flatten().tolist()]


def _short(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    return f"{value + 0.0:.3g}"  # + 0.0 turns -0. into 0.


def _differ(one: float, other: float) -> bool:
    return not (one == other or (math.isnan(one) and math.isnan(other)))
