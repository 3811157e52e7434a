"""What one may believe in gradient-norms that isn't so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.backward_hooks._shared import FIRES, HOLD, RETURN

NO_FUNCTION = Misconception(
    "code-instead-of-a-function",
    "that it is enough to watch the one model at hand.",
    "the task asks for a function watch_norms that can be called with any model. There is none in "
    "your cell.",
    FIRES,
)

NOTHING_BACK = Misconception(
    "function-gives-nothing-back",
    "that the names made inside a function can be used outside.",
    "they are gone when the function ends. Whoever calls watch_norms(model) needs two things from "
    "it: norms and handles, in this order.",
    FIRES,
)

LATE_NAME = Misconception(
    "late-bound-layer-name",
    "that a hook made in a loop remembers the loop's name as it was then.",
    "it looks the name up when it is called, and by then the loop has ended: all hooks wrote under "
    "one name. Give each hook its name when you make it.",
    FIRES,
)

CONTAINERS = Misconception(
    "containers-watched-too",
    "that named_modules() gives layers only.",
    "it gives the model itself, and every container inside, as well. Leaf layers are those without "
    "children.",
    FIRES,
)

ONLY_SEQUENTIALS = Misconception(
    "only-sequentials-are-containers",
    "that every container is an nn.Sequential.",
    "a block, a module of somebody's own, has layers inside, too, and is of a class you can't know. "
    "What makes a leaf layer is that it has no children: ask for them, not for a class.",
    FIRES,
)

CHILDREN_ONLY = Misconception(
    "children-are-not-all",
    "that a model's children are all of its layers.",
    "children are one level down only. In a nested model the layers are inside the children, and "
    "inside theirs.",
    FIRES,
)

GRAD_INPUT = Misconception(
    "norm-of-grad-input",
    "that grad_input[0] is the gradient at a layer's output.",
    "it is the gradient at its input, and None for the first layer when plain data goes in. The "
    "gradient at the output is in grad_output.",
    HOLD,
)

WEIGHTS = Misconception(
    "norm-of-the-weights-gradient",
    "that a layer's gradient is its weight's gradient.",
    "what is asked for is the gradient at the layer's output, which the hook is given. A layer may "
    "have no weight at all, and the weight's .grad need not be there yet.",
    HOLD,
)

TUPLE = Misconception(
    "norm-of-a-tuple",
    "that grad_output is a tensor.",
    "it is a tuple with an entry for each output of the layer, even if there is only one.",
    HOLD,
)

RETURNS_NORM = Misconception(
    "hook-returns-the-norm",
    "that a hook returns what it has measured.",
    "what a full backward hook returns takes grad_input's place. A norm is no tuple of gradients, "
    "so backward raises. (A lambda returns its value, too.) Write the norm down, return nothing.",
    RETURN,
)

CHANGES = Misconception(
    "watching-changes-the-gradients",
    "that a hook which only looks can't change anything.",
    "what your hook returns, or edits in place, flows on: the weights got other gradients. Write "
    "the norm down and leave the rest alone.",
    RETURN,
)

OTHER_KEYS = Misconception(
    "named-by-type",
    "that a layer's type, or the layer itself, will do as its name.",
    "two layers may be of one type, and then one overwrites the other. The name in the model, as "
    "named_modules() gives it, belongs to one layer alone.",
    FIRES,
)

HISTORY = Misconception(
    "keeps-a-history",
    "that old norms must be kept beside the new ones.",
    "norms[name] is one number: that of the last backward. Write it over the old one.",
    FIRES,
)

NOT_ALL_OFF = Misconception(
    "a-handle-is-lost",
    "that one handle, or the last, takes off all hooks.",
    "each registration has a handle of its own. When every handle that you returned had been "
    "removed, some hooks were still on.",
    FIRES,
)

ONE_FOR_ALL = Misconception(
    "models-share-their-norms",
    "that a dict made once is new for each call.",
    "two watched models write into one dict. (So does a default argument: it is made once, with "
    "the function.) Make a new one inside the function.",
    FIRES,
)

IGNORES_ARGUMENT = Misconception(
    "watches-the-notebooks-model",
    "that the name model inside a function is the notebook's model.",
    "the function is called with other models, too. Put the hooks on the model it is given.",
    FIRES,
)

TRUTH = Misconception(
    "truth-of-a-norm",
    "that `if norm` asks whether there is a norm.",
    "it asks whether the number is not zero. A gradient of zero has a norm, 0, and that is worth "
    "knowing: the layer learns nothing.",
    ("01_hooks_in_plain_python", "The trap: if output"),
)

SWAPPED = Misconception(
    "handles-before-norms",
    "that it is clear which of two returned things is which.",
    "the caller writes norms, handles = watch_norms(model), and takes them in this order. Yours "
    "came the other way round.",
    FIRES,
)

OTHER_MEASURE = Misconception(
    "another-measure-than-the-norm",
    "that any number that says how large a gradient is will do.",
    "the names are right, the numbers aren't. The norm of a gradient is one number for all of its "
    "entries: the root of the sum of their squares. Tensors have a method for it.",
    FIRES,
)
ON_PARAMETERS = Misconception(
    "hooks-on-the-parameters",
    "that the gradients of a layer are those of its weight and bias.",
    "your hooks sit on the parameters, and a Tanh has none. The gradient at a layer's output is "
    "told to a full backward hook on the layer, in grad_output.",
    HOLD,
)
WITH_WEIGHTS_ONLY = Misconception(
    "leaf-layers-without-weights",
    "that only modules with weights are layers.",
    "a Tanh is a leaf layer, too, and a gradient comes by at its output. Yours went without a hook. "
    "A leaf layer is whatever has no children, whichever class it is of.",
    FIRES,
)
SOME_LAYERS = Misconception(
    "some-leaf-layers-left-out",
    "that your loop comes to every leaf layer.",
    "some layers have no norm: no hook is on them. Let one question decide, and no list of classes "
    "or names, and register in each turn of the loop: has this module children?",
    FIRES,
)
OLD_COUNTS = Misconception(
    "old-norm-has-a-say",
    "that the norm of an earlier backward counts in a later one.",
    "after the first backward your norms were right. The second one is to write its own over them: "
    "neither added to what is there, nor left out because something is there.",
    FIRES,
)
