"""What lesson 5 gives to take home, run as it stands: hooks for as long as a block."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from helpers.course.notebooks import code_cells, read
from helpers.grading.data import as_data

LESSON = Path(__file__).parents[2] / "notebooks/05_handles_and_lifetime.ipynb"
Hooked = Callable[..., AbstractContextManager[None]]


def source() -> str:
    """Return the cell that readers paste into their own code."""
    return "".join(
        next(cell["source"] for cell in code_cells(read(LESSON)) if cell["id"] == "take-home")
    )


@pytest.fixture
def hooked() -> Hooked:
    """The function, from nothing but the cell."""
    names: dict[str, Any] = {}
    exec(source(), names)
    function: Hooked = names["hooked"]
    return function


def is_linear(module: nn.Module) -> bool:
    """Pick Linear layers."""
    return isinstance(module, nn.Linear)


def model() -> nn.Sequential:
    """Return three layers and a block, with one Linear layer in two places."""
    shared = nn.Linear(2, 2)
    return nn.Sequential(shared, nn.ReLU(), nn.Sequential(nn.Linear(2, 2), shared))


def hooks_left(net: nn.Module) -> int:
    """Count the hooks of every kind on all modules."""
    return sum(
        len(table)
        for module in net.modules()
        for name, table in vars(module).items()
        if name.endswith("_hooks")
    )


def test_the_cell_is_short_and_needs_nothing_of_the_course() -> None:
    """Fifteen lines, standard library only."""
    assert len(source().splitlines()) <= 15
    assert "helpers" not in source()


def test_the_cell_runs_in_a_python_of_its_own() -> None:
    """No name of the notebook is used."""
    script = source() + "\nimport sys\nassert 'helpers' not in sys.modules\n"

    done = subprocess.run([sys.executable, "-I", "-c", script], check=False)

    assert done.returncode == 0


def test_the_hook_is_told_name_module_input_and_output(hooked: Hooked) -> None:
    """It fires at each call of each layer that was wanted, a shared one under its first name."""
    net, told = model(), list[Any]()

    with hooked(net, is_linear, lambda *args: told.append(args)):
        net(torch.ones(1, 2))

    assert [name for name, *_ in told] == ["0", "2.0", "0"]
    assert [module for _, module, *_ in told] == [
        net.get_submodule(name) for name in ("0", "2.0", "0")
    ]
    assert {len(args) for args in told} == {4}


def test_what_the_hook_returns_takes_the_place_of_the_output(hooked: Hooked) -> None:
    """The wrapper hands it on."""
    net = nn.Sequential(nn.Linear(2, 2))

    with hooked(net, is_linear, lambda name, module, args, output: output * 0):
        output = net(torch.ones(1, 2))

    assert output.tolist() == [[0.0, 0.0]]


@pytest.mark.parametrize(
    "kind",
    [
        "register_forward_pre_hook",
        "register_forward_hook",
        "register_full_backward_pre_hook",
        "register_full_backward_hook",
    ],
)
def test_every_kind_of_module_hook_fires_and_comes_off(hooked: Hooked, kind: str) -> None:
    """Forward and backward are inside the block."""
    net, names = model(), list[str]()

    def note(name: str, *_: Any) -> None:
        names.append(name)

    with hooked(net, is_linear, note, kind=kind):
        net(torch.ones(1, 2, requires_grad=True)).sum().backward()

    assert sorted(names) == ["0", "0", "2.0"]
    assert hooks_left(net) == 0


def test_no_hook_is_left_when_the_block_raises(hooked: Hooked) -> None:
    """The error comes out."""
    net = model()

    with pytest.raises(KeyError), hooked(net, is_linear, print):
        raise KeyError

    assert hooks_left(net) == 0


def test_no_hook_is_left_when_a_registration_raises(hooked: Hooked) -> None:
    """The third of five layers refuses; two had taken their hooks by then."""
    net = nn.Sequential(*(nn.Linear(2, 2) for _ in range(5)))
    net[2].register_backward_hook(lambda *_: None)

    with (
        pytest.raises(RuntimeError, match="Cannot use both"),
        hooked(net, is_linear, print, kind="register_full_backward_hook"),
    ):
        pytest.fail("the block was entered")

    assert hooks_left(net) == 1


def test_other_hooks_and_gradients_are_left_alone(hooked: Hooked) -> None:
    """Somebody else's hook still fires, and watching changes no gradient."""
    net, fired = model(), list[str]()
    net.register_forward_hook(lambda *_: fired.append("another"))
    plain = gradients(net)

    with hooked(net, is_linear, lambda *_: None, kind="register_full_backward_hook"):
        watched = gradients(net)

    assert watched == plain == gradients(net)
    assert fired == ["another"] * 3


def gradients(net: nn.Module) -> Any:
    """Return the gradients of one pass as data."""
    net.zero_grad()
    net(torch.ones(1, 2, requires_grad=True)).sum().backward()
    return as_data([p.grad for p in net.parameters()])
