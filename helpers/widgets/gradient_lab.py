"""GradientLab: a small model trains, and the reader turns hooks on and off while it runs."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from helpers.lab.export import Table, as_table, write_csv
from helpers.lab.runner import Runner
from helpers.lab.script import script
from helpers.lab.session import Session
from helpers.lab.settings import PRESETS, Settings
from helpers.lab.snapshot import boundary
from helpers.widgets.frames import Frame
from helpers.widgets.lab_controls import (
    button,
    presets_control,
    row,
    settings_controls,
    speed_control,
)
from helpers.widgets.one_per_cell import close_earlier
from helpers.widgets.run_picture import RunPicture, run_picture
from helpers.widgets.run_view import RunView
from helpers.widgets.take_home import TakeHome

EVERY = 5
"""The decision boundary is sent with every so many frames."""
STILL_STEPS = 200
"""Steps of the run that stands for the lab on a page without a kernel."""


class GradientLab:
    """The lab as one widget. The runner is the state; controls only send it requests.

    ``GradientLab("Vanishing gradients")`` starts with a preset (see PRESETS), and
    ``GradientLab(depth=8, activation="sigmoid")`` with other settings (see Settings). ``close()``
    ends its thread and takes every hook off; so does running its notebook cell again.
    """

    def __init__(self, preset: str | None = None, **settings: Any) -> None:
        """Build the lab, paused at step 0."""
        if preset is not None and preset not in PRESETS:
            raise ValueError(f"GradientLab({preset!r}): the presets are {', '.join(PRESETS)}.")
        start = (PRESETS[preset] if preset else Settings()).changed(**settings)
        self._preset, self._frames = preset, 0
        self._coded: Any = None
        self.runner = Runner(start, self._publish)
        self._ask = self._if_open(self.runner.ask)
        self._restart = self._if_open(self.runner.reset)
        self.view = RunView(self.runner.session.layers, self._ask)
        self.controls = settings_controls(start)
        self.preset = presets_control()
        self.preset.observe(self._take_preset, names="value")
        for control in self.controls.values():
            control.observe(self._take_settings, names="value")
        self.take_home = TakeHome(
            "gradient-lab", self.save_png, self.save_csv, self.code, self.view.voice.say
        )
        runs = row(
            button("Run", "Train on", self._if_open(self.runner.run)),
            button("Pause", "Stop after this step", self._if_open(self.runner.pause)),
            button("One step", "Make one step", self._if_open(self.runner.step)),
            button("Reset", "Start over", self._if_open(self.runner.reset)),
            speed_control(self._if_open(self.runner.set_speed)),
            self.preset,
        )
        view = self.view
        self.widget = widgets.VBox(
            [
                *(runs, row(*self.controls.values()), view.status, view.banner, view.body),
                *(view.stop_on_alarm, self.take_home.widget, view.voice),
            ]
        )
        self.widget.add_class("gradient-lab")
        close_earlier(self)
        self._ask(lambda session: None)

    def _if_open(self, act: Callable[..., None]) -> Callable[..., None]:
        """Return ``act`` for a control: a closed lab's controls say so and do nothing."""

        def press(*given: Any) -> None:
            try:
                act(*given)
            except RuntimeError:
                words = "This lab is closed. Run its cell again for a new one."
                self.view.status.value = f"<p>{words}</p>"
                self.view.voice.say(words)

        return press

    def _take_settings(self, change: dict[str, Any]) -> None:
        values = {name: control.value for name, control in self.controls.items()}
        self._restart(self.runner.session.settings.changed(**values))

    def _take_preset(self, change: dict[str, Any]) -> None:
        if not change["new"]:
            return
        settings = PRESETS[change["new"]]
        with contextlib.ExitStack() as quiet:
            for name, control in self.controls.items():
                control.unobserve(self._take_settings, names="value")
                quiet.callback(control.observe, self._take_settings, names="value")
                control.value = getattr(settings, name)
        self._restart(settings)
        self._ask(lambda session: self.runner.run())

    def _publish(self, session: Session, running: bool) -> None:
        self._frames += 1

        def finish(frame: Frame) -> None:
            picture = None if running and self._frames % EVERY else boundary(session)
            if picture:
                frame.header["side"] = picture.side
                frame.buffers.extend([picture.values, picture.points, picture.labels])

        self.view.publish(session, running=running, always=not running, finish=finish)
        if not self.runner.has_requests:
            self.view.menu.show(session.live, session.layers)
        self._keep_code(session)

    def _keep_code(self, session: Session) -> None:
        """Write the code anew where it is open and would no longer do the same."""
        now = session.settings, session.recipes_on()
        if self.take_home.shows_code and now != self._coded:
            self.take_home.text.value = script(session)
        self._coded = now

    def history(self) -> Table:
        """Return the run so far as columns by name, ready for ``pandas.DataFrame``."""
        return self.runner.call(lambda session: as_table(session.layers, *session.read()))

    def code(self) -> str:
        """Return a plain PyTorch script that does what the lab does, with the hooks that are on."""
        return self.runner.call(script)

    def picture(self) -> RunPicture:
        """Return the run so far as a still picture."""
        return self.runner.call(
            lambda session: run_picture(
                self._title(session.settings), session.layers, *session.read(), session.marks
            )
        )

    def save_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the history to a CSV file."""
        write_csv(path, self.history())

    def save_png(self, path: str | os.PathLike[str]) -> None:
        """Write the picture to a PNG file."""
        Path(path).write_bytes(self.picture().png)

    def close(self) -> None:
        """End the thread and take every hook off; a second time does nothing."""
        self.runner.close()

    def _title(self, settings: Settings) -> str:
        name = f"{self._preset}: " if self._preset and settings == PRESETS[self._preset] else ""
        return (
            f"{name}{settings.data}, {settings.depth} hidden layers of {settings.width} "
            f"({settings.activation}), {settings.optimizer}, rate {settings.lr:g}"
        )

    def __repr__(self) -> str:
        """Say what the lab is, in words that are the same on every run."""
        settings = self.runner.session.settings
        return f"GradientLab: {self._title(settings)}, seed {settings.seed}"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Show the widget; where there is no kernel, a picture of the first steps, with alt text."""
        live: dict[str, Any] = self.widget._repr_mimebundle_(**kwargs) or {}
        session = Session(self.runner.session.settings)
        while session.step_count < STILL_STEPS and session.step():
            pass
        title = f"{self._title(session.settings)}. Run this cell to train it live."
        still = run_picture(title, session.layers, *session.read())
        data, metadata = still.mime
        return {**live, **data, "text/plain": repr(self)}, metadata
