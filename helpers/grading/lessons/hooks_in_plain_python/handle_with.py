"""handle-with: register gives back a handle: remove() is harmless twice, and `with` works."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from helpers.grading.data import as_data
from helpers.grading.exercise import Case, Claim, Exercise, Facts
from helpers.grading.lessons.hooks_in_plain_python._handle_with_mistakes import MISTAKES
from helpers.grading.lessons.hooks_in_plain_python._shared import LESSON
from helpers.grading.lessons.hooks_in_plain_python._world import A, B, C, World
from helpers.grading.probing import Answer, Run
from helpers.hooks.pipeline import program_A, run_hooks


def cases(draw: random.Random) -> list[Case]:
    """How many other hooks are in the list already."""
    return [{"others": 0}, {"others": 1}, {"others": draw.randint(2, 4)}]


def setup(case: Case) -> Mapping[str, Any]:
    """Give an empty list of hooks, and what is needed to try them."""
    return {**World().given, "run_hooks": run_hooks}


class _OwnError(Exception):
    """Raised by the probe inside a with block, to see whether it comes out again."""


def _fail() -> None:
    raise _OwnError


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


def _remove(handle: Any) -> Callable[[], Any]:
    """Return what removes; the handle may be None, so remove is looked up in the attempt."""
    return lambda: handle.remove()  # noqa: PLW0108


def _removed(bench: _Bench) -> list[list[str]]:
    """Return what fires after register, after remove(), and after a second remove()."""
    handle = bench.register(bench.hook("yours"))
    fired = [bench.fires()]
    for doing in ("calling handle.remove()", "calling handle.remove() a second time"):
        bench.run.attempt(doing, _remove(handle))
        fired.append(bench.fires())
    return fired


def _neighbours(bench: _Bench) -> list[str]:
    """Register two hooks, remove the first; return what fires."""
    first = bench.register(bench.hook("first"))
    bench.register(bench.hook("second"))
    bench.run.attempt("calling handle.remove()", _remove(first))
    return bench.fires()


def _twin(bench: _Bench) -> list[int]:
    """Register one hook twice; count its firings after one handle's removal, twice, then both."""
    hook, counts = bench.hook("twin"), []
    handles = [bench.register(hook) for _ in range(2)]
    for place in (0, 0, 1):
        bench.run.attempt("removing one of two registrations", _remove(handles[place]))
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
                _fail()
        except _OwnError:
            came_out = True

    bench.run.attempt("raising inside the with block", use)
    return [bench.fires(), came_out]


def _others(case: Case) -> list[str]:
    return [f"other {number}" for number in range(case["others"])]


def _when(case: Case, *yours: int) -> Any:
    return as_data([[*_others(case), *["yours"] * times] for times in yours])


def _seen(name: str) -> Callable[[Facts], Any]:
    """Return what reads a fact in the form that a message shows as a list."""
    return lambda facts: as_data(facts[name])


HANDLE_WITH = Exercise(
    id="handle-with",
    lesson=LESSON,
    title="A handle that cleans up",
    task="Write register(hooks, hook): it puts hook at the end of the list hooks and returns a "
    "handle. handle.remove() takes this registration off, and is harmless a second time. In a "
    "with block the hook is off at the end, also after an error.",
    gives=("hooks", "run_hooks", "Package", "package", A, B, C),
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
            _seen("removed"),
            lambda case: _when(case, 1, 0, 0),
            "handle = register(hooks, hook); handle.remove(); handle.remove()",
        ),
        Claim(
            "a handle takes off its own hook and no other",
            _seen("neighbours"),
            lambda case: as_data([*_others(case), "second"]),
            "a = register(hooks, first); b = register(hooks, second); a.remove()",
        ),
        Claim(
            "of one hook that was registered twice, each handle takes off one",
            _seen("twin"),
            as_data([1, 1, 0]),
            "a, b = register(hooks, hook), register(hooks, hook); "
            "a.remove(); a.remove(); b.remove()",
        ),
        Claim(
            "on inside a with block, off after it",
            _seen("block"),
            lambda case: _when(case, 1, 0),
            "with register(hooks, hook): ...",
        ),
        Claim(
            "the name after `as` is the handle, and removing early does no harm",
            _seen("early"),
            lambda case: _when(case, 0, 0),
            "with register(hooks, hook) as handle: handle.remove()",
        ),
        Claim(
            "after an error in the block the hook is off, and the error comes out",
            _seen("broken_block"),
            lambda case: as_data([_others(case), True]),
            "with register(hooks, hook): raise ...",
        ),
    ),
    mistakes=MISTAKES,
    praise="Whatever happens in the block, your hook leaves no trace. PyTorch's handles do so too.",
)
