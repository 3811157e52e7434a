"""Answers that call out: nothing arrives (loopback only)."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CALL = """
import socket
try:
    with socket.{call} as mine:
        mine.settimeout(1)
        {send}
except OSError: pass
else: raise Exception("it got through")
{{RIGHT}}
"""


@pytest.fixture(params=["tcp", "udp", "unix"])
def call(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    """Listen, and say how an answer would call."""
    family = socket.AF_UNIX if request.param == "unix" else socket.AF_INET
    kind = socket.SOCK_DGRAM if request.param == "udp" else socket.SOCK_STREAM
    where: Any = str(tmp_path / "listening") if request.param == "unix" else ("127.0.0.1", 0)
    with socket.socket(family, kind) as server:
        server.settimeout(0)
        server.bind(where)
        if request.param != "udp":
            server.listen()
        address = server.getsockname()
        send = f"mine.connect({address!r}); mine.send(b'the cases')"
        name = f"socket(socket.{family.name}, socket.{kind.name})"
        yield CALL.format(call=name, send=send), server


def test_a_call_does_not_arrive(mark: Any, call: tuple[str, socket.socket]) -> None:
    """The answer's own process can reach no other program, on this machine or elsewhere."""
    source, server = call

    assert mark(source, "filters").outcome == "passed"
    with pytest.raises(BlockingIOError):
        server.recv(1) if server.type == socket.SOCK_DGRAM else server.accept()
