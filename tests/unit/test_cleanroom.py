"""The clean room: nothing stale comes in, nothing stays behind."""

from __future__ import annotations

import random
import sys

import pytest
import torch
from torch import nn
from torch.nn.modules.module import register_module_forward_hook

from helpers.grading.cleanroom import MOST_PRINTED, clean_room


def test_a_global_hook_from_before_is_silent_inside_and_back_afterwards() -> None:
    """Hooks on all modules, left in the kernel, can't touch an answer."""
    fired: list[int] = []
    with register_module_forward_hook(lambda *args: fired.append(1)):
        with clean_room(0):
            nn.Identity()(1)
        assert fired == []
        nn.Identity()(1)

    assert fired == [1]


def test_a_global_hook_registered_inside_is_gone_afterwards() -> None:
    """An answer that hooks every module hooks nothing outside."""
    fired: list[int] = []
    with clean_room(0):
        register_module_forward_hook(lambda *args: fired.append(1), always_call=True)

    nn.Identity()(1)

    assert fired == []


def test_the_random_state_is_as_it_was() -> None:
    """Marking an answer doesn't move the notebook's seeds."""
    torch.manual_seed(1)
    random.seed(1)
    expected = torch.rand(1).item(), random.random()
    torch.manual_seed(1)
    random.seed(1)

    with clean_room(7):
        torch.rand(3)
        random.random()

    assert (torch.rand(1).item(), random.random()) == expected


def test_the_same_seed_gives_the_same_numbers() -> None:
    """An answer meets the same random numbers each time it is marked."""
    drawn = []
    for elsewhere in range(2):
        torch.manual_seed(elsewhere)
        random.seed(elsewhere)
        with clean_room(7):
            drawn.append((torch.rand(1).item(), random.random()))

    assert drawn[0] == drawn[1]


def test_a_patched_function_is_put_back_after_an_error() -> None:
    """torch.equal is itself again, whatever happened inside."""
    plain = torch.equal

    def patch_and_fail() -> None:
        torch.equal = lambda *args: True
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), clean_room(0):
        patch_and_fail()

    assert torch.equal is plain


def test_modes_are_put_back() -> None:
    """Gradient mode and default dtype don't leak."""
    with clean_room(0):
        torch.set_grad_enabled(False)
        torch.set_default_dtype(torch.float64)

    assert torch.is_grad_enabled()
    assert torch.get_default_dtype() == torch.float32


def test_gradients_are_on_inside_a_no_grad_block() -> None:
    """A check called under no_grad marks as ever."""
    with torch.no_grad(), clean_room(0):
        assert torch.is_grad_enabled()


def test_output_is_caught_up_to_a_limit() -> None:
    """What an answer prints doesn't reach the page, and can't fill the memory."""
    with clean_room(0) as printed:
        for _ in range(100):
            sys.stdout.write("x" * (MOST_PRINTED // 3))

    assert len(printed.getvalue()) == MOST_PRINTED
