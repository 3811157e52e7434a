"""What goes wrong in watch-the-package: beliefs, their signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

from helpers.grading.data import as_data, items, same
from helpers.grading.exercise import Facts, Misconception, Mistake
from helpers.grading.lessons.hooks_in_plain_python import _shared as shared
from helpers.grading.lessons.hooks_in_plain_python._shared import BETWEEN, LESSON
from helpers.grading.lessons.hooks_in_plain_python._world import STEPS, x_of

CHANGES = Misconception(
    "returns-what-it-noted",
    "that what a hook returns goes nowhere.",
    "whatever a hook returns, unless it is None, takes the place of the value. The next program "
    "was given what your hook returned. To watch only, return nothing.",
    (LESSON, BETWEEN),
)
TOO_EARLY = Misconception(
    "pre-hook-sees-results",
    "that a pre-hook sees what the program makes.",
    "it runs before the program, so it sees what goes in. What comes out is seen by a hook that "
    "runs after it.",
    (LESSON, BETWEEN),
)
RUNS_AGAIN = Misconception(
    "runs-the-program-again",
    "that calling the program in the hook is a way to watch it.",
    "then it runs twice, and whatever else it does is done twice. The package runs it anyway; a "
    "hook that runs after it is given what it made.",
    (LESSON, BETWEEN),
)
FUNCTION = Misconception(
    "notes-the-function",
    "that the program and its name are the same.",
    "you noted the function itself, or the text that stands for it. Every function keeps its name "
    "in __name__.",
    (LESSON, BETWEEN),
)
FIXED_NAMES = Misconception(
    "names-written-down",
    "that the package will always hold A and B.",
    "with one more program in it, your hook missed it or gave it another's name. The hook is told "
    "which program is at work: take the name from there.",
    (LESSON, BETWEEN),
)
SWAPPED = Misconception(
    "pair-the-wrong-way-round",
    "that the order inside a pair doesn't matter.",
    "all is there, with the value first. The task asks for the name first, then the value.",
    (LESSON, BETWEEN),
)
FLAT = Misconception(
    "notes-them-one-by-one",
    "that noting name and value one after the other makes a pair.",
    "the list has them in a row, as separate entries. The task asks for one pair for each program.",
    (LESSON, BETWEEN),
)
HALF = Misconception(
    "notes-one-of-the-two",
    "that name or value alone will do.",
    "the task asks for both, as a pair: which program, and what it made.",
    (LESSON, BETWEEN),
)
PRINTS = Misconception(
    "prints-instead-of-keeping",
    "that what is printed is kept.",
    "printing shows a value and forgets it. Put the pair into the list seen.",
    (LESSON, BETWEEN),
)
LOCAL_NAME = Misconception(
    "assigns-inside-the-hook",
    "that seen = … inside a function changes the list outside.",
    "an assignment makes a new name that lives in the function alone. Put the pair into the list "
    "that is there.",
    (LESSON, BETWEEN),
)


def _noted(facts: Facts) -> list[Any]:
    return items(facts["seen"])


def _made(facts: Facts) -> list[Any]:
    """Return what goes in, and what each program makes of it."""
    values = [x_of(facts["case"])]
    for name in facts["case"]["programs"]:
        values.append(values[-1] + STEPS[name])
    return [as_data(value) for value in values]


def _column(facts: Facts, place: int) -> list[Any]:
    return [items(pair)[place] for pair in _noted(facts)]


def _changes(facts: Facts) -> bool:
    if facts["error"]:
        # The program, called with what the hook returned, couldn't work with it.
        return bool(facts["hooks"]) and shared.raised(facts, "TypeError") and _in_program(facts)
    return bool(facts["hooks"]) and not same(facts["result"], _made(facts)[-1])


def _in_program(facts: Facts) -> bool:
    words = ("unsupported operand", "can only concatenate", "must be str")
    return shared.outside(facts) and any(word in facts["error"]["message"] for word in words)


def _is_function(data: Any) -> bool:
    return data == {"object": "function"} or str(data).startswith("<function")


def _fixed(facts: Facts) -> bool:
    case, names = facts["case"]["programs"], _column(facts, 0)
    return len(case) > 2 and names != case and names[:2] == case[:2]


_DEF = "def hook(program, x):\n"
_PAIR = "    seen.append((program.__name__, x))\n"
_ON = "package.register_hook(hook)\n"

MISTAKES = (
    Mistake(
        shared.OWN_PACKAGE,
        lambda facts: facts["own_package"] and not facts["error"],
        "class MyPackage(Package):\n    def __call__(self, x):\n"
        "        for program in self.programs:\n            x = program(x)\n"
        "            seen.append((program.__name__, x))\n        return x\npackage = MyPackage()\n",
    ),
    Mistake(
        shared.CALLED_AT_ONCE,
        lambda facts: facts["not_callable"],
        "def hook(program=None, x=0):\n    seen.append((program, x))\n"
        "package.register_hook(hook())\n",
    ),
    Mistake(shared.SIGNATURE, shared.wants_less, "def hook(x):\n    seen.append(x)\n" + _ON),
    Mistake(
        shared.ASKS_FOR_MORE,
        shared.wants_more,
        "def hook(program, input, output):\n    seen.append((program.__name__, output))\n" + _ON,
    ),
    Mistake(
        LOCAL_NAME,
        lambda facts: shared.raised(facts, "UnboundLocalError", "'seen'"),
        _DEF + "    seen = seen + [(program.__name__, x)]\n" + _ON,
    ),
    Mistake(
        shared.TAKEN_OFF,
        shared.taken_off,
        _DEF + _PAIR + "handle = package.register_hook(hook)\npackage(10)\nhandle.remove()\n",
    ),
    Mistake(
        shared.BY_HAND,
        lambda facts: shared.by_hand(facts) and facts["by_hand"],
        'seen.append(("program_A", 13))\nseen.append(("program_B", 10))\n',
    ),
    Mistake(shared.NEVER_REGISTERED, shared.never_registered, _DEF + _PAIR),
    Mistake(CHANGES, _changes, _DEF + _PAIR + "    return seen[-1]\n" + _ON),
    Mistake(
        RUNS_AGAIN,
        lambda facts: len(facts["order"]) > len(facts["case"]["programs"]),
        _DEF + "    seen.append((program.__name__, program(x)))\npackage.register_pre_hook(hook)\n",
    ),
    Mistake(
        shared.REGISTERED_TWICE,
        lambda facts: (
            facts["hooks"] > 1
            and len(_noted(facts)) == facts["hooks"] * len(facts["case"]["programs"])
        ),
        _DEF + _PAIR + _ON + _ON,
    ),
    Mistake(
        TOO_EARLY,
        lambda facts: same(_column(facts, 1), _made(facts)[:-1]),
        _DEF + _PAIR + "package.register_pre_hook(hook)\n",
    ),
    Mistake(
        FUNCTION,
        lambda facts: all(map(_is_function, _column(facts, 0))) and _noted(facts),
        _DEF + "    seen.append((program, x))\n" + _ON,
    ),
    Mistake(
        SWAPPED,
        lambda facts: same(_column(facts, 0), _made(facts)[1:]),
        _DEF + "    seen.append((x, program.__name__))\n" + _ON,
    ),
    Mistake(
        FLAT,
        lambda facts: same(_noted(facts)[:2], [facts["case"]["programs"][0], _made(facts)[1]]),
        _DEF + "    seen.append(program.__name__)\n    seen.append(x)\n" + _ON,
    ),
    Mistake(
        HALF,
        lambda facts: (
            _noted(facts) == facts["case"]["programs"] or same(_noted(facts), _made(facts)[1:])
        ),
        _DEF + "    seen.append(x)\n" + _ON,
    ),
    Mistake(
        FIXED_NAMES,
        _fixed,
        _DEF + "    name = 'program_A' if program is program_A else 'program_B'\n"
        "    seen.append((name, x))\n" + _ON,
    ),
    Mistake(
        PRINTS,
        lambda facts: not facts["error"] and facts["printed"] and not _noted(facts),
        _DEF + "    print(program.__name__, x)\n" + _ON,
    ),
    Mistake(
        shared.BY_NAME,
        lambda facts: facts["compares_names"] and not _noted(facts),
        _DEF + '    if program == "program_A":\n        seen.append(("program_A", x))\n' + _ON,
    ),
)
