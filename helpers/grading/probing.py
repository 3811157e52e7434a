"""Run an answer and jot down what happened: the tools that probes are written with."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Mapping
from typing import Any

import torch

# The first backward() of a process imports this, sympy with it: a third of a second that would
# fall on the learner's first check, and on every forked answer.
import torch.fx.experimental.symbolic_shapes

from helpers.grading.cleanroom import usual_modes
from helpers.grading.data import as_data
from helpers.grading.registrations import Registration, watch_registrations


class Answer:
    """The source of one answer, to be run as often as a probe likes, each time from scratch."""

    def __init__(self, exercise: str, source: str) -> None:
        """Keep the source; nothing runs yet."""
        self.exercise, self.source = exercise, source
        self.line: int | None = None
        """The line of the source that registered a hook last, in whichever run."""

    def run(self, names: Mapping[str, Any]) -> Run:
        """Execute the source in a fresh namespace that holds torch, nn and the given names."""
        run = Run(self, names)
        run.attempt("running your cell", run.execute)
        return run

    @property
    def file(self) -> str:
        """The file name under which the source is compiled."""
        return f"<exercise {self.exercise}>"

    def describe(self, doing: str, error: BaseException) -> dict[str, Any]:
        """Return an error as data: type, first line of its message, the learner's own line.

        Of several lines of the answer it is the deepest. ``doing`` says in a few words what was
        tried.
        """
        if isinstance(error, SyntaxError) and error.filename == self.file:
            line, said = error.lineno, error.msg
        else:
            frames = traceback.extract_tb(error.__traceback__)
            own = [frame.lineno for frame in frames if frame.filename == self.file]
            line, said = (own[-1] if own else None), _message(error)
        lines = self.source.splitlines()
        text = lines[line - 1].strip() if line and line <= len(lines) else None
        return {
            "doing": doing,
            "type": type(error).__name__,
            "message": next(iter(said.splitlines()), "")[:300],
            "line": line,
            "text": text,
        }


def _message(error: BaseException) -> str:
    try:
        # Where in memory an object lies is new in each process, and the same answer is told the same.
        return re.sub(r" at 0x[0-9a-fA-F]+", "", str(error))
    except BaseException:  # an answer's own exception may raise anything when it is asked
        return ""


class Run:
    """One execution of an answer: its names, its hook registrations, and its first error."""

    def __init__(self, answer: Answer, given: Mapping[str, Any]) -> None:
        """Prepare a fresh namespace; ``given`` is what the task gives."""
        self.answer, self.given = answer, dict(given)
        self.names: dict[str, Any] = {
            "__name__": "__main__",
            "torch": torch,
            "nn": torch.nn,
            **self.given,
        }
        self.error: dict[str, Any] | None = None
        self.log: list[Registration] = []

    def execute(self) -> None:
        """Compile and run the source; errors pass through.

        Gradient mode, default dtype and device are the usual ones afterwards: what is tried next
        is what the answer's hooks do, and the tensors it is tried with must not depend on them.
        """
        try:
            # Without dont_inherit it would take over this file's __future__ imports, and annotations
            # that a dataclass looks at would be texts.
            code = compile(self.answer.source, self.answer.file, "exec", dont_inherit=True)
            exec(code, self.names)
        finally:
            usual_modes()

    def attempt(self, doing: str, action: Callable[[], Any]) -> Any:
        """Return ``action()``, watching registrations; or note the first error and return None.

        ``doing`` says in a few words what was tried, for the message.
        """
        try:
            with watch_registrations(self.log, self.answer.file):
                return action()
        except BaseException as error:  # SystemExit and KeyboardInterrupt must not end the marking
            self.error = self.error or self.answer.describe(doing, error)
            return None
        finally:
            lines = (entry.line for entry in reversed(self.log) if entry.line)
            self.answer.line = next(lines, self.answer.line)

    def facts(self, **more: Any) -> dict[str, Any]:
        """Return error, registrations and whatever a probe adds, as plain data."""
        labels = {id(value): name for name, value in self.given.items()}
        return {
            "error": self.error,
            "registrations": [entry.facts(labels) for entry in self.log],
            **{name: as_data(value) for name, value in more.items()},
        }
