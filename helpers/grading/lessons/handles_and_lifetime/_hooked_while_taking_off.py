"""What goes wrong in hooked-while when the block is left: signs and specimens."""

from __future__ import annotations

from helpers.grading.data import items
from helpers.grading.exercise import Mistake
from helpers.grading.lessons.handles_and_lifetime import _hooked_while_beliefs as beliefs
from helpers.grading.lessons.handles_and_lifetime import _shared as shared
from helpers.grading.lessons.handles_and_lifetime._hooked_while_signs import (
    HEAD,
    RIGHT,
    error_in_block,
    fired,
    half_way,
    hooks,
    left,
    of,
    wanted,
)
from helpers.grading.specimens import but_for

TAKING_OFF = (
    Mistake(
        beliefs.SWALLOWS,
        lambda facts: error_in_block(facts)[:1] == ["nothing"],
        but_for(RIGHT, ("    finally:\n", "    except Exception:\n        pass\n    finally:\n")),
    ),
    Mistake(
        shared.DEL_IS_REMOVAL,
        lambda facts: facts["deletes"] and left(facts),
        but_for(RIGHT, ("for handle in handles:\n            handle.remove()", "del handles")),
    ),
    Mistake(
        shared.REMOVE_WITHOUT_CALL,
        lambda facts: facts["names_remove"] and left(facts),
        but_for(RIGHT, ("handle.remove()", "handle.remove")),
    ),
    Mistake(
        beliefs.ONE_HANDLE_FOR_ALL,
        lambda facts: hooks(facts) > 2 and left(facts) == hooks(facts) - 1,
        HEAD + "    handle = None\n    try:\n        for module in model.modules():\n"
        "            if predicate(module):\n"
        "                handle = module.register_forward_hook(hook)\n        yield\n"
        "    finally:\n        if handle:\n            handle.remove()\n",
    ),
    Mistake(
        beliefs.SKIPS_HANDLES,
        lambda facts: 0 < left(facts) < hooks(facts) - 1,
        but_for(
            RIGHT,
            (
                "            handle.remove()",
                "            handle.remove()\n            handles.remove(handle)",
            ),
        ),
    ),
    Mistake(
        beliefs.ONLY_AFTER_ERRORS,
        lambda facts: left(facts) > 0 and error_in_block(facts)[1:] == [0],
        but_for(RIGHT, ("    finally:", "    except BaseException:")).replace(
            "            handle.remove()\n", "            handle.remove()\n        raise\n"
        ),
    ),
    Mistake(
        beliefs.NONE_COMES_OFF,
        lambda facts: 0 < left(facts) == hooks(facts),
        but_for(RIGHT, ("for handle in handles:\n            handle.remove()", "pass")),
    ),
    Mistake(
        beliefs.NO_FINALLY,
        lambda facts: left(facts) == 0 and (error_in_block(facts)[1:] or [0])[0] > 0,
        HEAD + "    handles = [m.register_forward_hook(hook) for m in model.modules() "
        "if predicate(m)]\n    yield\n    for handle in handles:\n        handle.remove()\n",
    ),
    Mistake(
        beliefs.ONLY_EXCEPTIONS,
        lambda facts: (
            error_in_block(facts)[1:] == [0]
            and items(of(facts, "block stopped", "seen"))[1:] not in ([], [0])
        ),
        but_for(
            RIGHT,
            (
                "    finally:\n        for handle in handles:\n            handle.remove()\n",
                "    except Exception:\n        for handle in handles:\n"
                "            handle.remove()\n        raise\n"
                "    for handle in handles:\n        handle.remove()\n",
            ),
        ),
    ),
    Mistake(
        beliefs.HALF_WAY,
        half_way,
        HEAD + "    handles = [m.register_forward_hook(hook) for m in model.modules() "
        "if predicate(m)]\n    try:\n        yield\n    finally:\n"
        "        for handle in handles:\n            handle.remove()\n",
    ),
    Mistake(
        beliefs.ONE_LIST_OUTSIDE,
        lambda facts: (
            left(facts) == 0
            and (outer := wanted(facts, "hooks"))
            and items(of(facts, "nested blocks", "seen"))[:2] == [outer, 2 * outer]
            and items(of(facts, "nested blocks", "seen"))[2:] != [outer, 0]
        ),
        but_for(RIGHT, ("    handles = []", "    global handles\n    handles = []")),
    ),
    Mistake(
        beliefs.HOOK_RESULT_LOST,
        lambda facts: (
            fired(facts) == wanted(facts, "fired") != []
            and of(facts, "inside", "output") != wanted(facts, "output")
        ),
        but_for(RIGHT, ("_hook(hook)", "_hook(wrapped)")).replace(
            "    handles = []\n",
            "    handles = []\n    def wrapped(*args):\n        hook(*args)\n",
        ),
    ),
)
"""Tried in this order."""
