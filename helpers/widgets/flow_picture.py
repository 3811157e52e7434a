"""Gradient flow: how large the gradient is in each layer, from input to output, run beside run."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape

from helpers.widgets.picture import BLUE, INK, LINE, SOFT, VERMILLION, Picture, label, table

LEFT, TITLE, PLOT, NAMES, LEGEND = 56, 46, 120, 26, 22
"""Pixels: room for the axis, heights of a title, of the bars, of layer names, and of the legend."""
MOST_DECADES = 24
"""What is smaller than the largest value by more than so many powers of ten lies on the floor."""
MOST_NAMED = 16
"""More layers than this are named by every second, third … name only."""
HALO = "paint-order:stroke;stroke:var(--jp-layout-color0, #fff);stroke-width:4px"
"""Keeps a line of the scale from striking through the number that stands on it."""
WORDS = "bar and number: mean of |gradient| · line above: the largest entry · scale: powers of ten"

Flow = Mapping[str, tuple[float, float]]
"""Layer → mean and largest entry of its gradient, without signs; layers from input to output."""


@dataclass(frozen=True)
class FlowPicture(Picture):
    """A Picture that a cell can end with: drawn in a notebook, a table where nothing can be drawn."""

    def __repr__(self) -> str:
        """Return the table."""
        return self.text

    def _repr_html_(self) -> str:
        words = f"<summary>In numbers</summary><pre>{escape(self.text)}</pre>"
        return f"{self.html}<details>{words}</details>"


def flow_picture(flows: Mapping[str, Flow]) -> FlowPicture:
    """Draw each flow as a row of bars under its title, all on one logarithmic scale.

    Values may be 0, NaN or infinite: these are written in words. A flow without layers, or no flow
    at all, raises ValueError.
    """
    if not flows or not all(flows.values()):
        raise ValueError("flow_picture({}): give at least one flow, and each at least one layer.")
    scale = _Scale.of(value for flow in flows.values() for pair in flow.values() for value in pair)
    most = max(map(len, flows.values()))
    longest = max(len(name) for flow in flows.values() for name in flow)
    slot = max(46, 7 * longest + 8) if most <= MOST_NAMED else max(8, 720 // most)
    width = max(LEFT + slot * most + 8, int(6.4 * len(WORDS)))
    shapes: list[str] = []
    for row, (title, flow) in enumerate(flows.items()):
        shapes.append(_row(title, flow, row * (TITLE + PLOT + NAMES), slot, width, scale))
    height = len(flows) * (TITLE + PLOT + NAMES) + LEGEND
    shapes.append(label(2, height - 6, WORDS, 12, SOFT, "start"))
    text = "\n\n".join(_table(title, flow) for title, flow in flows.items())
    return FlowPicture("".join(shapes), width, height, _alt(flows), text)


@dataclass(frozen=True)
class _Scale:
    """Powers of ten at the floor and at the top of every row."""

    low: int
    high: int

    @classmethod
    def of(cls, values: Iterable[float]) -> _Scale:
        seen = [math.log10(value) for value in values if value > 0 and math.isfinite(value)]
        high = math.ceil(max(seen, default=0.0))
        low = max(math.floor(min(seen, default=0.0)), high - MOST_DECADES)
        return cls(min(low, high - 1), high)

    def up(self, value: float) -> int:
        """Return how many pixels above the floor a value is; NaN and what is too small lie on it."""
        if not value > 0:
            return 0
        power = min(math.log10(value) if math.isfinite(value) else self.high, self.high)
        return max(0, round(PLOT * (power - self.low) / (self.high - self.low)))

    @property
    def lines(self) -> range:
        """Powers of ten that get a line: four to eight of them."""
        return range(self.low, self.high + 1, max(1, (self.high - self.low + 3) // 6))


def _row(title: str, flow: Flow, top: int, slot: int, width: int, scale: _Scale) -> str:
    floor = top + TITLE + PLOT
    shapes = [label(2, top + 18, title, 14, f"{INK};font-weight:600", "start")]
    for power in scale.lines:
        y = floor - scale.up(10.0**power)
        shapes.append(f'<path d="M{LEFT} {y}H{width}" style="stroke:{LINE};stroke-width:0.5"/>')
        shapes.append(label(LEFT - 6, y + 4, f"1e{power:+d}", 11, SOFT, "end"))
    every = 1 if len(flow) <= MOST_NAMED else -(-len(flow) // MOST_NAMED)
    for place, (name, (mean, most)) in enumerate(flow.items()):
        middle = LEFT + slot * place + slot // 2
        shapes.append(_bar(middle, floor, slot, scale.up(mean), scale.up(most)))
        if place % every == 0:
            y = floor - max(scale.up(mean), scale.up(most)) - 5
            odd = mean == 0 or not math.isfinite(mean)
            ink = f"{VERMILLION};font-weight:600" if odd else SOFT
            shapes.append(label(middle, y, _short(mean), 11, f"{ink};{HALO}"))
            shapes.append(label(middle, floor + 16, name, 12))
    return "".join(shapes)


def _bar(middle: int, floor: int, slot: int, mean: int, most: int) -> str:
    half = max(2, slot // 4)
    bar = (
        f'<rect x="{middle - half}" y="{floor - mean}" width="{2 * half}" height="{mean}" '
        f'style="fill:{BLUE}"/>'
    )
    line = f"M{middle} {floor - mean}V{floor - most}M{middle - half} {floor - most}h{2 * half}"
    return f'{bar}<path d="{line}" style="stroke:{SOFT};stroke-width:2;fill:none"/>'


def _short(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    return "0" if value == 0 else f"{value:.0e}"


def _table(title: str, flow: Flow) -> str:
    rows = [[name, _short(mean), _short(most)] for name, (mean, most) in flow.items()]
    return table([[title, "mean", "largest"], *rows])


def _alt(flows: Mapping[str, Flow]) -> str:
    told = []
    for title, flow in flows.items():
        means = ", ".join(f"{name} {_short(mean)}" for name, (mean, _) in flow.items())
        told.append(f"{title}: {means}")
    return f"Mean of |gradient| in each layer, from input to output. {'; '.join(told)}"
