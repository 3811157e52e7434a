"""What goes wrong in model-backward: beliefs, their signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

from helpers.grading.data import items, same
from helpers.grading.exercise import Facts, Misconception, Mistake
from helpers.grading.lessons.backward_hooks import _shared as shared
from helpers.grading.lessons.backward_hooks._shared import HOLD, RETURN, kinds, raised
from helpers.grading.misconceptions import NEVER_REGISTERED


def _recorded(facts: Facts) -> list[Any]:
    return items(facts["recorded"])


def _wanted(facts: Facts) -> list[Any]:
    return list(facts["case"]["wanted"]["recorded"])


def _inputs_changed(facts: Facts) -> bool:
    grads = [facts["x1_grad"], facts["x2_grad"]]
    return not facts["error"] and not same(grads, _wanted(facts)[:2])


def _some_are_missing(facts: Facts) -> bool:
    """Say whether what was recorded is right as far as it goes."""
    left = iter(_wanted(facts))
    recorded = _recorded(facts)
    return 0 < len(recorded) < 3 and all(any(same(one, want) for want in left) for one in recorded)


def _w_is_there(facts: Facts) -> bool:
    """Say whether the gradient of W was recorded, beside an equal one of an input perhaps."""
    w_gradient = facts["case"]["wanted"]["W"]
    return _recorded(facts).count(w_gradient) > _wanted(facts).count(w_gradient)


def _zeros_were_dropped(facts: Facts) -> bool:
    kept = [want for want in _wanted(facts) if any(shared.flat([want["tensor"]]))]
    return len(kept) < 3 and same(_recorded(facts), kept)


TUPLES = Misconception(
    "gradients-are-the-tensors",
    "that grad_input and grad_output are tensors.",
    "both are tuples: one entry for each positional input, one for each output. Take their "
    "entries out.",
    HOLD,
)
ORDER = Misconception(
    "gradients-in-another-order",
    "that the order inside answer doesn't matter.",
    "all three gradients are there, in another order than the task asks for: those of the inputs "
    "first, that of the output last.",
    HOLD,
)
RETURNS_LIST = Misconception(
    "returns-the-list",
    "that what a hook returns goes nowhere, or is collected for you.",
    "what a full backward hook returns takes the place of grad_input, entry by entry. Model has "
    "two inputs, so anything but two gradients raises. (A lambda returns its value, too.) Return "
    "nothing.",
    RETURN,
)
TRUTH = Misconception(
    "truth-of-grad-input",
    "that `if grad` asks whether there is a gradient.",
    "it asks whether the number is not zero: a gradient of 0 is dropped, and a gradient with "
    "several elements raises. Ask `is not None`.",
    ("01_hooks_in_plain_python", "The trap: if output"),
)
RETURNS_OTHER = Misconception(
    "changes-the-gradients",
    "that what a backward hook returns goes nowhere.",
    "a returned tuple takes the place of grad_input: x1.grad and x2.grad came out different. To "
    "record only, return nothing.",
    RETURN,
)
RETURNS_NONES = Misconception(
    "none-entries-mean-no-change",
    "that returning (None, None) leaves the gradients alone.",
    "only a plain None does. A None inside the tuple means “no gradient”: x1.grad stayed empty.",
    RETURN,
)
IN_PLACE = Misconception(
    "edits-grad-input-in-place",
    "that grad_input is a copy to play with.",
    "it holds the very tensors that flow on, and an in-place edit reaches x1.grad and what you "
    "have recorded. Work on a clone.",
    RETURN,
)
PRE_HOOK = Misconception(
    "backward-pre-hook",
    "that a full backward pre-hook sees grad_input too.",
    "it runs before the module's backward, so there is no grad_input yet: it gets (module, "
    "grad_output). A full backward hook comes later and gets both.",
    shared.BEFORE,
)
PARAMETER = Misconception(
    "includes-parameter-gradient",
    "that grad_input has the gradients of the module's parameters.",
    "grad_input covers the inputs of forward alone, two here. The gradient of W isn't there, and "
    "isn't asked for.",
    HOLD,
)
MADE_UP = Misconception(
    "values-not-from-the-hook",
    "that any three tensors will do.",
    "what stands in answer isn't what flowed through model. Record the tensors in grad_input and "
    "grad_output as they are; each comparison here is made on their numbers.",
    HOLD,
)
EARLY_FIELD = Misconception(
    "reads-grad-fields-inside",
    "that x1.grad and output.grad are filled when the hook runs.",
    "the hook runs while the gradients are still on their way, so a .grad field is None or old "
    "there. The gradients are the hook's arguments.",
    HOLD,
)
TENSOR_HOOKS = Misconception(
    "hooks-on-the-notebooks-tensors",
    "that hooks on x1 and x2 will see every call of model.",
    "a tensor hook belongs to one tensor, and model is called with others too. A hook on model "
    "itself sees the gradients of each call.",
    HOLD,
)
NO_HOOK = Misconception(
    "answer-filled-without-a-hook",
    "that the list is what counts, however it was filled.",
    "answer is emptied before model is tried on other inputs, and no hook was there to fill it. "
    "Let a hook do it, while backward runs.",
    HOLD,
)
TWICE = Misconception(
    "backward-hook-registered-twice",
    "that registering a hook again changes nothing.",
    "each registration counts. With two hooks on model, everything was recorded twice.",
    HOLD,
)
ASSIGNED_INSIDE = Misconception(
    "answer-assigned-inside",
    "that answer = ... or answer += ... inside the hook fills the list outside.",
    "an assignment makes answer a name of the function's own, gone when it ends. The list has "
    "methods that take something in, and they need no assignment.",
    HOLD,
)
CHAINED = Misconception(
    "extend-returns-the-list",
    "that extend and append give the list back.",
    "they change the list and return None: there is nothing to go on with, or to keep. Call them "
    "one after the other.",
    HOLD,
)
NUMBERS = Misconception(
    "numbers-instead-of-tensors",
    "that a gradient's number is as good as the gradient.",
    "answer holds plain numbers or lists. x1.grad is a tensor with a shape and a dtype; record it "
    "as it is.",
    HOLD,
)
ELEMENT = Misconception(
    "takes-the-gradient-apart",
    "that grad_output[0] still has to be opened.",
    "the entry of the tuple is the gradient. To index it once more, or to extend a list by it, "
    "takes the tensor itself apart.",
    HOLD,
)
NOT_THE_LIST = Misconception(
    "tuple-instead-of-list",
    "that any collection will do for answer.",
    "the gradients are right, but answer has become something else than the list that was given.",
    HOLD,
)
INCOMPLETE = Misconception(
    "one-argument-holds-all",
    "that one of the two arguments, or its first entry, holds all the gradients.",
    "grad_input has an entry for each input, and grad_output one for the output. answer holds "
    "only some of them.",
    HOLD,
)

_DEF = "def module_hook(module, grad_input, grad_output):\n"
_RECORD = "    answer.extend(grad_input + grad_output)\n"
_REGISTER = "model.register_full_backward_hook(module_hook)\n"

MISTAKES = (
    Mistake(
        shared.ON_THE_CLASS,
        shared.on_the_class,
        _DEF + _RECORD + "Model.register_full_backward_hook(module_hook)\n",
    ),
    Mistake(
        shared.CALLED_AT_ONCE,
        shared.called_at_once,
        _DEF + _RECORD + "model.register_full_backward_hook(module_hook(model, (), ()))\n",
    ),
    Mistake(RETURNS_LIST, shared.wrong_return, _DEF + _RECORD + "    return answer\n" + _REGISTER),
    Mistake(
        ASSIGNED_INSIDE,
        lambda facts: (
            raised(facts, "UnboundLocalError", "answer")
            or (facts["local"] and not facts["error"] and not _recorded(facts))
        ),
        _DEF + "    answer = [*grad_input, *grad_output]\n" + _REGISTER,
    ),
    Mistake(
        CHAINED,
        lambda facts: (
            raised(facts, "AttributeError", "'NoneType' object has no attribute 'extend'")
            or raised(facts, "AttributeError", "'NoneType' object has no attribute 'append'")
            or (facts["recorded"] is None and not facts["error"] and facts["registrations"])
        ),
        _DEF + "    answer.extend(grad_input).extend(grad_output)\n" + _REGISTER,
    ),
    Mistake(
        TRUTH,
        lambda facts: (
            raised(facts, "RuntimeError", "Boolean value of Tensor") or _zeros_were_dropped(facts)
        ),
        _DEF + "    answer.extend([g for g in grad_input + grad_output if g])\n" + _REGISTER,
    ),
    Mistake(
        PRE_HOOK,
        lambda facts: "backward pre" in kinds(facts) and "backward" not in kinds(facts),
        _DEF + _RECORD + "model.register_full_backward_pre_hook(module_hook)\n",
    ),
    Mistake(
        shared.FORWARD_HOOK,
        lambda facts: bool(kinds(facts)) and kinds(facts) <= {"forward", "forward pre"},
        _DEF + _RECORD + "model.register_forward_hook(module_hook)\n",
    ),
    Mistake(
        shared.OLD_HOOK,
        lambda facts: (
            "old backward" in kinds(facts)
            and not facts["error"]
            and not same(_recorded(facts), _wanted(facts))
        ),
        _DEF + _RECORD + "model.register_backward_hook(module_hook)\n",
    ),
    Mistake(
        shared.SIGNATURE,
        shared.wrong_arguments,
        "def module_hook(grad_input, grad_output):\n" + _RECORD + _REGISTER,
    ),
    Mistake(
        shared.GLOBAL_HOOK,
        lambda facts: shared.is_global(facts) and items(facts["bystander"]),
        _DEF + _RECORD + "nn.modules.module.register_module_full_backward_hook(module_hook)\n",
    ),
    Mistake(
        shared.REMOVED,
        lambda facts: shared.all_removed(facts) and not _recorded(facts),
        _DEF + _RECORD + "with model.register_full_backward_hook(module_hook):\n    pass\n",
    ),
    Mistake(
        TENSOR_HOOKS,
        lambda facts: kinds(facts, "x1") | kinds(facts, "x2") and not _recorded(facts),
        "for x in (x1, x2):\n    x.register_hook(answer.append)\n",
    ),
    Mistake(
        shared.ELSEWHERE,
        lambda facts: shared.elsewhere(facts, "model") and facts["recorded"] == {"list": []},
        _DEF + _RECORD + "Model().register_full_backward_hook(module_hook)\n",
    ),
    Mistake(
        NO_HOOK,
        lambda facts: not facts["registrations"] and not facts["error"] and not facts["defined"],
        "output = model(x1, x2)\noutput.retain_grad()\noutput.backward()\n"
        "answer = [x1.grad, x2.grad, output.grad]\n",
    ),
    Mistake(
        NEVER_REGISTERED,
        lambda facts: not facts["registrations"] and not facts["error"],
        _DEF + _RECORD,
    ),
    Mistake(
        RETURNS_NONES,
        lambda facts: facts["x1_grad"] is None and facts["output"] is not None,
        _DEF + _RECORD + "    return (None, None)\n" + _REGISTER,
    ),
    Mistake(
        IN_PLACE,
        lambda facts: (
            facts["edits"]
            and (_inputs_changed(facts) or not same(_recorded(facts), _wanted(facts)))
        ),
        _DEF + "    answer.extend([g.clone() for g in grad_input + grad_output])\n"
        "    grad_input[0].zero_()\n" + _REGISTER,
    ),
    Mistake(
        RETURNS_OTHER,
        _inputs_changed,
        _DEF + _RECORD + "    return tuple(g / 2 for g in grad_input)\n" + _REGISTER,
    ),
    Mistake(
        TUPLES,
        lambda facts: (
            any("tuple" in item for item in _recorded(facts) if isinstance(item, dict))
            or raised(facts, "AttributeError", "'tuple' object has no attribute")
        ),
        _DEF + "    answer.append(grad_input)\n    answer.append(grad_output)\n" + _REGISTER,
    ),
    Mistake(
        TWICE,
        lambda facts: same(_recorded(facts), _wanted(facts) * 2),
        _DEF + _RECORD + _REGISTER + _REGISTER,
    ),
    Mistake(
        PARAMETER,
        lambda facts: (
            raised(facts, "IndexError", "tuple index out of range")
            or raised(facts, "ValueError", "not enough values to unpack", "got 2")
            or (len(_recorded(facts)) > 3 and (_w_is_there(facts) or None in _recorded(facts)))
        ),
        _DEF + _RECORD + "    answer.append(module.W.grad)\n" + _REGISTER,
    ),
    Mistake(
        EARLY_FIELD,
        lambda facts: (
            None in _recorded(facts)
            or raised(facts, "NameError", "output")
            or ".grad" in shared.line(facts)
        ),
        _DEF + "    answer.extend([x1.grad, x2.grad, grad_output[0]])\n" + _REGISTER,
    ),
    Mistake(
        NUMBERS,
        lambda facts: any(
            isinstance(item, int | float) or (isinstance(item, dict) and "list" in item)
            for item in _recorded(facts)
        ),
        _DEF + "    answer.extend([g.item() for g in grad_input + grad_output])\n" + _REGISTER,
    ),
    Mistake(
        ELEMENT,
        lambda facts: any(
            item.get("shape") == want["shape"][1:]
            for item, want in zip(_recorded(facts), _wanted(facts), strict=False)
        ),
        _DEF + "    answer.extend(grad_input)\n    answer.extend(grad_output[0])\n" + _REGISTER,
    ),
    Mistake(
        NOT_THE_LIST,
        lambda facts: same(facts["recorded"], {"tuple": _wanted(facts)}),
        _DEF + "    global answer\n    answer = grad_input + grad_output\n" + _REGISTER,
    ),
    Mistake(
        ORDER,
        lambda facts: (
            not same(_recorded(facts), _wanted(facts))
            and sorted(map(str, _recorded(facts))) == sorted(map(str, _wanted(facts)))
        ),
        _DEF + "    answer.extend(grad_output + grad_input)\n" + _REGISTER,
    ),
    Mistake(
        INCOMPLETE,
        lambda facts: not facts["error"] and _some_are_missing(facts),
        _DEF + "    answer.extend(grad_input)\n" + _REGISTER,
    ),
    Mistake(
        MADE_UP,
        lambda facts: len(_recorded(facts)) == 3 and not same(_recorded(facts), _wanted(facts)),
        _DEF + "    answer.extend([torch.ones(1)] * 3)\n" + _REGISTER,
    ),
)
"""Tried in this order; the first whose signs are there is told."""
