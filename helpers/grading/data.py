"""Values as plain data: what an answer did, in a form that can leave its process and be compared.

Marking never compares live tensors: ``==`` on lists of tensors raises or lies, and an answer may
have replaced ``torch.equal``. Here a tensor becomes its numbers, its shape and its dtype.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import torch

MOST_VALUES = 10_000
"""A tensor with more elements than this is noted by its shape and dtype alone."""
MOST_DEPTH = 12
"""Lists in lists are followed so deep and no deeper: one may hold itself."""


def as_data(value: Any) -> Any:
    """Turn a value into JSON-able data that keeps type, shape and dtype.

    Numbers, strings and None stay as they are; a tensor of any shape and dtype becomes a dict with
    its shape, dtype and nested values; lists, tuples and dicts are followed, MOST_DEPTH deep;
    anything else is noted by the name of its type, and so are integers beyond 64 bits, which JSON
    readers refuse.
    """
    return _as_data(value, MOST_DEPTH)


def _as_data(value: Any, depth: int) -> Any:
    if value is None or type(value) in (bool, float, str):
        return value
    if type(value) is int and abs(value) < 1 << 63:
        return value
    if isinstance(value, torch.Tensor):
        return {
            "tensor": _values(value),
            "shape": list(value.shape),
            "dtype": str(value.dtype).removeprefix("torch."),
        }
    if isinstance(value, list | tuple) and depth:
        return {type(value).__name__: [_as_data(item, depth - 1) for item in value]}
    if isinstance(value, dict) and depth:
        return {"dict": [[_as_data(part, depth - 1) for part in pair] for pair in value.items()]}
    return {"object": type(value).__name__}


def _values(tensor: torch.Tensor) -> Any:
    """Return a tensor's values as nested lists, whatever they are kept as; None for too many.

    A complex number becomes a pair.
    """
    if tensor.is_meta or tensor.numel() > MOST_VALUES:
        return None
    plain = tensor.detach()
    if plain.layout != torch.strided:
        plain = plain.to_dense()
    if plain.is_complex():
        plain = torch.view_as_real(plain.resolve_conj())
    return plain.tolist()


def tensor_data(values: Any, dtype: str = "float32") -> Any:
    """Return the data of a tensor made from nested lists, for the wanted side of a claim."""
    return as_data(torch.tensor(values, dtype=getattr(torch, dtype)))


RELATIVE = 1e-5
"""How far apart numbers may be that count as the same."""


def same(one: Any, other: Any) -> bool:
    """Say whether two pieces of data agree in type and shape, and in numbers to five digits.

    Of a tensor, five digits of its largest entry: a smaller one may be what is left of two large
    numbers, and then differs with where in memory a product was computed. NaN agrees with NaN.
    """
    return _same(one, other, 0.0)


def _same(one: Any, other: Any, scale: float) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        both_nan = math.isnan(one) and math.isnan(other)
        near = max(1e-7, RELATIVE * scale)
        return both_nan or math.isclose(one, other, rel_tol=RELATIVE, abs_tol=near)
    if type(one) is not type(other):
        return False
    if isinstance(one, list):
        both = zip(one, other, strict=False)
        return len(one) == len(other) and all(_same(a, b, scale) for a, b in both)
    if isinstance(one, dict):
        scale = max(_sizes([other.get("tensor")]), default=0.0)
        return one.keys() == other.keys() and all(_same(one[k], other[k], scale) for k in one)
    return bool(one == other)


def _sizes(values: list[Any]) -> Iterator[float]:
    """Yield the finite numbers of nested lists, without their signs."""
    for value in values:
        if isinstance(value, list):
            yield from _sizes(value)
        elif isinstance(value, float) and math.isfinite(value):
            yield abs(value)


def items(data: Any) -> list[Any]:
    """Return the entries of a list or tuple that has become data; none for anything else."""
    if not isinstance(data, dict):
        return []
    return list(data.get("list") or data.get("tuple") or [])


def show(data: Any) -> str:
    """Write data as a learner would see it in a cell, shortened to one readable line.

    Data of any form can be shown: what comes from an answer's process may have been made up.
    """
    try:
        text = _show(data)
    except Exception:
        text = "something that can't be shown"
    return one_line(text, 120)


def one_line(text: str, most: int) -> str:
    """Return a text as one line of at most ``most`` characters, its control characters escaped."""
    short = text if len(text) <= most else text[: most - 3] + "..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in short)


def _show(data: Any) -> str:
    if isinstance(data, float):
        return f"{data:.4g}"
    if isinstance(data, list):
        return ", ".join(map(_show, data))
    if not isinstance(data, dict):
        return repr(data)
    if "tensor" in data:
        return _show_tensor(data)
    kind, items = next(iter(data.items()), ("dict", []))
    if kind == "list":
        return "[" + ", ".join(map(_show, items)) + "]"
    if kind == "tuple":
        return "(" + ", ".join(map(_show, items)) + (",)" if len(items) == 1 else ")")
    if kind == "dict":
        return "{" + ", ".join(f"{_show(key)}: {_show(item)}" for key, item in items) + "}"
    if kind == "object":
        return f"{'an' if items[0].lower() in 'aeiou' else 'a'} {items}"
    return repr(data)


def _show_tensor(data: dict[str, Any]) -> str:
    suffix = "" if data["dtype"] == "float32" else f", dtype={data['dtype']}"
    if data["tensor"] is None:
        return f"a tensor of shape {tuple(data['shape'])}{suffix}"
    return f"tensor({_show_values(data['tensor'])}{suffix})"


def _show_values(values: Any) -> str:
    if isinstance(values, list):
        return "[" + ", ".join(map(_show_values, values)) + "]"
    return _show(values)
