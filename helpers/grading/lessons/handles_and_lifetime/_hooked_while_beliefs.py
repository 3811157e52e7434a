"""What one may believe about hooked-while, and what is so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.handles_and_lifetime._shared import BLOCK, HANDLE, SHARED

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
SHARED_TWICE = Misconception(
    "shared-layer-hooked-twice",
    "that a walk through the model meets each layer once.",
    "a layer that sits in two blocks is met twice by apply() and by walking through the children, "
    "and then carries the hook twice. modules() gives each module once.",
    SHARED,
)
EVERYWHERE = Misconception(
    "hook-on-all-modules-of-all-models",
    "that a hook on all modules does for one model.",
    "it fires for any other model in the program too. Register on the modules of the model that is "
    "given.",
    ("03_forward_hooks", "Where a module keeps its hooks"),
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
