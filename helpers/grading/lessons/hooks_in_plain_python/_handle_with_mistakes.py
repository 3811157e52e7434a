"""What goes wrong in handle-with: beliefs, their signs, and a specimen of each."""

from __future__ import annotations

from helpers.grading.exercise import Facts, Misconception, Mistake
from helpers.grading.lessons.hooks_in_plain_python import _shared as shared
from helpers.grading.lessons.hooks_in_plain_python._shared import LESSON, OFF

NO_HANDLE = Misconception(
    "register-returns-nothing",
    "that putting the hook into the list is all that register has to do.",
    "whoever registered needs something in hand to take the hook off again. Your register gives "
    "back None.",
    (LESSON, OFF),
)
NO_REMOVE = Misconception(
    "handle-without-remove",
    "that whatever register gives back can be removed.",
    "it is asked handle.remove(), with nothing between the parentheses. What yours gave back has "
    "no such method, or one that asks for more.",
    (LESSON, OFF),
)
ONLY_IN_BLOCK = Misconception(
    "on-only-in-a-block",
    "that the hook goes on when the with block begins.",
    "register itself puts it on, block or no block. Then a handle works both ways.",
    (LESSON, OFF),
)
ON_AGAIN = Misconception(
    "registered-again-on-entry",
    "that entering the block has to put the hook on.",
    "it was on already, so inside the block it fired twice.",
    (LESSON, OFF),
)
NOT_TWICE = Misconception(
    "remove-works-once",
    "that remove() is only ever called once.",
    "a with block and a tidy programmer may both call it. The second time raised an error; let it "
    "do nothing.",
    (LESSON, OFF),
)
STILL_IN = Misconception(
    "remove-leaves-it-in",
    "that after your remove() the list no longer holds the hook.",
    "the list that was handed over still does. A new list, even under the same name, is another "
    "list: change the very one that the package runs.",
    (LESSON, OFF),
)
OTHERS_GONE = Misconception(
    "takes-others-off",
    "that the list holds your hook alone, or holds it last.",
    "somebody else's hook was in the list, and remove() took that one off. A handle takes off its "
    "own.",
    (LESSON, OFF),
)
PLACE_STAYS = Misconception(
    "place-in-the-list-stays",
    "that a hook keeps its place in the list.",
    "when one in front of it is taken off, all behind it move up. The number you kept then points "
    "at another hook, or past the end. Keep the hook, and look for it when it is to go.",
    (LESSON, OFF),
)
TAKES_THE_TWIN = Misconception(
    "removes-by-value",
    "that a hook is in the list only once.",
    "the same hook may be registered twice. Removing one handle twice took away the other's "
    "registration as well. A handle needs to know whether its own has been removed.",
    (LESSON, OFF),
)
NO_WITH = Misconception(
    "with-works-by-itself",
    "that any object with a remove() can be used in a with block.",
    "with looks for two methods of its own, one for the start of the block and one for its end.",
    (LESSON, OFF),
)
EXIT_ASKS_LESS = Misconception(
    "exit-takes-no-arguments",
    "that __exit__ is called with nothing.",
    "Python tells it how the block ended, by three arguments: the error's type, the error, and "
    "where it happened. All three are None when all went well.",
    (LESSON, OFF),
)
ENTER_GIVES_NONE = Misconception(
    "enter-returns-nothing",
    "that `as handle` gives the object that stands after with.",
    "it gives what __enter__ returns. Yours returned None, and None has no remove().",
    (LESSON, OFF),
)
STAYS_ON = Misconception(
    "block-end-does-nothing",
    "that the hook goes by itself when a with block ends.",
    "only what __exit__ does is done. After the block your hook was still in the list.",
    (LESSON, OFF),
)
ONLY_IF_WELL = Misconception(
    "error-skips-the-end",
    "that a block which ends with an error needs no tidying up.",
    "then it is needed most: after the error your hook was still on. The end of the block must "
    "take it off in any case.",
    (LESSON, OFF),
)
SWALLOWS = Misconception(
    "exit-swallows-errors",
    "that __exit__ should return True when all went well.",
    "True tells Python to drop the error that ended the block. Nobody would ever hear of it. "
    "Return nothing.",
    (LESSON, OFF),
)


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
        NO_HANDLE,
        lambda facts: (
            shared.raised(facts, "AttributeError", "'NoneType'", "'remove'")
            and _doing(facts, "calling handle.remove()")
            and not _doing(facts, "inside")
        ),
        "def register(hooks, hook):\n    hooks.append(hook)\n",
    ),
    Mistake(
        ENTER_GIVES_NONE,
        lambda facts: shared.raised(facts, "AttributeError", "'NoneType'") and _doing(facts, "as"),
        _CLASS + _ENTER.replace("return self", "pass") + _EXIT + _REGISTER,
    ),
    Mistake(
        NO_REMOVE,
        _no_remove,
        "from contextlib import contextmanager\n@contextmanager\n"
        "def register(hooks, hook):\n    hooks.append(hook)\n    try:\n        yield\n"
        "    finally:\n        hooks.remove(hook)\n",
    ),
    Mistake(
        NOT_TWICE,
        lambda facts: (
            _doing(facts, "second time")
            or (_doing(facts, "inside") and shared.raised(facts, "ValueError", "not in list"))
        ),
        _CLASS.replace("if self.live:", "if True:") + _ENTER + _EXIT + _REGISTER,
    ),
    Mistake(
        NO_WITH,
        lambda facts: (
            shared.raised(facts, "TypeError", "context manager")
            or shared.raised(facts, "AttributeError", "__enter__")
        ),
        _CLASS + _REGISTER,
    ),
    Mistake(
        EXIT_ASKS_LESS,
        lambda facts: shared.raised(facts, "TypeError", "__exit__()", "4 were given"),
        _CLASS + _ENTER + _EXIT.replace(", *error", "") + _REGISTER,
    ),
    Mistake(
        ONLY_IN_BLOCK,
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
        ON_AGAIN,
        lambda facts: facts["block"][0].count("yours") > 1,
        _CLASS + "    def __enter__(self):\n        self.hooks.append(self.hook)\n"
        "        return self\n" + _EXIT + _REGISTER,
    ),
    Mistake(
        STILL_IN,
        lambda facts: _on_at_first(facts) and "yours" in facts["removed"][1] and not facts["error"],
        _INIT + "    def remove(self):\n"
        "        self.hooks = [hook for hook in self.hooks if hook is not self.hook]\n"
        + _ENTER
        + _EXIT
        + _REGISTER,
    ),
    Mistake(
        PLACE_STAYS,
        lambda facts: (
            facts["error"]["type"] == "IndexError"
            and "index out of range" in facts["error"]["message"]
        ),
        _INIT.replace("= hooks, hook", "= hooks, len(hooks) - 1")
        + "    def remove(self):\n        if self.live:\n            self.live = False\n"
        "            self.hooks.pop(self.hook)\n" + _ENTER + _EXIT + _REGISTER,
    ),
    Mistake(
        OTHERS_GONE,
        _others_gone,
        _CLASS.replace("hooks.remove(self.hook)", "hooks.clear()") + _ENTER + _EXIT + _REGISTER,
    ),
    Mistake(
        TAKES_THE_TWIN,
        lambda facts: facts["twin"] in ([1, 0, 0], [0, 0, 0]) and not facts["error"],
        _CLASS.replace("if self.live:", "if self.hook in self.hooks:") + _ENTER + _EXIT + _REGISTER,
    ),
    Mistake(
        STAYS_ON,
        lambda facts: "yours" in facts["block"][1],
        _CLASS + _ENTER + _EXIT.replace("self.remove()", "pass") + _REGISTER,
    ),
    Mistake(
        ONLY_IF_WELL,
        lambda facts: "yours" in facts["broken_block"][0] and facts["broken_block"][1],
        _CLASS + _ENTER + "    def __exit__(self, kind, error, trace):\n        if error is None:\n"
        "            self.remove()\n" + _REGISTER,
    ),
    Mistake(
        SWALLOWS,
        lambda facts: facts["broken_block"] == [_others(facts), False],
        _CLASS + _ENTER + _EXIT + "        return True\n" + _REGISTER,
    ),
)
