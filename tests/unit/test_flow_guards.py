"""NanGuard names where the first bad number was; GradientReversal turns gradients round."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import nn

from helpers.hooks.flow_guards import Found, GradientReversal, NanGuard, NonFiniteError


class Log(nn.Module):
    """Hands out the logarithm, in a dict that holds a tuple."""

    def forward(self, x: torch.Tensor) -> dict[str, tuple[torch.Tensor, None]]:
        """Return it."""
        return {"y": (x.log(), None)}


class Nested(nn.Module):
    """A weight, a block with Log inside, and a layer that hands on what it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(1.0))
        self.block = nn.ModuleDict({"log": Log()})
        self.last = nn.Identity()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return the logarithm."""
        result: torch.Tensor = self.last(self.block["log"](x * self.scale)["y"][0])
        return result


def slope_at_zero(scale: torch.Tensor) -> torch.Tensor:
    """Return a finite number whose gradient is NaN."""
    x = torch.tensor([0.0, 4.0]) * scale
    return torch.where(x > 0, x.sqrt(), 0.0).sum()


@pytest.mark.parametrize(("number", "kind"), [(-1.0, "nan"), (0.0, "inf")])
def test_the_innermost_module_that_is_not_finite_is_named(number: float, kind: str) -> None:
    """Also where its output is a nest of dicts and tuples."""
    model = Nested()
    with NanGuard(model), pytest.raises(NonFiniteError) as caught:
        model(torch.tensor([1.0, number]))

    assert str(caught.value) == f"{kind} in the output of block.log"
    assert caught.value.found == Found("output", "block.log", kind)


def test_the_model_itself_goes_by_its_class() -> None:
    """Where a model computes something of its own, outside its modules."""

    class Own(nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x / 0

    model = Own()
    with NanGuard(model), pytest.raises(NonFiniteError, match="inf in the output of Own"):
        model(torch.ones(1))


def test_finite_numbers_go_through() -> None:
    """Large ones, whose sum isn't finite, and whole ones."""
    model = nn.Identity()
    with NanGuard(model):
        large = model(torch.tensor([3e38, 3e38]))
        whole = model(torch.tensor([1, 2]))

    assert (large.tolist(), whole.tolist()) == ([pytest.approx(3e38)] * 2, [1, 2])


def test_infinity_may_be_allowed() -> None:
    """For models that mask with it; NaN still stops."""
    model = nn.Identity()
    with NanGuard(model, infinite=False):
        model(torch.tensor([-float("inf")]))
        with pytest.raises(NonFiniteError):
            model(torch.tensor([float("nan")]))


def test_the_parameter_whose_gradient_is_not_finite_is_named() -> None:
    """Its .grad is never filled."""
    model = Nested()
    with NanGuard(model), pytest.raises(NonFiniteError, match="nan in the gradient of scale"):
        slope_at_zero(model.scale).backward()

    assert model.scale.grad is None


def test_without_raising_the_first_is_kept_and_told_once() -> None:
    """The run goes on; reset() makes the guard look again."""
    model, told = Nested(), list[Found]()
    with NanGuard(model, raises=False, on_found=told.append) as guard:
        for number in (-1.0, 0.0):
            model(torch.tensor([number]))
        slope_at_zero(model.scale).backward()
        first = Found("output", "block.log", "nan"), Found("gradient", "scale", "nan")
        kept = guard.output, guard.gradient
        guard.reset()
        model(torch.tensor([0.0]))

    assert kept == first
    assert told == [*first, Found("output", "block.log", "inf")]


def test_a_guard_that_raised_raises_again() -> None:
    """Whoever catches the error and goes on is still guarded."""
    model = Nested()
    with NanGuard(model):
        for _ in range(2):
            with pytest.raises(NonFiniteError):
                model(torch.tensor([-1.0]))


def test_sparse_gradients_and_frozen_parameters_are_looked_at_or_passed_over() -> None:
    """An embedding with sparse gradients, beside a parameter that needs none."""
    model = nn.ModuleList([nn.Embedding(3, 2, sparse=True), nn.Linear(2, 1)])
    model[1].requires_grad_(False)
    with NanGuard(model), pytest.raises(NonFiniteError, match=r"nan in the gradient of 0.weight"):
        model[0](torch.tensor([0, 2])).backward(torch.tensor([[1.0, float("nan")], [0.0, 0.0]]))


def test_a_shared_module_goes_by_its_first_name() -> None:
    """One module in two places has one hook."""
    shared = nn.Identity()
    model = nn.Sequential(shared, shared)
    with NanGuard(model), pytest.raises(NonFiniteError, match="output of 0"):
        model(torch.tensor([float("nan")]))


# What follows is GradientReversal.


class Head(nn.Module):
    """Multiplies by its weight, after an edit in place where asked."""

    def __init__(self, *, edits: bool = False) -> None:
        super().__init__()
        self.weight, self.edits = nn.Parameter(torch.tensor(5.0)), edits

    def forward(self, x: Any, *, more: Any = None) -> torch.Tensor:
        """Return the product; lists are summed first."""
        x = sum(x) if isinstance(x, list) else x
        x = x.relu_() if self.edits else x
        product: torch.Tensor = (x if more is None else more) * self.weight
        return product


def gradients(head: Head, call: Any) -> tuple[float, float]:
    """Return the gradients of h, which two heads use, and of the head's weight."""
    h = torch.tensor(1.0, requires_grad=True) * 2
    h.retain_grad()
    head.weight.grad = None
    (h * 3 + call(h)).backward()
    assert h.grad is not None
    assert head.weight.grad is not None
    return h.grad.item(), head.weight.grad.item()


CALLS = {
    "positional": lambda head: head,
    "keyword": lambda head: lambda h: head(1.0, more=h),
    "in a list": lambda head: lambda h: head([h]),
}


@pytest.mark.parametrize("how", CALLS)
def test_what_a_module_sends_back_is_turned_round(how: str) -> None:
    """The other head's part stays, and the module itself learns as ever."""
    head = Head()
    with GradientReversal(head, 0.5):
        seen = gradients(head, CALLS[how](head))

    assert seen == (3 - 0.5 * 5, 2.0)


def test_a_module_that_edits_its_input_is_turned_round_too() -> None:
    """It edits a copy, and the hook stays where it is."""
    head = Head(edits=True)
    with GradientReversal(head):
        seen = gradients(head, head)

    assert seen == (3 - 5, 2.0)


def test_the_strength_counts_when_backward_runs() -> None:
    """A schedule may change it at any time."""
    head, h = Head(), torch.tensor(1.0, requires_grad=True)
    with GradientReversal(head) as reversal:
        output = head(h)
        reversal.strength = 2.0
        output.backward()

    assert h.grad is not None
    assert h.grad.item() == -10.0


def test_outputs_and_plain_data_are_as_they_were() -> None:
    """Nothing happens to inputs that need no gradient, or under no_grad."""
    head, x = Head(), torch.tensor(2.0)
    with GradientReversal(head):
        outputs = [head(x), head(x.clone().requires_grad_())]
        with torch.no_grad():
            outputs.append(head(x.clone().requires_grad_()))

    assert [output.item() for output in outputs] == [10.0] * 3


def test_after_close_gradients_flow_as_ever() -> None:
    """The reversal is off from the next call on."""
    head = Head()
    GradientReversal(head).close()

    assert gradients(head, head) == (8.0, 2.0)
