"""What goes wrong in model-backward: the signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

from helpers.grading.data import items, same
from helpers.grading.exercise import Facts, Mistake
from helpers.grading.lessons.backward_hooks import _model_backward_beliefs as beliefs
from helpers.grading.lessons.backward_hooks import _shared as shared
from helpers.grading.lessons.backward_hooks._shared import kinds, raised
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
    Mistake(
        beliefs.RETURNS_LIST,
        shared.wrong_return,
        _DEF + _RECORD + "    return answer\n" + _REGISTER,
    ),
    Mistake(
        beliefs.ASSIGNED_INSIDE,
        lambda facts: (
            raised(facts, "UnboundLocalError", "answer")
            or (facts["local"] and not facts["error"] and not _recorded(facts))
        ),
        _DEF + "    answer = [*grad_input, *grad_output]\n" + _REGISTER,
    ),
    Mistake(
        beliefs.CHAINED,
        lambda facts: (
            raised(facts, "AttributeError", "'NoneType' object has no attribute 'extend'")
            or raised(facts, "AttributeError", "'NoneType' object has no attribute 'append'")
            or (facts["recorded"] is None and not facts["error"] and facts["registrations"])
        ),
        _DEF + "    answer.extend(grad_input).extend(grad_output)\n" + _REGISTER,
    ),
    Mistake(
        beliefs.TRUTH,
        lambda facts: (
            raised(facts, "RuntimeError", "Boolean value of Tensor") or _zeros_were_dropped(facts)
        ),
        _DEF + "    answer.extend([g for g in grad_input + grad_output if g])\n" + _REGISTER,
    ),
    Mistake(
        beliefs.PRE_HOOK,
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
        beliefs.TENSOR_HOOKS,
        lambda facts: kinds(facts, "x1") | kinds(facts, "x2") and not _recorded(facts),
        "for x in (x1, x2):\n    x.register_hook(answer.append)\n",
    ),
    Mistake(
        shared.ELSEWHERE,
        lambda facts: shared.elsewhere(facts, "model") and facts["recorded"] == {"list": []},
        _DEF + _RECORD + "Model().register_full_backward_hook(module_hook)\n",
    ),
    Mistake(
        beliefs.NO_HOOK,
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
        beliefs.RETURNS_NONES,
        lambda facts: facts["x1_grad"] is None and facts["output"] is not None,
        _DEF + _RECORD + "    return (None, None)\n" + _REGISTER,
    ),
    Mistake(
        beliefs.IN_PLACE,
        lambda facts: (
            facts["edits"]
            and (_inputs_changed(facts) or not same(_recorded(facts), _wanted(facts)))
        ),
        _DEF + "    answer.extend([g.clone() for g in grad_input + grad_output])\n"
        "    grad_input[0].zero_()\n" + _REGISTER,
    ),
    Mistake(
        beliefs.RETURNS_OTHER,
        _inputs_changed,
        _DEF + _RECORD + "    return tuple(g / 2 for g in grad_input)\n" + _REGISTER,
    ),
    Mistake(
        beliefs.TUPLES,
        lambda facts: (
            any("tuple" in item for item in _recorded(facts) if isinstance(item, dict))
            or raised(facts, "AttributeError", "'tuple' object has no attribute")
        ),
        _DEF + "    answer.append(grad_input)\n    answer.append(grad_output)\n" + _REGISTER,
    ),
    Mistake(
        beliefs.TWICE,
        lambda facts: same(_recorded(facts), _wanted(facts) * 2),
        _DEF + _RECORD + _REGISTER + _REGISTER,
    ),
    Mistake(
        beliefs.PARAMETER,
        lambda facts: (
            raised(facts, "IndexError", "tuple index out of range")
            or raised(facts, "ValueError", "not enough values to unpack", "got 2")
            or (len(_recorded(facts)) > 3 and (_w_is_there(facts) or None in _recorded(facts)))
        ),
        _DEF + _RECORD + "    answer.append(module.W.grad)\n" + _REGISTER,
    ),
    Mistake(
        beliefs.EARLY_FIELD,
        lambda facts: (
            None in _recorded(facts)
            or raised(facts, "NameError", "output")
            or ".grad" in shared.line(facts)
        ),
        _DEF + "    answer.extend([x1.grad, x2.grad, grad_output[0]])\n" + _REGISTER,
    ),
    Mistake(
        beliefs.NUMBERS,
        lambda facts: any(
            isinstance(item, int | float) or (isinstance(item, dict) and "list" in item)
            for item in _recorded(facts)
        ),
        _DEF + "    answer.extend([g.item() for g in grad_input + grad_output])\n" + _REGISTER,
    ),
    Mistake(
        beliefs.ELEMENT,
        lambda facts: any(
            item.get("shape") == want["shape"][1:]
            for item, want in zip(_recorded(facts), _wanted(facts), strict=False)
        ),
        _DEF + "    answer.extend(grad_input)\n    answer.extend(grad_output[0])\n" + _REGISTER,
    ),
    Mistake(
        beliefs.NOT_THE_LIST,
        lambda facts: same(facts["recorded"], {"tuple": _wanted(facts)}),
        _DEF + "    global answer\n    answer = grad_input + grad_output\n" + _REGISTER,
    ),
    Mistake(
        beliefs.ORDER,
        lambda facts: (
            not same(_recorded(facts), _wanted(facts))
            and sorted(map(str, _recorded(facts))) == sorted(map(str, _wanted(facts)))
        ),
        _DEF + "    answer.extend(grad_output + grad_input)\n" + _REGISTER,
    ),
    Mistake(
        beliefs.INCOMPLETE,
        lambda facts: not facts["error"] and _some_are_missing(facts),
        _DEF + "    answer.extend(grad_input)\n" + _REGISTER,
    ),
    Mistake(
        beliefs.MADE_UP,
        lambda facts: len(_recorded(facts)) == 3 and not same(_recorded(facts), _wanted(facts)),
        _DEF + "    answer.extend([torch.ones(1)] * 3)\n" + _REGISTER,
    ),
)
"""Tried in this order; the first whose signs are there is told."""
