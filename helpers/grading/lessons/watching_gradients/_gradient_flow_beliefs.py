"""What one may believe about gradient-flow, and what is so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.watching_gradients._shared import (
    ATTACH,
    HANDLES,
    KEEP,
    OFF_AFTER_ERROR,
    RECORD,
    VANISH,
)

ARGUMENTS = Misconception(
    "flow-hook-arguments",
    "that a hook on a weight is told more than one thing.",
    "a tensor hook is called with the gradient alone, a post-accumulate hook with the parameter "
    "alone. A layer's name must be built in when you make the hook.",
    ATTACH,
)
AFTER_THE_STEP = Misconception(
    "reads-grad-after-the-step",
    "that .grad is still there when a training step is over.",
    "the step ends with zero_grad, so .grad is None or zero when step() returns. A hook on each "
    "weight is called in time, during backward.",
    ATTACH,
)
NO_STEP = Misconception(
    "flow-without-a-step",
    "that a hook sees something when nothing runs.",
    "hooks wait for a backward, and step() is what runs one. Your function never calls it.",
    ATTACH,
)
STEP_TWICE = Misconception(
    "flow-takes-two-steps",
    "that calling step() once more does no harm.",
    "each call trains the model. Register first, then call it once.",
    ATTACH,
)
MODULE_HOOK = Misconception(
    "module-hook-for-a-weight",
    "that a module's backward hook is told the gradient of its weight.",
    "it is told the gradients at the module's input and output. Put the hook on the weight.",
    ATTACH,
)
LIVE_GRADIENT = Misconception(
    "keeps-the-live-gradient",
    "that a kept gradient keeps its values.",
    "what you kept is .grad itself. zero_grad set that very tensor to zero, and your numbers were "
    "worked out afterwards. Work them out inside the hook.",
    KEEP,
)
SIGNS_CANCEL = Misconception(
    "mean-of-signed-entries",
    "that the mean of a gradient says how large it is.",
    "positive and negative entries cancel: a large gradient can have a mean of zero. Take the "
    "absolute values first.",
    RECORD,
)
LARGEST_POSITIVE = Misconception(
    "largest-positive-entry",
    "that the largest entry is the one that max() finds.",
    "−4 is as large as 4, and max() passes it over. Take the absolute values first.",
    RECORD,
)
PARAMETER_NAMES = Misconception(
    "parameter-names-in-the-flow",
    "that a parameter's name is its layer's name.",
    "the layer is called first, its parameter first.weight. A figure of layers wants the former.",
    VANISH,
)
NO_ENTRY = Misconception(
    "flow-under-another-name",
    "that what the hooks wrote stands under the name that you look up.",
    "there is no entry of that name. A hook writes under the name it was given (a parameter's is "
    "first.weight, its layer's first), and only if it fires. Write and look up by the same name.",
    VANISH,
)
BIASES = Misconception(
    "bias-instead-of-weight",
    "that it doesn't matter which of a layer's parameters is looked at, or that one may overwrite "
    "the other.",
    "your numbers are those of the bias. The task asks for the weight.",
    VANISH,
)
SOME_CLASSES = Misconception(
    "flow-of-some-classes-only",
    "that the layers with weights are those of one class, or with a matrix for a weight.",
    "a layer that has a weight is missing in your dict: a LayerNorm's is a vector. Ask each module "
    "whether it has a weight, not of which class it is.",
    VANISH,
)
SWAPPED = Misconception(
    "largest-before-mean",
    "that it is clear which of two numbers is which.",
    "the pair is (mean, largest). Yours came the other way round.",
    VANISH,
)
BACKWARD_ORDER = Misconception(
    "flow-in-backward-order",
    "that a dict which hooks fill is in the order of the model.",
    "hooks fire as backward comes by, the last layer first, and a dict keeps the order in which it "
    "was filled. Put it into the order of the model before you return it.",
    VANISH,
)
LEFT_ON = Misconception(
    "flow-leaves-its-hooks",
    "that hooks go when the function which registered them returns.",
    "the weights hold them. Each further step would call them, and the next call of gradient_flow "
    "would add more. Remove each handle before you return.",
    HANDLES,
)
LEFT_AFTER_ERROR = Misconception(
    "flow-leaves-hooks-after-an-error",
    "that the lines below step() are always reached.",
    "if step() raises, they aren't, and your hooks stay on. What must happen in any case belongs "
    "into a finally block, or use a with block.",
    OFF_AFTER_ERROR,
)
SWALLOWS = Misconception(
    "flow-swallows-the-error",
    "that taking the hooks off means to catch the error.",
    "when step() raised, nobody learnt of it: an except that doesn't raise again keeps the error, "
    "and so does a return inside finally. Use finally for the handles only, or a with block.",
    OFF_AFTER_ERROR,
)
CHANGES = Misconception(
    "flow-changes-the-step",
    "that a hook which only measures can't change anything.",
    "the model was trained with other gradients than without you. A method that ends in an "
    "underscore edits in place, and what a tensor hook returns takes the gradient's place.",
    KEEP,
)
SOUNDS_LIKE = Misconception(
    "any-weight-in-the-name",
    "that a parameter with weight in its name is its layer's weight.",
    "weighting, or in_proj_weight, is another parameter, and its layer has no attribute weight. Ask "
    "the layers, and not the names of the parameters.",
    VANISH,
)
