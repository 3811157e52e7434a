"""What one may believe in mask-before-backward that isn't so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.backward_hooks._shared import BEFORE, FIRES

FULL_HOOK = Misconception(
    "full-hook-comes-too-late",
    "that a full backward hook can still change what the module's own backward does.",
    "when it runs, the weights' gradients are being worked out from grad_output already, and what "
    "it returns replaces grad_input alone. Another hook runs before.",
    BEFORE,
)

TUPLE = Misconception(
    "grad-output-is-a-tensor",
    "that grad_output is a tensor that one can calculate with.",
    "it is a tuple with an entry for each output, even when there is only one. Take the entry out, "
    "and return a tuple again.",
    BEFORE,
)

DROPS = Misconception(
    "drops-instead-of-zeroing",
    "that entries can be left out of a gradient.",
    "a gradient has the shape of its tensor, always. To say “nothing here”, put a zero there.",
    BEFORE,
)

IN_PLACE = Misconception(
    "edits-grad-output-in-place",
    "that grad_output is the hook's own copy.",
    "it holds the tensor that was sent. Your edit changed it for whoever sent it, and for all who "
    "still need it. Return a new one.",
    BEFORE,
)

FORWARD_MASK = Misconception(
    "masks-the-forward-pass",
    "that to stop a gradient one stops the value.",
    "layer's output itself came out changed. The task leaves the forward pass alone: only the "
    "gradient is masked, on its way back.",
    BEFORE,
)

WEIGHTS_ONLY = Misconception(
    "masks-the-weights-alone",
    "that masking the weights' gradients is enough.",
    "the weights are masked, but the input isn't: outputs where keep is 0 still send their "
    "gradient back. Masked before layer's backward, the gradient reaches neither.",
    BEFORE,
)

HARD_CODED = Misconception(
    "mask-written-down",
    "that keep is always [1., 0., 1.].",
    "your hook masks the same outputs whatever keep says. Use keep itself.",
    BEFORE,
)

INVERTED = Misconception(
    "mask-turned-round",
    "that keep says which outputs to zero.",
    "just the others were zeroed. Where keep is 1 the gradient stays; where it is 0 it goes.",
    BEFORE,
)

ONCE = Misconception(
    "works-for-one-pass",
    "that a hook is needed for one pass only.",
    "the first pass was masked, the second wasn't. A hook that stays on masks them all.",
    FIRES,
)
ROWS = Misconception(
    "rows-instead-of-outputs",
    "that the first dimension of a gradient goes along the outputs.",
    "its rows are the samples of the batch; keep has an entry for each output, which is a column, "
    "the last dimension. `*` lines keep up with the last dimension; an index in front doesn't.",
    BEFORE,
)
SCALED = Misconception(
    "kept-entries-changed",
    "that the gradients which are kept may change in size.",
    "the right ones were masked, and those that are left came multiplied by a number. What is kept "
    "goes on as it is.",
    BEFORE,
)
