"""Runner: trains a session on a background thread and takes requests between two steps."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import torch

from helpers.lab.session import Session
from helpers.lab.settings import Settings

Request = Callable[[Session], Any]
FRAMES_A_SECOND = 20


class Runner:
    """Owns the thread. Everything that touches the session goes through ``ask``.

    Hooks changed from another thread would land in the middle of a step; a request waits for the
    step to end. ``publish`` is called on the training thread, at most 20 times a second and no
    sooner than five times what the last call took, so a slow picture can't slow the training much.
    """

    def __init__(self, settings: Settings, publish: Callable[[Session, bool], None]) -> None:
        """Build the session and start the thread, paused."""
        self.session = Session(settings)
        self._publish = publish
        self._requests: queue.Queue[Request] = queue.Queue()
        self._running = self._closed = False
        self.pause_between = 0.0
        self._thread = threading.Thread(target=self._loop, name="gradient-lab", daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether it trains at this moment."""
        return self._running

    def ask(self, request: Request) -> None:
        """Have ``request(session)`` called between two steps; returns at once."""
        if self._closed:
            raise RuntimeError("this lab is closed; make a new GradientLab()")
        self._requests.put(request)

    def run(self) -> None:
        """Train on."""
        self.ask(lambda session: self._set_running(True))

    def pause(self) -> None:
        """Stop after the present step."""
        self.ask(lambda session: self._set_running(False))

    def step(self) -> None:
        """Make one step and pause."""

        def one(session: Session) -> None:
            self._set_running(False)
            session.stopped = ""
            session.step()

        self.ask(one)

    def reset(self, settings: Settings | None = None) -> None:
        """Start over, with other settings if given; hooks that were on go on in the new run."""

        def again(old: Session) -> None:
            new = Session(settings or old.settings)
            new.turn_on_as_in(old)
            new.picked = old.picked if old.picked in new.layers else new.layers[0]
            new.stop_on_alarm = old.stop_on_alarm
            old.close()
            self.session = new

        self.ask(again)

    def wait(self, seconds: float = 10.0) -> None:
        """Block until every request so far has been carried out; TimeoutError if it takes longer."""
        done = threading.Event()
        self.ask(lambda session: done.set())
        if not done.wait(seconds):
            raise TimeoutError(f"the lab's thread did not answer within {seconds} s")

    def close(self) -> None:
        """End the thread and take every hook off; a second time does nothing."""
        if not self._closed:
            self._requests.put(lambda session: session.close())
            self._closed = True
            self._requests.put(lambda session: None)
            if threading.current_thread() is not self._thread:
                self._thread.join(10)

    def _set_running(self, running: bool) -> None:
        self._running = running
        if running:
            self.session.stopped = ""

    def _loop(self) -> None:
        # A model this small is slowed up to tenfold by a second thread. The setting holds for the
        # thread that makes it, so the reader's own work keeps its threads.
        torch.set_num_threads(1)
        next_frame = 0.0
        while True:
            changed = self._take_requests()
            if self._closed and self._requests.empty():
                self.session.close()
                return
            if self._running and not self.session.step():
                self._running, changed = False, True
            now = time.perf_counter()
            if changed or (self._running and now >= next_frame):
                self._publish(self.session, self._running)
                took = time.perf_counter() - now
                next_frame = now + took + max(1 / FRAMES_A_SECOND - took, 5 * took)
            if self._running and self.pause_between:
                time.sleep(self.pause_between)

    def _take_requests(self) -> bool:
        """Carry out what is waiting; while paused, wait for the next request. True if any was."""
        any_taken = False
        while True:
            try:
                request = self._requests.get(block=not (self._running or any_taken))
            except queue.Empty:
                return any_taken
            any_taken = True
            try:
                request(self.session)
            except Exception as error:
                self.session.stopped = f"{type(error).__name__}: {error}"
                self.session.mark("stop", self.session.stopped)

    def __enter__(self) -> Self:
        """Return the runner."""
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()
