"""What goes wrong in insert-program-c: beliefs, their signs, and a specimen of each."""

from __future__ import annotations

from helpers.grading.data import as_data, same
from helpers.grading.exercise import Facts, Misconception, Mistake
from helpers.grading.lessons.hooks_in_plain_python import _shared as shared
from helpers.grading.lessons.hooks_in_plain_python._shared import BETWEEN, EDIT, LESSON, TRAP
from helpers.grading.lessons.hooks_in_plain_python._world import A, B, C, x_of

EDITS = Misconception(
    "edits-the-programs",
    "that changing package.programs is a way in from outside.",
    "it works here, but it edits the package itself. That is what you can't do when the list is "
    "hidden, or somebody else's. The package left a place for you: its hooks.",
    (LESSON, EDIT),
)
PATCHES = Misconception(
    "patches-the-package",
    "that replacing the package's own code is a way in from outside.",
    "it changes the package for everybody who uses it, and a new version undoes it. The package "
    "left a place for you: its hooks.",
    (LESSON, EDIT),
)
EVERY_PROGRAM = Misconception(
    "hook-runs-once",
    "that a hook runs once in a call of the package.",
    "it runs at every program. program_C ran more than once. The hook is told which program is at "
    "work: use that.",
    (LESSON, BETWEEN),
)
WRONG_PLACE = Misconception(
    "before-and-after-swapped",
    "that it is all the same on which side of which program the hook stands.",
    "program_C ran, but not between A and B. Pre-hooks run before each program, hooks after it.",
    (LESSON, BETWEEN),
)
NO_RETURN = Misconception(
    "calls-but-returns-nothing",
    "that running program_C inside the hook is enough.",
    "it ran in the right place, and what it made was dropped: the value went on as before. Only "
    "what your hook hands back takes the place of x.",
    (LESSON, BETWEEN),
)
FALSY = Misconception(
    "falsy-means-leave-it",
    "that returning 0 or False tells the package to leave the value as it is.",
    "only None says that. Any other result takes the place of x, and so did what your hook "
    "returned for the other program.",
    (LESSON, TRAP),
)
NEVER_TRUE = Misconception(
    "condition-never-true",
    "that your hook comes to the line with program_C.",
    "a hook is in the package, and it was called after each program, but program_C never ran. What "
    "decides in your hook whether it runs was never true. Print what the hook is given.",
    (LESSON, BETWEEN),
)
FIRST_CALL_ONLY = Misconception(
    "state-outlives-the-call",
    "that each call of the package finds your names as they were at first.",
    "the first call went right, the second one didn't. What your hook counts, keeps or takes off "
    "stays so. It is told which program is at work, each time: let that alone decide.",
    (LESSON, BETWEEN),
)
C_SPOILT = Misconception(
    "program-c-is-given-too-much",
    "that program_C is called as a hook is.",
    "a hook is called with two things, a program with one: the value. Call program_C(x), and hand "
    "back what it gives.",
    (LESSON, BETWEEN),
)
NOT_CALLED = Misconception(
    "does-the-work-by-hand",
    "that adding 5 yourself is the same as letting program_C run.",
    "the number is right, but the program_C that was given never ran. If it changes tomorrow, "
    "your hook is wrong.",
    (LESSON, BETWEEN),
)


def _ran(facts: Facts, *orders: list[str]) -> bool:
    return facts["order"] in orders


def _result(facts: Facts, more: int) -> bool:
    return same(facts["result"], as_data(x_of(facts["case"]) + more))


_IF = "def hook(program, x):\n    if program is program_A:\n        return program_C(x)\n"
_ON = "package.register_hook(hook)\n"

MISTAKES = (
    Mistake(
        shared.WITH_BLOCK,
        shared.no_with_block,
        _IF + "with package.register_hook(hook):\n    package(10)\n",
    ),
    Mistake(
        C_SPOILT,
        lambda facts: (
            shared.raised(facts, "TypeError", "program_C() takes 1") and not shared.outside(facts)
        ),
        _IF.replace("program_C(x)", "program_C(program, x)") + _ON,
    ),
    Mistake(EDITS, lambda facts: facts["edited"], "package.programs.insert(1, program_C)\n"),
    Mistake(
        PATCHES,
        lambda facts: facts["patched"],
        "def call(self, x):\n    return program_B(program_C(program_A(x)))\n"
        "Package.__call__ = call\n",
    ),
    Mistake(
        shared.OWN_PACKAGE,
        lambda facts: facts["own_package"] and not facts["error"],
        "class MyPackage(Package):\n    def __call__(self, x):\n"
        "        return program_B(program_C(program_A(x)))\npackage = MyPackage()\n",
    ),
    Mistake(
        shared.CALLED_AT_ONCE,
        lambda facts: facts["not_callable"],
        _IF + "package.register_hook(hook(program_B, 0))\n",
    ),
    Mistake(shared.SIGNATURE, shared.wants_less, "package.register_hook(program_C)\n"),
    Mistake(
        shared.ASKS_FOR_MORE,
        shared.wants_more,
        "def hook(program, input, output):\n    if program is program_A:\n"
        "        return program_C(output)\n" + _ON,
    ),
    Mistake(
        shared.TAKEN_OFF,
        shared.taken_off,
        _IF + "handle = package.register_hook(hook)\nhandle.remove()\n",
    ),
    Mistake(
        shared.BY_HAND,
        shared.by_hand,
        "x = program_A(10)\nx = program_C(x)\nx = program_B(x)\n",
    ),
    Mistake(shared.NEVER_REGISTERED, shared.never_registered, _IF),
    Mistake(
        shared.REGISTERED_TWICE,
        lambda facts: _ran(facts, [A, C, C, B]) and facts["hooks"] > 1,
        _IF + _ON + _ON,
    ),
    Mistake(
        EVERY_PROGRAM,
        lambda facts: _ran(facts, [A, C, B, C], [C, A, C, B]),
        "package.register_hook(lambda program, x: program_C(x))\n",
    ),
    Mistake(
        FALSY,
        lambda facts: (
            _ran(facts, [A, C, B])
            and facts["result"] in (0, "", {"list": []}, {"tuple": []})
            and not _result(facts, 0)
        ),
        "package.register_hook(lambda program, x: program_C(x) if program is program_A else 0)\n",
    ),
    Mistake(
        NO_RETURN,
        lambda facts: _ran(facts, [A, C, B]) and _result(facts, 0),
        _IF.replace("return ", "") + _ON,
    ),
    Mistake(
        WRONG_PLACE,
        lambda facts: _ran(facts, [C, A, B], [A, B, C]),
        _IF + "package.register_pre_hook(hook)\n",
    ),
    Mistake(
        FIRST_CALL_ONLY,
        lambda facts: (
            not facts["error"]
            and _ran(facts, [A, C, B])
            and _result(facts, 5)
            and not same(facts["again"], facts["result"])
        ),
        "turns = []\n"
        + _IF.replace("is program_A:", "is program_A and not turns:\n        turns.append(1)")
        + _ON,
    ),
    Mistake(
        NOT_CALLED,
        lambda facts: _ran(facts, [A, B]) and _result(facts, 5),
        _IF.replace("program_C(x)", "x + 5") + _ON,
    ),
    Mistake(
        shared.BY_NAME,
        lambda facts: _ran(facts, [A, B]) and facts["compares_names"],
        _IF.replace("is program_A", '== "program_A"') + _ON,
    ),
    Mistake(
        NEVER_TRUE,
        lambda facts: _ran(facts, [A, B]) and _result(facts, 0) and facts["hooks"],
        _IF.replace("program is program_A", "x is program_A") + _ON,
    ),
)
