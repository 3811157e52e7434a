"""A clean room for one answer: nothing stale comes in, nothing that it changed stays behind.

Marking in a notebook runs an answer inside the learner's own kernel. Hooks left on all modules,
a patched ``torch.equal`` or a moved random seed must neither decide a mark nor outlive it.
"""

from __future__ import annotations

import contextlib
import io
import random
import re
import warnings
from collections.abc import Iterator
from typing import Any

import torch
from torch.nn.modules import module as module_globals
from torch.optim import optimizer as optimizer_globals

GLOBAL_TABLES = (
    *(name for name in vars(module_globals) if re.fullmatch("_global_.*hooks", name)),
    "_global_forward_hooks_always_called",
    "_global_forward_hooks_with_kwargs",
)
"""The private tables that hold the hooks on all modules; pinned torch, so their names hold."""

MOST_PRINTED = 65_536
"""Characters of an answer's output that are kept."""

PATCHABLE = (torch, torch.Tensor, torch.nn.Module, torch.autograd)
"""Places whose attributes are put back after an answer."""


@contextlib.contextmanager
def clean_room(seed: int) -> Iterator[io.StringIO]:
    """Run the block with seeds set, global hooks set aside, and output caught.

    Yields what is printed. Afterwards seeds, global hooks, gradient mode, default dtype and device,
    warning filters and patched attributes of torch are as they were, also after an exception.
    """
    printed = _Bounded()
    with contextlib.ExitStack() as stack:
        stack.enter_context(_random_state(seed))
        stack.enter_context(_global_hooks_aside())
        stack.enter_context(optimizer_hooks_aside())
        stack.enter_context(_attributes_restored())
        stack.enter_context(_modes_restored())
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore")
        stack.enter_context(contextlib.redirect_stdout(printed))
        stack.enter_context(contextlib.redirect_stderr(printed))
        yield printed


class _Bounded(io.StringIO):
    """Keeps the first characters and drops the rest: an answer may print without end."""

    def write(self, text: str) -> int:
        super().write(text[: max(0, MOST_PRINTED - self.tell())])
        return len(text)


@contextlib.contextmanager
def _random_state(seed: int) -> Iterator[None]:
    state, torch_state = random.getstate(), torch.get_rng_state()
    random.seed(seed)
    torch.manual_seed(seed)
    try:
        yield
    finally:
        random.setstate(state)
        torch.set_rng_state(torch_state)


@contextlib.contextmanager
def _global_hooks_aside() -> Iterator[None]:
    tables = {name: getattr(module_globals, name) for name in GLOBAL_TABLES}
    kept = {name: dict(table) for name, table in tables.items()}
    flag = module_globals._global_is_full_backward_hook
    for table in tables.values():
        table.clear()
    module_globals._global_is_full_backward_hook = None
    try:
        yield
    finally:
        for name, table in tables.items():
            table.clear()
            table.update(kept[name])
        module_globals._global_is_full_backward_hook = flag


@contextlib.contextmanager
def optimizer_hooks_aside() -> Iterator[None]:
    """Set hooks on all optimisers aside for the block; those registered inside are dropped after."""
    tables: tuple[dict[int, Any], ...] = (
        optimizer_globals._global_optimizer_pre_hooks,
        optimizer_globals._global_optimizer_post_hooks,
    )
    kept = [dict(table) for table in tables]
    for table in tables:
        table.clear()
    try:
        yield
    finally:
        for table, before in zip(tables, kept, strict=True):
            table.clear()
            table.update(before)


@contextlib.contextmanager
def _attributes_restored() -> Iterator[None]:
    before: list[tuple[Any, dict[str, Any]]] = [(place, dict(vars(place))) for place in PATCHABLE]
    try:
        yield
    finally:
        for place, attributes in before:
            for name, value in attributes.items():
                if vars(place).get(name) is not value:
                    setattr(place, name, value)


@contextlib.contextmanager
def _modes_restored() -> Iterator[None]:
    grad, dtype = torch.is_grad_enabled(), torch.get_default_dtype()
    device, threads = torch.get_default_device(), torch.get_num_threads()
    usual_modes()
    torch.set_num_threads(1)  # on tensors this small, waking a second thread is most of the time
    try:
        yield
    finally:
        torch.set_grad_enabled(grad)
        torch.set_default_dtype(dtype)
        _set_device(device)
        torch.set_num_threads(threads)


def usual_modes() -> None:
    """Switch gradients on, and let new tensors be float32 on the CPU."""
    torch.set_grad_enabled(True)
    torch.set_default_dtype(torch.float32)
    _set_device(torch.device("cpu"))


def _set_device(device: torch.device) -> None:
    # Setting one, even the same, makes every later call in the process a little slower.
    if torch.get_default_device() != device:
        torch.set_default_device(device)
