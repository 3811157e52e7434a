"""What learners may believe in sound-the-alarm that isn't so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.guarding_gradients._shared import ALARM, PLACES

NAN_SLEEPS = Misconception(
    "nan-compares-as-large",
    "that NaN counts as larger than any limit.",
    "every comparison with NaN is false, so `norm > limit` lets it pass in silence. Ask whether "
    "the norm is within the limit, and ring if it isn't.",
    ALARM,
)
STEP_TOO_EARLY = Misconception(
    "step-read-at-registration",
    "that a step which is read once stays up to date.",
    "you read now['step'] when you registered, and it was 0 then. Read it inside the hook, each "
    "time it is called.",
    ALARM,
)
COUNTS_CALLS = Misconception(
    "counts-calls-as-steps",
    "that a hook is called once a step, so that its calls can be counted as steps.",
    "there is a call for each parameter and each pass, and a step may have several passes. The "
    "training loop knows its step: it stands in now.",
    ALARM,
)
TOTAL = Misconception(
    "alarm-on-the-running-total",
    "that p.grad after the sum is what this pass brought.",
    "it is the total of all passes since zero_grad(). A tensor hook is given this pass's gradient "
    "alone.",
    PLACES,
)
LARGEST = Misconception(
    "largest-entry-for-the-norm",
    "that the norm of a gradient is its largest entry.",
    "the norm is the length: the root of the sum of all squares. Tensors have a method for it.",
    ALARM,
)
LARGEST_DECIDES = Misconception(
    "largest-entry-decides",
    "that a norm isn't within limit only if some entry isn't.",
    "the norm you noted is right, but the alarm was decided by the largest entry. Many small ones "
    "make a large norm. Compare the norm itself with limit.",
    ALARM,
)
BY_HAND = Misconception(
    "alarm-by-hand",
    "that looking through the gradients once is an alarm.",
    "your cell looked, and is done. In the passes to come nobody looks: there is no hook on any "
    "parameter.",
    ALARM,
)
RINGS_ALWAYS = Misconception(
    "rings-at-every-gradient",
    "that an alarm notes every gradient.",
    "it rings only where the norm isn't within limit. Among so many entries nobody finds the bad "
    "one.",
    ALARM,
)
OWN_LIMIT = Misconception(
    "limit-as-a-number",
    "that the limit is always the same number.",
    "it stands in limit, and it may be another one. Use the name, not a number of your own.",
    ALARM,
)
CHANGES = Misconception(
    "alarm-changes-the-gradient",
    "that it doesn't matter what an alarm does with the gradient.",
    "a gradient came out changed. An alarm only looks: it returns nothing, and edits nothing.",
    ALARM,
)
ON_MODULES = Misconception(
    "alarm-on-the-layers",
    "that a layer's hook is told the gradients of its weights.",
    "grad_input and grad_output are gradients of what goes in and comes out. For the weights, put "
    "the hook on the parameters themselves.",
    ALARM,
)
WEIGHTS_ONLY = Misconception(
    "alarm-on-weights-only",
    "that a layer's weight is its only parameter.",
    "its bias has a gradient too, and no hook of yours sits on it. named_parameters() gives you "
    "all there are.",
    ALARM,
)
ANOTHER_ORDER = Misconception(
    "alarm-in-another-order",
    "that it doesn't matter in which order the parts of an alarm stand.",
    "whoever reads alarms takes them apart as (name, step, norm). Keep to this order.",
    ALARM,
)
AT_THE_STEP = Misconception(
    "alarm-at-the-step",
    "that what the step will use is what a pass brings.",
    "a hook on the optimiser comes once a step, with the sum of all passes. It is a good alarm, as "
    "the lesson's last section shows, but here each pass is to be heard: put a hook on each "
    "parameter.",
    PLACES,
)
RAISES = Misconception(
    "alarm-stops-the-run",
    "that an alarm has to stop the run.",
    "it can, but this one is to note and let the run go on: append to alarms instead of raising.",
    ALARM,
)
LAYERS = Misconception(
    "layers-instead-of-parameters",
    "that a layer and its parameters are the same thing, and have the same name.",
    "a child of the model may be a block with no weight of its own, and a layer called first has "
    "the parameters first.weight and first.bias. named_parameters() gives all of them, by name.",
    ALARM,
)
KEPT_INSIDE = Misconception(
    "alarm-in-a-local-name",
    "that a name which is assigned inside the hook is the list outside.",
    "nothing got into the given list. An assignment inside a function, with = or +=, makes a name "
    "of its own. Append to the list that is there.",
    ALARM,
)
LIMIT_RINGS = Misconception(
    "rings-at-the-limit-itself",
    "that a norm which is just the limit isn't within it.",
    "within limit means up to it: a norm that equals limit is still fine. Ask with <=, not with <.",
    ALARM,
)
TURNED_ROUND = Misconception(
    "rings-within-the-limit",
    "that the condition says when all is well.",
    "your alarm rings for the gradients that are within limit, and is silent for the others. Turn "
    "the condition round, with a not in front, so that a NaN rings too.",
    ALARM,
)
RINGS_ONCE = Misconception(
    "rings-only-once",
    "that a parameter which has rung once needn't ring again.",
    "every pass that brings too large a gradient is to be heard, also a second one of the same "
    "step. Yours noted the first and left out the rest. Append at each, whatever is in the list.",
    ALARM,
)
OTHER_NUMBER = Misconception(
    "another-number-than-its-norm",
    "that any measure of how large gradients are will do.",
    "an alarm holds a number that is no norm of what this parameter was sent. Wanted is the norm of "
    "the one gradient that the hook was given: not of all together, not squared, and not of .grad.",
    ALARM,
)
