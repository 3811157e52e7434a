"""What one may believe about mend-the-recorder, and what is so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.handles_and_lifetime._shared import ALIVE, HANDLE

NO_RECORDER = Misconception(
    "no-class-of-that-name",
    "that any name will do for the class.",
    "it is used by the name Recorder, and there is none in your cell.",
    ALIVE,
)
KEEPS_LIVE_OUTPUT = Misconception(
    "keeps-the-live-output",
    "that an output, once kept, is just its numbers.",
    "it holds the graph that made it, with all that was saved for backward. A no_grad block around "
    "the line changes nothing, since the graph is there already. Cut the tensor off with detach().",
    ALIVE,
)
CLONE_CUTS = Misconception(
    "clone-cuts-the-graph",
    "that a clone is a tensor without a past.",
    "clone() copies the numbers, and is itself a step of the graph: the clone keeps all of it "
    "alive. detach() is what cuts it off.",
    ALIVE,
)
MEAN_IS_A_NUMBER = Misconception(
    "a-mean-is-a-number",
    "that a mean, being one number, can't hold much.",
    "it is a tensor with the whole graph behind it. Each entry of means kept a pass alive. Store "
    "a plain number: item() gives it.",
    ALIVE,
)
DETACHED_IS_A_COPY = Misconception(
    "detached-is-a-copy",
    "that detach() makes a copy.",
    "the detached tensor shares its memory with the output. The next layer works in place, and "
    "overwrote what you kept. Copy the values too.",
    ALIVE,
)
DETACHES_IN_PLACE = Misconception(
    "detaches-in-place",
    "that the output can be detached on the spot.",
    "detach_() cuts the model's own output off its graph, and the layer never learns again. Leave "
    "the output alone and keep a detached copy.",
    ALIVE,
)
RETURNS_SOMETHING = Misconception(
    "recorder-returns-something",
    "that it doesn't matter what a recording hook returns.",
    "what a forward hook returns takes the place of the output, and the model goes on with it. A "
    "hook that only records returns nothing.",
    ("03_forward_hooks", "Return values replace"),
)
NO_CLOSE = Misconception(
    "recorder-without-close",
    "that a recorder ends when nobody uses its name any more.",
    "the layer keeps the hook, and the hook keeps the recorder. It needs a method close() that "
    "takes the hook off.",
    HANDLE,
)
HANDLE_LOST = Misconception(
    "handle-not-kept",
    "that the handle can be had again when it is needed.",
    "registering gives it back once. Keep it on self; otherwise close() has nothing to remove.",
    HANDLE,
)
CLOSE_ONCE_ONLY = Misconception(
    "close-works-once",
    "that nobody closes twice.",
    "it happens, in a finally block or a cell that is run again. A handle's remove() does no harm "
    "the second time; let close() do the same.",
    HANDLE,
)
CLOSE_LEAVES_HOOK = Misconception(
    "close-leaves-the-hook",
    "that forgetting what was recorded, or not recording any more, is closing.",
    "the hook is still on the layer, and is called in each pass. Take it off with its handle.",
    HANDLE,
)
SHARED_LIST = Misconception(
    "one-list-for-all-recorders",
    "that a list made in the class belongs to each object.",
    "it is made once, for the class: all recorders write into it. Make it in __init__, on self.",
    ALIVE,
)
NO_HOOK_RECORDER = Misconception(
    "recorder-without-hook",
    "that another function in the place of forward is as good as a hook.",
    "it changes the layer itself. Let the recorder register a forward hook on the layer.",
    HANDLE,
)
LAST_NOT_SET = Misconception(
    "last-never-set",
    "that a name which is assigned inside a method becomes an attribute.",
    "it lives only while the method runs, and last stayed None. An attribute is assigned on self.",
    ALIVE,
)
LAST_NO_TENSOR = Misconception(
    "last-is-no-single-tensor",
    "that last may hold more outputs than one, or their numbers in another form.",
    "last is to be one tensor: the output of the last pass, and no other. A list of all outputs "
    "grows with each pass. Write the new one over the old one.",
    ALIVE,
)
OTHER_MEANS = Misconception(
    "means-of-something-else",
    "that any number which sums an output up will do.",
    "last is right, means isn't. It is to be a list with one number for each pass: the mean over "
    "all entries of that pass's output.",
    ALIVE,
)
