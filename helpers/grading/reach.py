"""What a function can reach by name: the globals that its code mentions, and theirs in turn.

An answer's process needs the code that tries the answer, and must not hold the code that knows
what is wanted. Both stand in the same modules; this tells them apart.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

PLAIN = (int, float, complex, bytes, type(None), type(...), ModuleType)


class Reach:
    """All that some functions reach within a package; ``names`` and ``texts`` say what was found.

    ``names`` holds pairs of a module's and a global's name, ``texts`` every string in the code.
    Names that are looked up by a computed string are not seen.
    """

    def __init__(self, package: str, start: Iterable[Any]) -> None:
        """Follow everything in ``start`` to its end."""
        self.names: set[tuple[str, str]] = set()
        self.texts: set[str] = set()
        self._package, self._seen = package, set[int]()
        self._kept: list[Any] = []  # an id is a thing's own only as long as the thing is there
        left = list(start)
        while left:
            thing = left.pop()
            if id(thing) not in self._seen:
                self._seen.add(id(thing))
                self._kept.append(thing)
                left += self._next(thing)

    def _next(self, thing: Any) -> Iterator[Any]:
        """Yield what a thing leads to: of functions their code, of containers their items."""
        if isinstance(thing, str):
            self.texts.add(thing)
        elif isinstance(thing, PLAIN):
            return
        elif isinstance(thing, dict):
            yield from (*thing.keys(), *thing.values())
        elif isinstance(thing, list | tuple | set | frozenset):
            yield from thing
        elif isinstance(thing, functools.partial):
            yield from (thing.func, thing.args, thing.keywords)
        elif isinstance(thing, staticmethod | classmethod | MethodType):
            yield thing.__func__
        elif isinstance(thing, property):
            yield from (thing.fget, thing.fset)
        elif isinstance(thing, FunctionType):
            yield from self._of_function(thing)
        elif self._is_ours(thing):
            yield from vars(thing).values()
            yield from thing.__mro__ if isinstance(thing, type) else (type(thing),)
        elif hasattr(thing, "__wrapped__"):
            yield thing.__wrapped__

    def _of_function(self, function: FunctionType) -> Iterator[Any]:
        yield from (function.__defaults__, function.__kwdefaults__)
        yield from (cell.cell_contents for cell in function.__closure__ or () if _is_filled(cell))
        code = list(_codes(function.__code__))
        names = {name for one in code for name in one.co_names}
        yield [constant for one in code for constant in one.co_consts if _is_data(constant)]
        if not self._is_ours(function):
            return
        for name in names & function.__globals__.keys():
            yield from self._of_global(function.__globals__, name, names)

    def _of_global(self, space: dict[str, Any], name: str, names: set[str]) -> Iterator[Any]:
        self.names.add((space["__name__"], name))
        value = space[name]
        yield value
        if isinstance(value, ModuleType) and self._is_within(value.__name__):
            for attribute in names & vars(value).keys():
                yield from self._of_global(vars(value), attribute, names)

    def _is_ours(self, thing: Any) -> bool:
        home = thing if isinstance(thing, type | FunctionType) else type(thing)
        return self._is_within(home.__module__ or "") and hasattr(thing, "__dict__")

    def _is_within(self, module: str) -> bool:
        return f"{module}.".startswith(f"{self._package}.")


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a function's code and that of every function written inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _is_data(constant: Any) -> bool:
    return isinstance(constant, str | tuple | frozenset)


def _is_filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:
        return False
