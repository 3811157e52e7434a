"""What a reader's hook may raise, and an error of it said with the line of the hook."""

from __future__ import annotations

import traceback

HOOK_ERRORS = (Exception, SystemExit)
"""All that a hook may end with: a reader's may say exit(), which must not end the notebook."""


def own_line(error: BaseException) -> str:
    """Say type, message, and the line of the hook that raised."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if _is_ours(f.filename)]
    line = f" in: {frames[-1].line}" if frames else ""
    first = (str(error).splitlines() or [""])[0]
    return f"{type(error).__name__}: {first}{line}"


def _is_ours(file: str) -> bool:
    """Say whether a file is a hook's text; exit() has its own in what Python has frozen."""
    return file.startswith("<") and not file.startswith("<frozen")
