"""A watched model and a lab in rough hands: nothing breaks the training, and every refusal says why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import nn
from torch.optim import optimizer as optimizers

from helpers import watch
from helpers.lab import patience
from helpers.lab.menu import own_hook
from helpers.lab.runner import Runner
from helpers.lab.settings import Settings


def _model() -> nn.Sequential:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))


def _train(model: nn.Module, x: torch.Tensor, steps: int = 2) -> None:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for _ in range(steps):
        optimizer.zero_grad()
        model(x).sum().abs().float().backward()
        optimizer.step()


class _Mixed(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.wide = nn.Parameter(torch.ones(4, dtype=torch.float64))
        self.short = nn.Parameter(torch.ones(9, dtype=torch.bfloat16))
        self.pair = nn.Parameter(torch.ones(2, dtype=torch.complex64))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * (self.wide.sum() + self.short.sum() + self.pair.sum().abs())


def test_parameters_of_several_kinds_are_measured_together() -> None:
    """Double, half and complex ones in one model."""
    model = _Mixed()
    with watch(model) as lab:
        _train(model, torch.ones(1), steps=1)

    assert lab.history()["_Mixed.norm"][0] == pytest.approx(15**0.5)


@pytest.mark.parametrize("by_keyword", [False, True])
def test_a_step_with_a_closure_has_the_gradient_of_that_closure(by_keyword: bool) -> None:
    """Not the one that was left over from the step before."""
    model, seen = _model(), []
    optimizer = torch.optim.LBFGS(model.parameters(), max_iter=3)

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        loss = model(torch.ones(4, 2)).square().mean()
        loss.backward()
        seen.append(nn.utils.get_total_norm([p.grad for p in model[2].parameters()]).item())
        return loss

    with watch(model) as lab:
        first = []
        for _ in range(2):
            first.append(len(seen))
            optimizer.step(closure=closure) if by_keyword else optimizer.step(closure)

    assert lab.history()["2.norm"] == pytest.approx([seen[place] for place in first])


@pytest.mark.parametrize("label", ["clip by value", "add noise", "stop on NaN"])
def test_a_hook_that_cannot_work_on_sparse_gradients_says_so_and_training_goes_on(
    label: str,
) -> None:
    """Its error stands among what the hooks have said."""
    model = nn.Sequential(nn.Embedding(9, 3, sparse=True), nn.Linear(3, 1))
    with watch(model) as lab:
        lab.turn_on(label, "0")
        _train(model, torch.tensor([1, 2]))

        assert "NotImplementedError" in lab.model.said[label]
        assert lab.model.step_count == 2


def test_a_sparse_gradient_can_be_doubled() -> None:
    """It stays sparse."""
    model = nn.Sequential(nn.Embedding(9, 3, sparse=True), nn.Linear(3, 1))
    with watch(model) as lab:
        lab.turn_on("double gradient", "0")
        _train(model, torch.tensor([1, 2]))

        assert lab.model.said == {}
        assert model[0].weight.grad.is_sparse


@pytest.mark.parametrize("label", ["record forward", "count dead ReLUs"])
def test_a_forward_hook_that_cannot_read_an_output_does_not_end_the_training(label: str) -> None:
    """An LSTM puts out a tuple."""
    model = nn.LSTM(2, 3)
    with watch(model) as lab:
        lab.turn_on(label, "LSTM")
        model(torch.ones(4, 1, 2))[0].sum().backward()

        assert "AttributeError" in lab.model.said[label]


@pytest.mark.parametrize("loss", [torch.ones(3), torch.tensor(1j), [1.0], "high", object()])
def test_a_loss_that_is_no_number_is_refused_at_once(loss: Any) -> None:
    """Later it would cost the history."""
    with watch(_model()) as lab:
        with pytest.raises(ValueError, match="give one number"):
            lab.step(loss)

        assert lab.history()["loss"] == []


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: watch(torch.optim.SGD(_model().parameters())), "SGD.* give the model itself"),
        (lambda: watch(_model().parameters()), "generator.* give the model itself"),
        (lambda: watch(nn.Linear), "give the model itself"),
        (lambda: watch(_model(), alarm="3"), "alarm='3'.* above 0"),
        (lambda: watch(_model(), every=2.5), "every=2.5.* whole number"),
        (lambda: watch(_model(), every=True), "every=True.* whole number"),
        (lambda: watch(_model(), csv="no/such/folder/run.csv"), "no folder"),
        (lambda: watch(_model(), png="no/such/folder/run.png"), "no folder"),
    ],
)
def test_a_wrong_call_is_refused_before_a_hook_is_on(call: Callable[[], Any], words: str) -> None:
    """The message says what was given and what to give."""
    before = len(optimizers._global_optimizer_pre_hooks)

    with pytest.raises((TypeError, ValueError), match=words):
        call()

    assert len(optimizers._global_optimizer_pre_hooks) == before


def test_a_hook_is_given_as_text_and_a_function_is_refused_with_an_example() -> None:
    """Its source is shown, and a function has none to run."""
    with watch(_model()) as lab, pytest.raises(TypeError, match=r"as text, .*lambda grad"):
        lab.turn_on(lambda grad: grad, "0")  # type: ignore[arg-type]


def test_a_frozen_layer_refuses_hooks_on_its_gradient() -> None:
    """And says what to do."""
    model = _model()
    model[0].requires_grad_(False)
    with (
        watch(model) as lab,
        pytest.raises(ValueError, match=r"requires_grad is False.*[Uu]nfreeze"),
    ):
        lab.turn_on("double gradient", "0")


def test_a_closed_watch_puts_nothing_on_and_records_nothing() -> None:
    """The loop that goes on calling step is none the worse."""
    model = _model()
    lab = watch(model)
    lab.close()
    lab.step(1.0)

    with pytest.raises(RuntimeError, match=r"closed.*watch\(model\)"):
        lab.turn_on("double gradient", "0")
    assert lab.history()["step"] == []
    assert not model[0].weight._backward_hooks


def test_a_broken_picture_does_not_end_the_training(monkeypatch: pytest.MonkeyPatch) -> None:
    """What went wrong stands among what the hooks have said."""
    model = _model()
    with watch(model, live=True) as lab:
        with monkeypatch.context() as broken:
            broken.setattr(lab._panel, "publish", lambda *, running: 1 / 0)
            _train(model, torch.ones(4, 2))

        assert lab.model.said["picture"].startswith("ZeroDivisionError")


def test_a_request_that_fails_is_told_in_the_banner() -> None:
    """A click on a hook that can't be put on doesn't vanish without a word."""
    with watch(_model()) as lab:
        lab.model.ask(lambda model: model.turn_on(own_hook("5"), "0"))
        lab.step(1.0)

        assert lab.model.last_alarm is not None
        assert "not a function" in lab.model.last_alarm.words
        assert lab.model.live == {}


@pytest.mark.parametrize("text", ["exit()", "lambda grad: exit()", "5"])
def test_a_hook_that_would_end_python_pauses_the_lab(text: str) -> None:
    """Its thread lives on, and the reason is kept."""
    with Runner(Settings(), lambda session, running: None) as runner:
        runner.run()
        runner.ask(lambda session: session.turn_on(own_hook(text), "layer1"))
        runner.wait(5)
        while runner.running:
            runner.wait(5)

        assert runner._thread.is_alive()


def test_a_hook_that_would_end_python_does_not_end_a_watched_training() -> None:
    """It is told like every other error."""
    model = _model()
    with watch(model) as lab:
        lab.turn_on("lambda grad: exit()", "0")
        _train(model, torch.ones(4, 2))

        said = lab.model.said["your hook"]
        assert said.startswith("SystemExit")
        assert said.endswith("hook = lambda grad: exit()")


@pytest.mark.parametrize("text", ["lambda g: g" + " + 1" * 20_000, "-" * 200_000 + "1"])
def test_a_hook_too_long_for_python_is_refused(text: str) -> None:
    """In a message that can still be read."""
    with pytest.raises(ValueError, match="your hook") as refused:
        own_hook(text)

    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("click", ["pause", "reset", "close"])
def test_a_hook_that_never_ends_is_ended_by_a_click(
    click: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lab pauses with the hook's line, and the thread takes requests again."""
    monkeypatch.setattr(patience, "SECONDS", 0.3)
    with Runner(Settings(depth=2, width=4), lambda session, running: None) as runner:
        first = runner.session
        runner.call(
            lambda s: s.turn_on(own_hook("lambda grad: [1 for _ in iter(int, 1)]"), "layer1")
        )
        runner.step()
        getattr(runner, click)()
        if click != "close":
            runner.wait()

    assert "TooLongError" in first.marks[-1].words
    assert "lambda grad" in first.marks[-1].words
    assert not runner._thread.is_alive()


def test_freezing_a_layer_that_is_partly_frozen_freezes_the_rest() -> None:
    """No hook can be put on a parameter that gets no gradient, and none is needed."""
    model = _model()
    model[0].bias.requires_grad_(False)
    with watch(model) as lab:
        lab.turn_on("freeze layer", "0")
        before = model[0].weight.detach().clone()
        _train(model, torch.ones(4, 2))

    assert torch.equal(model[0].weight, before)
