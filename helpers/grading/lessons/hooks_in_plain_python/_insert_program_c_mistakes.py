"""What goes wrong in insert-program-c: the signs, and a specimen of each."""

from __future__ import annotations

from helpers.grading.data import as_data, same
from helpers.grading.exercise import Facts, Mistake
from helpers.grading.lessons.hooks_in_plain_python import _insert_program_c_beliefs as beliefs
from helpers.grading.lessons.hooks_in_plain_python import _shared as shared
from helpers.grading.lessons.hooks_in_plain_python._world import A, B, C, x_of


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
        beliefs.C_SPOILT,
        lambda facts: (
            shared.raised(facts, "TypeError", "program_C() takes 1") and not shared.outside(facts)
        ),
        _IF.replace("program_C(x)", "program_C(program, x)") + _ON,
    ),
    Mistake(
        beliefs.EDITS, lambda facts: facts["edited"], "package.programs.insert(1, program_C)\n"
    ),
    Mistake(
        beliefs.PATCHES,
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
        beliefs.EVERY_PROGRAM,
        lambda facts: _ran(facts, [A, C, B, C], [C, A, C, B]),
        "package.register_hook(lambda program, x: program_C(x))\n",
    ),
    Mistake(
        beliefs.FALSY,
        lambda facts: (
            _ran(facts, [A, C, B])
            and facts["result"] in (0, "", {"list": []}, {"tuple": []})
            and not _result(facts, 0)
        ),
        "package.register_hook(lambda program, x: program_C(x) if program is program_A else 0)\n",
    ),
    Mistake(
        beliefs.NO_RETURN,
        lambda facts: _ran(facts, [A, C, B]) and _result(facts, 0),
        _IF.replace("return ", "") + _ON,
    ),
    Mistake(
        beliefs.WRONG_PLACE,
        lambda facts: _ran(facts, [C, A, B], [A, B, C]),
        _IF + "package.register_pre_hook(hook)\n",
    ),
    Mistake(
        beliefs.FIRST_CALL_ONLY,
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
        beliefs.NOT_CALLED,
        lambda facts: _ran(facts, [A, B]) and _result(facts, 5),
        _IF.replace("program_C(x)", "x + 5") + _ON,
    ),
    Mistake(
        shared.BY_NAME,
        lambda facts: _ran(facts, [A, B]) and facts["compares_names"],
        _IF.replace("is program_A", '== "program_A"') + _ON,
    ),
    Mistake(
        beliefs.NEVER_TRUE,
        lambda facts: _ran(facts, [A, B]) and _result(facts, 0) and facts["hooks"],
        _IF.replace("program is program_A", "x is program_A") + _ON,
    ),
)
