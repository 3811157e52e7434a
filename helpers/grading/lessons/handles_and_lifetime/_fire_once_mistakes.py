"""What goes wrong in fire-once: the signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

from helpers.grading.data import as_data, items
from helpers.grading.exercise import Facts, Mistake
from helpers.grading.lessons.handles_and_lifetime import _fire_once_beliefs as beliefs
from helpers.grading.lessons.handles_and_lifetime import _shared as shared
from helpers.grading.lessons.tensor_hooks._shared import TRUTH, asked_for_truth, raised
from helpers.grading.misconceptions import CALLED_AT_REGISTRATION
from helpers.grading.specimens import but_for


def _calls(facts: Facts) -> list[Any]:
    return items(facts["calls"])


def _fires_each_time(facts: Facts) -> bool:
    return _calls(facts)[:3] == [0, 1, 2]


def _nothing_to_remove(facts: Facts) -> bool:
    no_handle = raised(facts, "AttributeError", "no attribute 'remove'")
    return no_handle and facts["again"] is not None


def _off_at_once(facts: Facts) -> bool:
    return items(facts["left"])[:1] == [0] and not any(_calls(facts))


_RIGHT = (
    "def fire_once(module, hook):\n"
    "    def once(module, input, output):\n"
    "        handle.remove()\n"
    "        return hook(module, input, output)\n"
    "    handle = module.register_forward_hook(once)\n"
    "    return handle\n"
)


MISTAKES = (
    Mistake(
        beliefs.NO_FIRE_ONCE,
        lambda facts: facts["defined"] is False and not facts["error"],
        "def once(module, input, output):\n    handle.remove()\n"
        "handle = layer.register_forward_hook(once)\n",
    ),
    Mistake(
        CALLED_AT_REGISTRATION,
        shared.called_at_once,
        but_for(_RIGHT, ("_hook(once)", "_hook(once(module, None, None))")).replace(
            "        handle.remove()\n", ""
        ),
    ),
    Mistake(
        shared.OTHER_KIND,
        shared.other_kind,
        but_for(_RIGHT, ("register_forward_hook", "register_forward_pre_hook")).replace(
            "once(module, input, output)", "once(module, input, output=None)"
        ),
    ),
    Mistake(
        shared.EVERYWHERE,
        shared.everywhere,
        but_for(
            _RIGHT,
            ("module.register_forward_hook", "nn.modules.module.register_module_forward_hook"),
        ),
    ),
    Mistake(
        TRUTH,
        asked_for_truth,
        but_for(
            _RIGHT,
            ("return hook(module, input, output)", "return hook(module, input, output) or output"),
        ),
    ),
    Mistake(
        shared.ARGUMENTS,
        shared.wrong_arguments,
        but_for(_RIGHT, ("once(module, input, output):", "once(output):")),
    ),
    Mistake(
        beliefs.CALLS_IT_ITSELF,
        lambda facts: (_calls(facts)[:1] or [0])[0] > 0,
        "def fire_once(module, hook):\n    handle = module.register_forward_hook(hook)\n"
        "    module(torch.ones(1))\n    handle.remove()\n    return handle\n",
    ),
    Mistake(
        beliefs.NOT_A_HOOK,
        lambda facts: items(facts["left"])[:1] == [0] and 1 in _calls(facts),
        "def fire_once(module, hook):\n    plain = module.forward\n"
        "    def forward(*input):\n        module.forward = plain\n        output = plain(*input)\n"
        "        new = hook(module, input, output)\n        return output if new is None else new\n"
        "    module.forward = forward\n",
    ),
    Mistake(
        beliefs.OFF_BEFORE_IT_FIRES,
        _off_at_once,
        "def fire_once(module, hook):\n    handle = module.register_forward_hook(hook)\n"
        "    handle.remove()\n    return handle\n",
    ),
    Mistake(
        shared.CLEARS_THE_TABLE,
        lambda facts: (
            items(facts["among_others"])[1:] == [as_data([])]
            and facts["two_layers"] == as_data(["two", "one"])
        ),
        but_for(_RIGHT, ("handle.remove()", "module._forward_hooks.clear()")),
    ),
    Mistake(
        beliefs.ONE_NAME_FOR_ALL,
        lambda facts: (
            _calls(facts) == [0, 1, 1, 1]
            and items(facts["left"]) == [1, 0]
            and facts["two_layers"]
            and facts["two_layers"] != as_data(["two", "one"])
            and facts["again"] == 2
        ),
        but_for(_RIGHT, ("    def once", "    global handle\n    def once")),
    ),
    Mistake(
        beliefs.HOOK_NAMES_IT,
        lambda facts: (
            _calls(facts) == [0, 1, 1, 1]
            and items(facts["left"]) == [1, 0]
            and facts["two_layers"] == as_data(["two", "one"])
            and facts["again"] == 2
            and facts["many_places"] is not None
            and items(facts["many_places"]) != [2, 2, 3, 3, 0]
        ),
        "waiting = {}\n"
        + but_for(
            _RIGHT,
            ("handle.remove()", "waiting[hook].remove()"),
            ("handle = module", "handle = waiting[hook] = module"),
        ),
    ),
    Mistake(
        beliefs.MODULE_NAMES_IT,
        lambda facts: (
            _calls(facts) == [0, 1, 1, 1]
            and facts["two_layers"] in (None, as_data(["two", "one"]))
            and (
                raised(facts, "KeyError")
                or raised(facts, "AttributeError", "'_fire_once'")
                or items(facts["among_others"])[1:] == [as_data([])]
            )
        ),
        "waiting = {}\n"
        + but_for(
            _RIGHT,
            ("handle.remove()", "waiting.pop(module).remove()"),
            ("handle = module", "handle = waiting[module] = module"),
        ),
    ),
    Mistake(
        beliefs.FIRED_BEFORE,
        lambda facts: facts["again"] == 1 and _calls(facts) == [0, 1, 1, 1],
        "fired = []\n"
        + but_for(_RIGHT, ("        return hook(module, input, output)\n", "")).replace(
            "        handle.remove()\n",
            "        handle.remove()\n"
            "        if hook not in fired:\n            fired.append(hook)\n"
            "            return hook(module, input, output)\n",
        ),
    ),
    Mistake(
        shared.DEL_IS_REMOVAL,
        lambda facts: facts["deletes"] and _fires_each_time(facts),
        "def fire_once(module, hook):\n    handles = []\n"
        "    def once(module, input, output):\n        del handles[:]\n"
        "        return hook(module, input, output)\n"
        "    handles.append(module.register_forward_hook(once))\n    return handles[0]\n",
    ),
    Mistake(
        shared.REMOVE_WITHOUT_CALL,
        lambda facts: facts["names_remove"] and _fires_each_time(facts),
        but_for(_RIGHT, ("handle.remove()", "handle.remove")),
    ),
    Mistake(
        beliefs.ONCE_IS_ENOUGH, _fires_each_time, but_for(_RIGHT, ("        handle.remove()\n", ""))
    ),
    Mistake(
        beliefs.STAYS_SILENT,
        lambda facts: _calls(facts) == [0, 1, 1, 1] and items(facts["left"]) == [1, 1],
        "def fire_once(module, hook):\n    fired = []\n"
        "    def once(module, input, output):\n        if not fired:\n            fired.append(1)\n"
        "            return hook(module, input, output)\n"
        "    return module.register_forward_hook(once)\n",
    ),
    Mistake(
        beliefs.HELPER_STAYS,
        lambda facts: _calls(facts) == [0, 1, 1, 1] and items(facts["left"]) == [2, 1],
        "def fire_once(module, hook):\n    handle = module.register_forward_hook(hook)\n"
        "    def clean_up(module, input, output):\n        handle.remove()\n"
        "    module.register_forward_hook(clean_up)\n    return handle\n",
    ),
    Mistake(
        beliefs.RESULT_LOST,
        lambda facts: (
            _calls(facts) == [0, 1, 1, 1] and len(set(map(str, items(facts["returned"])))) == 1
        ),
        but_for(_RIGHT, ("return hook(", "hook(")),
    ),
    Mistake(
        beliefs.AFTER_THE_CALL,
        lambda facts: items(facts["raising"])[:2] == [True, True],
        but_for(
            _RIGHT,
            (
                "        handle.remove()\n        return hook(module, input, output)\n",
                "        result = hook(module, input, output)\n        handle.remove()\n"
                "        return result\n",
            ),
        ),
    ),
    Mistake(
        beliefs.ERROR_HIDDEN,
        lambda facts: _calls(facts) == [0, 1, 1, 1] and items(facts["raising"])[:1] == [False],
        but_for(
            _RIGHT,
            (
                "        return hook(module, input, output)\n",
                "        try:\n            return hook(module, input, output)\n"
                "        except Exception:\n            pass\n",
            ),
        ),
    ),
    Mistake(
        beliefs.NO_HANDLE_BACK,
        _nothing_to_remove,
        but_for(_RIGHT, ("    return handle\n", "")),
    ),
)
"""Tried in this order; the first whose signs are there is told."""
