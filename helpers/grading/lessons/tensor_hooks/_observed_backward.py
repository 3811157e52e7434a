"""Observe the backward passes that an answer runs by itself, and scale what it sends."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import torch

from helpers.grading.lessons.tensor_hooks._shared import leaf
from helpers.grading.probing import Run


@contextlib.contextmanager
def observed_backward(
    name: str, factor: float, run: Run, passes: list[dict[str, Any]]
) -> Iterator[None]:
    """Note in ``passes`` what each backward pass that the answer runs brings to the leaf ``name``.

    A pass is noted as {"live": kinds of hooks on it when it began, "arrived": the gradient that
    reached it, "added": what its .grad has grown by, "written": by what its hooks had changed
    .grad themselves, before the gradient was added to it}. Whatever is sent is scaled by ``factor``.
    """
    plain = torch.autograd.backward

    def backward(tensors: Any, grad_tensors: Any = None, *args: Any, **kwargs: Any) -> None:
        v = leaf(run, name)
        root = tensors[0] if isinstance(tensors, list | tuple) else tensors
        sent = grad_tensors[0] if isinstance(grad_tensors, list | tuple) else grad_tensors
        if (root is not v and root.is_leaf) or (sent is None and root.numel() != 1):
            plain(tensors, grad_tensors, *args, **kwargs)
            return
        before = torch.zeros_like(v) if v.grad is None else v.grad.clone()
        live = [entry.kind for entry in run.log if entry.on is v and not entry.removed]
        scaled = torch.full_like(root, factor) if sent is None else sent * factor
        with _first_in_line(v, run) as arrived, _last_in_line(v, run) as gathered:
            plain(root, scaled, *args, **kwargs)
        added = before if v.grad is None else v.grad - before
        written = [(grad - before).tolist() for grad in gathered if grad.shape == before.shape]
        passes.append(
            {
                "live": live,
                "arrived": arrived,
                "added": added.tolist(),
                "written": written[0] if written else None,
            }
        )

    torch.autograd.backward = backward
    try:
        yield
    finally:
        torch.autograd.backward = plain


@contextlib.contextmanager
def _last_in_line(v: torch.Tensor, run: Run) -> Iterator[list[torch.Tensor]]:
    """Note a copy of v.grad as it is when all hooks have seen the gradient, during one pass."""
    gathered: list[torch.Tensor] = []
    register: Any = v.register_hook
    handle = register(lambda _: gathered.extend([] if v.grad is None else [v.grad.clone()]))
    run.log[:] = [entry for entry in run.log if entry.handle is not handle]
    try:
        yield gathered
    finally:
        handle.remove()


@contextlib.contextmanager
def _first_in_line(v: torch.Tensor, run: Run) -> Iterator[list[float]]:
    """Note the gradient that reaches v before any hook of the answer sees it, during one pass."""
    arrived: list[float] = []
    theirs = dict(v._backward_hooks or {})
    register: Any = v.register_hook
    handle = register(lambda grad: arrived.extend(grad.tolist()))
    run.log[:] = [entry for entry in run.log if entry.handle is not handle]
    # Hooks fire in the order in which they entered the dict; move_to_end is not looked at.
    hooks: Any = v._backward_hooks
    for key in theirs:
        hooks[key] = hooks.pop(key)
    try:
        yield arrived
    finally:
        handle.remove()
