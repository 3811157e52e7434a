"""What can be told of an answer to gradient-flow: what it noted, beside what it might have been."""

from __future__ import annotations

from collections.abc import Sequence
from types import CellType
from typing import Any

from helpers.grading.data import same
from helpers.grading.exercise import Facts
from helpers.grading.lessons.watching_gradients._shared import named, numbers

NORM = "block.2"
"""The LayerNorm of the nested model, whose weight is a vector."""


def flow_of(facts: Facts) -> dict[str, Any]:
    """Return what the function returned, by layer name, each pair as a list of two numbers."""
    return named(facts["flow"], numbers)


def wanted(facts: Facts, key: str = "flow") -> dict[str, list[float]]:
    return dict(facts["case"]["plain"][key])


def matrices_only(facts: Facts) -> bool:
    """Say whether the layers whose weight is a matrix, and no others, have the right numbers."""
    matrices = {name: pair for name, pair in wanted(facts).items() if name != NORM}
    return len(matrices) < len(wanted(facts)) and same(flow_of(facts), matrices)


def share_a_name(hooks: Sequence[Any]) -> bool:
    """Say whether functions look up one and the same name outside, in which a text stands."""
    cells = [
        {
            id(cell)
            for cell in getattr(hook, "__closure__", None) or ()
            if isinstance(_content(cell), str)
        }
        for hook in hooks
    ]
    return len(cells) > 1 and bool(set.intersection(*cells))


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # nothing has been put in yet
        return None


def one_is_filled(facts: Facts) -> bool:
    """Say whether there are numbers for one layer, and for every other one nothing, or zeros."""
    pairs = flow_of(facts).values()
    return sum(isinstance(pair, list) and any(pair) for pair in pairs) == 1


def measures(facts: Facts, key: str, *places: int) -> bool:
    """Say whether at these places of the pairs stands another measure, and not by chance."""
    seen, guess, right = flow_of(facts), wanted(facts, key), wanted(facts)
    if seen.keys() != right.keys():
        return False
    columns = [
        [[pairs[name][place] for name in right] for pairs in (seen, guess, right)]
        for place in places
    ]
    return any(same(one, other) and not same(one, wanted) for one, other, wanted in columns)
