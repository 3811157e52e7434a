"""What goes wrong in mend-the-runner: beliefs, their signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

from helpers.grading.data import same
from helpers.grading.exercise import Case, Facts, Misconception, Mistake
from helpers.grading.lessons.hooks_in_plain_python import _shared as shared
from helpers.grading.lessons.hooks_in_plain_python._shared import BETWEEN, LESSON, ORDER, TRAP

X = 7
"""The value that the probe sends; no hook of its own returns it."""

TRUTH = Misconception(
    "truth-instead-of-none",
    "that `if output` asks whether the hook returned something.",
    "it asks whether what came back counts as true. 0, False, '', an empty list and a zero tensor "
    "don't, and were dropped; a tensor of several numbers can't answer, and raises.",
    (LESSON, TRAP),
)
SOME_FALSY = Misconception(
    "lists-the-falsy-values",
    "that the values that count as false can be counted up.",
    "yours lets 0 through, and still asks others whether they count as true. There is no end to "
    "such values. Only one of all means “leave x as it is”: ask whether it is that one.",
    (LESSON, TRAP),
)
EQUALS_NONE = Misconception(
    "compares-with-none",
    "that comparing with None by == or != is the same as asking whether it is None.",
    "== and != are answered by the value itself. A NumPy array answers with one yes or no for "
    "each entry, and `if` can't use that. Ask in a way that no value can answer for itself.",
    (LESSON, TRAP),
)
NONE_TOO = Misconception(
    "none-replaces-too",
    "that whatever a hook returns takes the place of x.",
    "a function without a return gives None. That is how a hook says: leave it as it is.",
    (LESSON, BETWEEN),
)
NO_CHAIN = Misconception(
    "every-hook-gets-the-first-x",
    "that all hooks are given the x from the start.",
    "each hook works on what the one before it left. A later hook was given the old x.",
    (LESSON, ORDER),
)
STOPS = Misconception(
    "stops-at-the-first-hook",
    "that the first hook's result is the end of it.",
    "not every hook was called: a return or a break inside a loop ends the loop at once.",
    (LESSON, ORDER),
)
NO_RETURN = Misconception(
    "runner-returns-nothing",
    "that changing x inside the function changes it outside.",
    "the function gave back None. Whoever called it never learns what became of x.",
    (LESSON, BETWEEN),
)
BACKWARDS = Misconception(
    "last-hook-first",
    "that hooks run from the last registered to the first.",
    "they run in the order in which they were registered.",
    (LESSON, ORDER),
)
CALLS_TWICE = Misconception(
    "asks-the-hook-twice",
    "that a hook can be asked again for the same answer.",
    "each call runs the hook once more. One that counts, prints or adds has then done it twice. "
    "Call it once, and keep what it returned under a name.",
    (LESSON, BETWEEN),
)
NOT_TOLD = Misconception(
    "hook-called-with-too-little",
    "that a hook is called with the value alone.",
    "a hook takes two things, the program that is at work and the value. Yours was called with "
    "less.",
    (LESSON, BETWEEN),
)
RUNS_PROGRAM = Misconception(
    "runner-runs-the-program",
    "that run_hooks also runs the program.",
    "the package does that, between its pre-hooks and its hooks. run_hooks only calls the hooks, "
    "and tells them which program is at work.",
    (LESSON, BETWEEN),
)
USES_UP = Misconception(
    "uses-up-the-list",
    "that the list of hooks is needed only once.",
    "the package runs the same list at every program, and in every call. Yours took hooks out of "
    "it. Only a handle should do that.",
    (LESSON, BETWEEN),
)


def _falsy(case: Case) -> bool:
    return any(
        data is not None and (data == {"tensor": [0.0]} or not data) for data in case["returns"]
    )


def _cannot_answer(facts: Facts) -> bool:
    return shared.raised(facts, "RuntimeError", "Boolean value of Tensor")


def _zero_got_through(facts: Facts) -> bool:
    return len(facts["given"]) > 1 and same(facts["given"][1][1], 0)


def _stops(facts: Facts) -> bool:
    first = facts["case"]["returns"][:1]
    called, hooks = len(facts["given"]), len(facts["case"]["returns"])
    return first != [0] and 0 < called < hooks and not facts["error"]


def _values(facts: Facts) -> list[Any]:
    return [x for _, x in facts["given"]]


_HEAD = (
    "def run_hooks(hooks, program, x):\n    for hook in hooks:\n        out = hook(program, x)\n"
)
_IF = "        if out is not None:\n            x = out\n"
_END = "    return x\n"

MISTAKES = (
    Mistake(
        shared.NOT_THERE,
        lambda facts: not facts["there"] and not facts["error"],
        "def run(hooks, program, x):\n    return x\n",
    ),
    Mistake(
        NOT_TOLD,
        lambda facts: shared.raised(facts, "TypeError", "hook() missing"),
        _HEAD.replace("(program, x)\n", "(x)\n") + _IF + _END,
    ),
    Mistake(
        RUNS_PROGRAM,
        lambda facts: facts["program_ran"],
        "def run_hooks(hooks, program, x):\n    x = program(x)\n"
        "    for hook in hooks:\n        out = hook(program, x)\n" + _IF + _END,
    ),
    Mistake(
        USES_UP,
        lambda facts: facts["list_changed"],
        "def run_hooks(hooks, program, x):\n    while hooks:\n"
        "        out = hooks.pop(0)(program, x)\n" + _IF + _END,
    ),
    Mistake(STOPS, _stops, _HEAD + _IF + "        return x\n" + _END),
    Mistake(
        CALLS_TWICE,
        lambda facts: len(facts["given"]) > len(facts["case"]["returns"]) > 0,
        "def run_hooks(hooks, program, x):\n    for hook in hooks:\n"
        "        if hook(program, x) is not None:\n            x = hook(program, x)\n" + _END,
    ),
    Mistake(
        NONE_TOO,
        lambda facts: None in _values(facts),
        _HEAD + "        x = out\n" + _END,
    ),
    Mistake(
        NO_RETURN,
        lambda facts: (
            len(facts["case"]["returns"]) == len(facts["given"])
            and facts["result"] is None
            and not facts["error"]
        ),
        _HEAD + _IF,
    ),
    Mistake(
        BACKWARDS,
        lambda facts: (
            len(facts["given"]) == 3
            and same(facts["result"], facts["case"]["returns"][1])
            and same(_values(facts)[1], facts["case"]["returns"][2])
        ),
        _HEAD.replace("in hooks", "in reversed(hooks)") + _IF + _END,
    ),
    Mistake(
        SOME_FALSY,
        lambda facts: _zero_got_through(facts) and (_cannot_answer(facts) or facts["result"] == 0),
        _HEAD + "        if out or out == 0:\n            x = out\n" + _END,
    ),
    Mistake(
        TRUTH,
        lambda facts: _cannot_answer(facts) or (_falsy(facts["case"]) and same(facts["result"], X)),
        _HEAD + "        if out:\n            x = out\n" + _END,
    ),
    Mistake(
        EQUALS_NONE,
        lambda facts: shared.raised(facts, "ValueError", "truth value of an array"),
        _HEAD + "        if out != None:\n            x = out\n" + _END,
    ),
    Mistake(
        NO_CHAIN,
        lambda facts: len(facts["given"]) > 1 and all(same(x, X) for x in _values(facts)),
        "def run_hooks(hooks, program, x):\n    last = x\n    for hook in hooks:\n"
        "        out = hook(program, x)\n        if out is not None:\n            last = out\n"
        "    return last\n",
    ),
)
