"""What lesson 6 gives to take home, run as it stands: a norm for each layer, by hooks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from helpers.course.notebooks import code_cells, read

LESSON = Path(__file__).parents[2] / "notebooks/06_watching_gradients.ipynb"


def source() -> str:
    """Return the cell that readers paste into their own code."""
    return "".join(
        next(cell["source"] for cell in code_cells(read(LESSON)) if cell["id"] == "take-home")
    )


@pytest.fixture
def layer_norms() -> Any:
    """The class, from nothing but the cell."""
    names: dict[str, Any] = {}
    exec(source(), names)
    return names["LayerNorms"]


def model(seed: int = 0) -> nn.Sequential:
    """Return a layer, an activation, and a block with a layer inside."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Sequential(nn.Linear(3, 1)))


def one_pass(net: nn.Module, scale: float = 1.0) -> None:
    """Run a forward and a backward."""
    torch.autograd.backward((scale * net(torch.tensor([[1.0, 2.0], [-3.0, 0.5]]))).sum())


def norm_of(layer: nn.Module) -> float:
    """Return the norm of all gradients of a layer together."""
    return torch.cat([p.grad.flatten() for p in layer.parameters()]).norm().item()


def hooks_on(net: nn.Module) -> int:
    """Count the post-accumulate hooks on all parameters."""
    return sum(len(p._post_accumulate_grad_hooks or ()) for p in net.parameters())


def test_the_cell_is_short_and_needs_nothing_of_the_course() -> None:
    """Fifteen lines, and it runs in a Python that never heard of helpers."""
    guard = "import sys; sys.modules['helpers'] = None\n"
    run = subprocess.run([sys.executable, "-c", guard + source()], capture_output=True, check=False)

    assert (run.returncode, run.stderr) == (0, b"")
    assert len(source().splitlines()) <= 15


def test_each_layer_has_one_norm(layer_norms: Any) -> None:
    """Weight and bias together, under the layer's full name; an activation has none."""
    net = model()
    norms = layer_norms(net)
    one_pass(net)

    assert norms.read() == pytest.approx({"0": norm_of(net[0]), "2.0": norm_of(net[2][0])})


def test_reading_begins_anew(layer_norms: Any) -> None:
    """What was read is not read again: a layer that got no gradient since then is absent."""
    net = model()
    norms = layer_norms(net)
    one_pass(net)
    norms.read()

    assert norms.read() == {}


def test_accumulated_gradients_are_read_as_their_sum(layer_norms: Any) -> None:
    """Three micro-batches, one read: the norm of what .grad holds at the end."""
    net = model()
    norms = layer_norms(net)
    for scale in (1.0, -3.0, 0.5):
        one_pass(net, scale)

    assert norms.read() == pytest.approx({"0": norm_of(net[0]), "2.0": norm_of(net[2][0])})


def test_frozen_parameters_are_left_alone(layer_norms: Any) -> None:
    """They take no hook, and their layer has no norm."""
    net = model()
    net[0].requires_grad_(False)
    norms = layer_norms(net)
    one_pass(net)

    assert list(norms.read()) == ["2.0"]


def test_the_gradients_are_what_they_are_without_it(layer_norms: Any) -> None:
    """It only looks."""
    plain, watched = model(), model()
    layer_norms(watched)
    one_pass(plain)
    one_pass(watched)

    for one, other in zip(plain.parameters(), watched.parameters(), strict=True):
        assert torch.equal(one.grad, other.grad)


def test_numbers_survive_zero_grad(layer_norms: Any) -> None:
    """The norm was worked out in the hook, so the gradient may be gone when it is read."""
    net = model()
    norms = layer_norms(net)
    one_pass(net)
    wanted = norm_of(net[0])
    net.zero_grad(set_to_none=False)

    assert norms.read()["0"] == pytest.approx(wanted)


def test_nothing_is_recorded_after_close(layer_norms: Any) -> None:
    """Every hook is off, and closing twice does no harm."""
    net = model()
    norms = layer_norms(net)
    norms.close()
    norms.close()
    one_pass(net)

    assert (hooks_on(net), norms.read()) == (0, {})


def test_other_peoples_hooks_stay(layer_norms: Any) -> None:
    """close() takes off its own hooks and no others."""
    net = model()
    net[0].weight.register_post_accumulate_grad_hook(lambda p: None)
    layer_norms(net).close()

    assert hooks_on(net) == 1


def test_a_models_own_parameter_goes_by_the_name_model(layer_norms: Any) -> None:
    """A parameter that isn't inside any layer has a place, too."""

    class Scale(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.factor = nn.Parameter(torch.tensor(2.0))

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x * self.factor

    net = Scale()
    norms = layer_norms(net)
    torch.autograd.backward(net(torch.tensor(3.0)))

    assert norms.read() == {"model": 3.0}


def test_shared_weights_are_counted_once(layer_norms: Any) -> None:
    """A layer in two places has one norm, with what both places brought."""
    shared = nn.Linear(2, 2)
    net = nn.Sequential(shared, nn.Tanh(), shared)
    norms = layer_norms(net)
    one_pass(net)

    assert norms.read() == pytest.approx({"0": norm_of(shared)})


def test_half_precision_doesnt_overflow(layer_norms: Any) -> None:
    """300 squared is more than a float16 can hold."""
    layer = nn.Linear(1, 1, bias=False, dtype=torch.float16)
    norms = layer_norms(nn.Sequential(layer))
    torch.autograd.backward(layer(torch.tensor([[300.0]], dtype=torch.float16)))

    assert norms.read() == {"0": 300.0}


def test_sparse_gradients_are_measured(layer_norms: Any) -> None:
    """An embedding's gradient, some rows twice: (2, 2) and (1, 1)."""
    table = nn.Embedding(5, 2, sparse=True)
    norms = layer_norms(nn.Sequential(table))
    torch.autograd.backward(table(torch.tensor([1, 1, 2])).sum())

    assert norms.read() == pytest.approx({"0": 10**0.5})
