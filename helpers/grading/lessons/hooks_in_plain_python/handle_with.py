"""handle-with: register gives back a handle that removes, is harmless twice, and works in `with`."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Mapping
from typing import Any

from helpers.grading.exercise import Case, Claim, Exercise, Facts, Misconception, Mistake
from helpers.grading.lessons.hooks_in_plain_python._shared import LESSON
from helpers.grading.probing import Answer, Run

OFF = "Taking a hook off"


def cases(draw: random.Random) -> list[Case]:
    """How many other hooks are in the list already."""
    return [{"others": 0}, {"others": draw.randint(1, 3)}]


def setup(case: Case) -> Mapping[str, Any]:
    """Give an empty list of hooks."""
    return {"hooks": []}


class _OwnError(Exception):
    """Raised by the probe inside a with block, to see whether it comes out again."""


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, then try its register in every way that a handle is used."""
    run = answer.run({"hooks": []})
    register = run.names.get("register")
    if run.error or not callable(register):
        return {**run.facts(), "there": callable(register)}
    others = [_hook() for _ in range(case["others"])]
    return {
        **run.facts(),
        "there": True,
        "removed": _removed(run, register, others),
        "twin": _twin(run, register),
        "block": _block(run, register, others),
        "broken_block": _broken_block(run, register, others),
        "error": run.error,
    }


def _hook() -> Any:
    return lambda program, x: None


def _removed(run: Run, register: Any, others: list[Any]) -> list[bool]:
    """Return whether the hook was on, off after remove(), and others kept after a second remove()."""
    hooks, hook = list(others), _hook()
    handle = run.attempt("calling register(hooks, hook)", lambda: register(hooks, hook))
    states = [hooks == [*others, hook]]
    for doing in ("calling handle.remove()", "calling handle.remove() a second time"):
        run.attempt(doing, lambda: handle.remove())
        states.append(hooks == others)
    return states


def _twin(run: Run, register: Any) -> list[int]:
    """Register one hook twice; return how many are on after removing one handle, twice, then both."""
    hooks, hook, counts = [], _hook(), []
    handles = [run.attempt("registering a hook twice", lambda: register(hooks, hook)) for _ in "ab"]
    for handle in (handles[0], handles[0], handles[1]):
        if not run.error:
            run.attempt("removing one of two registrations", lambda handle=handle: handle.remove())
        counts.append(len(hooks))
    return counts


def _block(run: Run, register: Any, others: list[Any]) -> list[bool]:
    """Return whether the hook is on inside a with block, and off after it."""
    hooks, inside = list(others), []

    def use() -> None:
        with register(hooks, _hook()):
            inside.append(len(hooks) == len(others) + 1)

    run.attempt("using the handle in a with block", use)
    return [*inside, hooks == others]


def _broken_block(run: Run, register: Any, others: list[Any]) -> list[bool]:
    """Raise inside a with block; return whether the hook is off, and whether the error came out."""
    hooks, came_out = list(others), False

    def use() -> None:
        nonlocal came_out
        with contextlib.suppress(_OwnError):
            came_out = True
            with register(hooks, _hook()):
                raise _OwnError
            came_out = False

    run.attempt("raising inside the with block", use)
    return [hooks == others, came_out]


def _error(facts: Facts, kinds: str, *words: str) -> bool:
    error = facts["error"] or {"type": "", "message": ""}
    return error["type"] in kinds.split() and all(w in error["message"] for w in words)


