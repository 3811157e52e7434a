"""WatchedModel: any model, any training loop, and nothing left behind."""

from __future__ import annotations

import gc
import math
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import nn
from torch.optim import optimizer as optimizers

from helpers.lab.hooked_model import StopTrainingError
from helpers.lab.menu import own_hook, recipe
from helpers.lab.watched_model import WatchedModel


def _model() -> nn.Sequential:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))


def _loss(model: nn.Module) -> torch.Tensor:
    loss: torch.Tensor = model(torch.ones(4, 2)).square().mean()
    return loss


def _train(model: nn.Module, steps: int = 1, each: Callable[[Any], None] = lambda _: None) -> None:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = _loss(model)
        loss.backward()
        optimizer.step()
        each(loss)


def _hooks(model: nn.Module) -> int:
    kinds = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")
    on_modules = sum(len(getattr(m, kind)) for m in model.modules() for kind in kinds)
    on_tensors = sum(
        len(p._backward_hooks or ()) + len(p._post_accumulate_grad_hooks or ())
        for p in model.parameters()
    )
    return on_modules + on_tensors + len(optimizers._global_optimizer_pre_hooks)


def test_no_call_at_all_is_needed_in_the_loop() -> None:
    """An optimiser's step is seen by itself."""
    model = _model()
    with WatchedModel(model) as watched:
        _train(model, 3)

    assert watched.read()[0].tolist() == [1, 2, 3]
    assert watched.step_count == 3


def test_the_loss_stands_beside_the_norms_of_its_step() -> None:
    """Whether it is told after the optimiser's step."""
    model, losses = _model(), list[float]()
    with WatchedModel(model) as watched:
        _train(model, 3, lambda loss: (watched.step(loss), losses.append(loss.item())))

    assert watched.read()[1][:, -1].tolist() == pytest.approx(losses)


def test_a_loss_told_before_the_optimisers_step_makes_no_second_row() -> None:
    """lab.step(loss) may stand anywhere after backward."""
    model, losses = _model(), list[float]()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    with WatchedModel(model) as watched:
        for _ in range(3):
            optimizer.zero_grad()
            loss = _loss(model)
            loss.backward()
            watched.step(loss)
            losses.append(loss.item())
            optimizer.step()

    steps, rows = watched.read()
    assert steps.tolist() == [1, 2, 3]
    assert rows[:, -1].tolist() == pytest.approx(losses)


def test_a_loop_without_an_optimiser_is_recorded_by_step() -> None:
    """Weights changed by hand are no hindrance."""
    model = _model()
    with WatchedModel(model) as watched:
        for _ in range(3):
            loss = _loss(model)
            loss.backward()
            watched.step(loss)

    assert watched.read()[0].tolist() == [1, 2, 3]


def test_two_optimisers_that_share_a_model_make_one_step_together() -> None:
    """Each has its own layer, and each layer its norm at its own optimiser's step."""
    model, wanted = _model(), list[list[float]]()
    first, last = (torch.optim.SGD(model[place].parameters(), lr=0.1) for place in (0, 2))
    with WatchedModel(model) as watched:
        for _ in range(2):
            model.zero_grad()
            _loss(model).backward()
            norms = [_norm(model[0])]
            first.step()
            model.zero_grad()
            _loss(model).backward()
            norms.append(_norm(model[2]))
            last.step()
            wanted.append(norms)

    assert watched.read()[1][:, :2].tolist() == [pytest.approx(norms) for norms in wanted]


def _norm(module: nn.Module) -> float:
    return (
        torch.cat([p.grad.flatten() for p in module.parameters() if p.grad is not None])
        .norm()
        .item()
    )


def test_an_optimiser_that_takes_the_place_of_another_begins_a_step() -> None:
    """One that is gone is no second player of the same step."""
    model = _model()
    with WatchedModel(model) as watched:
        for _ in range(3):
            _train(model)
            gc.collect()
        steps, _ = watched.read()

    assert steps.tolist() == [1, 2, 3]


