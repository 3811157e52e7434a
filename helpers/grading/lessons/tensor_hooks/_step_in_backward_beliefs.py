"""What one may believe in step-in-backward that isn't so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.tensor_hooks._shared import LESSON

HOOK_TOO_SOON = Misconception(
    "tensor-hook-for-the-step",
    "that register_hook's hooks run when .grad has been written.",
    "a tensor hook runs before that: .grad is still None, or old, and what you clear there is "
    "filled right afterwards. There is a hook that runs after it.",
    (LESSON, "After the sum: post-accumulate hooks"),
)

RETURNS = Misconception(
    "post-accumulate-returns",
    "that a post-accumulate hook may return the new weights.",
    "it must return None, or backward raises. A lambda returns whatever it works out; in-place "
    "methods return their tensor.",
    (LESSON, "After the sum: post-accumulate hooks"),
)

ON_THE_MODULE = Misconception(
    "hook-on-the-module",
    "that a hook on the module reaches its parameters' gradients.",
    "a module's hooks see what goes through the module. The gradient of a parameter comes by at "
    "the parameter itself: register there, on each one.",
    (LESSON, "After the sum: post-accumulate hooks"),
)

AFTERWARDS = Misconception(
    "steps-after-backward",
    "that one step after one backward is what the task asks for.",
    "no hook is on any parameter. The next backward changed no weight, and left its gradients "
    "lying about.",
    (LESSON, "After the sum: post-accumulate hooks"),
)

SOME_ONLY = Misconception(
    "some-parameters-forgotten",
    "that a hook on one parameter serves the whole model.",
    "a hook belongs to one tensor. Each parameter needs its own registration, the biases too.",
    (LESSON, "After the sum: post-accumulate hooks"),
)

UPHILL = Misconception(
    "steps-uphill",
    "that a step adds the gradient.",
    "the gradient points to where the loss grows. SGD subtracts lr times the gradient.",
    (LESSON, "After the sum: post-accumulate hooks"),
)

REBINDS = Misconception(
    "new-tensor-instead-of-step",
    "that p = p - lr * p.grad changes the parameter.",
    "it makes a new tensor and gives it the name p, inside the hook only. The parameter itself "
    "has to be changed in place.",
    (LESSON, "After the sum: post-accumulate hooks"),
)

ZEROED = Misconception(
    "zeroed-is-not-freed",
    "that a gradient full of zeros takes no memory.",
    "it is as large as before. Only when .grad is None can its memory be used for something else.",
    (LESSON, "After the sum: post-accumulate hooks"),
)

NOT_FREED = Misconception(
    "gradient-not-freed",
    "that .grad is emptied by the step.",
    "it stays, and the next pass adds to it, so the second step was too long. Set it to None in "
    "the hook, after the step.",
    (LESSON, "After the sum: post-accumulate hooks"),
)

FIXED_RATE = Misconception(
    "fixed-learning-rate",
    "that lr is always 0.125.",
    "with another lr your step has the wrong length. Use the name lr.",
    (LESSON, "After the sum: post-accumulate hooks"),
)
FREED_TOO_SOON = Misconception(
    "freed-before-the-step",
    "that the order of stepping and freeing doesn't matter.",
    "when your hook wanted to step, p.grad was None already. Use the gradient first, then let go "
    "of it.",
    (LESSON, "After the sum: post-accumulate hooks"),
)
NO_STEP = Misconception(
    "hook-takes-no-step",
    "that a hook which is called has done the step.",
    "your hook was called, and every weight is still where it was. Take lr times p.grad off the "
    "parameter, in place.",
    (LESSON, "After the sum: post-accumulate hooks"),
)
REMEMBERS = Misconception(
    "step-remembers-the-last-one",
    "that a step may draw on the steps before it.",
    "the first pass took a plain SGD step, the second one another. Something was carried over, such "
    "as momentum. Plain SGD uses this pass's gradient and remembers nothing.",
    (LESSON, "After the sum: post-accumulate hooks"),
)
OTHER_STEP = Misconception(
    "another-rule-than-sgd",
    "that any step downhill is the one that was asked for.",
    "every weight moved, by something else than lr times its gradient. Plain SGD is just that: the "
    "weight minus lr times .grad.",
    (LESSON, "After the sum: post-accumulate hooks"),
)
