"""What one may believe about find-vanishing, and what is so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.watching_gradients._shared import ATTACH, HANDLES, RECORD, VANISH

SMALLEST = Misconception(
    "smallest-is-the-culprit",
    "that the layer with the smallest gradient is the one that made it small.",
    "a gradient that was lost once stays small all the way back, so the layers near the input have "
    "the smallest ones. Compare, at one and the same layer, what leaves with what arrived.",
    VANISH,
)
ONLY_WEIGHTED = Misconception(
    "only-layers-with-weights",
    "that only a layer with weights can lose a gradient.",
    "an activation can, and it does so most often: a closed ReLU, a sigmoid far from 0. Look at "
    "every leaf layer, with weights or without.",
    VANISH,
)
LEFT_OUT = Misconception(
    "leaves-out-the-first-or-last",
    "that the first layer, or the last, can't be the one.",
    "each may be. The last has an input like any other, and so has the first where the model is "
    "fed with a tensor that requires grad. Skip a layer for what it is told, not for its place.",
    ("04_backward_hooks", "What grad_input and grad_output hold"),
)
SIGNS_CANCEL = Misconception(
    "ratio-of-signed-means",
    "that the mean of a gradient says how large it is.",
    "positive and negative entries cancel, and a ratio of two such means may be anything, also "
    "negative. Compare norms.",
    RECORD,
)
MEANS = Misconception(
    "mean-entry-for-the-norm",
    "that the mean entry of a gradient says what its norm says.",
    "a layer with more inputs than outputs spreads what it sends over more entries: each is smaller, "
    "and their norm need not be. Compare norms.",
    RECORD,
)
DIFFERENCE = Misconception(
    "difference-for-proportion",
    "that what is lost is a difference.",
    "where gradients are large, a small part of them is a large difference; where little arrives, "
    "little can be lost. In proportion means a ratio: what leaves divided by what arrived.",
    ATTACH,
)
GROWING = Misconception(
    "ratio-upside-down",
    "that it doesn't matter which of two norms is divided by which.",
    "you named the layer at which the gradient grows most. What leaves a layer is grad_input, what "
    "arrives is grad_output.",
    ATTACH,
)
BLOCK = Misconception(
    "block-instead-of-layer",
    "that named_modules() gives leaf layers only.",
    "it gives blocks and the model itself, too. A block's ratio is that of all its layers together, "
    "so a block comes out smallest. Leaf layers have no children.",
    ("04_backward_hooks", "When a hook fires"),
)
NO_GRADIENT_IN = Misconception(
    "first-layer-has-no-input-gradient",
    "that every layer sends a gradient to its input.",
    "the first layer is fed with plain data, which needs none: there grad_input[0] is None. Skip it.",
    ("04_backward_hooks", "What grad_input and grad_output hold"),
)
NONE_IS_ZERO = Misconception(
    "no-gradient-is-zero-gradient",
    "that a gradient of None is a gradient of zero.",
    "None says that nobody asked for one: the layer is fed with plain data, and lost nothing. You "
    "named it as if it had swallowed everything. Skip a layer whose grad_input[0] is None.",
    ("04_backward_hooks", "What grad_input and grad_output hold"),
)
ZERO_SKIPPED = Misconception(
    "ratio-of-zero-left-out",
    "that a ratio of 0 means that nothing was measured.",
    "it is a measurement, and the smallest there is: something arrived, and nothing left, as at a "
    "dead ReLU. You left it out, and with it the layer that is asked for. Skip a layer when zero "
    "arrives at it, not when zero leaves.",
    ("06_watching_gradients", "ReLUs that die"),
)
NOTHING_ARRIVES = Misconception(
    "zero-divided-by-zero",
    "that a ratio can always be taken.",
    "behind a layer that lets nothing through, zero arrives and zero leaves. 0/0 raises for plain "
    "numbers; for tensors it is NaN, with which sorting goes astray. Skip layers to which nothing "
    "arrives.",
    ("06_watching_gradients", "ReLUs that die"),
)
TUPLE = Misconception(
    "ratio-of-tuples",
    "that grad_input and grad_output are tensors.",
    "they are tuples, with an entry for each input and output, even if there is only one.",
    ("04_backward_hooks", "What grad_input and grad_output hold"),
)
ARGUMENTS = Misconception(
    "ratio-hook-arguments",
    "that a backward hook may leave out the arguments it doesn't need.",
    "a full backward hook is called with (module, grad_input, grad_output). Take all three; a name "
    "must be built in when you make the hook.",
    ("04_backward_hooks", "What grad_input and grad_output hold"),
)
RETURNS = Misconception(
    "ratio-hook-returns",
    "that a hook returns what it has measured, or may edit what it is given.",
    "what a full backward hook returns takes grad_input's place, and so does an edit in place. (A "
    "lambda returns its value, too.) Note the ratio and return nothing.",
    ("04_backward_hooks", "Why you never return the list"),
)
WEIGHTS = Misconception(
    "weights-tell-where-it-vanishes",
    "that the gradients of the weights show where a gradient is lost.",
    "they show that it is lost, further on. The layer that does it may have no weight at all: an "
    "activation has none. Look at the gradients at each layer's input and output.",
    ATTACH,
)
NO_RUN = Misconception(
    "hooks-without-a-run",
    "that a hook runs when it is registered.",
    "it waits for a backward, and run() is what makes one. Your function never calls it.",
    ATTACH,
)
RUNS_TWICE = Misconception(
    "runs-more-than-once",
    "that a look at the gradients costs nothing.",
    "each run() adds to every .grad. Register all hooks first, then run once.",
    ATTACH,
)
LEFT = Misconception(
    "vanishing-hooks-stay",
    "that hooks go when the function which registered them returns.",
    "the layers hold them. Keep the handles, and remove each before you return.",
    HANDLES,
)
NOT_THE_NAME = Misconception(
    "layer-instead-of-its-name",
    "that the layer itself, or a name with its ratio, is as good as the name.",
    "the task asks for the name alone, as named_modules() gives it: a text such as second.act.",
    VANISH,
)
