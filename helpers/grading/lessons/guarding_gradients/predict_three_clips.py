"""predict-three-clips: the same clip in the pass, after the sum, and before the step."""

from __future__ import annotations

from typing import Any

import torch

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.guarding_gradients._shared import LESSON, PLACES
from helpers.grading.prediction import prediction, slip


def experiment() -> Any:
    """Run the lesson's own question."""
    return [_run(place) for place in ("pass", "sum", "step")]


def _run(place: str) -> Any:
    w: Any = torch.tensor(0.0, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=1.0)

    def clip(*_: Any) -> None:
        w.grad.clamp_(-1, 1)

    if place == "pass":
        w.register_hook(lambda grad: grad.clamp(-1, 1))
    elif place == "sum":
        w.register_post_accumulate_grad_hook(clip)
    else:
        optimizer.register_step_pre_hook(clip)
    (5 * w).backward()
    (-4 * w).backward()
    optimizer.step()
    return w.grad


SAME = Misconception(
    "every-place-clips-the-sum",
    "that it makes no difference where a gradient is clipped.",
    "only the third hook sees the sum of 1. The first sees 5 and −4, each by itself, and the second "
    "a running total that it has clipped before.",
    PLACES,
)
POST_CLIPS_PASSES = Misconception(
    "post-accumulate-clips-passes",
    "that the post-accumulate hook clips each pass, as the tensor hook does.",
    "it clips what is in .grad just then. After the first pass that is 5, clipped to 1; after the "
    "second it is 1 − 4.",
    PLACES,
)
POST_CLIPS_ONCE = Misconception(
    "post-accumulate-clips-once",
    "that the post-accumulate hook comes once, when all batches are in.",
    "it comes in each backward. In the first it made 1 of 5, and that 1 is what the second one "
    "found.",
    PLACES,
)
STEP_ZEROES = Misconception(
    "step-clears-the-gradient",
    "that a step uses the gradient up.",
    "step() reads .grad and leaves it. Only zero_grad() takes it away.",
    PLACES,
)
LAST_PASS = Misconception(
    "last-pass-only",
    "that .grad holds the last pass alone.",
    "it holds the sum of all passes since zero_grad(): 5 − 4, clipped or not.",
    PLACES,
)
PASS_SEES_SUM = Misconception(
    "tensor-hook-clips-the-sum",
    "that the hook in the pass sees the sum, or the one before the step sees each pass.",
    "it is the other way round: in the pass 5 becomes 1 and −4 becomes −1, which cancel out; before "
    "the step stands 5 − 4.",
    PLACES,
)
POST_CLIPS_FIRST = Misconception(
    "post-accumulate-clips-the-first",
    "that the post-accumulate hook comes in the first pass alone.",
    "it comes in each backward. The second one left 1 − 4 = −3, and that is clipped, too.",
    PLACES,
)
UNCLIPPED = Misconception(
    "sum-of-sizes",
    "that the two gradients count by their size.",
    "the second one is negative. It is added with its sign, and takes away from the first.",
    PLACES,
)

LATER_SEE_THE_LAST = Misconception(
    "sum-lost-after-the-pass",
    "that only a hook in the pass adds up, and the later two places see the last batch alone.",
    "passes are added up in .grad wherever the hook sits. The post-accumulate hook finds 1 there and "
    "leaves 1 − 4 = −3; before the step stands 5 − 4.",
    PLACES,
)

PREDICT_THREE_CLIPS = prediction(
    "predict-three-clips",
    lesson=LESSON,
    title="One clip, three places",
    question="w.grad at the end of each of the three runs",
    experiment=experiment,
    slips=(
        slip(SAME, [1, 1, 1]),
        slip(POST_CLIPS_PASSES, [0, 0, 1]),
        slip(POST_CLIPS_ONCE, [0, 1, 1]),
        slip(STEP_ZEROES, [0, 0, 0], [0, -1, 0]),
        slip(PASS_SEES_SUM, [1, -1, 0], [1, -1, 1]),
        slip(POST_CLIPS_FIRST, [0, -3, 1]),
        slip(LAST_PASS, [-1, -1, -1], [-1, -1, 1]),
        slip(UNCLIPPED, [2, 1, 1], [2, 2, 1]),
        slip(LATER_SEE_THE_LAST, [0, -1, -1], [0, -4, -1]),
    ),
    hints=(
        "For each run, write down what .grad is after the first backward, and after the second.",
        "A tensor hook is given this pass's gradient. A post-accumulate hook finds the running "
        "total, in both passes. The step pre-hook runs once, when both passes are done.",
    ),
    praise="Each pass by itself, the running total, or the sum: three places, three results.",
)
