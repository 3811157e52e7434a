"""What goes wrong in run-it-twice: the signs, and a specimen of each."""

from __future__ import annotations

from helpers.grading.exercise import Facts, Mistake
from helpers.grading.lessons.handles_and_lifetime import _run_it_twice_beliefs as beliefs
from helpers.grading.lessons.handles_and_lifetime import _shared as shared
from helpers.grading.lessons.tensor_hooks._shared import (
    ANOTHER_TENSOR,
    CALLED_AT_ONCE,
    line,
    raised,
)
from helpers.grading.misconceptions import NEVER_REGISTERED


def _stacks(facts: Facts) -> bool:
    return (facts["mine"] or 0) > 1


def _first_name_error(facts: Facts) -> bool:
    message = (facts["error"] or {}).get("message", "")
    return raised(facts, "NameError") and any(
        f"'{name}'" in message for name in facts["assigned"] or ()
    )


def _counts_the_table(facts: Facts) -> bool:
    """Say whether the cell left a registration out, or went wrong, by how many hooks v had."""
    left_out = facts["mine"] == 0 and not facts["registrations"] and facts["case"]["others"] > 0
    several = _stacks(facts) and facts["case"]["others"] == 0
    told = left_out or several
    return bool(facts["reads_table"]) and told and not _met_no_table(facts)


def _met_no_table(facts: Facts) -> bool:
    """Say whether the cell took None for the dictionary of hooks."""
    none = raised(facts, "AttributeError", "'NoneType'") or raised(facts, "TypeError", "'NoneType'")
    message = (facts["error"] or {}).get("message", "")
    as_dict = any(f"'{name}'" in message for name in ("values", "items", "keys"))
    return none and bool(facts["reads_table"]) and (as_dict or "_hooks" in line(facts))


MISTAKES = (
    Mistake(
        CALLED_AT_ONCE,
        shared.called_at_once,
        'if "handle" in globals():\n    handle.remove()\n'
        "handle = v.register_hook(double(torch.ones(3)))\n",
    ),
    Mistake(
        beliefs.NAME_BEFORE_FIRST_RUN,
        _first_name_error,
        "handle.remove()\nhandle = v.register_hook(double)\n",
    ),
    Mistake(
        beliefs.MAKES_V_ANEW,
        lambda facts: facts["same_v"] is False,
        "v = torch.zeros(3, requires_grad=True)\nv.register_hook(double)\n",
    ),
    Mistake(
        beliefs.TABLE_IS_YOURS,
        _counts_the_table,
        "if not v._backward_hooks:\n    v.register_hook(double)\n",
    ),
    Mistake(
        shared.CLEARS_THE_TABLE,
        lambda facts: (
            raised(facts, "TypeError", "weak reference")
            or (
                not facts["error"]
                and facts["others"] < len(facts["case"]["sent"]) * facts["case"]["others"]
            )
        ),
        "if v._backward_hooks:\n    v._backward_hooks.clear()\nv.register_hook(double)\n",
    ),
    Mistake(
        beliefs.ONE_BRANCH_REGISTERS,
        lambda facts: (
            facts["mine"] == 0
            and facts["registers"]
            and not facts["error"]
            and not facts["case"].get("anew")
            and len(facts["registrations"]) < facts["case"]["runs"]
        ),
        'if "handle" in globals():\n    handle.remove()\n    handle = v.register_hook(double)\n',
    ),
    Mistake(
        beliefs.OFF_AT_THE_END,
        lambda facts: (
            facts["mine"] == 0
            and facts["registrations"]
            and all(entry["removed"] for entry in facts["registrations"])
        ),
        "handle = v.register_hook(double)\nhandle.remove()\n",
    ),
    Mistake(
        ANOTHER_TENSOR,
        lambda facts: (
            not facts["case"].get("anew")
            and facts["registrations"]
            and all(entry["on"] != "v" for entry in facts["registrations"])
        ),
        'if "handle" in globals():\n    handle.remove()\n'
        "handle = v.detach().requires_grad_().register_hook(double)\n",
    ),
    Mistake(
        beliefs.FIRST_RUN_DECIDES,
        lambda facts: facts["case"].get("anew") and facts["mine"] == 0 and facts["registrations"],
        'if "handle" not in globals():\n    handle = v.register_hook(double)\n',
    ),
    Mistake(
        shared.DEL_IS_REMOVAL,
        lambda facts: _stacks(facts) and facts["deletes"],
        'if "handle" in globals():\n    del handle\nhandle = v.register_hook(double)\n',
    ),
    Mistake(
        shared.REMOVE_WITHOUT_CALL,
        lambda facts: _stacks(facts) and facts["names_remove"],
        'if "handle" in globals():\n    handle.remove\nhandle = v.register_hook(double)\n',
    ),
    Mistake(
        beliefs.LOCAL_NAME,
        lambda facts: (
            facts["keeps_locally"] and (_stacks(facts) or raised(facts, "UnboundLocalError"))
        ),
        "def hook_once():\n    handle = v.register_hook(double)\n\n"
        'if "handle" in globals():\n    handle.remove()\nhook_once()\n',
    ),
    Mistake(
        beliefs.NAME_RESET,
        lambda facts: _stacks(facts) and facts["starts_from_none"],
        "handle = None\nif handle is not None:\n    handle.remove()\n"
        "handle = v.register_hook(double)\n",
    ),
    Mistake(
        beliefs.DOUBLES_THE_SUM,
        lambda facts: any(e["kind"] == "post accumulate" for e in facts["registrations"]),
        'if "handle" in globals():\n    handle.remove()\n'
        "def double_sum(tensor):\n    tensor.grad.mul_(2)\n"
        "handle = v.register_post_accumulate_grad_hook(double_sum)\n",
    ),
    Mistake(beliefs.REPLACES_THE_OLD, _stacks, "handle = v.register_hook(double)\n"),
    Mistake(
        beliefs.TABLE_MAY_BE_NONE,
        _met_no_table,
        "if double not in v._backward_hooks.values():\n    v.register_hook(double)\n",
    ),
    Mistake(
        NEVER_REGISTERED,
        lambda facts: not facts["registrations"] and not facts["error"],
        "def my_hook(grad):\n    return double(grad)\n",
    ),
)
"""Tried in this order; the first whose signs are there is told."""
