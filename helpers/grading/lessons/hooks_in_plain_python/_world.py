"""A package for one run of an answer: a class of its own, programs that note that they ran."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch

from helpers.grading.probing import Run
from helpers.grading.registrations import assigned_in
from helpers.hooks import pipeline

A, B, C = "program_A", "program_B", "program_C"
STEPS = {A: 3, B: -3, C: 5}


class World:
    """A package class of its own, its programs, and what was done with them.

    An answer may patch the class; made anew for each run, it takes the patch with it.
    """

    def __init__(self) -> None:
        """Make the class, one package, and the programs; ``ran`` notes each run of a program."""
        self.ran: list[str] = []
        self.put_in: list[Any] = []
        self.programs = {name: self._program(name, step) for name, step in STEPS.items()}
        self.Package = self._package_class()
        self.code = dict(vars(self.Package))
        self.package = self.Package()

    def _program(self, name: str, step: int) -> Callable[[Any], Any]:
        def run(x: Any) -> Any:
            self.ran.append(name)
            return x + step

        run.__name__ = run.__qualname__ = name
        return run

    def _package_class(self) -> Any:
        own = {name: value for name, value in vars(pipeline.Package).items() if name[:2] != "__"}

        def __init__(package: Any) -> None:  # noqa: N807
            package.programs = [self.programs[A], self.programs[B]]
            package.pre_hooks, package.hooks = _Noting(self.put_in), _Noting(self.put_in)
            package.run_hooks = pipeline.run_hooks

        call = pipeline.Package.__call__
        return type("Package", (), {**own, "__init__": __init__, "__call__": call})

    @property
    def given(self) -> dict[str, Any]:
        """The names that the notebook's set-up gives, whichever exercise it is."""
        names = {"Package": self.Package, "package": self.package, **self.programs}
        return {**names, "seen": [], "hooks": []}

    def meant(self, run: Run) -> Any:
        """Return the package to try: the answer's own where it is a fresh plain one."""
        named = run.names.get("package")
        return named if type(named) is self.Package else self.package

    def facts(self, run: Run) -> dict[str, Any]:
        """Return what the answer left in the package, and where else it worked."""
        package, named = self.meant(run), run.names.get("package")
        hooks = [*package.pre_hooks, *package.hooks]
        made = {name: value for name, value in run.names.items() if name not in _not_made(run)}
        return {
            "hooks": len(hooks),
            "not_callable": sum(not callable(hook) and not isinstance(hook, str) for hook in hooks),
            "ever": len(self.put_in) + len(hooks),
            "edited": package.programs != [self.programs[A], self.programs[B]],
            "patched": dict(vars(self.Package)) != self.code
            or package.run_hooks is not pipeline.run_hooks,
            "own_package": named is not package,
            "functions": any(map(callable, made.values())),
            "compares_names": any(map(_compares_names, hooks)),
            "assigns": [name for hook in hooks for name in assigned_in(hook)],
        }


class _Noting(list[Any]):
    """A list that notes whatever is ever put into it."""

    def __init__(self, noted: list[Any]) -> None:
        super().__init__()
        self._noted = noted

    def append(self, item: Any) -> None:
        self._noted.append(item)
        super().append(item)

    def insert(self, place: Any, item: Any) -> None:
        self._noted.append(item)
        super().insert(place, item)

    def extend(self, items: Any) -> None:
        for item in items:
            self.append(item)

    def __iadd__(self, items: Any) -> _Noting:  # type: ignore[misc]
        self.extend(items)
        return self


def _not_made(run: Run) -> set[str]:
    return {"torch", "nn", "package", "__builtins__", *run.given}


def _compares_names(hook: Any) -> bool:
    """Say whether a hook's code holds a program's name as a text, and never asks for a name."""
    code = getattr(hook, "__code__", None)
    texts = set(map(str, getattr(code, "co_consts", ())))
    asks = {"__name__", "__qualname__"} & set(getattr(code, "co_names", ()))
    return bool(texts & set(STEPS)) and not asks


def x_of(case: Mapping[str, Any]) -> Any:
    """Return the value that a case sends through; a list stands for a tensor."""
    return torch.tensor(case["x"]) if isinstance(case["x"], list) else case["x"]
