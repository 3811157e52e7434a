"""What goes wrong in run-it-twice: beliefs, their signs, and a specimen of each."""

from __future__ import annotations

from helpers.grading.exercise import Facts, Misconception, Mistake
from helpers.grading.lessons.handles_and_lifetime import _shared as shared
from helpers.grading.lessons.handles_and_lifetime._shared import HANDLE, TWICE
from helpers.grading.lessons.tensor_hooks._shared import (
    ANOTHER_TENSOR,
    CALLED_AT_ONCE,
    line,
    raised,
)
from helpers.grading.misconceptions import NEVER_REGISTERED

NAME_BEFORE_FIRST_RUN = Misconception(
    "name-before-the-first-run",
    "that the handle of the run before is always there.",
    "in the very first run the name doesn't exist yet, and asking for it raises. Ask first whether "
    "it exists, or be ready for the error.",
    TWICE,
)
MAKES_V_ANEW = Misconception(
    "makes-the-tensor-anew",
    "that a new tensor under the old name is as good as the old one.",
    "whoever held the tensor, an optimiser or another hook, still holds the old one. Here v must "
    "stay the tensor it is. (Where v belongs to the cell alone, making it anew is a good way.)",
    TWICE,
)
OFF_AT_THE_END = Misconception(
    "off-at-the-end-of-the-cell",
    "that cleaning up at the end of the cell is what makes it safe to run again.",
    "then no hook is on when the cell has ended. Take off the hook of the run *before*, at the "
    "start, and leave the new one on.",
    TWICE,
)
ONE_BRANCH_REGISTERS = Misconception(
    "registers-in-one-branch",
    "that registering belongs under the same condition as removing.",
    "take the old hook off *if* there is one, and register in any case. As it is, in some runs the "
    "line that registers is passed over.",
    TWICE,
)
FIRST_RUN_DECIDES = Misconception(
    "first-run-decides",
    "that a hook which was registered once is still where it is needed.",
    "the cell that makes v was run again in between. The new v has no hook, and yours wasn't "
    "registered a second time. Take the old one off and register each time.",
    TWICE,
)
NAME_RESET = Misconception(
    "name-reset-at-the-top",
    "that setting the name to None first makes a clean start.",
    "it forgets the handle of the run before, at the moment you need it. The old hook stays on.",
    TWICE,
)
REPLACES_THE_OLD = Misconception(
    "registering-again-replaces",
    "that registering the same function again replaces the first registration.",
    "each registration adds one. After two runs there are two hooks, and the gradient comes out "
    "four times as large.",
    TWICE,
)
LOCAL_NAME = Misconception(
    "handle-in-a-local-name",
    "that a name set inside a function is still there in the next run.",
    "it is the function's own, and gone when the function ends, while the hook stays on. Keep the "
    "handle under a name of the notebook: set it in the cell itself, or declare it global.",
    TWICE,
)
TABLE_IS_YOURS = Misconception(
    "any-hook-is-yours",
    "that a hook on v must be your own.",
    "somebody else's hook is on v too, or none at all. Counting hooks doesn't tell whether yours "
    "is among them; your own handle does.",
    HANDLE,
)
TABLE_MAY_BE_NONE = Misconception(
    "table-of-hooks-is-always-there",
    "that a tensor always has a dictionary of hooks.",
    "the tables of hooks are private, and None until somebody registers a hook of their kind. "
    "Don't look into them: keep the handle of your own hook under a name, and call its remove().",
    HANDLE,
)
DOUBLES_THE_SUM = Misconception(
    "doubles-what-has-gathered",
    "that a post-accumulate hook doubles the gradient of this pass.",
    "it runs when the pass has been added to v.grad, so it doubles what earlier passes left there "
    "too. A tensor hook gets this pass alone.",
    ("02_tensor_hooks", "After the sum: post-accumulate hooks"),
)


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
        NAME_BEFORE_FIRST_RUN,
        _first_name_error,
        "handle.remove()\nhandle = v.register_hook(double)\n",
    ),
    Mistake(
        MAKES_V_ANEW,
        lambda facts: facts["same_v"] is False,
        "v = torch.zeros(3, requires_grad=True)\nv.register_hook(double)\n",
    ),
    Mistake(
        TABLE_IS_YOURS,
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
        ONE_BRANCH_REGISTERS,
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
        OFF_AT_THE_END,
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
        FIRST_RUN_DECIDES,
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
        LOCAL_NAME,
        lambda facts: (
            facts["keeps_locally"] and (_stacks(facts) or raised(facts, "UnboundLocalError"))
        ),
        "def hook_once():\n    handle = v.register_hook(double)\n\n"
        'if "handle" in globals():\n    handle.remove()\nhook_once()\n',
    ),
    Mistake(
        NAME_RESET,
        lambda facts: _stacks(facts) and facts["starts_from_none"],
        "handle = None\nif handle is not None:\n    handle.remove()\n"
        "handle = v.register_hook(double)\n",
    ),
    Mistake(
        DOUBLES_THE_SUM,
        lambda facts: any(e["kind"] == "post accumulate" for e in facts["registrations"]),
        'if "handle" in globals():\n    handle.remove()\n'
        "def double_sum(tensor):\n    tensor.grad.mul_(2)\n"
        "handle = v.register_post_accumulate_grad_hook(double_sum)\n",
    ),
    Mistake(REPLACES_THE_OLD, _stacks, "handle = v.register_hook(double)\n"),
    Mistake(
        TABLE_MAY_BE_NONE,
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
