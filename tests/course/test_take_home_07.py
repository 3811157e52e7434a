"""What lesson 7 gives to take home, run as it stands: an alarm before each step."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from helpers.course.notebooks import code_cells, read

LESSON = Path(__file__).parents[2] / "notebooks/07_guarding_gradients.ipynb"
Guard = Callable[..., Any]


def source() -> str:
    """Return the cell that readers paste into their own code."""
    return "".join(
        next(cell["source"] for cell in code_cells(read(LESSON)) if cell["id"] == "take-home")
    )


@pytest.fixture
def guard() -> Guard:
    """The function, from nothing but the cell."""
    names: dict[str, Any] = {}
    exec(source(), names)
    function: Guard = names["guard"]
    return function


def two_weights() -> tuple[nn.ParameterDict, torch.optim.SGD]:
    """Return parameters a and b, and their optimiser, which moves nothing."""
    model = nn.ParameterDict({name: nn.Parameter(torch.zeros(2)) for name in "ab"})
    return model, torch.optim.SGD(model.parameters(), lr=0.0)


def step(
    model: nn.ParameterDict, optimizer: torch.optim.Optimizer, *batches: dict[str, list[float]]
) -> None:
    """Take one step, with the gradients of each small batch by name."""
    optimizer.zero_grad()
    for batch in batches:
        for name, sent in batch.items():
            model[name].backward(torch.tensor(sent))
    optimizer.step()


def test_the_cell_is_short_and_needs_nothing_of_the_course() -> None:
    """Fifteen lines at most, run by a Python that has PyTorch alone."""
    used = "import torch\nw = torch.nn.Linear(1, 1)\n" + source()
    used += "\nguard(w, torch.optim.SGD(w.parameters(), lr=1.0), 1.0)\n"
    blocked = "import sys\nsys.modules['helpers'] = None\n"

    done = subprocess.run([sys.executable, "-c", blocked + used], check=False)

    assert len(source().splitlines()) <= 15
    assert done.returncode == 0


def test_who_when_and_how_much(guard: Guard) -> None:
    """The alarm gets the parameter's name, the step, and the norm; what is within limit is quiet."""
    model, optimizer = two_weights()
    rung: list[Any] = []
    guard(model, optimizer, 4.0, lambda *told: rung.append(told))

    step(model, optimizer, {"a": [3.0, 0.0], "b": [1.0, 0.0]})
    step(model, optimizer, {"a": [0.0, 4.0], "b": [3.0, 4.0]})

    assert rung == [("b", 1, 5.0)]


@pytest.mark.parametrize("bad", ["nan", "inf", "-inf"])
def test_what_is_not_finite_rings(guard: Guard, bad: str) -> None:
    """NaN and both infinities are within no limit."""
    model, optimizer = two_weights()
    rung: list[Any] = []
    guard(model, optimizer, 1e9, lambda name, step, norm: rung.append((name, step)))

    step(model, optimizer, {"a": [0.0, float(bad)]})

    assert rung == [("a", 0)]


def test_the_sum_over_small_batches_counts(guard: Guard) -> None:
    """Two large batches that cancel out are no cause for alarm."""
    model, optimizer = two_weights()
    rung: list[Any] = []
    guard(model, optimizer, 1.0, lambda *told: rung.append(told))

    step(model, optimizer, {"a": [9.0, 0.0]}, {"a": [-8.5, 0.0]})

    assert rung == []


def test_a_parameter_without_gradient_is_passed_over(guard: Guard) -> None:
    """A step before any backward raises nothing."""
    model, optimizer = two_weights()
    guard(model, optimizer, 1.0)

    step(model, optimizer)


def test_a_sparse_gradient_is_measured(guard: Guard) -> None:
    """An embedding with sparse gradients, its row used twice, has the norm of the dense one."""
    model = nn.Embedding(5, 2, sparse=True)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
    rung: list[Any] = []
    guard(model, optimizer, 1.0, lambda *told: rung.append(told))

    model(torch.tensor([1, 1, 3])).backward(torch.tensor([[1.0, 0.0], [2.0, 0.0], [4.0, 0.0]]))
    optimizer.step()

    assert rung == [("weight", 0, 5.0)]


def test_an_alarm_that_raises_stops_before_the_step(guard: Guard) -> None:
    """The weights are as they were."""
    model, _ = two_weights()
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)

    def stop(*told: Any) -> None:
        raise OverflowError

    guard(model, optimizer, 1.0, stop)
    with pytest.raises(OverflowError):
        step(model, optimizer, {"a": [9.0, 9.0]})

    assert model["a"].tolist() == [0.0, 0.0]


def test_training_is_the_same_with_and_without(guard: Guard) -> None:
    """The guard changes no number."""
    results = []
    for guarded in (False, True):
        torch.manual_seed(0)
        model = nn.Linear(2, 1)
        optimizer = torch.optim.Adam(model.parameters())
        if guarded:
            guard(model, optimizer, 0.0, lambda *told: None)
        for _ in range(3):
            optimizer.zero_grad()
            model(torch.ones(4, 2)).sum().backward()
            optimizer.step()
        results.append(model.weight)

    assert torch.equal(*results)


def test_its_handle_takes_it_off(guard: Guard) -> None:
    """After a with block nothing rings, and no hook is left."""
    model, optimizer = two_weights()
    rung: list[Any] = []
    with guard(model, optimizer, 1.0, lambda *told: rung.append(told)):
        step(model, optimizer, {"a": [3.0, 0.0]})

    step(model, optimizer, {"a": [5.0, 0.0]})

    assert [norm for _, _, norm in rung] == [3.0]
    assert len(optimizer._optimizer_step_pre_hooks) == 0
