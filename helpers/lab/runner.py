"""Runner: trains a session on a background thread and takes requests between two steps."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import Any, Self, TypeVar

import torch

from helpers.lab.hook_errors import HOOK_ERRORS
from helpers.lab.pace import Pace
from helpers.lab.patience import end_if_stuck
from helpers.lab.session import Session
from helpers.lab.settings import Settings

Request = Callable[[Session], Any]
Value = TypeVar("Value")


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
        self._next_step = 0.0
        self._thread = threading.Thread(target=self._loop, name="gradient-lab", daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether it trains at this moment."""
        return self._running

    @property
    def has_requests(self) -> bool:
        """Whether something waits for the end of the present step."""
        return not self._requests.empty()

    def ask(self, request: Request) -> None:
        """Have ``request(session)`` called between two steps; returns at once."""
        if self._closed:
            raise RuntimeError("this lab is closed; make a new GradientLab()")
        self._requests.put(request)

    def _insist(self, request: Request) -> threading.Thread:
        """Ask, and end what the thread is doing if the request still waits after some seconds."""
        begun = threading.Event()
        self.ask(lambda session: begun.set())
        self.ask(request)
        return end_if_stuck(self._thread, begun)

    def run(self) -> None:
        """Train on."""
        self.ask(lambda session: self._set_running(True))

    def pause(self) -> None:
        """Stop after the present step; one that doesn't end is ended."""
        self._insist(lambda session: self._set_running(False))

    def step(self) -> None:
        """Make one step and pause."""

        def one(session: Session) -> None:
            self._set_running(True)
            session.step()
            self._set_running(False)

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

        self._insist(again)

    def set_speed(self, steps_a_second: float | None) -> None:
        """Make at most so many steps a second; None is as many as can be."""
        if steps_a_second is not None and not steps_a_second > 0:
            raise ValueError(f"set_speed({steps_a_second!r}): give steps a second above 0, or None")

        def change(session: Session) -> None:
            self.pause_between = 1 / steps_a_second if steps_a_second else 0.0
            self._next_step = 0.0

        self.ask(change)

    def call(self, request: Callable[[Session], Value], seconds: float = 10.0) -> Value:
        """Return ``request(session)``, carried out between two steps; TimeoutError if it must wait.

        A closed lab still answers: its session has come to rest.
        """
        if self._closed:
            return request(self.session)
        answers: list[Value] = []
        self.ask(lambda session: answers.append(request(session)))
        self.wait(seconds)
        if not answers:
            raise RuntimeError(self.session.stopped)
        return answers[0]

    def wait(self, seconds: float = 10.0) -> None:
        """Block until every request so far has been carried out; TimeoutError if it takes longer."""
        done = threading.Event()
        self.ask(lambda session: done.set())
        if not done.wait(seconds):
            raise TimeoutError(f"the lab's thread did not answer within {seconds} s")

    def close(self) -> None:
        """End the thread and take every hook off; a second time does nothing."""
        if not self._closed:
            patience = self._insist(lambda session: session.close())
            self._closed = True
            self._requests.put(lambda session: None)
            if threading.current_thread() is not self._thread:
                self._thread.join(10)
                patience.join(10)

    def _set_running(self, running: bool) -> None:
        if running != self._running:
            # A model this small is slowed up to tenfold by a second thread. The number is one for
            # the whole process where MKL computes, so it is given back whenever the lab rests.
            torch.set_num_threads(1 if running else self._threads)
        self._running = running
        if running:
            self.session.stopped = ""

    def _loop(self) -> None:
        self._threads = torch.get_num_threads()
        pace = Pace()
        while True:
            changed = self._take_requests()
            if self._closed and self._requests.empty():
                self._set_running(False)
                self.session.close()
                return
            now = time.perf_counter()
            if self._running and now >= self._next_step:
                self._next_step = now + self.pause_between
                if not self.session.step():
                    self._set_running(False)
                    changed = True
                now = time.perf_counter()
            if changed or (self._running and pace.is_due(now)):
                self._show()
                pace.made(now, time.perf_counter())

    def _show(self) -> None:
        try:
            self._publish(self.session, self._running)
        except Exception as error:
            # A broken picture must not end the thread: it would leave the hooks on.
            self._set_running(False)
            self.session.stopped = f"{type(error).__name__}: {error}"

    def _take_requests(self) -> bool:
        """Carry out what is waiting, and wait as long as no step is due. True if any was."""
        any_taken = False
        while True:
            due = self._next_step - time.perf_counter() if self._running else None
            try:
                if any_taken or (due is not None and due <= 0):
                    request = self._requests.get_nowait()
                else:
                    request = self._requests.get(timeout=due)
            except queue.Empty:
                return any_taken
            any_taken = True
            try:
                request(self.session)
            except HOOK_ERRORS as error:
                self._set_running(False)
                self.session.mark("stop", f"{type(error).__name__}: {error}")
                self.session.stopped = f"{type(error).__name__}: {error}"

    def __enter__(self) -> Self:
        """Return the runner."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close it."""
        self.close()