@pytest.mark.parametrize("fused", [False, True])
def test_scaled_losses_are_read_unscaled(fused: bool) -> None:
    """A GradScaler unscales before an optimiser's step, or a fused one does so inside."""
    plain, scaled = _model(), _model()
    with WatchedModel(plain) as watched:
        _train(plain)
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    optimizer = torch.optim.SGD(scaled.parameters(), lr=0.01, fused=fused)
    with WatchedModel(scaled) as under_scale:
        scaler.scale(_loss(scaled)).backward()
        scaler.step(optimizer)
        scaler.update()

    assert under_scale.read()[1][0].tolist() == pytest.approx(
        watched.read()[1][0].tolist(), rel=1e-4, nan_ok=True
    )


def test_accumulated_gradients_are_one_step() -> None:
    """Two backward passes and one optimiser's step give one row, of the sum."""
    model = _model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    with WatchedModel(model) as watched:
        for _ in range(2):
            _loss(model).backward()
        total = _norm(model[0])
        optimizer.step()

    assert watched.read()[1][0, 0] == pytest.approx(total)
    assert watched.step_count == 1


def test_another_models_optimiser_is_not_seen() -> None:
    """Only optimisers that train this model count."""
    model, other = _model(), _model()
    with WatchedModel(model) as watched:
        _train(other, 2)

    assert watched.step_count == 0


class _Odd(nn.Module):
    """A module used twice, an embedding with sparse gradients, a bare parameter, an unused layer."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(5, 2, sparse=True)
        self.twice = nn.Linear(2, 2)
        self.unused = nn.Linear(2, 2)
        self.factor = nn.Parameter(torch.ones(()))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.factor * self.twice(self.twice(self.words(x.long()[:, 0])))


def test_odd_models_are_watched_as_they_are() -> None:
    """Sparse, shared, scalar and unused parameters all have their place; the unused one reads 0."""
    model = _Odd()
    with WatchedModel(model) as watched:
        _train(model)

    row = dict(zip(watched.layers, watched.read()[1][0], strict=False))
    assert list(row) == ["_Odd", "words", "twice", "unused"]
    assert row.pop("unused") == 0
    assert all(value > 0 for value in row.values())


@pytest.mark.parametrize("layer", ["_Odd", "words", "twice", "unused"])
def test_hooks_can_sit_on_any_layer(layer: str) -> None:
    """Each offered gradient hook trains on, whatever its layer's parameters are called."""
    model = _Odd()
    with WatchedModel(model) as watched:
        for label in ("double gradient", "add noise", "alarm on norm"):
            watched.turn_on(recipe(label), layer)
        if layer != "words":  # clamp isn't there for sparse tensors
            _train(model)
        watched.gradient()

    assert _hooks(model) == 0


def test_an_alarm_has_layer_step_and_value() -> None:
    """One for each layer whose norm is above the threshold."""
    model = _model()
    with WatchedModel(model, alarm=1e-6) as watched:
        _train(model, 2)

    assert [(one.step, one.layer) for one in watched.alarms] == [
        (1, "0"), (1, "2"), (2, "0"), (2, "2"),
    ]  # fmt: skip
    assert watched.alarms[0].value == pytest.approx(float(watched.read()[1][0, 0]))


def test_a_gradient_that_is_no_number_is_an_alarm() -> None:
    """NaN compares as neither above nor below."""
    model = _model()
    with WatchedModel(model, alarm=1e6) as watched:
        model[0].weight.data.fill_(math.nan)
        _train(model)

    assert math.isnan(watched.alarms[0].value)


def test_an_alarm_can_stop_training_before_the_step_is_made() -> None:
    """The error says step, layer and value, and the weights are as they were."""
    model = _model()
    before = model[2].weight.detach().clone()
    with (
        WatchedModel(model, alarm=1e-6, stop=True),
        pytest.raises(StopTrainingError, match=r"0: gradient norm .* passes 1e-06 at step 1"),
    ):
        _train(model)

    assert torch.equal(model[2].weight, before)
    assert _hooks(model) == 0


def test_a_requested_hook_is_on_from_the_next_step() -> None:
    """What is asked for in the middle of a step waits for its end."""
    model = _model()
    with WatchedModel(model) as watched:
        watched.ask(lambda w: w.turn_on(recipe("double gradient"), "0"))
        assert watched.live == {}
        _train(model)
        assert watched.live == {"double gradient": "0"}


