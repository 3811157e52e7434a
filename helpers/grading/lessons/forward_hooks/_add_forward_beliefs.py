"""What one may believe in add-forward that isn't so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.forward_hooks._shared import LESSON

TUPLE = Misconception(
    "input-is-the-tensor",
    "that a hook's input is the tensor itself.",
    "input is always a tuple, with one entry for each positional argument, even when there is "
    "only one. Take its entries out one by one.",
    (LESSON, "What goes in, what comes out"),
)
SWAPPED = Misconception(
    "swapped-registration",
    "that it doesn't matter which function goes to which register_… method.",
    "a forward pre-hook is called with (module, input), a forward hook with (module, input, "
    "output). Yours were handed over the other way round.",
    (LESSON, "Two hooks on one module"),
)
GLOBALS = Misconception(
    "notebook-names-not-arguments",
    "that x1 and x2 of the notebook are what goes through the module.",
    "your hooks record the notebook's x1 and x2 and not what this call was given. Use the hook's "
    "own arguments.",
    (LESSON, "What goes in, what comes out"),
)
EMPTY_PRE = Misconception(
    "pre-hook-left-empty",
    "that it is all the same whether inputs are recorded before or after forward.",
    "when forward began, nothing had been recorded. By the time a forward hook runs, forward may "
    "already have changed its inputs; the pre-hook is the place for them.",
    (LESSON, "Two hooks on one module"),
)
OVERRIDES = Misconception(
    "overrides-forward",
    "that replacing forward is as good as a hook.",
    "no hook is on add: its forward has been replaced. That works until somebody else does the "
    "same, and it can't be taken off again with a handle.",
    (LESSON, "Two hooks on one module"),
)
GLOBAL_HOOK = Misconception(
    "global-hook",
    "that a hook on all modules is the same as a hook on this one.",
    "your hooks fire for every module in the program: another Add was recorded too. Register on "
    "add itself.",
    (LESSON, "Two hooks on one module"),
)
REMOVED = Misconception(
    "removed-immediately",
    "that the hooks stay on after their with block, or after remove().",
    "when add was called they were already off. A handle's with block takes its hook off at the "
    "end of the block.",
    (LESSON, "Two hooks on one module"),
)
TWICE = Misconception(
    "registered-twice",
    "that registering the same function again changes nothing.",
    "each registration counts: the same hook, registered twice, fires twice in one call.",
    (LESSON, "Two hooks on one module"),
)
INPLACE = Misconception(
    "changes-the-inputs",
    "that an edit inside a hook stays inside the hook.",
    "the hook holds the caller's own tensors. An in-place edit (mul_, zero_, +=) changed what "
    "went into add. Record, or clone first.",
    (LESSON, "Return values replace"),
)
ELEMENT = Misconception(
    "first-element-not-output",
    "that output[0] is the output.",
    "output is already the tensor that forward returned. output[0] is its first row.",
    (LESSON, "What goes in, what comes out"),
)

ORDER = Misconception(
    "wrong-order",
    "that the order inside answer doesn't matter.",
    "everything is there, in another order than the task asks for: x1, x2, then the output.",
    (LESSON, "Two hooks on one module"),
)

ELSEWHERE = Misconception(
    "hooks-another-module",
    "that a hook works for every module of its kind.",
    "a hook fires for the one module that it was registered on. add itself carries none.",
    (LESSON, "Two hooks on one module"),
)
ONE_SIDE = Misconception(
    "one-hook-sees-both-sides",
    "that a pre-hook sees the output too.",
    "the output exists when forward is done. A pre-hook is called before that, with (module, "
    "input); a forward hook is called with the output.",
    (LESSON, "Two hooks on one module"),
)
OUTPUT_TOO_SOON = Misconception(
    "output-before-forward",
    "that the output may as well be worked out before forward runs.",
    "all three stood in answer when forward began, so the third is a result of your own, not what "
    "forward returned. Leave it to hook, which is given the output.",
    (LESSON, "Two hooks on one module"),
)
FIRST_INPUT = Misconception(
    "only-the-first-input",
    "that input[0] is all that goes in.",
    "input has an entry for each positional argument. x2 was left out.",
    (LESSON, "What goes in, what comes out"),
)
RETURNS = Misconception(
    "what-it-recorded-replaces",
    "that what a recording hook returns doesn't matter.",
    "it counts: what a forward hook returns takes the place of the output, and what a pre-hook "
    "returns takes the place of the input. These two only record, so let them return nothing.",
    (LESSON, "Return values replace"),
)
RECORDS_AGAIN = Misconception(
    "both-hooks-record-the-same",
    "that the forward hook has to record the inputs too.",
    "both hooks fire in each call, and both are given the inputs. pre_hook has recorded them "
    "already, so now they stand in answer twice. Leave the output alone to hook.",
    (LESSON, "Two hooks on one module"),
)
