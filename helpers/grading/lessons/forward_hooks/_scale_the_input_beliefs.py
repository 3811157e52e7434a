"""What one may believe about scale-the-input, and what is so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.forward_hooks._shared import LESSON, REPLACE

DROPS = Misconception(
    "drops-the-second-argument",
    "that a pre-hook returns only what it has changed.",
    "what it returns is all that forward gets. One tensor became the only argument, and weight "
    "was gone. Return every argument, in a tuple.",
    REPLACE,
)
LIST = Misconception(
    "list-is-one-argument",
    "that a list of arguments is as good as a tuple.",
    "a tuple is taken apart into arguments; a list counts as one argument.",
    REPLACE,
)
IN_PLACE = Misconception(
    "edits-the-callers-tensor",
    "that an edit inside the hook stays inside the hook.",
    "the hook holds the caller's own tensor. After the call x itself had changed, and the next "
    "call began from there. Make a new tensor.",
    REPLACE,
)
TUPLE_TIMES = Misconception(
    "multiplies-the-tuple",
    "that input is the tensor x.",
    "input is the tuple of all arguments. Times 10, a tuple is repeated ten times; its entries stay "
    "as they are.",
    (LESSON, "What goes in, what comes out"),
)
ITEM = Misconception(
    "tuples-can-be-edited",
    "that an entry of input can be set.",
    "input is a tuple, and a tuple's entries can't be set. Build a new tuple and return it.",
    REPLACE,
)
OUTPUT = Misconception(
    "scales-the-output",
    "that scaling what comes out is the same as scaling what goes in.",
    "Mix adds 1 after multiplying, and your hook scaled that too. Scale before forward runs.",
    REPLACE,
)
BOTH = Misconception(
    "scales-both-inputs",
    "that every entry of input is to be scaled.",
    "weight came out scaled as well. Only x, the first argument, is meant.",
    REPLACE,
)
WRONG_ONE = Misconception(
    "scales-the-other-argument",
    "that of two factors it doesn't matter which one is scaled.",
    "Mix multiplies them, so its output comes out right. But forward saw weight scaled and x as it "
    "was. The first argument is meant.",
    REPLACE,
)
ORDER = Misconception(
    "arguments-in-another-order",
    "that forward knows by their names which argument is which.",
    "it takes them by their place: the first entry of what you return is x, the second is weight. "
    "You take them apart or return them in another order.",
    REPLACE,
)
REST_PACKED = Misconception(
    "rest-handed-on-packed",
    "that a list or tuple inside the returned tuple is unpacked by itself.",
    "each entry of what you return becomes one argument, as it is: forward was given a list in the "
    "place of weight. With a star in front, *rest, its entries stand there one by one.",
    REPLACE,
)
UNDONE_AFTERWARDS = Misconception(
    "output-set-right-afterwards",
    "that only the output counts, whatever forward has worked on.",
    "the numbers that come out are right, and forward never saw 10 · x. With another forward your "
    "sum would be wrong. What goes in is changed before forward, by a pre-hook.",
    REPLACE,
)
