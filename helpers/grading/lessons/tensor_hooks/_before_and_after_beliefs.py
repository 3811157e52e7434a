"""What one may believe in before-and-after that isn't so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.tensor_hooks._shared import LESSON

ORDER = Misconception(
    "hooks-out-of-order",
    "that it doesn't matter in which order hooks are registered.",
    "they run in the order of registration, and each gets what the one before handed on. Who comes "
    "after clip sees the clipped gradient only; who comes before it sees the raw one only.",
    (LESSON, "Several hooks, in order"),
)

LIVE_TENSOR = Misconception(
    "keeps-the-live-tensor",
    "that a list keeps the values a tensor had when it was put in.",
    "it keeps the tensor. clip edits that very tensor afterwards, so your record changed with it. "
    "Put a copy into the list.",
    (LESSON, "Why not in place"),
)

CLIP_OFF = Misconception(
    "clip-not-registered",
    "that calling clip on a copy, or not at all, clips the gradient.",
    "v.grad came unclipped. clip must be one of v's hooks itself, or be called by one on the "
    "gradient that flows on.",
    (LESSON, "Several hooks, in order"),
)

NONE_RECORDED = Misconception(
    "records-the-none",
    "that clip gives back what it clipped.",
    "this clip edits in place and returns None, and None is what you recorded. Let clip do its "
    "work, then look at the gradient.",
    (LESSON, "Why not in place"),
)

RUNNING_TOTAL = Misconception(
    "records-the-running-total",
    "that .grad holds this pass's gradient.",
    "after the second pass it holds the sum of both. A hook's argument is this pass's gradient "
    "alone.",
    (LESSON, "Once a pass, with the sum"),
)

BY_HAND = Misconception(
    "recorded-by-hand",
    "that recording one pass is enough.",
    "no hook is on v, so the next passes go by unseen. Register hooks, and they see every pass.",
    (LESSON, "A hook that doubles the gradient"),
)

RECORDER_CHANGES = Misconception(
    "recorder-changes-the-gradient",
    "that a hook which only records may return what it likes.",
    "what it returns takes the gradient's place: something else than the clipped gradient came to "
    "v.grad. A recorder returns nothing.",
    (LESSON, "What a returned value does"),
)
LISTS_ANEW = Misconception(
    "lists-made-anew-inside",
    "that before = [...] inside a hook fills the list before outside.",
    "it makes a new list that lives only while the hook runs. Append to the lists that are there.",
    (LESSON, "Leaf and non-leaf"),
)
TAKEN_APART = Misconception(
    "gradient-taken-apart",
    "that extend puts a gradient into a list.",
    "extend takes the tensor apart and puts in its entries, one by one. append puts it in whole: "
    "one entry for each pass.",
    (LESSON, "Several hooks, in order"),
)
LIST_EMPTY = Misconception(
    "one-list-stays-empty",
    "that one look at the gradient is enough.",
    "a list stayed empty: no hook that runs puts a gradient into it. It takes a recorder before "
    "clip, and another one after it.",
    (LESSON, "Several hooks, in order"),
)
