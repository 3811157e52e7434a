"""Watch which hooks an answer registers and takes off, on what, while it runs.

A hook that is gone at the end leaves no trace in PyTorch's tables, so "removed too early" can't be
told from "never registered" afterwards: the registrations themselves must be seen.
"""

from __future__ import annotations

import contextlib
import functools
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import CodeType
from typing import Any

import torch
from torch.nn.modules import module as module_globals

KINDS: dict[str, tuple[Any, str]] = {
    "tensor": (torch.Tensor, "register_hook"),
    "post accumulate": (torch.Tensor, "register_post_accumulate_grad_hook"),
    "forward pre": (torch.nn.Module, "register_forward_pre_hook"),
    "forward": (torch.nn.Module, "register_forward_hook"),
    "backward pre": (torch.nn.Module, "register_full_backward_pre_hook"),
    "backward": (torch.nn.Module, "register_full_backward_hook"),
    "old backward": (torch.nn.Module, "register_backward_hook"),
    "global forward pre": (module_globals, "register_module_forward_pre_hook"),
    "global forward": (module_globals, "register_module_forward_hook"),
    "global backward pre": (module_globals, "register_module_full_backward_pre_hook"),
    "global backward": (module_globals, "register_module_full_backward_hook"),
    "global old backward": (module_globals, "register_module_backward_hook"),
}
"""Kind of hook, and where its registration lives."""


@dataclass
class Registration:
    """One hook that was registered: its kind, the object it sits on, the hook, and its handle.

    ``line`` is the line of the answer that registered it, None where none did.
    """

    kind: str
    on: Any
    hook: Any
    handle: Any
    line: int | None = None
    removed: bool = False

    def facts(self, labels: dict[int, str]) -> dict[str, Any]:
        """Return the registration as data; ``labels`` names known objects by their ``id``."""
        return {
            "kind": self.kind,
            "on": labels.get(id(self.on), "another " + type(self.on).__name__),
            "callable": callable(self.hook),
            "hook": getattr(self.hook, "__name__", type(self.hook).__name__),
            "removed": self.removed,
            "assigns": assigned_in(self.hook),
        }


def assigned_in(hook: Any) -> list[str]:
    """Return the names that a hook's own function assigns: they live in one call and no longer.

    A method and a functools.partial are looked into; a hook without Python code assigns none.
    """
    function = hook.func if isinstance(hook, functools.partial) else hook
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    if not isinstance(code, CodeType):
        return []
    starred = bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)
    return list(code.co_varnames[code.co_argcount + code.co_kwonlyargcount + starred :])


@contextlib.contextmanager
def watch_registrations(log: list[Registration], file: str = "") -> Iterator[None]:
    """Note in ``log`` each hook that this thread registers inside the block; hooks work as ever.

    ``file`` is the name under which the code was compiled whose lines are to be noted.
    """
    originals = {kind: getattr(owner, name) for kind, (owner, name) in KINDS.items()}
    for kind, (owner, name) in KINDS.items():
        setattr(owner, name, _watched(kind, originals[kind], log, file))
    try:
        yield
    finally:
        for kind, (owner, name) in KINDS.items():
            setattr(owner, name, originals[kind])


def _watched(
    kind: str, original: Callable[..., Any], log: list[Registration], file: str
) -> Callable[..., Any]:
    is_global = kind.startswith("global")
    thread = threading.get_ident()

    @functools.wraps(original)
    def register(*args: Any, **kwargs: Any) -> Any:
        handle = original(*args, **kwargs)
        if threading.get_ident() == thread:
            hook = (
                kwargs.get("hook", args[-1] if args else None)
                if is_global
                else kwargs.get("hook", args[1] if len(args) > 1 else None)
            )
            entry = Registration(kind, None if is_global else args[0], hook, handle, line_in(file))
            _note_removal(entry)
            log.append(entry)
        return handle

    return register


def line_in(file: str) -> int | None:
    """Return the line of ``file`` that is being run: the innermost of those that led here."""
    frame = sys._getframe(1)
    while frame.f_code.co_filename != file:
        if frame.f_back is None:
            return None
        frame = frame.f_back
    return frame.f_lineno


def _note_removal(entry: Registration) -> None:
    remove = entry.handle.remove

    def noted() -> None:
        entry.removed = True
        remove()

    # On the instance: RemovableHandle.__exit__ calls self.remove(), so a with block is seen too.
    entry.handle.remove = noted
