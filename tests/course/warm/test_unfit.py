"""A kernel that a fork might not make the same as a cold start is started cold."""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from helpers.course.warm_job import Job, receive, unfit
from helpers.course.warm_process import ForkedKernel

START = {"OMP_NUM_THREADS": "1", "PATH": "/bin", "HOOKS_COURSE_PROGRESS": "/a"}


@pytest.fixture
def asker() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Both ends of the socket between an asker and the warm process."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours, theirs


@pytest.fixture
def job(asker: tuple[socket.socket, socket.socket], tmp_path: Path) -> Job:
    """A job that nothing speaks against."""
    command = [sys.executable, "-m", "ipykernel_launcher", "-f", "kernel.json"]
    return Job(command, str(tmp_path), START, [], asker[1])


@pytest.fixture(autouse=True)
def one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many threads as the warm process has; a test run may have more."""
    monkeypatch.setattr(Path, "iterdir", lambda self: iter([self]))


def test_an_ordinary_kernel_is_fit(job: Job) -> None:
    """The course's own variables, pytest's and Jupyter's may be others."""
    more = {"PYTEST_CURRENT_TEST": "x", "JPY_SESSION_NAME": "y", "HOOKS_COURSE_PROGRESS": "/b"}

    assert unfit(replace(job, variables={**START, **more}), START) == ""


@pytest.mark.parametrize(
    "variables",
    [{**START, "PYTHONHASHSEED": "5"}, {**START, "PATH": "/usr"}, {"OMP_NUM_THREADS": "1"}],
    ids=["new", "changed", "missing"],
)
def test_another_variable_is_unfit(job: Job, variables: dict[str, str]) -> None:
    """What is loaded may have read it already."""
    assert unfit(replace(job, variables=variables), START).startswith("other variables: P")


@pytest.mark.parametrize("number", ["2", None])
def test_arithmetic_on_more_threads_is_unfit(job: Job, number: str | None) -> None:
    """Only with one thread is it sure that none waits for another that the fork left behind."""
    start = {key: value for key, value in {**START, "OMP_NUM_THREADS": number}.items() if value}

    assert "OMP_NUM_THREADS" in unfit(replace(job, variables=start), start)


def test_a_second_thread_is_unfit(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fork takes along only the thread that makes it."""
    monkeypatch.undo()
    over = threading.Event()
    thread = threading.Thread(target=over.wait)
    thread.start()
    try:
        assert "threads" in unfit(job, START)
    finally:
        over.set()
        thread.join()


def test_another_kernel_is_unfit(job: Job) -> None:
    """Another Python, or another way to start this one, is not what is loaded."""
    other = ["/usr/bin/python3", *job.command[1:]]

    assert unfit(replace(job, command=other), START).startswith("not this Python's kernel")


def test_settings_for_matplotlib_are_unfit(job: Job) -> None:
    """matplotlib has been loaded elsewhere, and reads the file in its folder only then."""
    (Path(job.folder) / "matplotlibrc").touch()

    assert "matplotlib" in unfit(job, START)


@pytest.mark.parametrize("said", [b"", b"k{}\n", b"knonsense\n"])
def test_nonsense_is_no_job(asker: tuple[socket.socket, socket.socket], said: bytes) -> None:
    """An asker that goes, or says something else, gets no kernel; what it sent is closed."""
    ours, theirs = asker
    reading, writing = os.pipe()
    if said:
        socket.send_fds(ours, [said], [writing])
    os.close(writing)
    ours.close()

    with pytest.raises(ValueError, match="no job"):
        receive(theirs)
    assert os.read(reading, 1) == b""
    os.close(reading)


@pytest.mark.parametrize("reply", [b'{"cold": "unfit"}\n', b'{"ended": 1}\n', b""])
def test_a_refusal_is_an_error(reply: bytes, tmp_path: Path, job: Job) -> None:
    """Whoever asks hears of a refusal, of a kernel that dies while it starts, and of silence."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "door"))
        listener.listen()

        def refuse() -> None:
            with listener.accept()[0] as theirs:
                receive(theirs).close_streams()
                theirs.sendall(reply)

        thread = threading.Thread(target=refuse)
        thread.start()
        asked: dict[str, Any] = {"command": job.command, "folder": "/", "variables": {}}
        with pytest.raises(ConnectionError):
            ForkedKernel(str(tmp_path / "door"), asked, [0, 1, 2])
        thread.join()
