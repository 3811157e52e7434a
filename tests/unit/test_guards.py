"""Guards leave nothing behind; and GradientAlarm, which says who, when and how much."""

from __future__ import annotations

import copy

import pytest
import torch
from torch import nn
from torch.optim import optimizer as optimizers

from helpers.hooks.guards import (
    Freeze,
    GradientAlarm,
    GradientClip,
    GradientReversal,
    Guard,
    NanGuard,
)


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


def hooks_on(model: nn.Module) -> int:
    """Count the hooks on a model's modules and parameters, and on all optimisers."""
    holders = [*model.modules(), *model.parameters()]
    names = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks")
    names += ("_post_accumulate_grad_hooks",)
    tables = [getattr(holder, name, None) or {} for holder in holders for name in names]
    tables += [optimizers._global_optimizer_pre_hooks, optimizers._global_optimizer_post_hooks]
    return sum(map(len, tables))


GUARDS = {
    "alarm": lambda model: GradientAlarm(model, 1.0),
    "clip": lambda model: GradientClip(model, ["0.weight"], norm=1.0),
    "clip of each pass": lambda model: GradientClip(model, "0.weight", value=1.0, each_pass=True),
    "freeze": lambda model: Freeze(model[0], model[2].bias),
    "nan": NanGuard,
    "reversal": lambda model: GradientReversal(model[2]),
}


@pytest.mark.parametrize("kind", GUARDS)
def test_close_leaves_no_hook_and_may_be_called_twice(kind: str) -> None:
    """A guard has hooks while it is on, and none after."""
    model = mlp()
    before = hooks_on(model)

    guard: Guard = GUARDS[kind](model)
    on = hooks_on(model)
    guard.close()
    guard.close()

    assert (on > before, hooks_on(model)) == (True, before)


@pytest.mark.parametrize("kind", GUARDS)
def test_the_end_of_a_block_takes_the_hooks_off(kind: str) -> None:
    """Also where the block ends by an error."""
    model = mlp()
    before = hooks_on(model)

    with pytest.raises(KeyError), GUARDS[kind](model):
        raise KeyError

    assert hooks_on(model) == before


@pytest.mark.parametrize("kind", GUARDS)
def test_a_guarded_model_can_be_copied(kind: str) -> None:
    """A deep copy of the model trains, also when the guard is closed."""
    model = mlp()
    with GUARDS[kind](model):
        twin = copy.deepcopy(model)
    train(twin, torch.optim.SGD(twin.parameters(), lr=0.1))

    assert not torch.equal(twin[2].weight, model[2].weight)


def rung(model: nn.Module, limit: float, **options: int) -> tuple[GradientAlarm, list[tuple]]:
    """Return an alarm, and the list in which it writes."""
    told: list[tuple] = []
    return GradientAlarm(model, limit, lambda *what: told.append(what), **options), told


def test_an_alarm_says_layer_step_and_norm() -> None:
    """The norm is that of a layer, over its weight and bias; steps count from 0."""
    model = nn.Sequential(nn.Linear(2, 1), nn.Linear(1, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
    alarm, told = rung(model, 4.0)
    with alarm:
        for size in (1.0, 3.0):
            model[0].weight.grad = torch.tensor([[size, 0.0]])
            model[0].bias.grad = torch.tensor([4.0 * (size > 1)])
            optimizer.step()

    assert told == [("0", 1, 5.0)]


@pytest.mark.parametrize("bad", ["nan", "inf"])
def test_what_is_not_finite_is_within_no_limit(bad: str) -> None:
    """NaN, for which every comparison is false, rings too."""
    model, optimizer = two()
    alarm, told = rung(model, 1e30)
    with alarm:
        send(model, a=[0.0, float(bad)])
        optimizer.step()

    assert [name for name, _, _ in told] == ["ParameterDict"]


def test_an_alarm_hears_the_sum_over_small_batches() -> None:
    """Two large batches that cancel out are quiet."""
    model, optimizer = two()
    alarm, told = rung(model, 1.0)
    with alarm:
        send(model, a=[9.0, 0.0])
        send(model, a=[-8.5, 0.0])
        optimizer.step()

    assert told == []


def test_optimisers_that_share_a_model_make_one_step_together() -> None:
    """Each is looked at for the parameters that it trains."""
    model = nn.Sequential(nn.Linear(1, 1, bias=False), nn.Linear(1, 1, bias=False))
    players = [torch.optim.SGD(layer.parameters(), lr=0.0) for layer in model]
    alarm, told = rung(model, 0.0)
    with alarm:
        for _ in range(2):
            for n, player in enumerate(players):
                model[n].weight.grad = torch.tensor([[n + 1.0]])
                player.step()

    assert told == [("0", 0, 1.0), ("1", 0, 2.0), ("0", 1, 1.0), ("1", 1, 2.0)]


def test_a_parameter_without_gradient_is_no_alarm() -> None:
    """A frozen layer counts as 0."""
    model = mlp()
    model[0].requires_grad_(False)
    alarm, told = rung(model, 0.0)
    with alarm:
        train(model, torch.optim.SGD(model[2].parameters(), lr=0.0))

    assert [name for name, _, _ in told] == ["2"]


def test_an_alarm_measures_a_sparse_gradient() -> None:
    """A row that is used twice counts with its sum."""
    model = nn.Embedding(5, 2, sparse=True)
    alarm, told = rung(model, 1.0)
    with alarm:
        model(torch.tensor([1, 1, 3])).backward(torch.tensor([[1.0, 0], [2.0, 0], [4.0, 0]]))
        torch.optim.SGD(model.parameters(), lr=0.0).step()

    assert told == [("Embedding", 0, pytest.approx(5.0))]


def test_an_alarm_that_raises_keeps_the_step_from_being_taken() -> None:
    """The parameters are as they were."""
    model, optimizer = two(lr=1.0)

    def stop(*what: object) -> None:
        raise OverflowError

    send(model, a=[9.0, 9.0])
    with GradientAlarm(model, 1.0, stop), pytest.raises(OverflowError):
        optimizer.step()

    assert model["a"].tolist() == [0.0, 0.0]


def test_an_alarm_may_look_at_every_other_step() -> None:
    """With every=2, at steps 0, 2 and so on."""
    model, optimizer = two()
    alarm, told = rung(model, 1.0, every=2)
    with alarm:
        send(model, a=[3.0, 4.0])
        for _ in range(4):
            optimizer.step()

    assert [step for _, step, _ in told] == [0, 2]


def test_another_models_step_is_no_step() -> None:
    """Only optimisers that train the watched model count."""
    model, optimizer = two()
    other, others = two()
    alarm, told = rung(model, 1.0)
    with alarm:
        send(other, a=[9.0, 9.0])
        others.step()
        send(model, a=[3.0, 4.0])
        optimizer.step()

    assert told == [("ParameterDict", 0, 5.0)]


@pytest.mark.parametrize("limit", [-1.0, float("nan")])
def test_a_limit_must_be_a_number(limit: float) -> None:
    """A limit that everything or nothing is within is refused."""
    with pytest.raises(ValueError, match="limit of 0 or more"):
        GradientAlarm(mlp(), limit)
