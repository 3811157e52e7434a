"""The Gradient Lab's controls: settings, run and pause, and the hooks to turn on and off.

Every control has a name and works from the keyboard, as ipywidgets' own controls do.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets as widgets

from helpers.lab.menu import RECIPES, Recipe
from helpers.lab.settings import CHOICES, LIMITS, PRESETS, Settings

NARROW = widgets.Layout(width="150px")
STYLE = {"description_width": "70px"}
NAMES = {"data": "Data", "activation": "Activation", "init": "Initial", "optimizer": "Optimiser"}


def settings_controls(settings: Settings) -> dict[str, Any]:
    """Return a control for each setting, by the setting's name."""
    layout = widgets.Layout(width="210px")
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
    for name, words in (("depth", "Depth"), ("width", "Width"), ("seed", "Seed")):
        least, most = LIMITS[name]
        chosen[name] = widgets.BoundedIntText(
            value=getattr(settings, name),
            min=int(least),
            max=int(most),
            description=words,
            layout=layout,
            style=STYLE,
        )
    chosen["lr"] = widgets.BoundedFloatText(
        value=settings.lr,
        min=LIMITS["lr"][0],
        max=LIMITS["lr"][1],
        step=0.01,
        description="Rate",
        tooltip="Learning rate",
        layout=layout,
        style=STYLE,
    )
    return chosen


def presets_control() -> widgets.Dropdown:
    """Return the control that picks a preset by the name of what it shows."""
    return widgets.Dropdown(
        options=[("Presets …", None), *((name, name) for name in PRESETS)],
        value=None,
        description="Show me",
        layout=widgets.Layout(width="280px"),
        style=STYLE,
    )


def button(words: str, tooltip: str, press: Callable[[], None]) -> widgets.Button:
    """Return a button with a name and a tooltip."""
    made = widgets.Button(description=words, tooltip=tooltip, layout=widgets.Layout(width="90px"))
    made.on_click(lambda _: press())
    return made


class HookRow:
    """One hook of the menu: its toggle, its amount if it has one, and its source to read."""

    def __init__(self, recipe: Recipe, follow: Callable[[Recipe, bool], None]) -> None:
        """Call ``follow(recipe, on)`` when the toggle or, while on, the amount is changed."""
        self._recipe, self._follow = recipe, follow
        self.toggle = widgets.ToggleButton(
            description=recipe.label,
            tooltip=recipe.explains,
            layout=NARROW,
        )
        self.amount = widgets.FloatText(
            value=recipe.amount or 0.0,
            description="amount",
            layout=widgets.Layout(width="140px"),
            style={"description_width": "55px"},
        )
        source = f"<pre style='margin:0;line-height:1.3'>{escape(recipe.code.strip())}</pre>"
        self.source = widgets.HTML(source)
        self.toggle.observe(lambda change: self._changed(), names="value")
        self.amount.observe(self._amount_changed, names="value")
        shown = [self.toggle] if recipe.amount is None else [self.toggle, self.amount]
        self.widget = widgets.HBox(shown)

    def _amount_changed(self, change: dict[str, Any]) -> None:
        if self.toggle.value:
            self._changed()

    def _changed(self) -> None:
        self.toggle.icon = "check" if self.toggle.value else ""
        self._follow(self.recipe, self.toggle.value)

    @property
    def recipe(self) -> Recipe:
        """The recipe with the amount that is typed in now."""
        if self._recipe.amount is None:
            return self._recipe
        return Recipe(
            self._recipe.label, self._recipe.explains, self._recipe.code, self.amount.value
        )


def hook_rows(follow: Callable[[Recipe, bool], None]) -> list[HookRow]:
    """Return a row for each hook on offer."""
    return [HookRow(recipe, follow) for recipe in RECIPES]
