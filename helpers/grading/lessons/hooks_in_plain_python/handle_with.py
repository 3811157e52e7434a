"""handle-with: register gives back a handle that removes, is harmless twice, and works in `with`."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from helpers.grading.exercise import Case, Claim, Exercise, Facts
from helpers.grading.lessons.hooks_in_plain_python._handle_with_mistakes import MISTAKES
from helpers.grading.lessons.hooks_in_plain_python._shared import LESSON
from helpers.grading.probing import Answer, Run
from helpers.hooks.pipeline import program_A, run_hooks


def cases(draw: random.Random) -> list[Case]:
    """How many other hooks are in the list already."""
    return [{"others": 0}, {"others": 1}, {"others": draw.randint(2, 4)}]


def setup(case: Case) -> Mapping[str, Any]:
    """Give an empty list of hooks, the runner, and a program to try them with."""
    return {"hooks": [], "run_hooks": run_hooks, "program_A": program_A}


class _OwnError(Exception):
    """Raised by the probe inside a with block, to see whether it comes out again."""


class _Bench:
    """A list with other hooks in it, and a way to see which hooks fire."""

    def __init__(self, run: Run, register: Callable[..., Any], others: int) -> None:
        self.run, self._register, self._fired = run, register, list[str]()
        self.hooks: list[Any] = [self.hook(f"other {number}") for number in range(others)]

    def hook(self, name: str) -> Callable[[Any, Any], int]:
        def hook(program: Any, x: int) -> int:
            self._fired.append(name)
            return x + 1

        return hook

    def register(self, hook: Any) -> Any:
        return self.run.attempt(
            "calling register(hooks, hook)", lambda: self._register(self.hooks, hook)
        )

    def fires(self) -> list[str]:
        """Run the hooks in the list and return the names of those that fired and were heard."""
        self._fired.clear()
        left = self.run.attempt(
            "running the hooks in the list", lambda: run_hooks(self.hooks, program_A, 0)
        )
        return list(self._fired) if left == len(self._fired) else ["a result was lost"]


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, then try its register in every way that a handle is used."""
    run = answer.run(setup(case))
    register = run.names.get("register")
    if run.error or not callable(register):
        return {**run.facts(), "there": callable(register)}

    def bench() -> _Bench:
        return _Bench(run, register, case["others"])

    facts = {
        "there": True,
        "removed": _removed(bench()),
        "neighbours": _neighbours(bench()),
        "twin": _twin(bench()),
        "block": _block(bench()),
        "early": _early(bench()),
        "broken_block": _broken_block(bench()),
    }
    return {**run.facts(), **facts}


def _removed(bench: _Bench) -> list[list[str]]:
    """Return what fires after register, after remove(), and after a second remove()."""
    handle = bench.register(bench.hook("yours"))
    fired = [bench.fires()]
    for doing in ("calling handle.remove()", "calling handle.remove() a second time"):
        bench.run.attempt(doing, lambda: handle.remove())
        fired.append(bench.fires())
    return fired


def _neighbours(bench: _Bench) -> list[str]:
    """Register two hooks, remove the first; return what fires."""
    first = bench.register(bench.hook("first"))
    bench.register(bench.hook("second"))
    bench.run.attempt("calling handle.remove()", lambda: first.remove())
    return bench.fires()


def _twin(bench: _Bench) -> list[int]:
    """Register one hook twice; count its firings after one handle's removal, twice, then both."""
    hook, counts = bench.hook("twin"), []
    handles = [bench.register(hook) for _ in range(2)]
    for place in (0, 0, 1):
        bench.run.attempt(
            "removing one of two registrations", lambda place=place: handles[place].remove()
        )
        counts.append(bench.fires().count("twin"))
    return counts


def _block(bench: _Bench) -> list[list[str]]:
    """Return what fires inside a with block, and after it."""
    inside: list[list[str]] = []

    def use() -> None:
        with bench.register(bench.hook("yours")):
            inside.append(bench.fires())

    bench.run.attempt("using the handle in a with block", use)
    return [*inside, bench.fires()]


def _early(bench: _Bench) -> list[list[str]]:
    """Remove by the name after `as`, inside the block; return what fires inside, and after it."""
    inside: list[list[str]] = []

    def use() -> None:
        with bench.register(bench.hook("yours")) as handle:
            handle.remove()
            inside.append(bench.fires())

    bench.run.attempt("calling handle.remove() inside “with register(...) as handle”", use)
    return [*inside, bench.fires()]


def _broken_block(bench: _Bench) -> list[Any]:
    """Raise inside a with block; return what fires after it, and whether the error came out."""
    came_out = False

    def use() -> None:
        nonlocal came_out
        try:
            with bench.register(bench.hook("yours")):
                raise _OwnError
        except _OwnError:
            came_out = True

    bench.run.attempt("raising inside the with block", use)
    return [bench.fires(), came_out]


def _others(case: Case) -> list[str]:
    return [f"other {number}" for number in range(case["others"])]


def _when(case: Case, *yours: int) -> list[list[str]]:
    return [[*_others(case), *["yours"] * times] for times in yours]


def _settled(facts: Facts) -> Any:
    """Return what fires when all handles but one were used; the neighbours and the twin."""
    return [facts["neighbours"], facts["twin"]]


HANDLE_WITH = Exercise(
    id="handle-with",
    lesson=LESSON,
    title="A handle that cleans up",
    task="Write register(hooks, hook): it puts hook at the end of the list hooks and returns a "
    "handle. handle.remove() takes this registration off, and is harmless a second time. In a "
    "with block the hook is off at the end, also after an error.",
    gives=("hooks", "run_hooks", "program_A"),
    hints=(
        "A handle is a small object that remembers the list, the hook, and whether it is still on.",
        "remove() does its work only while the hook is on, and then notes that it is off.",
        "For with, a class needs __enter__ and __exit__. The first gives what stands after `as`; "
        "the second is told of an error by three more arguments, and runs in any case.",
    ),
    points=3,
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim("there is a function register", "there", True),
        Claim(
            "on after register, off after remove(), and no harm in a second remove()",
            "removed",
            lambda case: _when(case, 1, 0, 0),
            "handle = register(hooks, hook); handle.remove(); handle.remove()",
        ),
        Claim(
            "a handle takes off its own registration and no other, even of the same hook",
            _settled,
            lambda case: [[*_others(case), "second"], [1, 1, 0]],
            "two registrations, and the first one removed",
        ),
        Claim(
            "on inside a with block, off after it",
            "block",
            lambda case: _when(case, 1, 0),
            "with register(hooks, hook): ...",
        ),
        Claim(
            "the name after `as` is the handle, and removing early does no harm",
            "early",
            lambda case: _when(case, 0, 0),
            "with register(hooks, hook) as handle: handle.remove()",
        ),
        Claim(
            "after an error in the block the hook is off, and the error comes out",
            "broken_block",
            lambda case: [_others(case), True],
            "with register(hooks, hook): raise ...",
        ),
    ),
    mistakes=MISTAKES,
    praise="Whatever happens in the block, your hook leaves no trace. PyTorch's handles do so too.",
)
