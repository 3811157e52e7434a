"""The Gradient Lab's controls: settings, presets and speed.

Every control has a name and works from the keyboard, as ipywidgets' own controls do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets as widgets

from helpers.lab.settings import CHOICES, LIMITS, PRESETS, Settings

STYLE = {"description_width": "70px"}
NAMES = {"data": "Data", "activation": "Activation", "init": "Initial", "optimizer": "Optimiser"}
SPEEDS = (("full", 0.0), ("100 steps/s", 100.0), ("10 steps/s", 10.0), ("1 step/s", 1.0))


def settings_controls(settings: Settings) -> dict[str, Any]:
    """Return a control for each setting, by the setting's name."""
    layout = widgets.Layout(width="200px")
    chosen: dict[str, Any] = {
        name: widgets.Dropdown(
            options=CHOICES[name],
            value=getattr(settings, name),
            description=words,
            layout=layout,
            style=STYLE,
        )
        for name, words in NAMES.items()
    }
    for name, words, tooltip in (
        ("depth", "Depth", "Number of hidden layers"),
        ("width", "Width", "Units in a hidden layer"),
        ("seed", "Seed", "Seed of weights, data and batches"),
    ):
        least, most = LIMITS[name]
        chosen[name] = widgets.BoundedIntText(
            value=getattr(settings, name),
            min=int(least),
            max=int(most),
            description=words,
            tooltip=tooltip,
            layout=layout,
            style=STYLE,
        )
    least, most = LIMITS["lr"]
    # Arrow keys go in steps counted from ``min``: from 0, or they would make 0.1 into 0.100001.
    rate = chosen["lr"] = widgets.BoundedFloatText(
        value=settings.lr,
        min=0.0,
        max=most,
        step=0.01,
        description="Rate",
        tooltip="Learning rate",
        layout=layout,
        style=STYLE,
    )
    rate.observe(lambda change: setattr(rate, "value", max(least, rate.value)), names="value")
    return chosen


def presets_control() -> widgets.Dropdown:
    """Return the control that picks a preset by the name of what it shows."""
    return widgets.Dropdown(
        options=[("a preset …", ""), *((name, name) for name in PRESETS)],
        value="",
        description="Show me",
        layout=widgets.Layout(width="260px"),
        style=STYLE,
    )


def speed_control(follow: Callable[[float | None], None]) -> widgets.Dropdown:
    """Return the control for steps a second; ``follow`` gets None for as many as can be."""
    speed = widgets.Dropdown(
        options=SPEEDS,
        value=0.0,
        description="Speed",
        layout=widgets.Layout(width="170px"),
        style={"description_width": "50px"},
    )
    speed.observe(lambda change: follow(change["new"] or None), names="value")
    return speed


def button(words: str, tooltip: str, press: Callable[[], None], width: str = "90px") -> Any:
    """Return a button with a name and a tooltip."""
    made = widgets.Button(description=words, tooltip=tooltip, layout=widgets.Layout(width=width))
    made.on_click(lambda _: press())
    return made


def row(*parts: Any) -> widgets.HBox:
    """Return the parts in a row that breaks where the page is narrow."""
    return widgets.HBox(list(parts), layout=widgets.Layout(flex_flow="row wrap"))
