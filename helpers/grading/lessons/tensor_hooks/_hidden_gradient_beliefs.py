"""What one may believe in hidden-gradient that isn't so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.tensor_hooks._shared import LESSON

NOT_A_LEAF = Misconception(
    "grad-of-a-non-leaf",
    "that every tensor in the graph keeps its gradient in .grad.",
    "only leaves do. h was computed from x, so its gradient came by and was dropped: h.grad is "
    "None. Catch it while it passes.",
    (LESSON, "Leaf and non-leaf"),
)

TOO_LATE = Misconception(
    "registered-after-backward",
    "that a hook can be registered when the gradients are already there.",
    "a hook sees what comes by after it was registered. Your hook, or retain_grad, came when "
    "backward was over.",
    (LESSON, "Leaf and non-leaf"),
)

STAYS_INSIDE = Misconception(
    "assignment-stays-inside",
    "that hidden = grad inside a function sets hidden outside.",
    "it makes a name that lives only while the hook runs. Put the gradient into something that "
    "exists outside, a list for example.",
    (LESSON, "Leaf and non-leaf"),
)

HANDLE = Misconception(
    "handle-is-the-gradient",
    "that register_hook gives back the gradient.",
    "it gives back a handle, at once, before any gradient exists. The gradient goes to your "
    "function later.",
    (LESSON, "Handles: taking a hook off"),
)

IN_A_LIST = Misconception(
    "list-instead-of-tensor",
    "that the list in which the hook stores is itself the gradient.",
    "hidden is a list with the gradient in it. The task asks for the tensor: take it out.",
    (LESSON, "Leaf and non-leaf"),
)

LEAF_INSTEAD = Misconception(
    "gradient-of-the-leaf",
    "that the gradient of x and the gradient of h are the same.",
    "hidden holds the gradient of x, one step further back. On its way from h to x a gradient is "
    "multiplied by 3, since h = x * 3.",
    (LESSON, "Leaf and non-leaf"),
)

POST_ACCUMULATE = Misconception(
    "post-accumulate-on-a-non-leaf",
    "that a post-accumulate hook works on any tensor.",
    "it runs after something was added to .grad, and only leaves have that done. For h use a "
    "tensor hook.",
    (LESSON, "Leaf and non-leaf"),
)

ONE_SHAPE = Misconception(
    "room-for-one-shape",
    "that h always has the shape it has in the example.",
    "another x has another shape, and the gradient of h then has that one. It had no room in what "
    "you made for it. Keep the tensor that the hook is given, or make room in its own shape.",
    (LESSON, "Leaf and non-leaf"),
)
BY_HAND = Misconception(
    "gradient-worked-out-by-hand",
    "that a gradient worked out for one x and one loss is right for all.",
    "with another x, another h or another loss it is wrong. Let backward compute it, and catch it "
    "on its way.",
    (LESSON, "Leaf and non-leaf"),
)

CHANGES_IT = Misconception(
    "changes-what-it-watches",
    "that what a watching hook returns, or edits in place, goes nowhere.",
    "it flows on: x.grad came out different. To watch only, store the gradient, return nothing, "
    "and edit nothing.",
    (LESSON, "What a returned value does"),
)

EXTRA_PASS = Misconception(
    "a-pass-of-its-own",
    "that a hidden gradient needs a backward pass of its own.",
    "one loss.backward() computes it anyway, on the way to x.grad. A second pass costs as much as "
    "the first, and torch.autograd.grad leaves x.grad empty.",
    (LESSON, "Leaf and non-leaf"),
)
NEW_H = Misconception(
    "another-h-than-the-loss-knows",
    "that computing h once more gives the h that loss was made of.",
    "it gives another tensor with the same values. loss was made from the first one, so no gradient "
    "comes by at yours. Work with the h that the task gives.",
    (LESSON, "Leaf and non-leaf"),
)
