"""What goes wrong in see-past-inplace: the signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

from helpers.grading.data import items, same
from helpers.grading.exercise import Facts, Mistake
from helpers.grading.lessons.backward_hooks import _see_past_inplace_beliefs as beliefs
from helpers.grading.lessons.backward_hooks import _shared as shared
from helpers.grading.lessons.backward_hooks._shared import kinds, raised
from helpers.grading.misconceptions import NEVER_REGISTERED


def _seen(facts: Facts, number: int = 0) -> list[Any]:
    """Return what was in ``seen`` after a pass."""
    noted = facts["seen"] or []
    return items(noted[number]) if len(noted) > number else []


def _is(facts: Facts, what: str) -> bool:
    """Say whether the first pass left this other thing, and not the gradient asked for."""
    wanted = facts["case"]["wanted"]
    return same(_seen(facts)[0], wanted[what][0]) and not same(_seen(facts)[0], wanted["seen"][0])


_HEAD = "def hook(module, input, output):\n"
_INNER = "    output.register_hook(seen.append)\n"
_ON = "net.first.register_forward_hook(hook)\n"

MISTAKES = (
    Mistake(
        beliefs.FULL_HOOK,
        shared.in_place_refused,
        "net.first.register_full_backward_hook(lambda m, gi, go: seen.append(go[0]))\n",
    ),
    Mistake(
        beliefs.RETURNS_HANDLE,
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
        beliefs.SWAPS,
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
        beliefs.TUPLES,
        lambda facts: any("tuple" in one for one in _seen(facts)),
        "net.last.register_full_backward_hook(lambda m, gi, go: seen.append(gi))\n",
    ),
    Mistake(
        beliefs.AFTER_RELU,
        lambda facts: _is(facts, "after ReLU"),
        "net.last.register_full_backward_hook(lambda m, gi, go: seen.append(gi[0]))\n",
    ),
    Mistake(
        beliefs.OUTPUTS,
        lambda facts: _is(facts, "values") or _is(facts, "values before"),
        "net.first.register_forward_hook(lambda m, i, output: seen.append(output))\n",
    ),
    Mistake(
        beliefs.INPUT_SIDE,
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
        beliefs.ONE_TENSOR,
        lambda facts: kinds(facts) == {"tensor"} and not _seen(facts) and not facts["error"],
        "output = net.first(torch.ones(1, 2))\noutput.register_hook(seen.append)\n",
    ),
    Mistake(
        beliefs.A_COPY,
        lambda facts: (
            {"tensor", "forward"} <= kinds(facts) and not _seen(facts) and not facts["error"]
        ),
        _HEAD + "    output.clone().register_hook(seen.append)\n" + _ON,
    ),
    Mistake(
        beliefs.LATEST_ONLY,
        lambda facts: (
            same(_seen(facts), facts["case"]["wanted"]["seen"][:1])
            and same(_seen(facts, 1), facts["case"]["wanted"]["seen"][1:])
        ),
        _HEAD
        + "    def keep(grad):\n        seen[:] = [grad]\n    output.register_hook(keep)\n"
        + _ON,
    ),
    Mistake(
        beliefs.TOO_EARLY,
        lambda facts: (
            None in [*_seen(facts), *_seen(facts, 1)] and kinds(facts) <= {"forward", "forward pre"}
        ),
        "def hook(module, input, output):\n    output.retain_grad()\n"
        "    seen.append(output.grad)\n" + _ON,
    ),
    Mistake(
        beliefs.TWICE,
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
        beliefs.ONE_PASS,
        lambda facts: (
            not facts["error"]
            and same(_seen(facts), facts["case"]["wanted"]["seen"][:1])
            and same(_seen(facts, 1), _seen(facts))
        ),
        _HEAD + _INNER + "    handle.remove()\nhandle = " + _ON,
    ),
)
"""Tried in this order; the first whose signs are there is told."""
