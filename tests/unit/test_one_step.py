"""The step behind the hook map: it is run, so its order is PyTorch's own."""

from __future__ import annotations

import torch
from torch.nn.modules import module as every_module
from torch.optim import optimizer as every_optimizer

from helpers.hooks.one_step import BACKWARD, FORWARD, STEP, one_step


def _names() -> list[str]:
    return [f"{one.on}: {one.point.name.rpartition('.')[2]}" for one in one_step()]


def test_every_hook_fires_once() -> None:
    """Seventeen hooks, four of them on all modules and two on all optimisers."""
    names = _names()

    assert len(names) == len(set(names)) == 17


def test_the_order_is_that_of_a_training_step() -> None:
    """Global hooks before the layer's own; tensor, node, weight; then the optimisers."""
    names = _names()

    assert names[:4] == [
        "all modules: register_module_forward_pre_hook",
        "the layer: register_forward_pre_hook",
        "all modules: register_module_forward_hook",
        "the layer: register_forward_hook",
    ]
    assert names[-4:-2] == [
        "all optimisers: register_optimizer_step_pre_hook",
        "the optimiser: register_step_pre_hook",
    ]
    weight = [name for name in names if name.startswith("the weight")]
    assert weight == ["the weight: register_hook", "the weight: register_post_accumulate_grad_hook"]


def test_each_part_of_the_step_comes_once() -> None:
    """Forward, then backward, then the optimiser."""
    parts = [one.part for one in one_step()]

    assert sorted(parts, key=[FORWARD, BACKWARD, STEP].index) == parts


def test_nothing_is_left_and_nothing_else_moved() -> None:
    """No global hook, and the same random numbers as without."""
    torch.manual_seed(0)
    expected = torch.rand(1)
    torch.manual_seed(0)
    one_step()

    assert torch.equal(torch.rand(1), expected)
    assert not every_module._global_forward_hooks
    assert not every_module._global_backward_hooks
    assert not every_optimizer._global_optimizer_pre_hooks
