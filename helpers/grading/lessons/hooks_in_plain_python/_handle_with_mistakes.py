"""What goes wrong in handle-with: the signs, and a specimen of each."""

from __future__ import annotations

from helpers.grading.exercise import Facts, Mistake
from helpers.grading.lessons.hooks_in_plain_python import _handle_with_beliefs as beliefs
from helpers.grading.lessons.hooks_in_plain_python import _shared as shared


def _doing(facts: Facts, words: str) -> bool:
    return words in (facts["error"] or {"doing": ""})["doing"]


def _no_remove(facts: Facts) -> bool:
    lacks = shared.raised(facts, "AttributeError", "'remove'")
    asks = any(
        shared.raised(facts, "TypeError", "remove", words)
        for words in ("missing", "takes exactly one", "not callable")
    )
    return _doing(facts, "calling handle.remove()") and (lacks or asks)


def _others(facts: Facts) -> list[str]:
    return [f"other {number}" for number in range(facts["case"]["others"])]


def _on_at_first(facts: Facts) -> bool:
    return bool(facts["removed"][0] == [*_others(facts), "yours"])


def _others_gone(facts: Facts) -> bool:
    left = facts["removed"][1]
    return (_on_at_first(facts) and not {*_others(facts)} <= {*left}) or (
        "second" not in facts["neighbours"] and not facts["error"]
    )


_INIT = """class Handle:
    def __init__(self, hooks, hook):
        self.hooks, self.hook, self.live = hooks, hook, True
"""
_CLASS = (
    _INIT
    + """    def remove(self):
        if self.live:
            self.hooks.remove(self.hook)
            self.live = False
"""
)
_ENTER = "    def __enter__(self):\n        return self\n"
_EXIT = "    def __exit__(self, *error):\n        self.remove()\n"
_REGISTER = "def register(hooks, hook):\n    hooks.append(hook)\n    return Handle(hooks, hook)\n"

MISTAKES = (
    Mistake(
        shared.NOT_THERE,
        lambda facts: not facts["there"] and not facts["error"],
        _CLASS + _ENTER + _EXIT + _REGISTER.replace("register", "register_hook"),
    ),
    Mistake(
        beliefs.NO_HANDLE,
        lambda facts: (
            shared.raised(facts, "AttributeError", "'NoneType'", "'remove'")
            and _doing(facts, "calling handle.remove()")
            and not _doing(facts, "inside")
        ),
        "def register(hooks, hook):\n    hooks.append(hook)\n",
    ),
    Mistake(
        beliefs.ENTER_GIVES_NONE,
        lambda facts: shared.raised(facts, "AttributeError", "'NoneType'") and _doing(facts, "as"),
        _CLASS + _ENTER.replace("return self", "pass") + _EXIT + _REGISTER,
    ),
    Mistake(
        beliefs.NO_REMOVE,
        _no_remove,
        "from contextlib import contextmanager\n@contextmanager\n"
        "def register(hooks, hook):\n    hooks.append(hook)\n    try:\n        yield\n"
        "    finally:\n        hooks.remove(hook)\n",
    ),
    Mistake(
        beliefs.NOT_TWICE,
        lambda facts: (
            _doing(facts, "second time")
            or (_doing(facts, "inside") and shared.raised(facts, "ValueError", "not in list"))
        ),
        _CLASS.replace("if self.live:", "if True:") + _ENTER + _EXIT + _REGISTER,
    ),
    Mistake(
        beliefs.NO_WITH,
        lambda facts: (
            shared.raised(facts, "TypeError", "context manager")
            or shared.raised(facts, "AttributeError", "__enter__")
        ),
        _CLASS + _REGISTER,
    ),
    Mistake(
        beliefs.EXIT_ASKS_LESS,
        lambda facts: shared.raised(facts, "TypeError", "__exit__()", "4 were given"),
        _CLASS + _ENTER + _EXIT.replace(", *error", "") + _REGISTER,
    ),
    Mistake(
        beliefs.ONLY_IN_BLOCK,
        lambda facts: (
            facts["removed"][0] == _others(facts)
            and facts["block"][0] == [*_others(facts), "yours"]
        ),
        _CLASS.replace("hook, True", "hook, False")
        + "    def __enter__(self):\n        self.hooks.append(self.hook)\n"
        "        self.live = True\n        return self\n"
        + _EXIT
        + _REGISTER.replace("    hooks.append(hook)\n", ""),
    ),
    Mistake(
        beliefs.ON_AGAIN,
        lambda facts: facts["block"][0].count("yours") > 1,
        _CLASS + "    def __enter__(self):\n        self.hooks.append(self.hook)\n"
        "        return self\n" + _EXIT + _REGISTER,
    ),
    Mistake(
        beliefs.STILL_IN,
        lambda facts: _on_at_first(facts) and "yours" in facts["removed"][1] and not facts["error"],
        _INIT + "    def remove(self):\n"
        "        self.hooks = [hook for hook in self.hooks if hook is not self.hook]\n"
        + _ENTER
        + _EXIT
        + _REGISTER,
    ),
    Mistake(
        beliefs.PLACE_STAYS,
        lambda facts: (
            facts["error"]["type"] == "IndexError"
            and "index out of range" in facts["error"]["message"]
        ),
        _INIT.replace("= hooks, hook", "= hooks, len(hooks) - 1")
        + "    def remove(self):\n        if self.live:\n            self.live = False\n"
        "            self.hooks.pop(self.hook)\n" + _ENTER + _EXIT + _REGISTER,
    ),
    Mistake(
        beliefs.OTHERS_GONE,
        _others_gone,
        _CLASS.replace("hooks.remove(self.hook)", "hooks.clear()") + _ENTER + _EXIT + _REGISTER,
    ),
    Mistake(
        beliefs.TAKES_THE_TWIN,
        lambda facts: facts["twin"] in ([1, 0, 0], [0, 0, 0]) and not facts["error"],
        _CLASS.replace("if self.live:", "if self.hook in self.hooks:") + _ENTER + _EXIT + _REGISTER,
    ),
    Mistake(
        beliefs.STAYS_ON,
        lambda facts: "yours" in facts["block"][1],
        _CLASS + _ENTER + _EXIT.replace("self.remove()", "pass") + _REGISTER,
    ),
    Mistake(
        beliefs.ONLY_IF_WELL,
        lambda facts: "yours" in facts["broken_block"][0] and facts["broken_block"][1],
        _CLASS + _ENTER + "    def __exit__(self, kind, error, trace):\n        if error is None:\n"
        "            self.remove()\n" + _REGISTER,
    ),
    Mistake(
        beliefs.SWALLOWS,
        lambda facts: facts["broken_block"] == [_others(facts), False],
        _CLASS + _ENTER + _EXIT + "        return True\n" + _REGISTER,
    ),
)
