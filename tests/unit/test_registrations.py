"""Watching what an answer registers and removes."""

from __future__ import annotations

import threading

import pytest
import torch
from torch import nn

from helpers.grading.registrations import KINDS, Registration, watch_registrations


@pytest.fixture
def log() -> list[Registration]:
    """An empty log."""
    return []


def test_kind_and_object_of_each_registration_are_noted(log: list[Registration]) -> None:
    """A hook on a module and one on a tensor are told apart."""
    layer, v = nn.Identity(), torch.zeros(1, requires_grad=True)
    with watch_registrations(log):
        layer.register_forward_hook(print)
        v.register_hook(print)

    assert [(entry.kind, entry.on) for entry in log] == [("forward", layer), ("tensor", v)]


def test_a_removed_hook_is_noted_as_removed(log: list[Registration]) -> None:
    """remove() and the end of a with block both count."""
    layer = nn.Identity()
    with watch_registrations(log):
        layer.register_forward_hook(print).remove()
        with layer.register_forward_pre_hook(print):
            pass
        layer.register_forward_hook(print)

    assert [entry.removed for entry in log] == [True, True, False]


def test_watched_hooks_work_as_ever(log: list[Registration]) -> None:
    """Arguments, options and the handle reach PyTorch unchanged."""
    order: list[str] = []
    layer = nn.Identity()
    with watch_registrations(log):
        layer.register_forward_hook(lambda *args: order.append("late"))
        first = layer.register_forward_hook(lambda *args: order.append("first"), prepend=True)
    layer(1)
    first.remove()
    layer(1)

    assert order == ["first", "late", "late"]


def test_a_hook_registered_by_its_result_is_noted_as_not_callable(log: list[Registration]) -> None:
    """register(hook()) hands over None."""
    with watch_registrations(log):
        nn.Identity().register_forward_hook(None)  # type: ignore[arg-type]

    assert log[0].facts({})["callable"] is False


def test_registrations_of_another_thread_are_not_noted(log: list[Registration]) -> None:
    """A bench that trains meanwhile is none of the answer's business."""
    with watch_registrations(log):
        thread = threading.Thread(target=lambda: nn.Identity().register_forward_hook(print))
        thread.start()
        thread.join()

    assert log == []


def test_every_registration_is_pytorchs_own_again_afterwards(log: list[Registration]) -> None:
    """Nothing stays patched, also after an error."""
    before = [getattr(owner, name) for owner, name in KINDS.values()]
    with pytest.raises(ZeroDivisionError), watch_registrations(log):
        raise ZeroDivisionError

    assert [getattr(owner, name) for owner, name in KINDS.values()] == before
