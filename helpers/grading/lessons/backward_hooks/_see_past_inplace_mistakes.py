"""What goes wrong in see-past-inplace: beliefs, their signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

from helpers.grading.data import items, same
from helpers.grading.exercise import Facts, Misconception, Mistake
from helpers.grading.lessons.backward_hooks import _shared as shared
from helpers.grading.lessons.backward_hooks._shared import FIRES, IN_PLACE, kinds, raised
from helpers.grading.misconceptions import NEVER_REGISTERED


def _seen(facts: Facts, number: int = 0) -> list[Any]:
    """Return what was in ``seen`` after a pass."""
    noted = facts["seen"] or []
    return items(noted[number]) if len(noted) > number else []


def _is(facts: Facts, what: str) -> bool:
    """Say whether the first pass left this other thing, and not the gradient asked for."""
    wanted = facts["case"]["wanted"]
    return same(_seen(facts)[0], wanted[what][0]) and not same(_seen(facts)[0], wanted["seen"][0])


FULL_HOOK = Misconception(
    "full-hook-beside-in-place",
    "that a full backward hook only looks, and disturbs nobody.",
    "it puts a view in place of the module's input and output, and whoever then works in place on "
    "that view raises: the module itself, or the one after it. Another kind of hook needs no view.",
    IN_PLACE,
)
AFTER_RELU = Misconception(
    "gradient-after-the-relu",
    "that before and after a ReLU the gradient is the same.",
    "ReLU stops the gradient of each entry below zero. What you have seen is the gradient after "
    "it, where nothing has been stopped. (retain_grad shows that one too: it follows the tensor "
    "through an in-place change.)",
    IN_PLACE,
)
SWAPS = Misconception(
    "relu-no-longer-in-place",
    "that the net may be changed to look at it.",
    "net.act no longer works in place. That is a good way out in a net of your own; here the net "
    "stays as it is, for there is a hook that can do without.",
    IN_PLACE,
)
RETURNS_HANDLE = Misconception(
    "forward-hook-returns-the-handle",
    "that what a forward hook returns goes nowhere.",
    "it takes the place of the module's output. Yours returned a handle (a lambda returns its "
    "value, too), and ReLU was given that instead of a tensor.",
    IN_PLACE,
)
OUTPUTS = Misconception(
    "outputs-instead-of-gradients",
    "that a forward hook is handed gradients.",
    "it is handed the output itself; the gradient comes by later, at a hook on that tensor.",
    IN_PLACE,
)
ONE_TENSOR = Misconception(
    "tensor-hook-for-all-passes",
    "that a hook on a layer's output is there in the next pass as well.",
    "each pass makes a new output tensor, and a tensor hook belongs to one tensor. Something that "
    "stays, a hook on the layer, has to register it anew each time.",
    IN_PLACE,
)
A_COPY = Misconception(
    "hook-on-a-side-copy",
    "that a hook on a copy sees the gradient of the original.",
    "a gradient reaches a copy only if the net goes on with it. Yours went on with the original, "
    "so the hook on the copy was never called.",
    IN_PLACE,
)
TOO_EARLY = Misconception(
    "gradient-read-in-forward",
    "that the gradient is there as soon as forward has run.",
    "when a forward hook runs, backward hasn't begun, so .grad is None (or old), and that is what "
    "you noted; retain_grad doesn't change it. Let a hook on the tensor note its gradient.",
    IN_PLACE,
)
INPUT_SIDE = Misconception(
    "wrong-border-of-the-layer",
    "that the gradient at a layer's input is the gradient at its output.",
    "what you have seen has the shape of net.first's input, or belongs to a weight. Its output is "
    "the other border, toward the loss.",
    shared.HOLD,
)
TUPLES = Misconception(
    "stores-the-tuple",
    "that grad_input and grad_output are the gradients.",
    "they are tuples, and seen now holds tuples. Take the gradient out.",
    shared.HOLD,
)
TWICE = Misconception(
    "two-gradients-a-pass",
    "that more hooks see more.",
    "the gradient was recorded more than once in a pass: each registration counts, and a hook that "
    "is put on again in every pass adds up.",
    FIRES,
)
LATEST_ONLY = Misconception(
    "keeps-the-latest-only",
    "that seen is to hold the latest gradient.",
    "it holds one for each pass, in order. Your second pass took the first one's place.",
    FIRES,
)

ONE_PASS = Misconception(
    "one-pass-is-enough",
    "that a hook has done its work when it has seen one pass.",
    "the first pass left its gradient in seen, the second one nothing: your hook wasn't there any "
    "more, or looked away. Each pass makes a new tensor and adds one gradient; nothing piles up.",
    FIRES,
)

_HEAD = "def hook(module, input, output):\n"
_INNER = "    output.register_hook(seen.append)\n"
_ON = "net.first.register_forward_hook(hook)\n"

MISTAKES = (
    Mistake(
        FULL_HOOK,
        shared.in_place_refused,
        "net.first.register_full_backward_hook(lambda m, gi, go: seen.append(go[0]))\n",
    ),
    Mistake(
        RETURNS_HANDLE,
        lambda facts: raised(facts, "TypeError", "RemovableHandle"),
        "net.first.register_forward_hook(lambda m, i, output: output.register_hook(seen.append))\n",
    ),
    Mistake(
        shared.ON_THE_CLASS,
        shared.on_the_class,
        _HEAD + _INNER + "nn.Linear.register_forward_hook(hook)\n",
    ),
    Mistake(
        shared.CALLED_AT_ONCE,
        shared.called_at_once,
        _HEAD + _INNER + "net.first.register_forward_hook(hook())\n",
    ),
    Mistake(
        shared.SIGNATURE,
        shared.wrong_arguments,
        "def hook(output):\n" + _INNER + _ON,
    ),
    Mistake(
        SWAPS,
        lambda facts: facts["in_place"] is False and not facts["error"],
        "net.act.inplace = False\n"
        "net.first.register_full_backward_hook(lambda m, gi, go: seen.append(go[0]))\n",
    ),
    Mistake(
        shared.GLOBAL_HOOK,
        lambda facts: shared.is_global(facts) and (items(facts["bystander"]) or facts["error"]),
        "def hook(module, input, output):\n    if output.shape[-1] == 3:\n    "
        + _INNER
        + "nn.modules.module.register_module_forward_hook(hook)\n",
    ),
    Mistake(
        TUPLES,
        lambda facts: any("tuple" in one for one in _seen(facts)),
        "net.last.register_full_backward_hook(lambda m, gi, go: seen.append(gi))\n",
    ),
    Mistake(
        AFTER_RELU,
        lambda facts: _is(facts, "after ReLU"),
        "net.last.register_full_backward_hook(lambda m, gi, go: seen.append(gi[0]))\n",
    ),
    Mistake(
        OUTPUTS,
        lambda facts: _is(facts, "values") or _is(facts, "values before"),
        "net.first.register_forward_hook(lambda m, i, output: seen.append(output))\n",
    ),
    Mistake(
        INPUT_SIDE,
        lambda facts: (
            _seen(facts) and _seen(facts)[0]["shape"] != facts["case"]["wanted"]["seen"][0]["shape"]
        ),
        "net.first.weight.register_hook(seen.append)\n",
    ),
    Mistake(
        shared.REMOVED,
        lambda facts: shared.all_removed(facts) and not _seen(facts, 1) and not facts["error"],
        _HEAD + _INNER + "with net.first.register_forward_hook(hook):\n    pass\n",
    ),
    Mistake(
        ONE_TENSOR,
        lambda facts: kinds(facts) == {"tensor"} and not _seen(facts) and not facts["error"],
        "output = net.first(torch.ones(1, 2))\noutput.register_hook(seen.append)\n",
    ),
    Mistake(
        A_COPY,
        lambda facts: (
            {"tensor", "forward"} <= kinds(facts) and not _seen(facts) and not facts["error"]
        ),
        _HEAD + "    output.clone().register_hook(seen.append)\n" + _ON,
    ),
    Mistake(
        LATEST_ONLY,
        lambda facts: (
            same(_seen(facts), facts["case"]["wanted"]["seen"][:1])
            and same(_seen(facts, 1), facts["case"]["wanted"]["seen"][1:])
        ),
        _HEAD
        + "    def keep(grad):\n        seen[:] = [grad]\n    output.register_hook(keep)\n"
        + _ON,
    ),
    Mistake(
        TOO_EARLY,
        lambda facts: (
            None in [*_seen(facts), *_seen(facts, 1)] and kinds(facts) <= {"forward", "forward pre"}
        ),
        "def hook(module, input, output):\n    output.retain_grad()\n"
        "    seen.append(output.grad)\n" + _ON,
    ),
    Mistake(
        TWICE,
        lambda facts: (
            len(_seen(facts)) > 1
            or (
                len(_seen(facts, 1)) > 2 and same(_seen(facts), facts["case"]["wanted"]["seen"][:1])
            )
        ),
        _HEAD + _INNER + _ON + _ON,
    ),
    Mistake(
        shared.ELSEWHERE,
        lambda facts: (
            shared.elsewhere(facts, "net", "first", "act", "last")
            and not _seen(facts)
            and not facts["error"]
        ),
        _HEAD + _INNER + "nn.Linear(2, 3).register_forward_hook(hook)\n",
    ),
    Mistake(
        NEVER_REGISTERED,
        lambda facts: not facts["registrations"] and not facts["error"],
        _HEAD + _INNER,
    ),
    Mistake(
        ONE_PASS,
        lambda facts: (
            not facts["error"]
            and same(_seen(facts), facts["case"]["wanted"]["seen"][:1])
            and same(_seen(facts, 1), _seen(facts))
        ),
        _HEAD + _INNER + "    handle.remove()\nhandle = " + _ON,
    ),
)
"""Tried in this order; the first whose signs are there is told."""
