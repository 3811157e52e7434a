"""What learners may believe in stop-at-the-nan that isn't so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.guarding_gradients._shared import NAN

NO_FUNCTION = Misconception(
    "hunts-in-one-model-only",
    "that it is enough to put hooks on the model at hand.",
    "the task asks for a function stop_at_nan that can be called with any model. There is none in "
    "your cell.",
    NAN,
)
NAN_ONLY = Misconception(
    "infinity-is-a-number",
    "that only NaN is a bad number.",
    "infinity is one, too: it makes a NaN a layer or two further on, and then the wrong layer is "
    "blamed. Ask whether entries are finite.",
    NAN,
)
SUMS_UP = Misconception(
    "finite-sum-test",
    "that a tensor is finite when its sum is.",
    "two entries of 3e38 are finite, and their sum isn't. Ask each entry.",
    NAN,
)
MAX_TEST = Misconception(
    "largest-entry-test",
    "that the largest entry gives every bad one away.",
    "minus infinity is never the largest. Ask each entry whether it is finite.",
    NAN,
)
ALL_BAD = Misconception(
    "one-good-entry-is-enough",
    "that one finite entry makes an output good.",
    "one bad entry is enough to spoil what follows. All entries must be finite.",
    NAN,
)
ANOTHER_ERROR = Misconception(
    "another-kind-of-error",
    "that one error is as good as another.",
    "whoever catches it needs to know its kind. The task asks for FloatingPointError; `assert` "
    "makes an AssertionError.",
    NAN,
)
MORE_THAN_NAME = Misconception(
    "message-is-more-than-the-name",
    "that the message is for people only.",
    "here it is for a program, too: it is to be the module's name in named_modules(), not its "
    "class, and nothing around it.",
    NAN,
)
LEAVES = Misconception(
    "containers-compute-nothing",
    "that only modules without modules inside compute something.",
    "a module may calculate in its own forward, between and after those inside it. Without a hook "
    "on it the next layer is blamed.",
    NAN,
)
CHILDREN = Misconception(
    "children-are-all-modules",
    "that children() are all the modules of a model.",
    "they are the outermost only. A bad number deep inside is then called by the name of the whole "
    "block. named_modules() goes all the way down.",
    NAN,
)
INPUTS = Misconception(
    "looks-at-the-input",
    "that a bad number in the input shows who made it.",
    "it shows who received it: the layer after the culprit, or nobody, if the culprit is the last.",
    NAN,
)
REPLACES = Misconception(
    "guard-replaces-the-output",
    "that what a guarding hook returns doesn't matter.",
    "what a forward hook returns takes the place of the output. A hook that only looks returns "
    "nothing.",
    ("03_forward_hooks", "Return values replace"),
)
NOTES_ONLY = Misconception(
    "notes-instead-of-stopping",
    "that to find the bad layer is to stop at it.",
    "the forward pass went on to its end. A hook stops it by raising an error.",
    NAN,
)
ANOMALY = Misconception(
    "anomaly-mode-watches-forward",
    "that anomaly mode looks at the forward pass.",
    "it watches the gradients on the way back, and no hook is on any module. The forward pass "
    "runs to its end.",
    NAN,
)
INVERTED = Misconception(
    "stops-where-all-is-well",
    "that isfinite() finds what is bad.",
    "it says of each entry that it is good. Your guard stops where every entry is; turn the "
    "condition round.",
    NAN,
)
ROOT_ONLY = Misconception(
    "watches-the-model-only",
    "that a hook on the model sees what each module inside gives.",
    "it runs once, when the whole model is done, and can't say who was first. Put one on each "
    "module.",
    NAN,
)
EQUALS_NAN = Misconception(
    "nan-equals-nan",
    "that NaN can be found by comparing with NaN.",
    "NaN is equal to nothing, itself included: == and `in` never find it. Ask isfinite().",
    NAN,
)
ON_THE_WAY_BACK = Misconception(
    "stops-on-the-way-back",
    "that a backward hook can stop the forward pass.",
    "by the time it is called the forward pass is over. What modules give is seen by forward hooks.",
    NAN,
)
