"""GradientRecorder: right figures, on any model, and nothing left behind."""

from __future__ import annotations

import pytest
import torch
from torch import nn
from torch.optim import optimizer as optimizers

from helpers.hooks.layers import layers_of
from helpers.hooks.recording import GradientRecorder


def _model() -> nn.Sequential:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))


def _train(model: nn.Module, steps: int = 1, lr: float = 0.1) -> None:
    optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=lr)
    for _ in range(steps):
        optimizer.zero_grad()
        model(torch.ones(4, 2)).square().sum().backward()
        optimizer.step()


def _norm(module: nn.Module) -> float:
    grads = [p.grad.flatten() for p in module.parameters() if p.grad is not None]
    return torch.cat(grads).norm().item()


def test_each_layers_norm_is_recorded_at_each_step() -> None:
    """The figure is the norm over all of a layer's parameters."""
    model = _model()
    with GradientRecorder(model) as recorder:
        _train(model)

    steps, rows = recorder.read()

    assert recorder.names == ["0", "2"]
    assert steps.tolist() == [1]
    assert rows[0].tolist() == pytest.approx([_norm(model[0]), _norm(model[2])])


def test_a_parameter_without_gradient_counts_as_nothing() -> None:
    """A frozen layer reads as 0, a half-frozen one as what is left."""
    model = _model()
    model[0].requires_grad_(False)
    model[2].bias.requires_grad_(False)
    with GradientRecorder(model) as recorder:
        _train(model)

    assert recorder.read()[1][0].tolist() == pytest.approx([0.0, _norm(model[2])])


def test_sparse_gradients_are_measured_by_their_values() -> None:
    """An embedding with sparse gradients, its rows used twice, has the norm of the dense one."""
    rows = []
    for sparse in (True, False):
        torch.manual_seed(0)
        model = nn.Embedding(5, 2, sparse=sparse)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        with GradientRecorder(model) as recorder:
            model(torch.tensor([1, 1, 3])).square().sum().backward()
            optimizer.step()
        rows.append(recorder.read()[1].item())

    assert rows[0] == pytest.approx(rows[1])


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64])
def test_other_precisions_are_measured_in_their_full_range(dtype: torch.dtype) -> None:
    """A norm of 80,000 is beyond half precision, while each entry of the gradient is not."""
    model = nn.Linear(4, 1, bias=False).to(dtype)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
    with GradientRecorder(model) as recorder:
        model.weight.grad = torch.full_like(model.weight, 40_000.0)
        optimizer.step()

    assert recorder.read()[1].item() == pytest.approx(80_000.0, rel=0.01)


def test_gradient_accumulation_is_one_step_with_the_sum() -> None:
    """What is recorded is what the optimiser uses."""
    model = _model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with GradientRecorder(model) as recorder:
        for _ in range(3):
            model(torch.ones(4, 2)).sum().backward()
        optimizer.step()

    steps, rows = recorder.read()
    assert len(steps) == 1
    assert rows[0].tolist() == pytest.approx([_norm(model[0]), _norm(model[2])])


def test_another_models_optimiser_is_not_recorded() -> None:
    """Only steps that train the watched model count."""
    with GradientRecorder(_model()) as recorder:
        _train(_model())

    assert len(recorder.read()[0]) == 0


def test_a_shared_parameter_is_counted_once() -> None:
    """Tied weights belong to their first owner."""
    model = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    model[1].weight = model[0].weight

    assert [len(own) for own in layers_of(model).values()] == [2, 1]


def test_training_is_the_same_with_and_without_recorder() -> None:
    """Recording changes no number."""
    plain, watched = _model(), _model()
    _train(plain, 5)
    with GradientRecorder(watched):
        _train(watched, 5)

    assert all(map(torch.equal, plain.parameters(), watched.parameters()))


def test_every_third_step_only() -> None:
    """``every`` thins what is recorded."""
    model = _model()
    with GradientRecorder(model, every=3) as recorder:
        _train(model, 7)

    assert recorder.read()[0].tolist() == [3, 6]


def test_closing_leaves_no_hook_also_after_an_error_and_twice() -> None:
    """The optimisers' global hooks are as they were."""
    before = dict(optimizers._global_optimizer_pre_hooks)
    with pytest.raises(ZeroDivisionError), GradientRecorder(_model()) as recorder:
        raise ZeroDivisionError
    recorder.close()

    assert dict(optimizers._global_optimizer_pre_hooks) == before
