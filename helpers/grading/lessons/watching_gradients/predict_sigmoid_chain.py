"""predict-sigmoid-chain: how many sigmoids leave less than a millionth of a gradient."""

from __future__ import annotations

import torch

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.watching_gradients._shared import LESSON, VANISH
from helpers.grading.prediction import prediction, slip


def experiment() -> int:
    """Run the lesson's own question, with one sigmoid more each time."""
    for n in range(1, 1000):
        x = torch.zeros(1, requires_grad=True)
        h = x
        for _ in range(n):
            h = torch.sigmoid(h) - 0.5
        (slope,) = torch.autograd.grad(h, x)
        if slope.item() < 1e-6:
            return n
    raise RuntimeError("the gradient doesn't fall")


SUBTRACTS = Misconception(
    "slopes-are-added",
    "that each sigmoid takes away a fixed part of what was there at the start.",
    "each one multiplies what still comes by, by 1/4. A product of small factors falls far faster "
    "than a sum.",
    VANISH,
)
HALVES = Misconception(
    "sigmoid-halves",
    "that a sigmoid multiplies the gradient by 1/2, its value at 0.",
    "what counts is its slope there, which is 1/4.",
    VANISH,
)
TENTHS = Misconception(
    "a-tenth-a-layer",
    "that a millionth is six steps away.",
    "it would be if each step made a tenth of it. A quarter each time takes longer.",
    VANISH,
)
ONE_OFF = Misconception(
    "one-sigmoid-off",
    "that nine quarters make a millionth, or that ten don't.",
    "4 to the power of 9 is about 262 000, 4 to the power of 10 is 1 048 576. Count the factors once "
    "more.",
    VANISH,
)
NEVER = Misconception(
    "gradient-passes-unharmed",
    "that a gradient comes through a chain as large as it was sent.",
    "on its way back it is multiplied by the slope of everything it passes, here by 1/4 each time.",
    VANISH,
)

PREDICT_SIGMOID_CHAIN = prediction(
    "predict-sigmoid-chain",
    lesson=LESSON,
    title="A chain of sigmoids",
    question="the smallest n for which x.grad is below one millionth",
    experiment=experiment,
    slips=(
        slip(TENTHS, 6, 7),
        slip(HALVES, 20, 19, 21),
        slip(ONE_OFF, 9, 11),
        slip(SUBTRACTS, 250_000, 4_000_000, 1_000_000, 4, 5, 999_999),
        slip(NEVER, 0, 1, "never"),
    ),
    hints=(
        "How much of the gradient is left after one sigmoid? And after two?",
        "Each one multiplies it by 1/4. A million is a little less than some power of 4; powers of "
        "2 help you find out which: 2 to the power of 10 is 1024.",
    ),
    praise="Ten layers at their very best, and a millionth is left.",
)
