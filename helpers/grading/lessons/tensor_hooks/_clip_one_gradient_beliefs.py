"""What one may believe in clip-one-gradient that isn't so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.tensor_hooks._shared import LESSON

IN_PLACE = Misconception(
    "in-place-leaks",
    "that an in-place edit inside a hook on w touches w's gradient alone.",
    "w + b hands one and the same tensor to w and to b. Your hook edited that tensor, so b's "
    "gradient was clipped too. Return a new tensor instead.",
    (LESSON, "Why not in place"),
)

CLIPS_BOTH = Misconception(
    "clips-every-gradient",
    "that clipping is for all parameters or none.",
    "a hook is there to treat one tensor differently. The task leaves b's gradient as it comes.",
    (LESSON, "A hook that doubles the gradient"),
)

AFTERWARDS = Misconception(
    "clips-by-hand",
    "that clipping .grad once, after a backward, clips the next passes too.",
    "no hook is on w. What your cell did by hand was done once, and the next pass comes unclipped. "
    "A hook is called in every pass.",
    (LESSON, "A hook that doubles the gradient"),
)

RUNNING_TOTAL = Misconception(
    "clips-the-running-total",
    "that .grad holds this pass's gradient.",
    "it holds the sum of all passes so far, and a post-accumulate hook comes when that sum is "
    "made. Clip each pass's gradient before it is added.",
    (LESSON, "After the sum: post-accumulate hooks"),
)

ONE_SIDE = Misconception(
    "clips-one-side-only",
    "that a large gradient is a large positive number.",
    "-4 is as large as 4. Your hook clips on one side of zero only.",
    (LESSON, "Turn them on and off"),
)

NO_SIGN = Misconception(
    "size-without-its-sign",
    "that what is larger than 1 in size becomes 1.",
    "an entry below -1 becomes -1 and not 1: it keeps its sign. Yours came out on the other side, "
    "and the weight would be moved the wrong way.",
    (LESSON, "Turn them on and off"),
)
ASKS_ONE_SIDE = Misconception(
    "clips-in-some-passes",
    "that one question tells whether a gradient needs clipping at all.",
    "a pass whose gradient had an entry beyond -1 or 1 came through as it was: what your hook asks "
    "first was answered no. Its largest entry says nothing of its smallest, nor one entry of the "
    "next. Clip always: an entry between the bounds isn't changed by it.",
    (LESSON, "Turn them on and off"),
)

BY_NORM = Misconception(
    "clips-the-norm",
    "that clipping a gradient always means scaling it down to a length.",
    "there are two kinds. Clipping by norm scales all entries together; here each entry is clipped "
    "by itself to between -1 and 1.",
    (LESSON, "Turn them on and off"),
)

CLIPS_VALUES = Misconception(
    "clips-the-weights",
    "that clipping w clips its gradient.",
    "w's own values were changed, and they must stay: only the gradient on its way to w.grad is "
    "to be clipped.",
    (LESSON, "A hook that doubles the gradient"),
)
VALUES_FOR_GRADIENT = Misconception(
    "clips-w-for-its-gradient",
    "that w stands for its gradient inside its own hook.",
    "w is the weight, there too. Your hook handed the weight's values on as a gradient. The "
    "gradient is the hook's argument: clip that.",
    (LESSON, "A hook that doubles the gradient"),
)
OTHER_BOUNDS = Misconception(
    "clips-to-other-bounds",
    "that any two bounds will do.",
    "each entry was clipped, to other bounds than those of the task. It asks for -1 below and 1 "
    "above.",
    (LESSON, "Turn them on and off"),
)
SCALES = Misconception(
    "scales-instead-of-clipping",
    "that clipping means making everything smaller.",
    "all entries were multiplied by one number, small ones too. Clipping leaves what is between -1 "
    "and 1 as it is, and sets what is beyond to the nearer bound.",
    (LESSON, "Turn them on and off"),
)
