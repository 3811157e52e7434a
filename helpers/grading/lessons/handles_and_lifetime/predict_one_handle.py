"""predict-one-handle: what a hook notes that was registered in a loop, with one handle kept."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.handles_and_lifetime._shared import HANDLE, LESSON, SHARED, TWICE
from helpers.grading.prediction import prediction, slip


def experiment() -> Any:
    """Run the lesson's own question."""
    layer, calls = nn.Identity(), list[int]()
    for run in (1, 2, 3):
        # The late look-up of `run` is what the question is about.
        handle = layer.register_forward_hook(lambda *_: calls.append(run))  # noqa: B023
    handle.remove()
    layer(torch.ones(1))
    return calls


ALL_OFF = Misconception(
    "one-handle-for-the-loop",
    "that the handle at the end of a loop stands for all of its hooks.",
    "it is the handle of the last registration, and takes off that hook alone.",
    HANDLE,
)
LAST_ONE_WINS = Misconception(
    "new-registration-replaces",
    "that a new registration takes the place of the one before.",
    "each registration adds a hook. Three were on, and one came off.",
    TWICE,
)
NONE_OFF = Misconception(
    "remove-takes-nothing",
    "that remove() does nothing to a hook that is in use.",
    "it takes off the hook of its own registration, at once. Three were on, two are left.",
    HANDLE,
)
EARLY_NAME = Misconception(
    "hook-remembers-the-turn",
    "that each hook remembers the turn of the loop in which it was made.",
    "a hook looks the loop's name up when it is called, and by then the loop has ended with 3.",
    SHARED,
)
COUNTS = Misconception(
    "counts-instead-of-entries",
    "that the answer is how many hooks fired.",
    "the number is right, the question is another: what they noted. Type a list, with an entry "
    "for each call.",
    SHARED,
)

NAME_GOES_BACK = Misconception(
    "name-goes-back-with-the-hook",
    "that the name stands at the last hook that is left.",
    "the name belongs to the loop, and the loop has ended with 3. Taking a hook off doesn't turn it "
    "back: both hooks that are left look up the same name and find 3.",
    SHARED,
)

PREDICT_ONE_HANDLE = prediction(
    "predict-one-handle",
    lesson=LESSON,
    title="Three registrations, one handle",
    question="what is in calls",
    experiment=experiment,
    slips=(
        slip(LAST_ONE_WINS, [3], [1], [2]),
        slip(ALL_OFF, []),
        slip(NONE_OFF, [3, 3, 3]),
        slip(EARLY_NAME, [1, 2], [2, 3], [1, 2, 3], [1, 3], [2, 1]),
        slip(COUNTS, 2),
        slip(NAME_GOES_BACK, [2, 2]),
    ),
    hints=(
        "Two questions in one: how many hooks are on the layer when it is called, and what does "
        "each of them find under the name run?",
        "Each turn of the loop adds a hook. The handle belongs to one of them. And a function "
        "looks a name up at the moment when it is called.",
    ),
    praise="Two hooks were left, and both found the loop at its end.",
)
