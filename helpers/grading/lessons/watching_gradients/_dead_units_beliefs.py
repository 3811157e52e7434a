"""What one may believe about dead-units, and what is so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.watching_gradients._shared import ATTACH, DEAD, HANDLES

CLOSED = Misconception(
    "closed-counted-as-dead",
    "that a unit which puts out zero is dead.",
    "it is closed for one sample, which is its job. Your number counts zeros, over units and "
    "samples together. A dead unit is zero for every sample of the batch.",
    DEAD,
)
SHARE = Misconception(
    "share-instead-of-count",
    "that the share of zeros tells how many units are dead.",
    "a share of one half may be half of the units dead, or all of them closed half of the time. "
    "The task asks for the number of units that are zero for every sample.",
    DEAD,
)
SAMPLES = Misconception(
    "samples-instead-of-units",
    "that dimension 1 goes along the batch.",
    "samples are dimension 0, units dimension 1. Going along dimension 1 you counted the samples for "
    "which no unit opens. To look at a unit, go along the batch.",
    DEAD,
)
WHOLE = Misconception(
    "all-without-a-dimension",
    "that all() looks at each unit by itself.",
    "without a dimension it asks one question of the whole tensor, and the answer is yes or no. Tell "
    "it to go along the batch.",
    DEAD,
)
WHICH = Misconception(
    "which-instead-of-how-many",
    "that a row of yes and no is the number of dead units.",
    "it says which units are dead. Count the yes.",
    DEAD,
)
ANY = Misconception(
    "any-instead-of-all",
    "that one zero makes a unit dead.",
    "it must be zero for all samples. any asks for at least one, all for every one.",
    DEAD,
)
ALIVE = Misconception(
    "living-units-counted",
    "that the number wanted is that of the units which still work.",
    "you counted those that open for some sample. The others are the dead ones.",
    DEAD,
)
RETURNS = Misconception(
    "counting-hook-returns",
    "that a hook returns what it has counted.",
    "what a forward hook returns takes the place of the output, and the net goes on with your "
    "number. Write it into dead and return nothing. (A lambda returns its value, too.)",
    ("03_forward_hooks", "Return values replace"),
)
ON_LINEAR = Misconception(
    "counts-before-the-relu",
    "that a linear layer's output shows which units are closed.",
    "before the ReLU, closed units are below zero, hardly ever equal to it. Hook the ReLUs "
    "themselves.",
    DEAD,
)
OTHER_KEYS = Misconception(
    "relu-under-another-name",
    "that any key will do.",
    "each ReLU's number belongs under its name in net, such as act1. A type is shared by both, and "
    "the module itself is no name.",
    DEAD,
)
ONE_RELU = Misconception(
    "one-relu-of-two",
    "that one hook sees every ReLU.",
    "a hook belongs to the module on which it was registered. The net has two ReLUs, and each needs "
    "its own.",
    DEAD,
)
BY_HAND = Misconception(
    "counted-by-hand",
    "that counting once is enough.",
    "your cell registers no hook. Whatever it has counted is of its own pass, or done by changing "
    "the net, and later passes need counting too.",
    ("03_forward_hooks", "Two hooks on one module"),
)
OFF = Misconception(
    "counting-hook-removed",
    "that a hook still counts when it has been removed.",
    "remove() and the end of a with block take it off. Leave the hooks on.",
    HANDLES,
)
INPUT = Misconception(
    "counts-what-goes-in",
    "that the zeros can be seen in what the ReLU is given.",
    "what goes in is below zero for a closed unit, hardly ever equal to it. The zeros are in what "
    "comes out: the hook's third argument.",
    DEAD,
)
ADDS_UP = Misconception(
    "counts-are-added-up",
    "that the counts of several passes belong together.",
    "dead[name] is one number, that of the last forward. Write it over the old one.",
    DEAD,
)
ARGUMENTS = Misconception(
    "counting-hook-arguments",
    "that a forward hook may take the output alone.",
    "PyTorch calls a forward hook with (module, input, output), a pre-hook with (module, input). "
    "Take what comes.",
    ("03_forward_hooks", "Two hooks on one module"),
)
BACKWARD = Misconception(
    "backward-hook-for-outputs",
    "that a backward hook is told the outputs.",
    "it is told gradients, and only when backward runs. Here only forward passes run. A forward "
    "hook gets the output.",
    ATTACH,
)
SUMMED = Misconception(
    "adds-up-before-asking",
    "that a unit whose inputs add up to less than zero is dead.",
    "one strongly negative sample outweighs all others, and for those the unit may well be open. "
    "Ask of each sample first, then whether it holds for all.",
    DEAD,
)
OTHER_COUNT = Misconception(
    "another-number-than-dead-units",
    "that any number which says how quiet a ReLU is will do.",
    "the names are right, the numbers aren't in every forward. Wanted is how many columns of this "
    "forward's output hold nothing but zeros.",
    DEAD,
)
NEARLY = Misconception(
    "nearly-zero-is-zero",
    "that what is nearly zero is zero.",
    "a unit that puts out a little is open: its slope is 1, and it learns. Only an output of exactly "
    "0 is that of a closed one. Compare with 0, without a margin.",
    DEAD,
)
SO_FAR = Misconception(
    "alive-once-is-alive",
    "that a unit which has been open once is never counted again.",
    "each forward speaks of its own batch. A unit that was open in an earlier one may be closed for "
    "every sample of this one, and then it counts. Keep nothing from one forward to the next.",
    DEAD,
)
FIRST_SAMPLE = Misconception(
    "first-sample-for-the-batch",
    "that output[0] is the output.",
    "the output is a tensor already, a row for each sample; output[0] is its first row. A unit that "
    "is closed for one sample may be open for the next. Look along the whole batch.",
    DEAD,
)
OVERWRITTEN = Misconception(
    "input-looked-at-afterwards",
    "that input still is what the ReLU was given when a forward hook runs.",
    "a ReLU may work in place: then its input has been overwritten with its output, and nothing in "
    "it is below zero any more. The output says it in either case: it is the third argument.",
    DEAD,
)
