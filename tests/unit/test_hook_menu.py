"""The hook menu and the lab's controls: what is pressed is asked for, and what is on is shown."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from helpers import GradientLab
from helpers.widgets.hook_menu import HookMenu
from helpers.widgets.one_per_cell import close_earlier
from helpers.widgets.switch_panel import ON


def _until(true: Callable[[], bool], seconds: float = 5) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.01)


@pytest.fixture
def lab() -> Iterator[GradientLab]:
    """A small lab, paused."""
    lab = GradientLab(depth=2, width=4)
    yield lab
    lab.close()


def test_a_toggle_asks_for_its_hook_on_the_picked_layer() -> None:
    """On and off; a changed amount asks again."""
    asked: list[tuple[str, float | None, str, bool]] = []
    menu = HookMenu(
        ["a", "b"],
        lambda recipe, layer, on: asked.append((recipe.label, recipe.amount, layer, on)),
        lambda layer: None,
    )
    menu.layer.value = "b"
    row = menu.rows["clip by norm"]
    row.toggle.value = True
    row.amount.value = 0.5
    row.toggle.value = False

    assert asked == [
        ("clip by norm", 0.1, "b", True),
        ("clip by norm", 0.5, "b", True),
        ("clip by norm", 0.5, "b", False),
    ]


def test_showing_what_is_on_asks_for_nothing() -> None:
    """Toggles follow the model, and the layers as well."""
    asked: list[object] = []
    menu = HookMenu(["a"], lambda *what: asked.append(what), asked.append)

    menu.show({"freeze layer": "b"}, ["b", "c"])

    assert menu.rows["freeze layer"].toggle.value
    assert ON in menu.rows["freeze layer"].toggle._dom_classes
    assert menu.layer.options == ("b", "c")
    assert asked == []


def test_the_source_that_is_shown_is_the_source_that_runs() -> None:
    """Pressing a toggle brings up its own lines."""
    menu = HookMenu(["a"], lambda *what: None, lambda layer: None)
    row = menu.rows["freeze layer"]
    row.toggle.value = True

    assert "return torch.zeros_like(grad)" in menu.source.value


def test_a_hook_that_is_no_python_is_refused_with_an_example() -> None:
    """The toggle springs back, and nothing was asked for."""
    asked: list[object] = []
    menu = HookMenu(["a"], lambda *what: asked.append(what), lambda layer: None)
    menu.own.value = "lambda grad grad"
    menu.own_on.value = True

    assert not menu.own_on.value
    assert "lambda grad: grad * 0.5" in menu.error.value
    assert [what for what in asked if what[-1]] == []


def test_a_click_in_the_lab_puts_a_hook_on_and_takes_it_off(lab: GradientLab) -> None:
    """Within a step."""
    toggle = lab.view.menu.rows["double gradient"].toggle
    toggle.value = True
    _until(lambda: lab.runner.session.live == {"double gradient": "layer1"})
    toggle.value = False
    _until(lambda: lab.runner.session.live == {})


def test_an_error_in_the_readers_hook_pauses_the_lab_and_shows_its_line(lab: GradientLab) -> None:
    """And the lab trains on once the hook is off."""
    lab.view.menu.own.value = "lambda grad: grad * missing"
    lab.view.menu.own_on.value = True
    lab.runner.run()
    _until(lambda: "lambda grad: grad * missing" in lab.view.banner.value)
    lab.runner.wait()
    assert not lab.runner.running
    lab.view.menu.own_on.value = False
    lab.runner.step()
    _until(lambda: lab.runner.session.step_count == 1)


def test_a_preset_sets_every_control_and_trains(lab: GradientLab) -> None:
    """The layers to pick from are those of the new model."""
    lab.preset.value = "Vanishing gradients"
    _until(lambda: lab.runner.session.step_count > 1)

    assert lab.controls["depth"].value == 12
    assert lab.runner.session.settings.activation == "sigmoid"
    _until(lambda: "layer12" in lab.view.menu.layer.options)


def test_an_alarm_stands_in_the_banner_and_can_stop_training(lab: GradientLab) -> None:
    """With its layer, step and value."""
    lab.view.stop_on_alarm.value = True
    row = lab.view.menu.rows["alarm on norm"]
    row.amount.value = 1e-9
    row.toggle.value = True
    lab.runner.run()
    _until(lambda: "Stopped at step 0: layer1: gradient norm" in lab.view.banner.value)

    assert not lab.runner.running


def test_a_closed_labs_controls_do_nothing(lab: GradientLab) -> None:
    """They are still on the page, and pressing one must not raise."""
    lab.close()
    lab.close()

    lab.view.menu.rows["double gradient"].toggle.value = True
    lab.preset.value = "Dead ReLUs"

    assert "This lab is closed" in lab.view.status.value
    assert lab.history()["step"] == []


def test_a_lab_that_starts_with_an_unknown_preset_names_those_there_are() -> None:
    """As it does for settings."""
    with pytest.raises(ValueError, match="Vanishing gradients"):
        GradientLab("Vanishing")
    with pytest.raises(ValueError, match="depth"):
        GradientLab(deepness=3)


def test_running_a_cell_again_closes_what_it_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """Benches of one run stay together, and other cells' benches stay."""
    closed: list[str] = []

    class Bench:
        def __init__(self, name: str) -> None:
            self.name = name

        def close(self) -> None:
            closed.append(self.name)

    for cell, run, name in (
        ("one", 1, "a"), ("one", 1, "b"), ("two", 2, "c"), ("one", 3, "d"),
    ):  # fmt: skip
        monkeypatch.setattr("helpers.widgets.one_per_cell._here", lambda here=(cell, run): here)
        close_earlier(Bench(name))

    assert closed == ["a", "b"]


def test_no_click_is_lost_while_a_training_thread_shows_what_is_on() -> None:
    """Each is told, with what the reader chose, however the two threads fall together."""
    told: list[bool] = []
    menu = HookMenu(["a"], lambda recipe, layer, on: told.append(on), lambda layer: None)
    toggle, over = menu.rows["double gradient"].toggle, threading.Event()

    def train() -> None:
        while not over.is_set():
            menu.show({}, ["a"])

    trainer = threading.Thread(target=train)
    patience = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # so that the threads fall together in every way there is
    trainer.start()
    try:
        for _ in range(300):
            toggle.set_state({"value": True})
            _until(lambda: not toggle.value)
    finally:
        sys.setswitchinterval(patience)
        over.set()
        trainer.join()

    assert told == [True] * 300
