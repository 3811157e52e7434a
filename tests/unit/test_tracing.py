"""Tracing: what fires in a step, in order, and a model that is as before."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from helpers.hooks.switches import HookSwitch, SwitchBoard
from helpers.hooks.toys import batch, tiny_mlp
from helpers.hooks.tracing import board_of, record, record_all


def _step(model: nn.Module) -> None:
    x, y = batch()
    (model(x.requires_grad_()) - y).square().mean().backward()


def test_every_kind_of_hook_is_met_in_the_order_of_one_step() -> None:
    """Forward from the outside in and back out, then backward the other way, parameters between."""
    model = tiny_mlp()

    events = [f"{one.where}: {one.kind}" for one in record_all(model, lambda: _step(model))]

    assert events[:8] == [
        "model: forward pre",
        "first: forward pre",
        "first: forward",
        "act: forward pre",
        "act: forward",
        "last: forward pre",
        "last: forward",
        "model: forward",
    ]
    assert events[8:10] == ["model: backward pre", "last: backward pre"]
    kinds = "gradient", "after accumulation"
    assert set(events[10:]) == {
        *(f"{name}: backward" for name in ("model", "first", "act", "last")),
        *(f"{name}: backward pre" for name in ("first", "act")),
        *(f"{name}: {kind}" for name, _ in model.named_parameters() for kind in kinds),
    }
    assert events[-1] == "model: backward"


def test_an_event_says_what_its_hook_was_told() -> None:
    """Arguments by the names that lessons use, tensors by their shapes."""
    model = tiny_mlp()
    events = record_all(model, lambda: _step(model), parameters=False)

    assert events[2].given == (("args", "(4×2,)"), ("output", "4×3"))
    assert events[2].sentence == (
        "first: forward hook, told args (4×2,), output 4×3; it returned None"
    )


def test_what_a_hook_returned_is_in_its_event() -> None:
    """A hook that replaces the output is told from one that looks."""
    model = tiny_mlp()
    zero = HookSwitch("act: forward", model.act.register_forward_hook, lambda m, a, o: o * 0)
    with SwitchBoard(zero) as board:
        zero.turn_on()
        (event,) = record(board, lambda: _step(model))

    assert event.returned == "4×3"


def test_only_what_is_on_is_recorded() -> None:
    """And it stays on."""
    model = tiny_mlp()
    with board_of(model) as board:
        board["act: backward"].turn_on()
        events = record(board, lambda: _step(model))
        assert [one.where for one in events] == ["act"]
        assert board["act: backward"].on


def test_no_hook_is_left_after_a_step_that_failed() -> None:
    """The error comes through."""
    model = tiny_mlp()

    with pytest.raises(RuntimeError, match="shapes cannot be multiplied"):
        record_all(model, lambda: model(torch.ones(1, 5)))

    assert not any(
        len(table) for m in model.modules() for k, table in vars(m).items() if k.endswith("_hooks")
    )
