"""RunView: the live picture of a hooked model, its state in words, its alarms, and its hooks."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import ipywidgets as widgets

from helpers.lab.hooked_model import HookedModel
from helpers.lab.menu import Recipe
from helpers.lab.summary import summary
from helpers.lab.telling import Telling
from helpers.widgets.frames import Frame, curves
from helpers.widgets.hook_menu import HookMenu
from helpers.widgets.live_chart import LiveChart
from helpers.widgets.voice import Voice

Request = Callable[[Any], None]
SECONDS_TO_READ = 0.5
"""How long the state in words stays while training runs."""
BANNER = (
    "border-left: 4px solid #D55E00; padding: 4px 10px; margin: 2px 0; line-height: 1.4; "
    "background: var(--jp-layout-color2, #eee); color: var(--jp-ui-font-color1, #333)"
)


class RunView:
    """What a lab and a watched model show alike. It only sends requests, through ``ask``.

    ``ask(request)`` must call ``request(model)`` between two training steps; ``publish`` may then
    be called by whoever trains, on any thread. ``look(request)`` is for requests that change
    nothing of the training, and need not wait.
    """

    def __init__(
        self,
        layers: Sequence[str],
        ask: Callable[[Request], None],
        look: Callable[[Request], None] | None = None,
    ) -> None:
        """Build chart, words and menu; without ``look``, everything goes through ``ask``."""
        self._ask, self._look, self._said, self._warned = ask, look or ask, "", ""
        self._said_at = self._warned_at = float("-inf")
        self._telling, self.voice = Telling(), Voice()
        self.chart = LiveChart(self._viewed)
        self.status = widgets.HTML()
        self.banner = widgets.HTML()
        self.menu = HookMenu(layers, self._toggle, self._pick)
        self.stop_on_alarm = widgets.Checkbox(
            description="Stop training at an alarm",
            indent=False,
            layout=widgets.Layout(width="240px"),
        )
        self.body = widgets.HBox(
            [self.chart, self.menu.widget],
            layout=widgets.Layout(flex_flow="row wrap", width="100%"),
        )
        self.chart.layout = widgets.Layout(flex="1 1 600px", min_width="0")
        self.stop_on_alarm.observe(self._stop_changed, names="value")

    def _viewed(self) -> None:
        self._look(lambda model: None)

    def _toggle(self, recipe: Recipe, layer: str, on: bool) -> None:
        if on:
            self._ask(lambda model: model.turn_on(recipe, layer))
        else:
            self._ask(lambda model: model.turn_off(recipe.label))

    def _pick(self, layer: str) -> None:
        self._look(lambda model: setattr(model, "picked", layer))

    def _stop_changed(self, change: dict[str, Any]) -> None:
        self._look(lambda model: setattr(model, "stop_on_alarm", change["new"]))

    def publish(
        self,
        model: HookedModel,
        *,
        running: bool,
        always: bool = False,
        finish: Callable[[Frame], None] = lambda frame: None,
    ) -> bool:
        """Send the model's state to the browser; False if it has yet to paint what it was sent.

        ``finish(frame)`` may add to the frame, and is called only for one that is sent.
        """
        if not (always or self.chart.ready):
            return False
        steps, rows = model.read()
        words = summary(model, steps, rows, running)
        # While training runs, figures are no news; when it stands still, each of them is.
        state = (running, *model.live.items(), "" if running else words)
        is_news = self._telling.is_news(state, time.monotonic())
        words = self._words(words, running and not is_news)
        frame = curves(
            model.layers,
            steps,
            rows,
            model.gradient(),
            step=model.step_count,
            picked=model.picked,
            marks=[(mark.step, mark.kind) for mark in model.marks],
            alt=words,
        )
        finish(frame)
        self.chart.show(frame, always=True)
        if words != self._said:
            self._said = words
            self.status.value = f'<p style="line-height:1.4">{escape(words)}</p>'
        if is_news:
            self.voice.said = words
        self._warn(model, running)
        return True

    def _words(self, words: str, may_wait: bool) -> str:
        """Return these words, or the last ones while they are still new: nobody reads so fast.

        Neither does a screen reader; and for the browser, new text is as much work as a picture.
        """
        now = time.monotonic()
        if may_wait and now - self._said_at < SECONDS_TO_READ:
            return self._said
        self._said_at = now
        return words

    def _warn(self, model: HookedModel, running: bool) -> None:
        last, now = model.last_alarm, time.monotonic()
        words = f"Alarm at step {last.step}: {last.words}." if last else ""
        if model.stopped:
            words = f"Stopped at step {model.step_count}: {model.stopped}."
        layer = last.words.partition(":")[0] if last else ""
        rings = last is not None and self._telling.is_new_alarm(layer, last.step, now)
        if rings or model.stopped or not words:
            self.voice.warned = words
        if running and self._warned and now - self._warned_at < SECONDS_TO_READ:
            return
        if words != self._warned:
            self._warned, self._warned_at = words, now
            box = f'<div style="{BANNER}"><b>{escape(words)}</b></div>'
            self.banner.value = box if words else ""