NO_HANDLE = Misconception(
    "register-returns-nothing",
    "that putting the hook into the list is all that register has to do.",
    "whoever registered needs something in hand to take the hook off again. Your register gives "
    "back None.",
    (LESSON, OFF),
)
NOT_TWICE = Misconception(
    "remove-works-once",
    "that remove() is only ever called once.",
    "a with block and a tidy programmer may both call it. The second time raised an error; let it "
    "do nothing.",
    (LESSON, OFF),
)
TAKES_THE_TWIN = Misconception(
    "removes-by-value",
    "that a hook is in the list only once.",
    "the same hook may be registered twice. Removing one handle twice took away the other's "
    "registration as well. A handle needs to know whether its own has been removed.",
    (LESSON, OFF),
)
CLEARS = Misconception(
    "clears-the-list",
    "that taking one hook off may empty the list.",
    "other people's hooks were in it, and are gone.",
    (LESSON, OFF),
)
NO_WITH = Misconception(
    "with-works-by-itself",
    "that any object with a remove() can be used in a with block.",
    "with looks for two methods of its own, one for the start of the block and one for its end.",
    (LESSON, OFF),
)
STAYS_ON = Misconception(
    "block-end-does-nothing",
    "that the hook goes by itself when a with block ends.",
    "only what __exit__ does is done. After the block your hook was still in the list.",
    (LESSON, OFF),
)
SWALLOWS = Misconception(
    "exit-swallows-errors",
    "that __exit__ should return True when all went well.",
    "True tells Python to drop the error that ended the block. Nobody would ever hear of it. Return "
    "nothing.",
    (LESSON, OFF),
)

_CLASS = """class Handle:
    def __init__(self, hooks, hook):
        self.hooks, self.hook, self.live = hooks, hook, True
    def remove(self):
        if self.live:
            self.hooks.remove(self.hook)
            self.live = False
"""
_WITH = """    def __enter__(self):
        return self
    def __exit__(self, *error):
        self.remove()
"""
_REGISTER = "def register(hooks, hook):\n    hooks.append(hook)\n    return Handle(hooks, hook)\n"

HANDLE_WITH = Exercise(
    id="handle-with",
    lesson=LESSON,
    title="A handle that cleans up",
    task="Write register(hooks, hook): it puts hook at the end of the list hooks and returns a "
    "handle. handle.remove() takes this registration off, and is harmless a second time. In a "
    "with block the hook is off at the end, also after an error.",
    gives=("hooks",),
    hints=(
        "A handle is a small object that remembers the list, the hook, and whether it is still on.",
        "remove() does its work only while the hook is on, and then notes that it is off.",
        "For with, a class needs __enter__ and __exit__. The second one runs after an error too.",
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
            [True, True, True],
            "handle = register(hooks, hook); handle.remove(); handle.remove()",
        ),
        Claim(
            "of one hook registered twice, each handle takes off one",
            "twin",
            [1, 1, 0],
            "a = register(hooks, hook); b = register(hooks, hook); a.remove(); a.remove(); b.remove()",
        ),
        Claim(
            "on inside a with block, off after it",
            "block",
            [True, True],
            "with register(hooks, hook): ...",
        ),
        Claim(
            "after an error in the block the hook is off, and the error comes out",
            "broken_block",
            [True, True],
            "with register(hooks, hook): raise ...",
        ),
    ),
    mistakes=(
        Mistake(
            NO_HANDLE,
            lambda facts: _error(facts, "AttributeError", "'NoneType'", "'remove'"),
            "def register(hooks, hook):\n    hooks.append(hook)\n",
        ),
        Mistake(
            NOT_TWICE,
            lambda facts: "second time" in facts["error"]["doing"],
            _CLASS.replace("if self.live:", "if True:") + _WITH + _REGISTER,
        ),
        Mistake(
            CLEARS,
            lambda facts: facts["case"]["others"] and facts["removed"][1:] == [False, False],
            _CLASS.replace("hooks.remove(self.hook)", "hooks.clear()") + _WITH + _REGISTER,
        ),
        Mistake(
            NO_WITH,
            lambda facts: (
                _error(facts, "TypeError AttributeError", "context manager")
                or _error(facts, "AttributeError", "__enter__")
            ),
            _CLASS + _REGISTER,
        ),
        Mistake(
            TAKES_THE_TWIN,
            lambda facts: facts["twin"] == [1, 0, 0],
            _CLASS.replace("if self.live:", "if self.hook in self.hooks:") + _WITH + _REGISTER,
        ),
        Mistake(
            STAYS_ON,
            lambda facts: facts["block"] == [True, False],
            _CLASS + _WITH.replace("self.remove()", "pass") + _REGISTER,
        ),
        Mistake(
            SWALLOWS,
            lambda facts: facts["broken_block"] == [True, False],
            _CLASS + _WITH + "        return True\n" + _REGISTER,
        ),
    ),
    praise="Whatever happens in the block, your hook leaves no trace. PyTorch's handles do the same.",
)
