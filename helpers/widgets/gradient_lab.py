"""GradientLab: a small model trains, and the reader turns hooks on and off while it runs."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as widgets

from helpers.lab.menu import Recipe, own_hook
from helpers.lab.runner import Runner
from helpers.lab.session import Session
from helpers.lab.settings import PRESETS, Settings
from helpers.lab.snapshot import boundary, summary
from helpers.widgets.frames import Frame, curves
from helpers.widgets.lab_controls import button, hook_rows, presets_control, settings_controls
from helpers.widgets.live_chart import LiveChart

EVERY = 5
"""The decision boundary is sent with every so many frames."""


class GradientLab:
    """The lab as one widget. The runner is the state; controls only send it requests.

    ``GradientLab(depth=8, activation="sigmoid")`` starts with other settings (see Settings).
    ``close()`` ends its thread and takes every hook off; a lab no longer referred to does so too.
    """

    def __init__(self, preset: str | None = None, **settings: Any) -> None:
        """Build the lab, paused at step 0."""
        start = PRESETS[preset] if preset else Settings()
        self._frames = 0
        self._text = ""
        self.chart = LiveChart(self._on_view)
        self.status = widgets.HTML()
        self.runner = Runner(start.changed(**settings), self._publish)
        self._build(self.runner.session.settings)
        self._on_view()

    def _build(self, settings: Settings) -> None:
        self.controls = settings_controls(settings)
        self.preset = presets_control()
        self.preset.observe(self._take_preset, names="value")
        for control in self.controls.values():
            control.observe(self._take_settings, names="value")
        self.layer = widgets.Dropdown(
            options=self.runner.session.layers,
            description="Layer",
            style={"description_width": "50px"},
        )
        self.layer.observe(self._pick, names="value")
        self.hooks = hook_rows(self._toggle)
        self.own = widgets.Text(
            value="lambda grad: grad * 0.5",
            description="Your hook",
            layout=widgets.Layout(width="330px"),
        )
        self.own_on = widgets.ToggleButton(
            description="switch it on", layout=widgets.Layout(width="130px")
        )
        self.own_on.observe(self._toggle_own, names="value")
        runs = widgets.HBox(
            [
                button("Run", "Train on", self.runner.run),
                button("Pause", "Stop after this step", self.runner.pause),
                button("One step", "Make one step", self.runner.step),
                button("Reset", "Start over", self.runner.reset),
                self.preset,
            ]
        )
        form = widgets.HBox(
            list(self.controls.values()), layout=widgets.Layout(flex_flow="row wrap")
        )
        menu = widgets.HBox(
            [self.layer, *(row.widget for row in self.hooks), self.own, self.own_on],
            layout=widgets.Layout(flex_flow="row wrap"),
        )
        sources = widgets.Accordion(
            [widgets.VBox([row.source for row in self.hooks])], titles=["Source of each hook"]
        )
        self.widget = widgets.VBox([runs, form, self.status, self.chart, menu, sources])
        self.widget.add_class("gradient-lab")

    def _on_view(self) -> None:
        if hasattr(self, "runner"):
            self.runner.ask(lambda session: None)

    def _take_settings(self, change: dict[str, Any]) -> None:
        values = {name: control.value for name, control in self.controls.items()}
        self._restart(self.runner.session.settings.changed(**values))

    def _take_preset(self, change: dict[str, Any]) -> None:
        if not change["new"]:
            return
        settings = PRESETS[change["new"]]
        with self._quiet():
            for name, control in self.controls.items():
                control.value = getattr(settings, name)
        self._restart(settings)
        self.runner.run()

    def _restart(self, settings: Settings) -> None:
        names = [f"layer{n}" for n in range(1, settings.depth + 1)] + ["out"]
        if list(self.layer.options) != names:
            self.layer.options = names
        self.runner.reset(settings)

    def _quiet(self) -> Any:
        import contextlib

        stack = contextlib.ExitStack()
        for control in self.controls.values():
            control.unobserve(self._take_settings, names="value")
            stack.callback(control.observe, self._take_settings, names="value")
        return stack

    def _pick(self, change: dict[str, Any]) -> None:
        layer = change["new"]
        if layer:
            self.runner.ask(lambda session: setattr(session, "picked", layer))

    def _toggle(self, recipe: Recipe, on: bool) -> None:
        layer = self.layer.value
        if on:
            self.runner.ask(lambda session: session.turn_on(recipe, layer))
        else:
            self.runner.ask(lambda session: session.turn_off(recipe.label))

    def _toggle_own(self, change: dict[str, Any]) -> None:
        if not change["new"]:
            self.runner.ask(lambda session: session.turn_off("your hook"))
            return
        try:
            self._toggle(own_hook(self.own.value), True)
        except ValueError as error:
            self.own_on.value = False
            self.status.value = f'<p role="alert">{escape(str(error))}</p>'

    def _publish(self, session: Session, running: bool) -> None:
        frame = self._frame(session, running)
        if self.chart.show(frame, always=not running):
            words = frame.header["alt"]
            if words != self._text:
                self._text = words
                self.status.value = f'<p role="status">{escape(words)}</p>'

    def _frame(self, session: Session, running: bool) -> Frame:
        steps, rows = session.read()
        frame = curves(
            session.layers,
            steps,
            rows,
            session.gradient(),
            step=session.step_count,
            picked=session.picked,
            marks=[(mark.step, mark.kind) for mark in session.marks],
            alt=summary(session, running),
        )
        self._frames += 1
        if not running or self._frames % EVERY == 0:
            picture = boundary(session)
            if picture:
                frame.header["side"] = picture.side
                frame.buffers.extend([picture.values, picture.points, picture.labels])
        return frame

    def close(self) -> None:
        """End the thread and take every hook off; a second time does nothing."""
        self.runner.close()

    def __repr__(self) -> str:
        """Say what the lab is, in words that are the same on every run."""
        settings = self.runner.session.settings
        return (
            f"GradientLab: {settings.data}, {settings.depth} hidden layers of {settings.width} "
            f"({settings.activation}), {settings.optimizer}, rate {settings.lr:g}, seed {settings.seed}"
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        live: dict[str, str] = self.widget._repr_mimebundle_(**kwargs) or {}
        still = f"<p>{escape(repr(self))}.</p><p><i>Run this cell to start the lab.</i></p>"
        return {**live, "text/plain": repr(self), "text/html": still}
