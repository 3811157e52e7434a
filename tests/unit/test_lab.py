"""The lab without its picture: training on a thread, hooks between two steps."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
import torch

from helpers.lab.menu import RECIPES, own_hook, recipe
from helpers.lab.runner import Runner
from helpers.lab.session import LOST_STEPS, Session
from helpers.lab.settings import PRESETS, Settings
from helpers.lab.summary import summary


def _hooks_on(session: Session) -> int:
    model = session.work.model
    tables = [len(m._forward_hooks) + len(m._forward_pre_hooks) for m in model.modules()]
    return sum(tables) + sum(len(p._backward_hooks or ()) for p in model.parameters())


def _first_norm(session: Session) -> float:
    session.step()
    return float(session.read()[1][-1][0])


@pytest.fixture
def runner() -> Iterator[Runner]:
    """A paused runner with a small model."""
    with Runner(Settings(depth=2, width=4), lambda session, running: None) as runner:
        yield runner


def test_the_same_settings_give_the_same_run() -> None:
    """Everything is seeded."""
    runs = [Session(Settings(seed=3)) for _ in range(2)]
    for session in runs:
        for _ in range(5):
            session.step()

    assert np.array_equal(runs[0].read()[1], runs[1].read()[1])


def test_building_a_run_leaves_the_global_seed_alone() -> None:
    """The reader's own random numbers don't depend on the lab."""
    torch.manual_seed(1)
    expected = torch.rand(1)
    torch.manual_seed(1)
    Session(Settings()).step()

    assert torch.equal(torch.rand(1), expected)


@pytest.mark.parametrize("offered", RECIPES, ids=[r.label for r in RECIPES])
def test_every_hook_on_offer_trains_on_and_comes_off_whole(offered) -> None:
    """Turned on, a step still works; turned off, twice, no hook is left."""
    session = Session(Settings(activation="relu"))
    session.turn_on(offered, "layer1")
    assert _hooks_on(session) > 0
    assert session.step()

    session.turn_off(offered.label)
    session.turn_off(offered.label)

    assert _hooks_on(session) == 0


def test_doubling_a_gradient_is_seen_at_the_next_step() -> None:
    """The recorded norm is about twice what it is without the hook."""
    plain, doubled = Session(Settings()), Session(Settings())
    doubled.turn_on(recipe("double gradient"), "layer1")

    assert 1.5 < _first_norm(doubled) / _first_norm(plain) <= 2.0


def test_a_frozen_layer_does_not_move_under_sgd() -> None:
    """Zeros are sent to all its parameters."""
    session = Session(Settings())
    before = session.work.model.layer1.weight.detach().clone()
    session.turn_on(recipe("freeze layer"), "layer1")
    session.step()

    assert torch.equal(session.work.model.layer1.weight, before)


def test_a_frozen_layer_still_moves_under_adam() -> None:
    """Adam's running mean of earlier gradients moves it after the gradient has become zero."""
    session = Session(Settings(optimizer="adam", lr=0.01))
    session.step()
    before = session.work.model.layer1.weight.detach().clone()
    session.turn_on(recipe("freeze layer"), "layer1")
    session.step()

    assert not torch.equal(session.work.model.layer1.weight, before)


def test_an_alarm_names_layer_step_and_value() -> None:
    """The mark says where and how much."""
    session = Session(Settings())
    session.turn_on(replace(recipe("alarm on norm"), amount=1e-9), "out")
    session.step()

    alarms = [mark for mark in session.marks if mark.kind == "alarm"]
    assert alarms
    assert alarms[0].words.startswith("out: gradient norm")


def test_nan_stops_training_and_names_the_first_layer() -> None:
    """The layer whose output first was not finite is in the reason."""
    session = Session(Settings())
    session.turn_on(recipe("stop on NaN"), "layer1")
    with torch.no_grad():
        session.work.model.layer2.weight.fill_(float("nan"))

    assert not session.step()
    assert session.stopped == "layer2: output is not finite"


def test_an_error_in_the_readers_own_hook_stops_with_its_line() -> None:
    """Nothing else breaks: the hook comes off, and training goes on."""
    session = Session(Settings())
    session.turn_on(own_hook("lambda grad: grad * missing"), "layer1")

    assert not session.step()
    assert "NameError" in session.stopped
    assert "hook = lambda grad: grad * missing" in session.stopped
    session.turn_off("your hook")
    assert session.step()


def test_text_that_is_no_expression_is_refused() -> None:
    """The message shows what one looks like."""
    with pytest.raises(ValueError, match="lambda grad"):
        own_hook("def hook(grad):")


def test_a_run_whose_gradients_broke_down_says_since_when_and_where() -> None:
    """Curves that end in the middle would leave the reader to guess."""
    session = Session(PRESETS["Exploding gradients"])
    for _ in range(20):
        session.step()
    steps, rows = session.read()
    sound = np.isfinite(rows[:, :-1]).all(axis=1)
    where = [name for name, norm in zip(session.layers, rows[-1], strict=False) if norm != norm]

    assert not sound[-1]
    since = steps[np.flatnonzero(sound)[-1] + 1]
    words = f"not been finite since step {since}: in {where[0]} and {len(where) - 1} more."
    assert words in summary(session, steps, rows, running=True)


