"""A command that takes its time tells how far it is, and leaves nothing behind."""

from __future__ import annotations

import os
import sys
import threading

import pytest

from helpers.course import long_run


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell ten times a second, so that no test waits."""
    monkeypatch.setattr(long_run, "EVERY_SECONDS", 0.1)


def _python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_every_line_is_heard_and_the_status_returned() -> None:
    """What the command prints, on either stream, comes line by line."""
    heard: list[str] = []
    code = "import sys; print('one', flush=True); print('two', file=sys.stderr); sys.exit(3)"

    status = long_run.run_long(_python(code), heard.append, str)

    assert status == 3
    assert heard == ["one", "two"]


def test_a_silent_command_is_spoken_for(capsys: pytest.CaptureFixture[str]) -> None:
    """While nothing is printed, a line now and then says how far it is."""
    long_run.run_long(_python("import time; time.sleep(0.5)"), print, lambda: "half-way")

    assert capsys.readouterr().out.count("0 s  half-way") >= 2


def test_a_command_is_ended_with_its_reader() -> None:
    """An exception, Ctrl-C too, ends the command and the thread that tells."""
    before = threading.active_count()
    ended: list[int] = []

    def stop(line: str) -> None:
        ended.append(int(line))
        raise KeyboardInterrupt

    code = "import os, time; print(os.getpid(), flush=True); time.sleep(60)"
    with pytest.raises(KeyboardInterrupt):
        long_run.run_long(_python(code), stop, str)

    with pytest.raises(ProcessLookupError):
        os.kill(ended[0], 0)
    assert threading.active_count() == before
