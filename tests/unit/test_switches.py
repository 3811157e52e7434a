"""HookSwitch and SwitchBoard: real hooks that go on and off, and what they were called with."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
import torch
from torch import nn

from helpers.hooks.switches import HookSwitch, SwitchBoard, copied


def leaf() -> torch.Tensor:
    """Return a leaf of two zeros."""
    return torch.zeros(2, requires_grad=True)


def doubling(v: torch.Tensor) -> HookSwitch:
    """Return a switch over a hook that doubles v's gradient."""
    return HookSwitch("double", v.register_hook, lambda grad: grad * 2)


def gradient(v: torch.Tensor) -> list[float]:
    """Send ones and twos backward and return what arrives."""
    v.grad = None
    v.backward(torch.tensor([1.0, 2.0]))
    return v.grad.tolist()


def test_a_switch_starts_off() -> None:
    """Making one registers nothing."""
    v = leaf()
    switch = doubling(v)

    assert not switch.on
    assert gradient(v) == [1.0, 2.0]


def test_on_registers_and_off_removes() -> None:
    """The hook works exactly while the switch is on."""
    v = leaf()
    switch = doubling(v)
    seen = []
    for press in (switch.turn_on, switch.turn_off, switch.turn_on):
        press()
        seen.append((switch.on, gradient(v)))

    assert seen == [(True, [2.0, 4.0]), (False, [1.0, 2.0]), (True, [2.0, 4.0])]


def test_turning_on_twice_registers_once() -> None:
    """The gradient is doubled, not quadrupled, and one off is enough."""
    v = leaf()
    switch = doubling(v)
    switch.turn_on()
    switch.turn_on()
    assert gradient(v) == [2.0, 4.0]
    switch.turn_off()

    assert gradient(v) == [1.0, 2.0]


def test_turning_off_twice_is_harmless() -> None:
    """Also before it was ever on."""
    v = leaf()
    switch = doubling(v)
    switch.turn_off()
    switch.turn_on()
    switch.turn_off()
    switch.turn_off()

    assert not switch.on
    assert gradient(v) == [1.0, 2.0]


def test_options_go_to_the_registration() -> None:
    """A forward hook with_kwargs is given the keyword arguments."""
    layer, seen = nn.Identity(), []
    switch = HookSwitch(
        "keywords",
        layer.register_forward_hook,
        lambda module, args, kwargs, output: seen.append(kwargs),
        with_kwargs=True,
    )
    with SwitchBoard(switch):
        switch.turn_on()
        layer(input=torch.ones(1))

    assert [list(kwargs) for kwargs in seen] == [["input"]]


def test_a_registration_that_raises_leaves_the_switch_off() -> None:
    """A tensor that needs no gradient refuses hooks, and the switch stays off."""
    switch = HookSwitch("refused", torch.zeros(1).register_hook, lambda grad: None)

    with pytest.raises(RuntimeError, match="doesn't require gradient"):
        switch.turn_on()
    assert not switch.on


def test_a_board_is_off_at_the_end_of_its_block() -> None:
    """Also when the block ends with an error, and the error comes out."""
    v = leaf()
    with contextlib.suppress(KeyError), SwitchBoard(doubling(v)) as board:
        board["double"].turn_on()
        raise KeyError

    assert not board["double"].on
    assert gradient(v) == [1.0, 2.0]


def test_labels_must_differ() -> None:
    """Two switches with one label are refused, and the message names them."""
    v = leaf()
    with pytest.raises(ValueError, match=r"'double', 'double'.*Rename one"):
        SwitchBoard(doubling(v), doubling(v))


def test_an_unknown_label_is_refused_with_those_there_are() -> None:
    """The message lists the labels to choose from."""
    with pytest.raises(KeyError, match=r"no switch 'triple'.*\['double'\]"):
        SwitchBoard(doubling(leaf()))["triple"]


def test_watch_returns_the_calls_in_firing_order() -> None:
    """Two hooks on one tensor: labels, what each was given, what each returned."""
    v = leaf()
    board = SwitchBoard(doubling(v), HookSwitch("plus one", v.register_hook, lambda grad: grad + 1))
    with board:
        for switch in board:
            switch.turn_on()
        calls = board.watch(lambda: gradient(v))

    assert [call.label for call in calls] == ["double", "plus one"]
    assert [call.given[0].tolist() for call in calls] == [[1.0, 2.0], [2.0, 4.0]]
    assert [call.returned.tolist() for call in calls] == [[2.0, 4.0], [3.0, 5.0]]
    assert board.calls is calls


def test_a_call_tells_before_from_after_an_edit_in_place() -> None:
    """What a hook was given is a copy of that moment; `after` is what it left."""
    v = leaf()

    def edit(grad: torch.Tensor) -> None:
        grad.mul_(3)

    board = SwitchBoard(HookSwitch("edit", v.register_hook, edit))
    with board:
        board["edit"].turn_on()
        (call,) = board.watch(lambda: gradient(v))

    assert call.given[0].tolist() == [1.0, 2.0]
    assert call.after[0].tolist() == [3.0, 6.0]
    assert call.returned is None


def test_only_watched_calls_are_noted() -> None:
    """Before and after watch the hooks run unheard, also when the watched step raises."""
    v = leaf()
    with SwitchBoard(doubling(v)) as board:
        board["double"].turn_on()
        gradient(v)
        with pytest.raises(ZeroDivisionError):
            board.watch(lambda: [gradient(v), 1 / 0])
        gradient(v)

        assert len(board.calls) == 1


def test_the_text_of_a_board_says_which_are_on() -> None:
    """A line for each switch, without addresses."""
    board = SwitchBoard(doubling(leaf()), HookSwitch("other", leaf().register_hook, print))
    with board:
        board["other"].turn_on()

        assert repr(board) == "double: off\nother: on"


@pytest.mark.parametrize(
    ("make", "reach"),
    [
        (lambda t: t, lambda c: c),
        (lambda t: (t, 1), lambda c: c[0]),
        (lambda t: [[t]], lambda c: c[0][0]),
        (lambda t: {"a": t}, lambda c: c["a"]),
    ],
    ids=["tensor", "tuple", "list in list", "dict"],
)
def test_a_copy_does_not_change_with_the_original(make: Any, reach: Any) -> None:
    """Each tensor inside is another tensor with the same numbers, cut from the graph."""
    tensor = torch.ones(2, requires_grad=True) * 2
    copy = reach(copied(make(tensor)))
    tensor.detach().zero_()

    assert copy.tolist() == [2.0, 2.0]
    assert not copy.requires_grad
