"""GradientClip: the named gradients are clipped as the step will use them, and no other."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from helpers.hooks.guards import GradientClip


def two(lr: float = 0.0) -> tuple[nn.ParameterDict, torch.optim.SGD]:
    """Return parameters a and b of two entries each, and their optimiser."""
    model = nn.ParameterDict({name: nn.Parameter(torch.zeros(2)) for name in "ab"})
    return model, torch.optim.SGD(model.parameters(), lr=lr)


def mlp() -> nn.Sequential:
    """Return a seeded model of three layers, two of them with parameters."""
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))


def send(model: nn.ParameterDict, **gradients: list[float]) -> None:
    """Send a gradient back to each named parameter."""
    for name, gradient in gradients.items():
        model[name].backward(torch.tensor(gradient))


def test_a_clip_by_norm_scales_down_what_is_longer() -> None:
    """The direction stays; a shorter gradient stays as it is."""
    model, optimizer = two()
    with GradientClip(model, ["a", "b"], norm=2.5):
        send(model, a=[3.0, 4.0], b=[1.0, 0.0])
        optimizer.step()

    assert model["a"].grad.tolist() == pytest.approx([1.5, 2.0])
    assert model["b"].grad.tolist() == [1.0, 0.0]


def test_a_clip_by_value_cuts_each_entry() -> None:
    """On both sides of zero."""
    model, optimizer = two()
    with GradientClip(model, ["a"], value=2.0):
        send(model, a=[-3.0, 1.0])
        optimizer.step()

    assert model["a"].grad.tolist() == [-2.0, 1.0]


def test_the_step_uses_the_clipped_gradient_and_others_stay() -> None:
    """Only the named parameter is clipped, before it moves."""
    model, optimizer = two(lr=1.0)
    with GradientClip(model, "a", value=1.0):
        send(model, a=[5.0, 5.0], b=[5.0, 5.0])
        optimizer.step()

    assert (model["a"].tolist(), model["b"].tolist()) == ([-1.0, -1.0], [-5.0, -5.0])


def test_zeros_stay_zeros() -> None:
    """Nothing is divided by a norm of 0."""
    model, optimizer = two()
    with GradientClip(model, ["a"], norm=1.0):
        send(model, a=[0.0, 0.0])
        optimizer.step()

    assert model["a"].grad.tolist() == [0.0, 0.0]


@pytest.mark.parametrize(("each_pass", "left"), [(False, 1.0), (True, 0.0)])
def test_the_sum_is_clipped_or_each_pass(each_pass: bool, left: float) -> None:
    """5 and −4 make 1, which needs no clip; clipped one by one they cancel out."""
    model, optimizer = two()
    with GradientClip(model, ["a"], value=1.0, each_pass=each_pass):
        send(model, a=[5.0, 0.0])
        send(model, a=[-4.0, 0.0])
        optimizer.step()

    assert model["a"].grad[0].item() == left


@pytest.mark.parametrize("each_pass", [False, True])
def test_a_sparse_gradient_is_clipped_and_stays_sparse(each_pass: bool) -> None:
    """By the norm of its summed values."""
    model = nn.Embedding(5, 2, sparse=True)
    with GradientClip(model, ["weight"], norm=2.5, each_pass=each_pass):
        model(torch.tensor([1, 1, 3])).backward(torch.tensor([[1.0, 0], [2.0, 0], [4.0, 0]]))
        torch.optim.SGD(model.parameters(), lr=0.0).step()

    assert model.weight.grad.is_sparse
    assert model.weight.grad.to_dense()[[1, 3], 0].tolist() == pytest.approx([1.5, 2.0])


@pytest.mark.parametrize("each_pass", [False, True])
def test_a_parameter_without_gradient_is_passed_over(each_pass: bool) -> None:
    """Frozen, or not reached by backward."""
    model, optimizer = two()
    model["b"].requires_grad_(False)
    with GradientClip(model, ["a", "b"], norm=1.0, each_pass=each_pass):
        optimizer.step()

    assert model["a"].grad is None


def test_a_shared_parameter_goes_by_any_of_its_names() -> None:
    """Tied weights have one gradient, clipped once a pass."""
    model = nn.Sequential(nn.Linear(1, 1, bias=False), nn.Linear(1, 1, bias=False))
    model[1].weight = model[0].weight
    with GradientClip(model, ["0.weight", "1.weight"], value=1.0, each_pass=True):
        hooks = model[0].weight._backward_hooks

        assert len(hooks) == 1


def test_each_optimiser_has_its_own_clipped() -> None:
    """Another optimiser's step leaves the gradient alone."""
    model, _ = two()
    first, second = (torch.optim.SGD([model[name]], lr=0.0) for name in "ab")
    with GradientClip(model, ["a"], value=1.0):
        send(model, a=[5.0, 0.0])
        second.step()
        before = model["a"].grad[0].item()
        first.step()

    assert (before, model["a"].grad[0].item()) == (5.0, 1.0)


def test_half_precision_is_clipped_without_overflow() -> None:
    """The norm of large half-precision gradients is finite, and the dtype stays."""
    model = nn.ParameterDict({"a": nn.Parameter(torch.zeros(2, dtype=torch.float16))})
    with GradientClip(model, ["a"], norm=1.0):
        model["a"].backward(torch.tensor([60000.0, 60000.0], dtype=torch.float16))
        torch.optim.SGD(model.parameters(), lr=0.0).step()

    assert model["a"].grad.dtype == torch.float16
    assert model["a"].grad.tolist() == pytest.approx([0.7071, 0.7071], rel=1e-3)


def test_the_gradient_keeps_its_memory() -> None:
    """A view of the gradient, such as a bucket's, sees it clipped."""
    model, optimizer = two()
    send(model, a=[5.0, 0.0])
    view = model["a"].grad.view(2)
    with GradientClip(model, ["a"], value=1.0):
        optimizer.step()

    assert view.tolist() == [1.0, 0.0]


@pytest.mark.parametrize("limits", [{}, {"value": 1.0, "norm": 1.0}, {"norm": 0.0}, {"value": -1}])
def test_a_clip_needs_one_positive_limit(limits: dict[str, float]) -> None:
    """Neither, both, zero and less are refused."""
    with pytest.raises(ValueError, match="either value or norm"):
        GradientClip(mlp(), ["0.weight"], **limits)


def test_an_unknown_name_is_told_the_closest() -> None:
    """The message helps to mend a slip."""
    with pytest.raises(LookupError, match=r"no parameter '0.wieght'. Closest: 0.weight"):
        GradientClip(mlp(), ["0.wieght"], norm=1.0)