def test_an_error_in_the_readers_own_hook_does_not_end_the_training() -> None:
    """It is told, with its line, and the gradient stays as it was."""
    model = _model()
    with WatchedModel(model) as watched:
        watched.turn_on(own_hook("lambda grad: grad * missing"), "0")
        _train(model, 2)

    assert watched.step_count == 2
    assert [mark.kind for mark in watched.marks].count("alarm") == 1
    assert "NameError" in next(mark.words for mark in watched.marks if mark.kind == "alarm")


def test_a_compiled_model_is_watched_and_says_what_it_hides() -> None:
    """Gradients are read as ever; hooks on modules are refused with the reason."""
    model = _model()
    compiled = torch.compile(model, backend="eager")
    with WatchedModel(compiled) as watched:
        _train(compiled)
        with pytest.raises(ValueError, match="compiled"):
            watched.turn_on(recipe("count dead ReLUs"), "0")

    assert watched.layers == ["0", "2"]
    assert watched.step_count == 1


@pytest.mark.parametrize("which", ["whole", "part"])
def test_a_model_compiled_in_its_place_is_known_as_such(which: str) -> None:
    """A hook that is put on a module in it later may never run (module.compile())."""
    model = nn.Sequential(_model(), nn.Linear(1, 1))
    (model if which == "whole" else model[0]).compile(backend="eager")
    with WatchedModel(model) as watched:
        _train(model)
        with pytest.raises(ValueError, match="compiled"):
            watched.turn_on(recipe("count dead ReLUs"), "0.0")

    assert watched.step_count == 1


def test_a_replaced_parameter_is_watched_from_its_optimisers_first_step() -> None:
    """The new one has the old one's layer, and the history goes on."""
    model = _model()
    with WatchedModel(model) as watched:
        _train(model, 2)
        model[0] = nn.Linear(2, 3)
        _train(model, 2)
        steps, rows = watched.read()
        last = math.hypot(*(float(p.grad.norm()) for p in model[0].parameters()))

    assert steps.tolist() == [1, 2, 3, 4]
    assert rows[-1, 0] == pytest.approx(last)
    assert rows[1, 0] != rows[2, 0]


def test_other_layers_than_when_it_was_watched_are_told() -> None:
    """Layers that came later have no column, and the words say what to do."""
    model = _model()
    with WatchedModel(model) as watched:
        _train(model)
        model.append(nn.Linear(1, 1))
        _train(model)

    assert "watch(model) again" in watched.said["layers"]
    assert watched.step_count == 2


def test_the_histogram_of_a_complex_gradient_is_of_its_absolute_values() -> None:
    """Nothing of it is dropped."""
    model = nn.Linear(1, 1, bias=False, dtype=torch.complex64)
    with WatchedModel(model) as watched:
        model.weight.grad = torch.tensor([[3 + 4j]])
        assert watched.gradient().tolist() == [5.0]


@pytest.mark.parametrize("end", ["close", "twice", "exception"])
def test_closing_leaves_the_model_as_it_was(end: str) -> None:
    """No hook is left, on modules, tensors or optimisers."""
    model = _model()
    before = model.state_dict().keys(), vars(model).keys(), _hooks(model)
    watched = WatchedModel(model)
    for label in ("double gradient", "record forward", "stop on NaN", "count dead ReLUs"):
        watched.turn_on(recipe(label), "0")
    _train(model)
    if end == "exception":
        with pytest.raises(ZeroDivisionError), watched:
            raise ZeroDivisionError
    watched.close()
    if end == "twice":
        watched.close()

    assert (model.state_dict().keys(), vars(model).keys(), _hooks(model)) == before


@pytest.mark.parametrize("alarm", [0, -1.0, math.nan])
def test_a_threshold_that_can_never_be_met_is_refused(alarm: float) -> None:
    """The message says what to give."""
    with pytest.raises(ValueError, match="above 0"):
        WatchedModel(_model(), alarm=alarm)


def test_a_model_without_parameters_or_without_shapes_is_refused() -> None:
    """The message says why, and what to do."""
    with pytest.raises(ValueError, match="no parameters"):
        WatchedModel(nn.ReLU())
    with pytest.raises(ValueError, match="Call the model once"):
        WatchedModel(nn.LazyLinear(2))
