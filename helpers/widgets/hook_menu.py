"""The menu of hooks: a toggle for each, its source beside it, and a hook of the reader's own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from html import escape
from typing import Any

import ipywidgets as widgets

from helpers.lab.menu import RECIPES, Recipe, own_hook
from helpers.widgets.switch_panel import ON
from helpers.widgets.voice import SOURCE, UNSEEN

Follow = Callable[[Recipe, str, bool], None]


class HookMenu:
    """Toggles that mirror what is on; ``follow(recipe, layer, on)`` is called for each change.

    ``layer`` is the layer picked at that moment. A toggle moves only by the reader's hand or by
    ``show``; the hooks themselves live elsewhere.
    """

    def __init__(self, layers: Sequence[str], follow: Follow, pick: Callable[[str], None]) -> None:
        """Build the menu with every toggle off; ``pick(layer)`` is called when one is picked."""
        self._follow, self._pick = follow, pick
        self._shown_by = 0
        self.one_at_a_time = threading.Lock()
        self.layer = widgets.Dropdown(
            options=list(layers),
            description="Layer",
            layout=widgets.Layout(width="220px"),
            style={"description_width": "50px"},
        )
        self.layer.observe(self._picked, names="value")
        self.rows = {recipe.label: _Row(recipe, self) for recipe in RECIPES}
        self.own = widgets.Text(
            value="lambda grad: grad * 0.5",
            description="Your hook",
            layout=widgets.Layout(width="300px"),
            style={"description_width": "70px"},
        )
        self.own_on = _Toggle("your hook on", "Put your hook on the layer's weight", self)
        self.own_on.observe(self._own_changed, names="value")
        self.source = widgets.HTML(
            layout=widgets.Layout(flex="1 1 290px", min_width="0", padding="0 0 0 10px")
        )
        self.error = widgets.HTML()
        own = widgets.VBox([self.own, self.own_on, self.error])
        rows = [row.widget for row in self.rows.values()]
        toggles = widgets.VBox(
            [self.layer, *rows, own], layout=widgets.Layout(flex="0 0 350px", min_width="0")
        )
        self.widget = widgets.HBox(
            [toggles, self.source],
            layout=widgets.Layout(flex_flow="row wrap", flex="1 1 350px", min_width="0"),
        )
        self.show_source(RECIPES[1])

    def show_source(self, recipe: Recipe) -> None:
        """Show the hook's own lines."""
        self.source.value = (
            f"<b>{escape(recipe.label)}</b><p style='margin:2px 0;line-height:1.35'>"
            f"{escape(recipe.explains)}</p><pre style='margin:0;line-height:1.35;overflow-x:auto'>"
            f"{escape(recipe.code.strip())}</pre>"
        )

    def changed(self, recipe: Recipe, on: bool) -> None:
        """Tell of a toggle or an amount that the reader has changed."""
        self.show_source(recipe)
        if not self._quiet():
            self._follow(recipe, self.layer.value, on)

    def show(self, live: dict[str, str], layers: Sequence[str]) -> None:
        """Let toggles and layers be as the model has them, without telling anybody.

        Not while a click waits to be carried out: the toggle is ahead of the model then.
        """
        with self.one_at_a_time:
            self._shown_by = threading.get_ident()
            try:
                if list(self.layer.options) != list(layers):
                    self.layer.options = list(layers)
                toggles = {label: row.toggle for label, row in self.rows.items()}
                for label, toggle in {**toggles, "your hook": self.own_on}.items():
                    # Setting a trait to what it is costs ten times as much as asking.
                    if toggle.value != (label in live):
                        toggle.value = label in live
            finally:
                self._shown_by = 0

    def _quiet(self) -> bool:
        """Whether this very thread is in ``show``; a reader's click on another one must be told."""
        return self._shown_by == threading.get_ident()

    def _picked(self, change: dict[str, Any]) -> None:
        if change["new"] and not self._quiet():
            self._pick(change["new"])

    def _own_changed(self, change: dict[str, Any]) -> None:
        _tick(self.own_on)
        self.error.value = ""
        if self._quiet():
            return
        try:
            self.changed(own_hook(self.own.value), change["new"])
        except ValueError as error:
            self.error.value = f'<p role="alert">{escape(str(error))}</p>'
            if change["new"]:
                self.own_on.value = False


class _Row:
    """A toggle, the amount where the hook has one, and a button that shows the source."""

    def __init__(self, recipe: Recipe, menu: HookMenu) -> None:
        self._recipe, self._menu = recipe, menu
        self.toggle = _Toggle(recipe.label, recipe.explains, menu)
        self.toggle.observe(lambda change: self._changed(), names="value")
        self.amount = widgets.FloatText(
            value=recipe.amount or 0.0,
            description=f'amount<span class="{UNSEEN}"> of {escape(recipe.label)}</span>',
            description_allow_html=True,
            tooltip=f"The amount of “{recipe.label}”",
            layout=widgets.Layout(width="118px"),
            style={"description_width": "55px"},
        )
        self.amount.observe(lambda change: self._amount_changed(), names="value")
        source = widgets.Button(
            description=f"source of {recipe.label}",
            tooltip=f"Show the source of “{recipe.label}”",
            layout=widgets.Layout(width="70px"),
        )
        source.add_class(SOURCE)
        source.on_click(lambda _: menu.show_source(self.recipe))
        amounts = [] if recipe.amount is None else [self.amount]
        self.widget = widgets.HBox([self.toggle, source, *amounts])

    def _changed(self) -> None:
        _tick(self.toggle)
        self._menu.changed(self.recipe, self.toggle.value)

    def _amount_changed(self) -> None:
        if self.toggle.value:
            self._changed()

    @property
    def recipe(self) -> Recipe:
        """The recipe with the amount that is typed in now."""
        return (
            self._recipe
            if self._recipe.amount is None
            else replace(self._recipe, amount=self.amount.value)
        )


class _Toggle(widgets.ToggleButton):  # type: ignore[misc]
    """A toggle whose click is told before ``show`` sets it again.

    A click is a change and then a notice of it. A training thread that sets the toggle between
    the two would make the notice say that nothing has changed, and the click would be lost.
    """

    def __init__(self, words: str, tooltip: str, menu: HookMenu) -> None:
        self._menu = menu
        super().__init__(description=words, tooltip=tooltip, layout=widgets.Layout(width="148px"))

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take over what the browser says."""
        with self._menu.one_at_a_time:
            super().set_state(sync_data)


def _tick(button: widgets.ToggleButton) -> None:
    (button.add_class if button.value else button.remove_class)(ON)
