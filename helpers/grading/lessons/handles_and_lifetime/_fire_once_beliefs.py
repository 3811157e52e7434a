"""What one may believe about fire-once, and what is so."""

from __future__ import annotations

from helpers.grading.exercise import Misconception
from helpers.grading.lessons.handles_and_lifetime._shared import HANDLE, INSIDE, RAISES

NO_FIRE_ONCE = Misconception(
    "one-hook-instead-of-a-function",
    "that one hook for the layer at hand is what is asked for.",
    "the task asks for a function fire_once(module, hook) that works for any module and any hook. "
    "There is none in your cell.",
    INSIDE,
)
NOT_A_HOOK = Misconception(
    "replaces-forward-instead",
    "that putting another function in the place of forward is a hook.",
    "it changes the module itself, and no handle can take it off. Let PyTorch call your function: "
    "register a forward hook.",
    INSIDE,
)
OFF_BEFORE_IT_FIRES = Misconception(
    "off-before-it-fires",
    "that the hook fires when it is registered, and can be taken off on the next line.",
    "it fires when the module is called, and by then your function has taken it off already. "
    "Removing is the hook's own business, when it runs.",
    INSIDE,
)
CALLS_IT_ITSELF = Misconception(
    "calls-the-hook-itself",
    "that fire_once makes the call happen.",
    "it only prepares. The hook was called before the module was; leave that to PyTorch.",
    INSIDE,
)
STAYS_SILENT = Misconception(
    "silent-is-gone",
    "that a hook which does nothing any more is as good as a removed one.",
    "it is still on the module, is called each time, and keeps alive what it knows. Take it off "
    "with its handle.",
    INSIDE,
)
HOOK_NAMES_IT = Misconception(
    "hook-names-its-registration",
    "that a hook function tells one registration from another.",
    "the same function may wait in many places at a time. Each registration has a handle of its "
    "own: it belongs with the inner function that takes it off, and not under the hook's name.",
    INSIDE,
)
ONCE_IS_ENOUGH = Misconception(
    "registered-for-good",
    "that a hook is used up when it has fired.",
    "a hook stays until somebody removes it. Here the hook itself must do it, when it runs.",
    INSIDE,
)
HELPER_STAYS = Misconception(
    "helper-hook-stays",
    "that a hook which only takes another one off is no hook that is left.",
    "you registered two hooks where one is asked for. The second takes the first off, but nobody "
    "takes off the second: it is called at every call, for good. One hook can do both: remove "
    "itself, then call hook.",
    INSIDE,
)
RESULT_LOST = Misconception(
    "result-of-the-hook-lost",
    "that calling hook inside your own function is enough.",
    "PyTorch sees what *your* function returns, and that was None: the output stayed as it was. "
    "Hand on what hook returns.",
    INSIDE,
)
AFTER_THE_CALL = Misconception(
    "removes-after-the-call",
    "that the line after the call of hook is reached in any case.",
    "if hook raises, it isn't, and the hook stays on for the next call. Remove first, then call; "
    "or use finally, or a with block.",
    RAISES,
)
ERROR_HIDDEN = Misconception(
    "hides-the-error",
    "that an error in a hook should be kept from the caller.",
    "whoever wrote the hook must learn that it failed. Take the hook off, and let the error "
    "come out.",
    RAISES,
)
ONE_NAME_FOR_ALL = Misconception(
    "one-name-for-all-handles",
    "that one name holds the handles of all calls of fire_once.",
    "the name holds the last handle only, so one hook took off another in its place. Keep the "
    "handle inside fire_once: each call has names of its own.",
    HANDLE,
)
NO_HANDLE_BACK = Misconception(
    "no-handle-back",
    "that a hook which removes itself needs no handle outside.",
    "it may never fire. Whoever registered it must be able to take it off: return the handle.",
    HANDLE,
)
FIRED_BEFORE = Misconception(
    "remembers-by-function",
    "that a hook which has fired once never has to fire again.",
    "the same function may be registered anew for one more call, or on another layer. What has "
    "fired belongs to one registration, not to the function.",
    INSIDE,
)
MODULE_NAMES_IT = Misconception(
    "module-names-its-registration",
    "that one hook at most waits on a module.",
    "two may wait on one layer. The second one's handle took the first one's place under the "
    "module's name, so one was taken off twice and the other never. Keep the handle inside "
    "fire_once: each call has names of its own.",
    HANDLE,
)
