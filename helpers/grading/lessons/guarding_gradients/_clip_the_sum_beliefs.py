"""What learners may believe in clip-the-sum that isn't so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.guarding_gradients._shared import CLIP, PLACES

STEP_SIGNATURE = Misconception(
    "step-hook-arguments",
    "that a step hook is given the optimiser alone, or the gradients.",
    "PyTorch calls it with (optimizer, args, kwargs): the optimiser, and what step() was called "
    "with. Take all three, even if you use none.",
    PLACES,
)
STEP_RETURNS = Misconception(
    "step-hook-returns-something",
    "that what a step pre-hook returns doesn't matter.",
    "it would be the step's new arguments. A lambda returns whatever its expression gives, and "
    "functions that clip in place give something back. Return nothing.",
    PLACES,
)
EACH_PASS = Misconception(
    "clips-each-pass",
    "that passes which are clipped one by one add up to a clipped sum.",
    "four passes of norm 1 may make a sum of norm 4, and two that cancel out needed no clip. A "
    "tensor hook sees one pass. Asked for is the sum.",
    PLACES,
)
RUNNING = Misconception(
    "clips-what-has-come-so-far",
    "that a post-accumulate hook sees the sum of all passes.",
    "it sees the running total, after each pass. What it clips in the first is the start of the "
    "second, so the last pass counts more than the others.",
    PLACES,
)
AFTER_STEP = Misconception(
    "clips-after-the-step",
    "that a hook which runs after the step can still change it.",
    ".grad looks right now, but the weight has moved by the unclipped gradient.",
    PLACES,
)
NORMALISES = Misconception(
    "scales-up-too",
    "that to clip by norm is to give every gradient the same length.",
    "a gradient shorter than the limit stays as it is. Yours was made longer, and zeros became NaN.",
    CLIP,
)
BY_VALUE = Misconception(
    "clips-the-entries",
    "that clipping each entry to 1 bounds the norm by 1.",
    "a gradient of many entries of size 1 is longer than 1, and its direction has changed. Scale "
    "all entries by one factor.",
    CLIP,
)
WHOLE_LAYER = Misconception(
    "clips-weight-and-bias",
    "that first and first.weight are the same thing.",
    "first has a bias too. Clipped together they share one norm and one factor, and the bias was "
    "to stay as it is.",
    CLIP,
)
EVERYTHING = Misconception(
    "clips-the-whole-model",
    "that clipping over all parameters leaves the small ones alone.",
    "one norm is taken over all of them, and one factor scales all. Here a single gradient is to "
    "be clipped, by its own norm.",
    CLIP,
)
ONE_BY_ONE = Misconception(
    "clips-every-parameter",
    "that what is good for one parameter is meant for all.",
    "other gradients came out clipped as well. Only first.weight's is meant.",
    CLIP,
)
NOTHING_THERE = Misconception(
    "gradient-is-always-there",
    "that .grad is a tensor in each step.",
    "after zero_grad() it is None until a pass reaches the weight. In a step without one your hook "
    "has nothing to clip. Ask first.",
    PLACES,
)
ZERO_NORM = Misconception(
    "divides-by-a-zero-norm",
    "that a norm is never zero.",
    "a gradient of zeros has the norm 0, and a plain number divided by 0 raises. Ask first whether "
    "the norm is above the limit, and divide only then.",
    CLIP,
)
CLIPS_THE_WEIGHT = Misconception(
    "clips-the-weight-itself",
    "that to clip a weight's gradient is to clip the weight.",
    "the gradients came out as they were, and the weight was changed behind the optimiser's back. "
    "Scale its .grad, and leave the weight to the step.",
    CLIP,
)
OVERWRITES_STEP = Misconception(
    "replaces-the-step",
    "that another function in the place of step is as good as a hook.",
    "the numbers come out right, but optimizer.step is no longer the optimiser's own, and no "
    "handle puts it back. Let the optimiser call a hook of yours.",
    PLACES,
)
OFF_AGAIN = Misconception(
    "guard-off-before-the-step",
    "that a hook which was on for a moment guards the steps to come.",
    "remove(), or the end of a with block, took it off. No hook was on when the steps were taken.",
    PLACES,
)
CLIPS_ONCE = Misconception(
    "clips-once-by-hand",
    "that clipping .grad now holds for the steps to come.",
    "your cell clipped what was there, and no hook is on. Each new pass brings a new gradient.",
    PLACES,
)
CLIPS_A_COPY = Misconception(
    "clips-what-nobody-reads",
    "that a new value under a local name, or clipping the gradient of the gradient, is enough.",
    "your hook runs and .grad stays as it was. Change .grad itself, in place or by setting it; "
    "and PyTorch's clipping functions want the parameter, and look for .grad themselves.",
    CLIP,
)
