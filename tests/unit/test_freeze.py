"""Freeze: parameters that stand still to the bit, whatever the optimiser remembers."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from helpers.hooks.guards import Freeze


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


def train(model: nn.Module, optimizer: torch.optim.Optimizer, steps: int = 1) -> None:
    """Take steps toward zero."""
    for _ in range(steps):
        optimizer.zero_grad()
        model(torch.ones(4, 2)).square().sum().backward()
        optimizer.step()


def values(*modules: nn.Module) -> list[torch.Tensor]:
    """Return copies of all parameters."""
    return [p.detach().clone() for module in modules for p in module.parameters()]


def equal(one: list[torch.Tensor], other: list[torch.Tensor]) -> bool:
    """Say whether all tensors are the same to the bit."""
    return all(map(torch.equal, one, other))


OPTIMISERS = {
    "weight decay": lambda p: torch.optim.SGD(p, lr=0.1, weight_decay=0.5),
    "momentum": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, nesterov=True),
    "Adam": lambda p: torch.optim.Adam(p, lr=0.1),
    "AdamW, one by one": lambda p: torch.optim.AdamW(p, lr=0.1, foreach=False),
    "RMSprop": lambda p: torch.optim.RMSprop(p, lr=0.1, momentum=0.5),
}


@pytest.mark.parametrize("kind", OPTIMISERS)
def test_frozen_parameters_do_not_move_by_a_bit(kind: str) -> None:
    """Whatever an optimiser remembers; and the others learn on, those before it too."""
    model = mlp()
    optimizer = OPTIMISERS[kind](model.parameters())
    train(model, optimizer, 3)
    frozen, free = values(model[2]), values(model[0])
    with Freeze(model[2]):
        train(model, optimizer, 3)

    assert equal(values(model[2]), frozen)
    assert not equal(values(model[0]), free)


def test_after_a_freeze_the_parameters_learn_on() -> None:
    """What the optimiser remembers of them has waited."""
    model = mlp()
    optimizer = OPTIMISERS["momentum"](model.parameters())
    train(model, optimizer, 3)
    memory = optimizer.state[model[2].weight]["momentum_buffer"].clone()
    with Freeze(model[2]):
        train(model, optimizer, 3)
    waited = torch.equal(optimizer.state[model[2].weight]["momentum_buffer"], memory)
    before = values(model[2])
    train(model, optimizer)

    assert waited
    assert not equal(values(model[2]), before)


def test_a_gradient_that_is_there_already_moves_nothing() -> None:
    """Frozen between backward and step, a parameter stands."""
    model, optimizer = two(lr=1.0)
    send(model, a=[1.0, 1.0], b=[1.0, 1.0])
    with Freeze(model["a"]):
        optimizer.step()

    assert (model["a"].tolist(), model["b"].tolist()) == ([0.0, 0.0], [-1.0, -1.0])


@pytest.mark.parametrize("kind", ["SGD", "LBFGS"])
def test_a_step_with_a_closure_moves_nothing(kind: str) -> None:
    """Where backward runs inside the step, and where an optimiser passes over nothing."""
    model = mlp()
    optimizer = {
        "SGD": lambda: torch.optim.SGD(model.parameters(), lr=0.1, weight_decay=0.1),
        "LBFGS": lambda: torch.optim.LBFGS(model.parameters(), lr=0.1, max_iter=3),
    }[kind]()

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        loss = model(torch.ones(4, 2)).square().sum()
        loss.backward()
        return loss

    optimizer.step(closure)
    frozen, free = values(model[2]), values(model[0])
    with Freeze(model[2]):
        optimizer.step(closure)

    assert equal(values(model[2]), frozen)
    assert not equal(values(model[0]), free)


def test_a_sparse_and_a_shared_parameter_can_be_frozen() -> None:
    """An embedding whose weight is also used elsewhere."""
    model = nn.ModuleDict({"one": nn.Embedding(3, 2, sparse=True), "two": nn.Embedding(3, 2)})
    model["two"].weight = model["one"].weight
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    before = values(model["one"])
    with Freeze(model["one"], model["two"]):
        model["one"](torch.tensor([0, 2])).sum().backward()
        optimizer.step()

    assert equal(values(model["one"]), before)


def test_requires_grad_is_left_alone() -> None:
    """Whoever sets it, keeps it."""
    model = mlp()
    model[0].bias.requires_grad_(False)
    with Freeze(model[0]):
        now = [p.requires_grad for p in model.parameters()]

    assert now == [True, False, True, True]


def test_nothing_to_freeze_is_refused() -> None:
    """A module without parameters is a slip."""
    with pytest.raises(ValueError, match="nothing to freeze"):
        Freeze(nn.ReLU())
