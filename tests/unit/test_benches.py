"""The smaller benches: what is typed, moved or stepped through shows in the picture."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from helpers import (
    HookSwitch,
    ModuleBench,
    Package,
    PipelineBench,
    SwitchBoard,
    TensorBench,
    batch,
    gradient_bars,
    tiny_mlp,
)
from helpers.hooks.tracing import board_of


@pytest.fixture
def tensor_bench() -> TensorBench:
    """A bench for a tensor of three, with two hooks, both on."""
    v = torch.zeros(3, requires_grad=True)
    board = SwitchBoard(
        HookSwitch("double", v.register_hook, lambda grad: grad * 2),
        HookSwitch("add 1", v.register_hook, lambda grad: grad + 1),
    )
    for switch in board:
        switch.turn_on()

    def draw(sent: torch.Tensor):
        v.grad = None
        calls = board.watch(lambda: v.backward(sent.clone()))
        return gradient_bars(sent, calls, v.grad)

    return TensorBench(board, draw, v, [1, -2, 3])


def _end(bench: TensorBench) -> str:
    assert bench.picture
    return bench.picture.alt.rpartition("; ")[2]


def test_the_slider_sends_another_x() -> None:
    """The picture follows it, with the hooks as they are."""
    package = Package()
    board = SwitchBoard(HookSwitch("add 100", package.register_pre_hook, lambda p, x: x + 100))
    bench = PipelineBench(package, board, x=10)
    bench.slider.value = -3
    assert bench.picture
    assert bench.picture.text.startswith("-3 → program A")


def test_a_typed_vector_is_sent(tensor_bench: TensorBench) -> None:
    """With commas or without."""
    tensor_bench.vector.value = "0 10, 20"

    assert _end(tensor_bench) == "v.grad: 1, 21, 41"


@pytest.mark.parametrize("text", ["1, 2", "1, 2, x", "", "1, 2, 3, 4"])
def test_what_is_no_vector_is_refused_with_an_example(tensor_bench: TensorBench, text: str) -> None:
    """And what was typed stands, to be mended."""
    tensor_bench.vector.value = text

    assert "type 3 numbers, such as 1, -2, 3" in tensor_bench.canvas.value
    assert tensor_bench.vector.value == text


def test_arrows_change_the_order_of_the_hooks(tensor_bench: TensorBench) -> None:
    """By registering anew: doubling first or last makes a difference."""
    assert _end(tensor_bench) == "v.grad: 3, -3, 7"
    tensor_bench.move("add 1", -1)
    assert _end(tensor_bench) == "v.grad: 4, -2, 8"
    tensor_bench.move("add 1", 1)

    assert _end(tensor_bench) == "v.grad: 3, -3, 7"


def test_a_hook_of_ones_own_takes_its_place_in_the_order(tensor_bench: TensorBench) -> None:
    """And follows what is typed."""
    tensor_bench.buttons["your hook"].value = True
    assert tensor_bench.order == ["double", "add 1", "your hook"]
    tensor_bench.code.value = "lambda grad: -grad"

    assert _end(tensor_bench) == "v.grad: -3, 3, -7"


@pytest.mark.parametrize("code", ["lambda grad grad", "3", "missing", "import os"])
def test_what_is_no_hook_is_refused_and_the_last_one_stays(
    tensor_bench: TensorBench, code: str
) -> None:
    """The message has an example."""
    tensor_bench.buttons["your hook"].value = True
    before = _end(tensor_bench)
    tensor_bench.code.value = code

    assert "lambda grad: grad * 0.5" in tensor_bench.told.value
    assert _end(tensor_bench) == before


def test_an_error_in_ones_own_hook_stands_in_the_place_of_the_picture(
    tensor_bench: TensorBench,
) -> None:
    """And goes away with it."""
    tensor_bench.code.value = "lambda grad: grad @ grad"
    tensor_bench.buttons["your hook"].value = True
    assert 'role="alert"' in tensor_bench.canvas.value
    tensor_bench.buttons["your hook"].value = False

    assert "alert" not in tensor_bench.canvas.value


def test_a_tensor_that_cannot_be_drawn_is_refused() -> None:
    """The message says what fits."""
    with pytest.raises(ValueError, match="one dimension"):
        TensorBench(SwitchBoard(), lambda sent: None, torch.zeros(2, 2, requires_grad=True), [1, 2])


@pytest.fixture
def module_bench() -> ModuleBench:
    """A bench for the tiny model, all hooks off."""
    model, (x, _) = tiny_mlp(), batch()
    board = board_of(model)
    return ModuleBench(board, lambda: model(x).sum().backward(), ["model", "first", "act", "last"])


def _press(bench: ModuleBench, *labels: str) -> None:
    for label in labels:
        bench.buttons[label].value = True


def test_the_time_line_starts_at_the_end_and_goes_back(module_bench: ModuleBench) -> None:
    """Each place names the hook that fired, and what it was told."""
    _press(module_bench, "first: forward", "last: forward", "last: backward")
    assert "<b>3 of 3.</b> last: backward hook" in module_bench.said.value
    module_bench.move(-2)

    assert "<b>1 of 3.</b> first: forward hook, told args (4×2,), output 4×3" in (
        module_bench.said.value
    )


def test_the_time_line_ends_where_the_step_ends(module_bench: ModuleBench) -> None:
    """At both ends an arrow does nothing."""
    _press(module_bench, "first: forward")
    module_bench.move(1)
    assert "1 of 1" in module_bench.said.value
    module_bench.move(-5)

    assert "Nothing has fired yet" in module_bench.said.value


def test_what_has_not_happened_yet_is_faint(module_bench: ModuleBench) -> None:
    """Going back runs nothing again; it only draws."""
    _press(module_bench, "first: forward", "last: forward")
    assert "opacity" not in module_bench.canvas.value
    module_bench.move(-1)

    assert module_bench.canvas.value.count('opacity="0.25"') == 1


def test_a_bench_with_every_hook_off_says_so(module_bench: ModuleBench) -> None:
    """An empty time line is no error."""
    assert "No hook is on" in module_bench.said.value


def _labels(bench: ModuleBench) -> Callable[[], list[str]]:
    return lambda: [switch.label for switch in bench.board if switch.on]


def test_turning_everything_off_takes_every_hook_off(module_bench: ModuleBench) -> None:
    """With one press."""
    _press(module_bench, "first: forward", "model: backward")
    module_bench.all_off.click()

    assert _labels(module_bench)() == []