def test_a_run_whose_loss_is_lost_stops() -> None:
    """Its last steps would be all there is to see; one that comes back goes on."""
    session = Session(PRESETS["Exploding gradients"])
    made = [session.step() for _ in range(20)]
    losses = session.read()[1][:, -1]
    first = int(np.flatnonzero(~np.isfinite(losses))[0])

    assert made.index(False) == first + LOST_STEPS - 1
    assert session.stopped == f"the loss has not been finite for {LOST_STEPS} steps"


def test_two_parameters_whose_squares_are_too_much_together_have_a_finite_norm() -> None:
    """A layer's norm is worked out in float64: in float32 the sum would be infinite."""
    session = Session(Settings(depth=2, width=4))
    for name in ("weight", "bias"):
        parameter = session.work.model.get_parameter(f"layer1.{name}")
        parameter.register_hook(lambda grad: torch.full_like(grad, 1.5e19 / grad.numel() ** 0.5))

    assert _first_norm(session) == pytest.approx(1.5e19 * 2**0.5)


def test_deep_sigmoids_vanish_and_large_weights_explode() -> None:
    """The presets show what their names say."""
    vanishing, exploding = (Session(PRESETS[f"{w} gradients"]) for w in ("Vanishing", "Exploding"))
    for session in (vanishing, exploding):
        session.step()

    assert vanishing.read()[1][0][0] < 1e-6
    assert exploding.read()[1][0][:-1].max() > 1e2


@pytest.mark.parametrize(
    "wrong", [{"depth": 0}, {"lr": "fast"}, {"data": "mnist"}, {"width": 2.5}, {"seed": True}]
)
def test_a_wrong_setting_is_refused_with_what_is_offered(wrong: dict[str, object]) -> None:
    """The message names the setting."""
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Settings(**wrong)


def test_run_trains_and_pause_stops(runner: Runner) -> None:
    """After a pause has been carried out, no further step is made."""
    runner.run()
    runner.wait()
    time.sleep(0.1)
    runner.pause()
    runner.wait()
    made = runner.session.step_count
    time.sleep(0.05)

    assert made > 0
    assert runner.session.step_count == made


def test_one_step_is_one_step(runner: Runner) -> None:
    """Also while it runs."""
    runner.step()
    runner.step()
    runner.wait()

    assert runner.session.step_count == 2


def test_reset_starts_over_and_keeps_the_hooks(runner: Runner) -> None:
    """A hook that was on is on in the new run, and off the old one."""
    runner.ask(lambda session: session.turn_on(recipe("double gradient"), "layer1"))
    runner.step()
    runner.wait()
    old = runner.session
    runner.reset(Settings(depth=1))
    runner.wait()

    assert runner.session.step_count == 0
    assert runner.session.live == {"double gradient": "layer1"}
    assert _hooks_on(old) == 0


def test_a_slow_lab_still_answers_at_once(runner: Runner) -> None:
    """At a step every ten seconds, pausing doesn't wait for the next one."""
    runner.set_speed(0.1)
    runner.run()
    runner.pause()
    runner.wait(seconds=2)

    assert not runner.running
    assert runner.session.step_count <= 1


def test_what_the_training_thread_knows_can_be_asked_for(runner: Runner) -> None:
    """The answer is from between two steps; an error on the way is told."""
    runner.run()

    steps, rows = runner.call(lambda session: session.read())

    assert len(steps) == len(rows)
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        runner.call(lambda session: 1 / 0)


def test_a_resting_lab_gives_the_other_threads_back(runner: Runner) -> None:
    """Training takes one thread; whoever computes while the lab is paused has them all."""
    before = torch.get_num_threads()
    seen = runner.call(lambda session: torch.get_num_threads())
    runner.step()
    runner.wait()

    assert seen == runner.call(lambda session: torch.get_num_threads()) == before


def test_a_bad_request_does_not_end_the_thread(runner: Runner) -> None:
    """Its error is kept as the reason, and the next request is carried out."""
    runner.ask(lambda session: session.turn_on(recipe("double gradient"), "nowhere"))
    runner.step()
    runner.wait()

    assert runner.session.step_count == 1
    assert "nowhere" in runner.session.marks[0].words


def test_closing_ends_the_thread_and_takes_every_hook_off() -> None:
    """Twice is harmless, and a closed lab says so."""
    runner = Runner(Settings(), lambda session, running: None)
    runner.ask(lambda session: session.turn_on(recipe("double gradient"), "layer1"))
    runner.run()
    runner.close()
    runner.close()

    assert "gradient-lab" not in [thread.name for thread in threading.enumerate()]
    assert _hooks_on(runner.session) == 0
    with pytest.raises(RuntimeError, match="closed"):
        runner.run()


def test_a_hundred_runs_pauses_and_resets_leave_one_thread_and_the_hooks_that_are_on() -> None:
    """And closing leaves none, however the last run was broken off."""
    before = set(threading.enumerate())
    with Runner(Settings(depth=2, width=4), lambda session, running: None) as runner:
        runner.call(lambda session: session.turn_on(recipe("double gradient"), session.layers[0]))
        for number in range(100):
            runner.run()
            if number % 2:
                runner.pause()
            runner.reset(Settings(depth=1 + number % 3, width=4))
            if number % 10 == 0:
                assert runner.call(_hooks_on) == 1
        runner.run()
        runner.wait()
        for thread in threading.enumerate():
            if thread.name == "patience":
                thread.join(1)  # it waited for a click to be taken, and ends when it is
        assert len(set(threading.enumerate()) - before) == 1

    assert set(threading.enumerate()) == before
    assert _hooks_on(runner.session) == 0
