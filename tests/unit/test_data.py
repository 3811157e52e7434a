"""Values as plain data, compared without asking the values themselves."""

from __future__ import annotations

import json
import math

import pytest
import torch

from helpers.grading.data import MOST_VALUES, as_data, items, same, show, tensor_data


def test_a_tensor_keeps_shape_dtype_and_values() -> None:
    """A tensor becomes its numbers, its shape and the name of its dtype."""
    data = as_data(torch.tensor([[1, 2]], dtype=torch.int64))

    assert data == {"tensor": [[1, 2]], "shape": [1, 2], "dtype": "int64"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (torch.zeros(1), torch.zeros(1, 1)),
        (torch.zeros(1), torch.zeros(1, dtype=torch.float64)),
        (torch.zeros(1), 0.0),
        (torch.tensor([1.0]), torch.tensor([1.001])),
        ([torch.zeros(1)], (torch.zeros(1),)),
        (None, 0),
        (1, True),
    ],
)
def test_another_shape_dtype_type_or_value_is_not_the_same(one: object, other: object) -> None:
    """What == between tensors would let through is told apart."""
    assert not same(as_data(one), as_data(other))


def test_nan_is_the_same_as_nan() -> None:
    """A recorded NaN counts as recorded."""
    assert same(as_data(torch.tensor([math.nan])), as_data(torch.tensor([math.nan])))


def test_rounding_makes_no_difference() -> None:
    """Numbers agree to five digits."""
    one, other = (torch.tensor([value], dtype=torch.float64) for value in (0.1 + 0.2, 0.3))
    assert not torch.equal(one, other)
    assert same(as_data(one), as_data(other))
    assert same(0.1 + 0.2 - 0.3, 0.0)


def test_data_survives_json() -> None:
    """Facts come back from another process unchanged, NaN among them."""
    data = as_data({"a": [torch.tensor([1.0, math.inf]), (None, "x", 2)]})

    assert same(json.loads(json.dumps(data)), data)


@pytest.mark.parametrize(
    ("tensor", "values"),
    [
        (torch.eye(2).to_sparse(), [[1.0, 0.0], [0.0, 1.0]]),
        (torch.tensor([1 + 2j]), [[1.0, 2.0]]),
        (torch.tensor([1 + 2j]).conj(), [[1.0, -2.0]]),
        (torch.empty(2, device="meta"), None),
        (torch.tensor([True]), [True]),
    ],
    ids=["sparse", "complex", "conjugate", "meta", "bool"],
)
def test_a_tensor_of_any_kind_is_noted_as_json(tensor: torch.Tensor, values: object) -> None:
    """Whatever an answer records, noting it raises nothing."""
    data = as_data(tensor)

    assert data["tensor"] == values
    assert json.loads(json.dumps(data)) == data


def test_a_list_that_holds_itself_has_an_end() -> None:
    """answer.append(answer) is a wrong answer, not an endless one."""
    loop: list[object] = []
    loop.append(loop)

    assert "list" in json.dumps(as_data(loop))


def test_a_number_that_json_readers_refuse_is_noted_by_its_type() -> None:
    """Python writes an integer of 5000 digits, and refuses to read it back."""
    assert as_data(10**5000) == {"object": "int"}
    assert as_data(-(2**62)) == -(2**62)


def test_a_huge_tensor_is_noted_by_shape_alone() -> None:
    """The values of a tensor beyond the limit are not kept."""
    assert as_data(torch.zeros(MOST_VALUES + 1))["tensor"] is None


def test_an_unknown_object_is_noted_by_its_type() -> None:
    """Nothing of the object itself is asked for."""
    assert as_data(object()) == {"object": "object"}


def test_a_shown_tensor_reads_as_in_a_cell() -> None:
    """Messages show a tensor as PyTorch would print it."""
    assert show(as_data([torch.tensor([1.0, 2.5])])) == "[tensor([1, 2.5])]"


def test_a_long_value_is_shown_on_one_line() -> None:
    """A message never becomes a wall of numbers."""
    assert len(show(as_data(torch.rand(500)))) <= 120


@pytest.mark.parametrize(
    "made_up",
    [
        {"tensor": [1]},
        {"object": 3},
        {"dict": [1]},
        {"list": None},
        json.loads("[" * 500 + "]" * 500),
    ],
    ids=["half a tensor", "no type", "no pairs", "no list", "deep"],
)
def test_made_up_data_is_shown_without_an_error(made_up: object) -> None:
    """What comes back from an answer's process may be anything."""
    assert len(show(made_up)) <= 120


def test_a_shown_value_stays_on_its_line_and_moves_no_cursor() -> None:
    """A type's name may hold anything; a terminal must not obey it."""
    named = type("A\n🎉 passed\x1b[2J", (), {})()

    assert show(as_data(named)) == r"an A\n🎉 passed\x1b[2J"


def test_only_lists_and_tuples_have_items() -> None:
    """Anything else has none."""
    assert items(as_data([1, 2])) == [1, 2]
    assert items(as_data((3,))) == [3]
    assert items(as_data("text")) == []


def test_the_last_digits_of_a_small_entry_beside_a_large_one_do_not_matter() -> None:
    """It may be what is left of two large numbers; alone, or in a list of numbers, it matters."""
    one, other = [8.0, 1e-3], [8.0, 1.01e-3]

    assert same(tensor_data(one), tensor_data(other))
    assert not same(tensor_data([1e-3]), tensor_data([1.01e-3]))
    assert not same(one, other)
