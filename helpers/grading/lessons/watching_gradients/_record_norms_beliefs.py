"""What one may believe about record-norms, and what is so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.watching_gradients._shared import ATTACH, HANDLES, KEEP, LATE, RECORD

FROZEN = Misconception(
    "hook-on-a-frozen-parameter",
    "that every parameter of a model can take a hook.",
    "one that doesn't require grad gets no gradient, and refuses the hook. Leave frozen parameters "
    "out: requires_grad tells.",
    ("02_tensor_hooks", "Leaf and non-leaf"),
)
NO_HOOKS = Misconception(
    "recorder-without-hooks",
    "that reading .grad once, when the function is called, records a training run.",
    "your function registers no hook on the model. The backward passes come later, when it has "
    "long returned, and only a hook is called then.",
    ATTACH,
)
KNOWN_BY_GRAD = Misconception(
    "trains-if-it-has-a-grad",
    "that a parameter which trains can be told by its .grad.",
    "before the first backward nobody has one: .grad is None for all, so your function left all of "
    "them out and registered nothing. requires_grad tells which parameters train.",
    ("02_tensor_hooks", "Leaf and non-leaf"),
)
ONE_LIST = Misconception(
    "one-list-under-all-names",
    "that each name gets a list of its own when one empty list is handed to all.",
    "it is the same list under each name, so the norms of all parameters stand in it. (So it is "
    "with dict.fromkeys(names, []).) Make a new [] for each name.",
    RECORD,
)
NOTHING_BACK = Misconception(
    "recorder-gives-nothing-back",
    "that the names made inside a function can be used outside.",
    "they are gone when the function ends. Whoever calls record_norms(model) needs two things from "
    "it: norms and handles, in this order.",
    ATTACH,
)
SWAPPED = Misconception(
    "handles-come-first",
    "that it is clear which of two returned things is which.",
    "the caller writes norms, handles = record_norms(model), and takes them in this order. Yours "
    "came the other way round.",
    ATTACH,
)
TENSOR_HOOK = Misconception(
    "tensor-hook-comes-too-early",
    "that a tensor hook sees what the optimiser will use.",
    "it sees what this pass brings, before it is added to .grad, and before hooks that were "
    "registered later have changed it. A post-accumulate hook comes after all that.",
    ATTACH,
)
MODULE_HOOK = Misconception(
    "module-hook-for-a-parameter",
    "that a module's backward hook is told the gradients of its weights.",
    "it is told the gradients at the module's input and output, and the weights' .grad may not be "
    "there yet. Hook the parameters.",
    ATTACH,
)
RETURNS = Misconception(
    "norm-hook-returns",
    "that a post-accumulate hook returns what it has measured.",
    "it must return nothing, and backward raises if it does. (A lambda returns its value, too.)",
    LATE,
)
ARGUMENTS = Misconception(
    "recorder-hook-arguments",
    "that a hook is given whatever its own code would like to have.",
    "PyTorch decides that. A post-accumulate hook is called with the parameter alone, a tensor hook "
    "with the gradient alone. A name must be built in when you make the hook.",
    ATTACH,
)
LAST_ONLY = Misconception(
    "keeps-the-last-norm-only",
    "that one number for each parameter is enough.",
    "the task asks for a list under each name, with one norm for each backward. Append to it.",
    RECORD,
)
KEEPS_GRADIENT = Misconception(
    "keeps-the-gradient-itself",
    "that the norm can be worked out later, from the gradient that you keep.",
    "p.grad is one tensor that goes on changing, and it is as large as the weight. Keep the number: "
    "take the norm while you are there.",
    KEEP,
)
ONE_NAME = Misconception(
    "weight-and-bias-under-one-name",
    "that a layer's name is enough.",
    "weight and bias of a layer are two parameters, with a gradient each. Their full names, as "
    "named_parameters() gives them, keep them apart.",
    RECORD,
)
OTHER_MEASURE = Misconception(
    "another-number-than-the-norm",
    "that any number that says how large a gradient is will do.",
    "the names are right, the numbers aren't. The norm is the root of the sum of squares over all "
    "entries. It isn't their mean, and not the largest.",
    RECORD,
)
LOST_HANDLE = Misconception(
    "recorder-loses-a-handle",
    "that one handle takes off all hooks.",
    "each registration has its own. When every handle that you returned had been removed, some "
    "hooks were still on.",
    HANDLES,
)
SHARED_DICT = Misconception(
    "one-dict-for-all-models",
    "that a dict made once is new for each call.",
    "two watched models write into one dict. (So does a default argument: it is made once, with "
    "the function.) Make a new one inside the function.",
    ATTACH,
)
REMOVED = Misconception(
    "recorder-removes-its-hooks",
    "that hooks still fire after remove(), or after the end of a with block.",
    "they were off before the first backward ran. Leave them on, and hand the handles out.",
    HANDLES,
)
TAKES_AWAY = Misconception(
    "recorder-changes-grad",
    "that .grad may be used up when it has been measured.",
    "the optimiser needs it, and the next pass is added to it. Your hook changed it or took it "
    "away. Measure, and leave it alone.",
    KEEP,
)
NO_LIST_YET = Misconception(
    "no-list-under-the-name-yet",
    "that a dict makes a list where there is none.",
    "your hook asked norms for a name that wasn't in it, and a dict then raises KeyError. Put an "
    "empty list under each name before the first backward, or use setdefault.",
    RECORD,
)
LAYER_DOT_NAME = Misconception(
    "layer-dot-parameter",
    "that a parameter's name is always that of a layer, a dot, and a word.",
    "a parameter may belong to the model itself, and then its name is the word alone: yours begins "
    "with a dot. named_parameters() of the model gives the names as they are.",
    RECORD,
)
LAYERS_ONLY = Misconception(
    "only-layers-have-parameters",
    "that every parameter is the weight or bias of a layer.",
    "a model may have parameters of its own, beside its layers, and any module may give its own any "
    "name. One of them has no list in your dict. parameters() and named_parameters() find them all.",
    RECORD,
)
