"""GradientNorms: each parameter's own norm in its own place, however they are measured."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from helpers.hooks import norms as module
from helpers.hooks.norms import GradientNorms
from helpers.hooks.recording import GradientRecorder

SHAPES = [(2, 3), (3,), (4, 4), (3,)] * 9 + [(5,), ()]
"""Three sorts that make groups, mixed, and two parameters that are alone."""


def parameters(without: set[int] = frozenset()) -> list[nn.Parameter]:
    """Return parameters whose gradients have norm 1, 2, 3, …; some have none."""
    made = []
    for number, shape in enumerate(SHAPES):
        p = nn.Parameter(torch.zeros(shape))
        if number not in without:
            direction = torch.ones(shape)
            p.grad = direction / direction.norm() * (number + 1)
        made.append(p)
    return made


def measured(given: list[nn.Parameter]) -> list[float]:
    """Return the norms in the order of the parameters."""
    norms = GradientNorms(given)
    return norms.in_order([norms()])[0].tolist()


def test_alike_parameters_are_measured_together() -> None:
    """Three groups, and two by themselves; this is what the other tests are about."""
    assert len(GradientNorms(parameters())()) == 3 + 2


def test_each_norm_stands_in_its_parameters_place() -> None:
    """However the parameters are mixed."""
    assert measured(parameters()) == pytest.approx(range(1, len(SHAPES) + 1))


def test_a_group_with_a_gradient_missing_is_measured_all_the_same() -> None:
    """What has none measures 0, its neighbours as ever."""
    want = [0 if number in (1, 36) else number + 1 for number in range(len(SHAPES))]

    assert measured(parameters(without={1, 36})) == pytest.approx(want)


def test_a_group_is_no_larger_than_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred times as many parameters make more groups, not a larger copy."""
    monkeypatch.setattr(module, "MOST", 9 * 16)

    assert len(GradientNorms(parameters())()) == 3 + 2
    monkeypatch.setattr(module, "MOST", 8 * 3)
    assert measured(parameters()) == pytest.approx(range(1, len(SHAPES) + 1))
    assert len(GradientNorms(parameters())()) > 3 + 2


def test_large_parameters_are_never_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    """For them a copy would cost more than it saves."""
    monkeypatch.setattr(module, "LARGEST", 3)

    assert len(GradientNorms(parameters())()) == 1 + len(SHAPES) - 18


def test_several_passes_make_a_table() -> None:
    """A row for each pass."""
    given = parameters()
    norms = GradientNorms(given)
    first = norms()
    for p in given:
        p.grad = None
    table = norms.in_order([first, norms()])

    assert table.shape == (2, len(SHAPES))
    assert table[1].tolist() == [0.0] * len(SHAPES)


def test_two_measurements_are_mixed_by_share() -> None:
    """In groups too."""
    given = parameters()
    norms, share = GradientNorms(given), [number % 3 == 0 for number in range(len(SHAPES))]
    old = norms()
    for p in given:
        p.grad = -2 * p.grad
    mixed = norms.in_order([norms.mixed(share, norms(), old)])[0].tolist()

    want = [(number + 1) * (2 if mine else 1) for number, mine in enumerate(share)]
    assert mixed == pytest.approx(want)


def test_two_optimisers_of_a_deep_model_are_recorded_as_one_step() -> None:
    """Each with the gradients that it stepped with."""
    torch.manual_seed(0)
    model = nn.Sequential(*(nn.Linear(3, 3) for _ in range(10)))
    halves = [
        torch.optim.SGD(model[:5].parameters(), lr=0.1),
        torch.optim.SGD(model[5:].parameters(), lr=0.1),
    ]
    with GradientRecorder(model) as recorder:
        model(torch.ones(2, 3)).sum().backward()
        want = [torch.cat([p.grad.flatten() for p in m.parameters()]).norm().item() for m in model]
        halves[0].step()
        for p in model[5:].parameters():
            p.grad = p.grad * 2
        halves[1].step()

    steps, rows = recorder.read()
    assert steps.tolist() == [1]
    assert rows[0].tolist() == pytest.approx([*want[:5], *(2 * norm for norm in want[5:])])
