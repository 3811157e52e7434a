"""What one may believe in run-it-twice that isn't so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.handles_and_lifetime._shared import HANDLE, TWICE

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
