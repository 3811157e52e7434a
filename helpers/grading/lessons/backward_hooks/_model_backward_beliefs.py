"""What one may believe in model-backward that isn't so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.backward_hooks import _shared as shared
from helpers.grading.lessons.backward_hooks._shared import HOLD, RETURN

TUPLES = Misconception(
    "gradients-are-the-tensors",
    "that grad_input and grad_output are tensors.",
    "both are tuples: one entry for each positional input, one for each output. Take their "
    "entries out.",
    HOLD,
)
ORDER = Misconception(
    "gradients-in-another-order",
    "that the order inside answer doesn't matter.",
    "all three gradients are there, in another order than the task asks for: those of the inputs "
    "first, that of the output last.",
    HOLD,
)
RETURNS_LIST = Misconception(
    "returns-the-list",
    "that what a hook returns goes nowhere, or is collected for you.",
    "what a full backward hook returns takes the place of grad_input, entry by entry. Model has "
    "two inputs, so anything but two gradients raises. (A lambda returns its value, too.) Return "
    "nothing.",
    RETURN,
)
TRUTH = Misconception(
    "truth-of-grad-input",
    "that `if grad` asks whether there is a gradient.",
    "it asks whether the number is not zero: a gradient of 0 is dropped, and a gradient with "
    "several elements raises. Ask `is not None`.",
    ("01_hooks_in_plain_python", "The trap: if output"),
)
RETURNS_OTHER = Misconception(
    "changes-the-gradients",
    "that what a backward hook returns goes nowhere.",
    "a returned tuple takes the place of grad_input: x1.grad and x2.grad came out different. To "
    "record only, return nothing.",
    RETURN,
)
RETURNS_NONES = Misconception(
    "none-entries-mean-no-change",
    "that returning (None, None) leaves the gradients alone.",
    "only a plain None does. A None inside the tuple means “no gradient”: x1.grad stayed empty.",
    RETURN,
)
IN_PLACE = Misconception(
    "edits-grad-input-in-place",
    "that grad_input is a copy to play with.",
    "it holds the very tensors that flow on, and an in-place edit reaches x1.grad and what you "
    "have recorded. Work on a clone.",
    RETURN,
)
PRE_HOOK = Misconception(
    "backward-pre-hook",
    "that a full backward pre-hook sees grad_input too.",
    "it runs before the module's backward, so there is no grad_input yet: it gets (module, "
    "grad_output). A full backward hook comes later and gets both.",
    shared.BEFORE,
)
PARAMETER = Misconception(
    "includes-parameter-gradient",
    "that grad_input has the gradients of the module's parameters.",
    "grad_input covers the inputs of forward alone, two here. The gradient of W isn't there, and "
    "isn't asked for.",
    HOLD,
)
MADE_UP = Misconception(
    "values-not-from-the-hook",
    "that any three tensors will do.",
    "what stands in answer isn't what flowed through model. Record the tensors in grad_input and "
    "grad_output as they are; each comparison here is made on their numbers.",
    HOLD,
)
EARLY_FIELD = Misconception(
    "reads-grad-fields-inside",
    "that x1.grad and output.grad are filled when the hook runs.",
    "the hook runs while the gradients are still on their way, so a .grad field is None or old "
    "there. The gradients are the hook's arguments.",
    HOLD,
)
TENSOR_HOOKS = Misconception(
    "hooks-on-the-notebooks-tensors",
    "that hooks on x1 and x2 will see every call of model.",
    "a tensor hook belongs to one tensor, and model is called with others too. A hook on model "
    "itself sees the gradients of each call.",
    HOLD,
)
NO_HOOK = Misconception(
    "answer-filled-without-a-hook",
    "that the list is what counts, however it was filled.",
    "answer is emptied before model is tried on other inputs, and no hook was there to fill it. "
    "Let a hook do it, while backward runs.",
    HOLD,
)
TWICE = Misconception(
    "backward-hook-registered-twice",
    "that registering a hook again changes nothing.",
    "each registration counts. With two hooks on model, everything was recorded twice.",
    HOLD,
)
ASSIGNED_INSIDE = Misconception(
    "answer-assigned-inside",
    "that answer = ... or answer += ... inside the hook fills the list outside.",
    "an assignment makes answer a name of the function's own, gone when it ends. The list has "
    "methods that take something in, and they need no assignment.",
    HOLD,
)
CHAINED = Misconception(
    "extend-returns-the-list",
    "that extend and append give the list back.",
    "they change the list and return None: there is nothing to go on with, or to keep. Call them "
    "one after the other.",
    HOLD,
)
NUMBERS = Misconception(
    "numbers-instead-of-tensors",
    "that a gradient's number is as good as the gradient.",
    "answer holds plain numbers or lists. x1.grad is a tensor with a shape and a dtype; record it "
    "as it is.",
    HOLD,
)
ELEMENT = Misconception(
    "takes-the-gradient-apart",
    "that grad_output[0] still has to be opened.",
    "the entry of the tuple is the gradient. To index it once more, or to extend a list by it, "
    "takes the tensor itself apart.",
    HOLD,
)
NOT_THE_LIST = Misconception(
    "tuple-instead-of-list",
    "that any collection will do for answer.",
    "the gradients are right, but answer has become something else than the list that was given.",
    HOLD,
)
INCOMPLETE = Misconception(
    "one-argument-holds-all",
    "that one of the two arguments, or its first entry, holds all the gradients.",
    "grad_input has an entry for each input, and grad_output one for the output. answer holds "
    "only some of them.",
    HOLD,
)
