"""What one may believe in see-past-inplace that isn't so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.backward_hooks import _shared as shared
from helpers.grading.lessons.backward_hooks._shared import FIRES, IN_PLACE

FULL_HOOK = Misconception(
    "full-hook-beside-in-place",
    "that a full backward hook only looks, and disturbs nobody.",
    "it puts a view in place of the module's input and output, and whoever then works in place on "
    "that view raises: the module itself, or the one after it. Another kind of hook needs no view.",
    IN_PLACE,
)
AFTER_RELU = Misconception(
    "gradient-after-the-relu",
    "that before and after a ReLU the gradient is the same.",
    "ReLU stops the gradient of each entry below zero. What you have seen is the gradient after "
    "it, where nothing has been stopped. (retain_grad shows that one too: it follows the tensor "
    "through an in-place change.)",
    IN_PLACE,
)
SWAPS = Misconception(
    "relu-no-longer-in-place",
    "that the net may be changed to look at it.",
    "net.act no longer works in place. That is a good way out in a net of your own; here the net "
    "stays as it is, for there is a hook that can do without.",
    IN_PLACE,
)
RETURNS_HANDLE = Misconception(
    "forward-hook-returns-the-handle",
    "that what a forward hook returns goes nowhere.",
    "it takes the place of the module's output. Yours returned a handle (a lambda returns its "
    "value, too), and ReLU was given that instead of a tensor.",
    IN_PLACE,
)
OUTPUTS = Misconception(
    "outputs-instead-of-gradients",
    "that a forward hook is handed gradients.",
    "it is handed the output itself; the gradient comes by later, at a hook on that tensor.",
    IN_PLACE,
)
ONE_TENSOR = Misconception(
    "tensor-hook-for-all-passes",
    "that a hook on a layer's output is there in the next pass as well.",
    "each pass makes a new output tensor, and a tensor hook belongs to one tensor. Something that "
    "stays, a hook on the layer, has to register it anew each time.",
    IN_PLACE,
)
A_COPY = Misconception(
    "hook-on-a-side-copy",
    "that a hook on a copy sees the gradient of the original.",
    "a gradient reaches a copy only if the net goes on with it. Yours went on with the original, "
    "so the hook on the copy was never called.",
    IN_PLACE,
)
TOO_EARLY = Misconception(
    "gradient-read-in-forward",
    "that the gradient is there as soon as forward has run.",
    "when a forward hook runs, backward hasn't begun, so .grad is None (or old), and that is what "
    "you noted; retain_grad doesn't change it. Let a hook on the tensor note its gradient.",
    IN_PLACE,
)
INPUT_SIDE = Misconception(
    "wrong-border-of-the-layer",
    "that the gradient at a layer's input is the gradient at its output.",
    "what you have seen has the shape of net.first's input, or belongs to a weight. Its output is "
    "the other border, toward the loss.",
    shared.HOLD,
)
TUPLES = Misconception(
    "stores-the-tuple",
    "that grad_input and grad_output are the gradients.",
    "they are tuples, and seen now holds tuples. Take the gradient out.",
    shared.HOLD,
)
TWICE = Misconception(
    "two-gradients-a-pass",
    "that more hooks see more.",
    "the gradient was recorded more than once in a pass: each registration counts, and a hook that "
    "is put on again in every pass adds up.",
    FIRES,
)
LATEST_ONLY = Misconception(
    "keeps-the-latest-only",
    "that seen is to hold the latest gradient.",
    "it holds one for each pass, in order. Your second pass took the first one's place.",
    FIRES,
)
ONE_PASS = Misconception(
    "one-pass-is-enough",
    "that a hook has done its work when it has seen one pass.",
    "the first pass left its gradient in seen, the second one nothing: your hook wasn't there any "
    "more, or looked away. Each pass makes a new tensor and adds one gradient; nothing piles up.",
    FIRES,
)
