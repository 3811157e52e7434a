"""watch: the lab's picture, alarms and hooks for a model of one's own, in one line."""

from __future__ import annotations

import atexit
import os
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from torch import nn

from helpers.lab.export import Table, as_table, write_csv
from helpers.lab.menu import Recipe, own_hook
from helpers.lab.menu import recipe as offered
from helpers.lab.pace import Pace
from helpers.lab.refusals import check_file
from helpers.lab.watched_model import Alarm, WatchedModel
from helpers.widgets.run_picture import RunPicture, run_picture


class Watch:
    """A model that is watched while somebody else trains it; made by ``watch``."""

    def __init__(
        self,
        watched: WatchedModel,
        *,
        live: bool,
        csv: str | os.PathLike[str] | None,
        png: str | os.PathLike[str] | None,
    ) -> None:
        """Open the live view, or none; ``csv`` and ``png`` are written by ``close``."""
        self.model = watched
        self._csv, self._png, self._closed = csv, png, False
        self._pace = Pace()
        self._panel: Any = None
        if csv is not None or png is not None:
            atexit.register(self.close)
        if live:
            # ipywidgets is not needed in a script, and takes half a second to import.
            from helpers.widgets.watch_panel import WatchPanel

            self._panel = WatchPanel(self)
            watched.between_steps = self._between_steps

    def step(self, loss: Any = None) -> None:
        """Tell the loss of a step, and record it where no optimiser of torch's is at work.

        ``loss`` is a number or a tensor of one entry; it may be called before or after the
        optimiser's own step, once for each: with gradient accumulation not for each part, which
        would be taken for a step of its own. Raises ValueError for anything else. Once closed, it
        does nothing.
        """
        if not self._closed:
            self.model.step(loss)

    def turn_on(self, hook: str, layer: str) -> None:
        """Put a hook on a layer from the next step on.

        ``hook`` is the label of one on offer, such as "double gradient", or an expression such as
        ``"lambda grad: grad * 0.5"``. While one is on, ``torch.save(model)`` can't pickle it; save
        ``model.state_dict()``, as one should anyway. Raises KeyError or ValueError for what isn't
        there, and RuntimeError once closed.
        """
        if self._closed:
            raise RuntimeError(f"turn_on({hook!r}): this watch is closed; call watch(model) again.")
        if not isinstance(hook, str):
            raise TypeError(
                f"turn_on({hook!r}): give the label of a hook on offer, or a hook of your own as "
                'text, such as "lambda grad: grad * 0.5".'
            )
        chosen: Recipe = own_hook(hook) if "lambda" in hook else offered(hook)
        self.model.turn_on(chosen, layer)

    def turn_off(self, hook: str) -> None:
        """Take a hook off by its label ("your hook" for one of your own); nothing if it is off."""
        self.model.turn_off(hook)

    @property
    def alarms(self) -> list[Alarm]:
        """Every alarm so far: step, layer, and the norm's value."""
        return list(self.model.alarms)

    def history(self) -> Table:
        """Return the run so far as columns by name, ready for ``pandas.DataFrame``."""
        return as_table(self.model.layers, *self.model.read())

    def picture(self) -> RunPicture:
        """Return the run so far as a still picture."""
        title = f"{type(self.model.model).__name__}, {self.model.step_count} steps"
        return run_picture(title, self.model.layers, *self.model.read(), self.model.marks)

    def save_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the history to a CSV file."""
        write_csv(path, self.history())

    def save_png(self, path: str | os.PathLike[str]) -> None:
        """Write the picture to a PNG file."""
        Path(path).write_bytes(self.picture().png)

    def _between_steps(self) -> None:
        now = time.perf_counter()
        if self._pace.is_due(now):
            try:
                self._panel.publish(running=True)
            except Exception as error:  # a broken picture must not end somebody's training
                self.model.said["picture"] = f"{type(error).__name__}: {error}"
            self._pace.made(now, time.perf_counter())

    def close(self) -> None:
        """Take everything off the model, and write what was asked for; a second time does nothing."""
        if self._closed:
            return
        self._closed = True
        atexit.unregister(self.close)
        self.model.close()
        # Each is done although another fails: the run can't be had again.
        with ExitStack() as last:
            if self._panel is not None:
                last.callback(self._panel.finish)
            if self._png is not None:
                last.callback(self.save_png, self._png)
            if self._csv is not None:
                last.callback(self.save_csv, self._csv)

    def __enter__(self) -> Self:
        """Return the watch."""
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it, also after an error in the training loop."""
        self.close()

    def __repr__(self) -> str:
        """Say what is watched."""
        state = "closed" if self._closed else "watching"
        layers = len(self.model.layers)
        return f"watch({type(self.model.model).__name__}): {state}, {layers} layers with parameters"


def watch(
    model: nn.Module,
    *,
    alarm: float | None = None,
    stop: bool = False,
    every: int = 1,
    csv: str | os.PathLike[str] | None = None,
    png: str | os.PathLike[str] | None = None,
    live: bool | None = None,
) -> Watch:
    """Watch a model's gradients, in any training loop and without a change to it.

    Each step of an optimiser that trains the model is seen by itself; ``lab.step(loss)`` adds the
    loss. ``alarm`` is a gradient norm whose passing is told, with ``stop`` by a StopTrainingError
    before the weights are changed. ``every`` thins what is recorded. ``csv`` and ``png`` are files
    that ``lab.close()`` writes. ``live`` opens the picture; by default in a notebook only.
    Raises TypeError for what is no model, and ValueError for one that has no gradients to watch or
    for a file in a folder that isn't there.
    """
    check_file("csv", csv)
    check_file("png", png)
    watched = WatchedModel(model, every=every, alarm=alarm, stop=stop)
    return Watch(watched, live=_in_notebook() if live is None else live, csv=csv, png=png)


def _in_notebook() -> bool:
    """Say whether this Python is a notebook's kernel, without loading what isn't."""
    app = sys.modules.get("ipykernel.kernelapp")
    return app is not None and bool(app.IPKernelApp.initialized())
