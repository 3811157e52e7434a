"""What a program wrote to a terminal."""

from __future__ import annotations

import contextlib
import os


def everything_on(terminal: int) -> str:
    """Read a pseudo-terminal to its end and close it; its other side is closed already.

    One ``os.read`` isn't enough: a terminal hands over what was written in pieces of its own
    choosing, and says with an OSError that there are no more.
    """
    pieces = []
    with os.fdopen(terminal, "rb", buffering=0) as stream, contextlib.suppress(OSError):
        while piece := stream.read(4096):
            pieces.append(piece)
    return b"".join(pieces).decode()
