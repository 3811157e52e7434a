"""What one may believe about hooked-while, and what is so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.handles_and_lifetime._shared import BLOCK, HANDLE, INSIDE, SHARED

NO_HOOKED = Misconception(
    "block-instead-of-a-function",
    "that a block for the model at hand is what is asked for.",
    "the task asks for hooked(model, predicate, hook), which works for any model. There is none of "
    "that name in your cell.",
    BLOCK,
)
NO_CONTEXT_MANAGER = Misconception(
    "any-function-works-with-with",
    "that whatever a function gives back can stand behind `with`.",
    "`with` needs an object with __enter__ and __exit__. A function with a yield becomes one by "
    "the decorator contextlib.contextmanager.",
    BLOCK,
)
ONE_YIELD = Misconception(
    "a-yield-for-each-layer",
    "that the block can be entered once for each layer.",
    "a context manager has one yield: what stands before it is done when the block begins, what "
    "stands after it when it ends. Register all hooks first, then yield once.",
    BLOCK,
)
SWALLOWS = Misconception(
    "swallows-the-error",
    "that cleaning up means to catch the error.",
    "the error of the block has to come out, or nobody learns of it. Use finally, which cleans up "
    "and lets it pass; and let __exit__ return nothing.",
    BLOCK,
)
NO_FINALLY = Misconception(
    "lines-after-the-yield",
    "that the lines after the yield are reached in any case.",
    "if the block raises, the error comes out of the yield, and what stands below is skipped. Only "
    "a finally is reached in any case.",
    BLOCK,
)
HALF_WAY = Misconception(
    "nothing-fails-while-registering",
    "that the loop which registers gets to its end.",
    "when the third registration raised, or the predicate did, two hooks were on already, and "
    "nobody took them off. The loop too belongs where your cleaning up is sure to follow.",
    BLOCK,
)
EMPTY_BLOCK = Misconception(
    "off-before-the-block",
    "that a hook which was registered before the block is there inside it, removed or not.",
    "your function takes its hooks off before the block begins, so inside it there was none.",
    BLOCK,
)
ON_EVERYTHING = Misconception(
    "predicate-not-asked",
    "that hook goes on every layer.",
    "only modules for which predicate(module) is true are to have it, and on others it fired too.",
    BLOCK,
)
NO_ROOT = Misconception(
    "children-only",
    "that a model's children are all its modules.",
    "children() are those one level down. Modules inside them, and the model itself, were left "
    "out. modules() gives them all.",
    SHARED,
)
NOT_THE_ROOT = Misconception(
    "model-itself-left-out",
    "that the model is not one of its modules.",
    "modules() begins with the model itself, and predicate is asked about it too. A model may be a "
    "single layer.",
    SHARED,
)
ASKED_AT_CALL = Misconception(
    "predicate-asked-at-the-call",
    "that it is all one whether predicate is asked when you register or when the hook is called.",
    "your hook sits on modules that weren't picked, too. It does nothing there, but PyTorch "
    "calls it each time. Ask predicate first, and register only where it says yes.",
    BLOCK,
)
SHARED_TWICE = Misconception(
    "shared-layer-hooked-twice",
    "that a walk through the model meets each layer once.",
    "a layer that sits in two blocks is met twice by apply() and by walking through the children, "
    "and then carries the hook twice. modules() gives each module once.",
    SHARED,
)
ONE_HANDLE_FOR_ALL = Misconception(
    "last-handle-for-all",
    "that the handle in the loop's name takes off all hooks.",
    "it is the last one. Each registration gives a handle of its own; keep them all.",
    HANDLE,
)
NONE_COMES_OFF = Misconception(
    "block-ends-hooks-end",
    "that hooks end with the block by themselves.",
    "they stay until they are removed. Somebody has to call remove() on each handle when the block "
    "ends.",
    BLOCK,
)
HOOK_RESULT_LOST = Misconception(
    "result-lost-in-a-wrapper",
    "that calling hook inside a function of your own is enough.",
    "PyTorch sees what *that* function returns. Hand hook's result on, or register hook itself.",
    ("03_forward_hooks", "Return values replace"),
)
NO_HOOK_AT_ALL = Misconception(
    "replaces-forward-in-a-block",
    "that putting another function in the place of forward is a hook.",
    "the modules themselves were changed, and carried no hook. Register hook on them.",
    HANDLE,
)

NO_YIELD = Misconception(
    "context-manager-without-yield",
    "that the decorator alone makes a context manager.",
    "the function needs one yield: that is where the block runs. Without it the function is over "
    "before the block begins.",
    BLOCK,
)
EXIT_ARGUMENTS = Misconception(
    "exit-without-arguments",
    "that __exit__ is called with nothing.",
    "Python hands it three things: the kind of error, the error and its trace, or three times "
    "None. Take them, or *args.",
    ("01_hooks_in_plain_python", "Taking a hook off"),
)
CONTAINERS_LEFT_OUT = Misconception(
    "containers-left-out",
    "that only layers without children take a hook.",
    "a container is a module like any other. Whether it gets the hook is for predicate to say.",
    SHARED,
)
ONLY_AFTER_ERRORS = Misconception(
    "cleans-only-after-errors",
    "that only an error makes cleaning up necessary.",
    "an except is reached if something raised. Here the block ended well, and the hooks stayed. A "
    "finally is reached in both cases.",
    BLOCK,
)
SKIPS_HANDLES = Misconception(
    "shortens-its-list-in-the-loop",
    "that a list may be shortened while a loop goes through it.",
    "the loop then skips every second entry, and those hooks stayed on. Leave the list as it is, "
    "or take entries off its end while there are any.",
    INSIDE,
)
ONE_LIST_OUTSIDE = Misconception(
    "one-list-for-all-blocks",
    "that one list of handles outside does for all blocks.",
    "a block inside another then takes the other's handles, or loses them. Make the list inside "
    "the function: each block has its own.",
    HANDLE,
)
ONLY_EXCEPTIONS = Misconception(
    "every-error-is-an-exception",
    "that `except Exception` is reached whatever raises.",
    "KeyboardInterrupt, which the stop button raises, is no Exception, and neither is SystemExit: "
    "your hooks stayed on. A finally is reached in all cases.",
    BLOCK,
)
