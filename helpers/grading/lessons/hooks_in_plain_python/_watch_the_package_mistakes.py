"""What goes wrong in watch-the-package: beliefs, their signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

from helpers.grading.data import as_data, items, same
from helpers.grading.exercise import Facts, Mistake
from helpers.grading.lessons.hooks_in_plain_python import _shared as shared
from helpers.grading.lessons.hooks_in_plain_python import _watch_the_package_beliefs as beliefs
from helpers.grading.lessons.hooks_in_plain_python._world import STEPS, x_of


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


def _pairs(facts: Facts) -> list[Any]:
    columns = zip(facts["case"]["programs"], _made(facts)[1:], strict=True)
    return [{"tuple": list(pair)} for pair in columns]


def _no_pair(facts: Facts) -> bool:
    """Say whether each note holds a program's name in a form that is no pair of name and value."""
    noted, programs = _noted(facts), facts["case"]["programs"]
    if isinstance(facts["seen"], dict) and "dict" in facts["seen"]:
        return bool(facts["seen"]["dict"])
    texts = len(noted) == len(programs) and all(
        isinstance(note, str) and name in note for note, name in zip(noted, programs, strict=True)
    )
    dicts = bool(noted) and all(isinstance(note, dict) and "dict" in note for note in noted)
    pairs = bool(noted) and all(len(items(note)) == 2 for note in noted)
    return texts or dicts or (pairs and _column(facts, 1) == [str(x) for x in _plain(facts)])


def _plain(facts: Facts) -> list[Any]:
    values = [x_of(facts["case"])]
    for name in facts["case"]["programs"]:
        values.append(values[-1] + STEPS[name])
    return values[1:]


def _some_left_out(facts: Facts) -> bool:
    """Say whether the pairs noted are right, in order, and too few."""
    wanted = iter(_pairs(facts))
    noted = [{"tuple": items(pair)} for pair in _noted(facts)]
    in_order = all(any(same(pair, one) for one in wanted) for pair in noted)
    return bool(noted) and in_order and len(noted) < len(facts["case"]["programs"])


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
        beliefs.LOCAL_NAME,
        lambda facts: (
            shared.raised(facts, "UnboundLocalError", "'seen'")
            or ("seen" in (facts["assigns"] or ()) and not _noted(facts))
        ),
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
    Mistake(beliefs.CHANGES, _changes, _DEF + _PAIR + "    return seen[-1]\n" + _ON),
    Mistake(
        beliefs.RUNS_AGAIN,
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
        beliefs.TOO_EARLY,
        lambda facts: same(_column(facts, 1), _made(facts)[:-1]),
        _DEF + _PAIR + "package.register_pre_hook(hook)\n",
    ),
    Mistake(
        beliefs.FUNCTION,
        lambda facts: all(map(_is_function, _column(facts, 0))) and _noted(facts),
        _DEF + "    seen.append((program, x))\n" + _ON,
    ),
    Mistake(
        beliefs.SWAPPED,
        lambda facts: same(_column(facts, 0), _made(facts)[1:]),
        _DEF + "    seen.append((x, program.__name__))\n" + _ON,
    ),
    Mistake(
        beliefs.FLAT,
        lambda facts: same(_noted(facts)[:2], [facts["case"]["programs"][0], _made(facts)[1]]),
        _DEF + "    seen.append(program.__name__)\n    seen.append(x)\n" + _ON,
    ),
    Mistake(
        beliefs.HALF,
        lambda facts: (
            _noted(facts) == facts["case"]["programs"] or same(_noted(facts), _made(facts)[1:])
        ),
        _DEF + "    seen.append(x)\n" + _ON,
    ),
    Mistake(
        beliefs.FIXED_NAMES,
        _fixed,
        _DEF + "    name = 'program_A' if program is program_A else 'program_B'\n"
        "    seen.append((name, x))\n" + _ON,
    ),
    Mistake(
        beliefs.NO_PAIR,
        _no_pair,
        _DEF + '    seen.append(f"{program.__name__}: {x}")\n' + _ON,
    ),
    Mistake(
        beliefs.MADE_ANEW,
        lambda facts: facts["made_anew"] and same(_noted(facts), _pairs(facts)[-1:]),
        _DEF + "    global seen\n    seen = [(program.__name__, x)]\n" + _ON,
    ),
    Mistake(
        beliefs.SOME_LEFT_OUT,
        lambda facts: not facts["error"] and _some_left_out(facts),
        _DEF + "    if program is program_A:\n    " + _PAIR + _ON,
    ),
    Mistake(
        beliefs.PRINTS,
        lambda facts: not facts["error"] and facts["printed"] and not _noted(facts),
        _DEF + "    print(program.__name__, x)\n" + _ON,
    ),
    Mistake(
        shared.BY_NAME,
        lambda facts: facts["compares_names"] and not _noted(facts),
        _DEF + '    if program == "program_A":\n        seen.append(("program_A", x))\n' + _ON,
    ),
    Mistake(
        beliefs.ONE_CALL,
        lambda facts: not facts["error"] and same(_noted(facts), _pairs(facts)),
        "latest = {}\n" + _DEF + "    latest[program.__name__] = x\n"
        "    seen[:] = list(latest.items())\n" + _ON,
    ),
)
