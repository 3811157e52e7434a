"""WatchPanel: the live view of a watched model, in the notebook that trains it."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets
from IPython.core.getipython import get_ipython
from IPython.display import display

from helpers.widgets.one_per_cell import close_earlier
from helpers.widgets.run_view import RunView
from helpers.widgets.take_home import TakeHome
from helpers.widgets.while_busy import comms_within, listen_while_busy

if TYPE_CHECKING:
    from helpers.widgets.watch import Watch

PATIENCE = 2.0
"""Seconds after which a frame is sent although the browser hasn't said that it painted the last.

Where the kernel has no subshells, nothing that the browser says arrives while a cell trains.
"""


class WatchPanel:
    """Shows itself when it is made; what it shows is the watched model's state."""

    def __init__(self, watch: Watch) -> None:
        """Build and show the view."""
        self._watch = watch
        self._lock = threading.Lock()
        self._sent = 0.0
        model = watch.model
        self.view = RunView(model.layers, model.ask, self._look)
        self.view.stop_on_alarm.value = model.stop_on_alarm
        note = (
            "The model is compiled: gradients are seen as ever, while hooks on its modules are not "
            "in what was compiled."
        )
        notes = [widgets.HTML(f"<p>{note}</p>")] if model.compiled else []
        view = self.view
        take_home = TakeHome("watched-run", watch.save_png, watch.save_csv, tell=view.voice.say)
        self.widget = widgets.VBox(
            [
                *(view.status, view.banner, *notes, view.body),
                *(view.stop_on_alarm, take_home.widget, view.voice),
            ]
        )
        self.widget.add_class("gradient-watch")
        self._comms = comms_within(self.widget)
        close_earlier(watch)
        self._handle: Any = display(self, display_id=True)  # type: ignore[no-untyped-call]
        self.publish(running=False)
        shell = get_ipython()
        # The last steps of a loop may come too fast for a frame each.
        self._events: Any = shell.events if shell is not None else None
        if self._events is not None:
            self._events.register("post_run_cell", self._cell_ended)

    def _cell_ended(self, result: Any) -> None:
        self.publish(running=False)

    def _look(self, request: Any) -> None:
        request(self._watch.model)
        self.publish(running=False)

    def publish(self, *, running: bool) -> None:
        """Send the state to the browser, unless it is still busy with the last frame."""
        now = time.monotonic()
        with self._lock:
            always = not running or now - self._sent > PATIENCE
            if self.view.publish(self._watch.model, running=running, always=always):
                self._sent = now
                # Toggles whose requests still wait are ahead of the model.
                if not self._watch.model.has_requests:
                    self.view.menu.show(self._watch.model.live, self._watch.model.layers)
                listen_while_busy(self._comms)

    def finish(self) -> None:
        """Show the end of the run, and leave a still picture in the saved notebook."""
        self.publish(running=False)
        if self._events is not None:
            self._events.unregister("post_run_cell", self._cell_ended)
            self._events = None
        if self._handle is not None:  # nothing was shown where no notebook is
            self._handle.update(self)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        live: dict[str, Any] = self.widget._repr_mimebundle_(**kwargs) or {}
        data, metadata = self._watch.picture().mime
        return {**live, **data, "text/plain": repr(self._watch)}, metadata
