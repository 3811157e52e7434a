"""predict-two-passes: what two kinds of hooks on one leaf are told in two backward passes."""

from __future__ import annotations

from typing import Any

import torch

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.watching_gradients._shared import ATTACH, LESSON
from helpers.grading.prediction import prediction, slip


def experiment() -> Any:
    """Run the lesson's own question."""
    seen = list[float]()
    w: Any = torch.tensor(1.0, requires_grad=True)
    w.register_hook(lambda grad: seen.append(grad.item()))
    w.register_post_accumulate_grad_hook(lambda w: seen.append(w.grad.item()))
    for _ in range(2):
        torch.autograd.backward(3 * w)
    return seen


FRESH = Misconception(
    "grad-starts-anew",
    "that each backward begins with an empty .grad.",
    "nothing resets it by itself. The second pass adds its 3 to the 3 that is there, and the "
    "post-accumulate hook reads the sum.",
    ATTACH,
)
BOTH_SUM = Misconception(
    "tensor-hook-sees-the-sum",
    "that a tensor hook, too, is told what has come together in .grad.",
    "it is told what this pass brings, before it is added. Only the post-accumulate hook reads the "
    "sum.",
    ATTACH,
)
BY_KIND = Misconception(
    "hooks-grouped-by-kind",
    "that all passes of one hook come before those of the other.",
    "in each pass the tensor hook comes first and the post-accumulate hook right after it. Then the "
    "next pass begins.",
    ATTACH,
)
SWAPPED = Misconception(
    "post-accumulate-comes-first",
    "that the sum is told before the gradient that makes it.",
    "the tensor hook runs first, with what is about to be added. The post-accumulate hook runs when "
    "it has been.",
    ATTACH,
)
EMPTY_AT_FIRST = Misconception(
    "grad-is-late-for-everybody",
    "that .grad is still empty, or old, inside any hook.",
    "that is so in a tensor hook. A post-accumulate hook runs after this pass has been added.",
    ATTACH,
)
VALUES = Misconception(
    "values-instead-of-gradients",
    "that the hooks are told what the leaf holds.",
    "what they note is its gradient: 3 from each pass, the factor before w.",
    ATTACH,
)
ONE_OF_THEM = Misconception(
    "one-kind-at-a-time",
    "that one of the two hooks takes the place of the other.",
    "they are kept apart and both fire, in each pass. Four calls, four numbers.",
    ATTACH,
)

ONCE_MORE = Misconception(
    "a-call-for-the-total",
    "that a hook is called once more when all is added up.",
    "each hook is called once in a pass, and nothing comes after the second pass: four calls, four "
    "numbers. There is no total but .grad itself.",
    ATTACH,
)

PREDICT_TWO_PASSES = prediction(
    "predict-two-passes",
    lesson=LESSON,
    title="Two hooks, two passes",
    question="what is in seen",
    experiment=experiment,
    slips=(
        slip(FRESH, [3, 3, 3, 3]),
        slip(BOTH_SUM, [3, 3, 6, 6]),
        slip(BY_KIND, [3, 6, 3, 3]),
        slip(SWAPPED, [3, 3, 6, 3]),
        slip(
            EMPTY_AT_FIRST, [3, 0, 3, 3], [3, None, 3, 3], [3, 0, 3, 6], [0, 3, 3, 6], [0, 3, 3, 3]
        ),
        slip(VALUES, [1, 1, 1, 1], [1, 1, 1, 2], [1, 3, 1, 6], [3, 1, 3, 1]),
        slip(ONE_OF_THEM, [3, 6], [3, 3], [6, 6]),
        slip(ONCE_MORE, [3, 3, 3, 6, 9], [3, 3, 3, 6, 6], [3, 3, 6]),
    ),
    hints=(
        "Which of the two hooks runs before this pass's gradient is added to .grad, and which after?",
        "Write down, for the first pass, what each hook is told. In the second pass .grad isn't empty "
        "when it begins.",
    ),
    praise="The first is told what comes, the second what has come together.",
)
