"""What goes wrong in before-and-after: beliefs, their signs, and a specimen of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from helpers.grading.data import as_data, items, same, tensor_data
from helpers.grading.exercise import Case, Facts, Mistake
from helpers.grading.lessons.tensor_hooks import _before_and_after_beliefs as beliefs
from helpers.grading.lessons.tensor_hooks import _shared as shared
from helpers.grading.lessons.tensor_hooks._shared import on


def raw(case: Case) -> Any:
    return [as_data(torch.tensor(sent)) for sent in case["sent"]]


def clipped(case: Case) -> Any:
    return [as_data(torch.tensor(sent).clamp(-1, 1)) for sent in case["sent"]]


def _holds(facts: Facts, name: str, wanted: Callable[[Case], Any]) -> bool:
    return same(items(facts[name]), wanted(facts["case"]))


def _in_order(facts: Facts) -> bool:
    """Say whether clip found each pass recorded in before, and not yet in after."""
    found: list[list[int]] = facts["found"]
    return found == [[number, number - 1] for number in range(1, _passes(facts) + 1)]


def _passes(facts: Facts) -> int:
    return len(facts["case"]["sent"])


def _lengths(facts: Facts) -> list[int]:
    return [len(items(facts[name])) for name in ("before", "after")]


def _repeats(facts: Facts) -> bool:
    """Say whether a gradient stands in a list twice in a row, and there are too many."""
    lists = [items(facts[name]) for name in ("before", "after")]
    return any(len(held) > _passes(facts) and same(held[0], held[1]) for held in lists)


def _made_anew(facts: Facts) -> bool:
    """Say whether a hook that is on makes a list of its own, and the given one lacks a pass."""
    return not facts["error"] and any(
        name in entry["assigns"] and len(items(facts[name])) < _passes(facts)
        for entry in on(facts, "v")
        for name in ("before", "after")
    )


def _numbers_alone(held: list[Any]) -> bool:
    return bool(held) and all(isinstance(one, dict) and one.get("shape") == [] for one in held)


_FIRST = "v.register_hook(lambda grad: before.append(grad.clone()))\n"
_CLIP = "v.register_hook(clip)\n"
_LAST = "v.register_hook(lambda grad: after.append(grad.clone()))\n"

MISTAKES = (
    Mistake(
        shared.CALLED_AT_ONCE,
        shared.called_at_once,
        "g = torch.tensor([0.5, -2., 4.])\n"
        "v.register_hook(before.append(g))\nv.register_hook(clip(g))\n",
    ),
    Mistake(
        shared.SIGNATURE,
        shared.wrong_arguments,
        "def first(tensor, grad):\n    before.append(grad.clone())\nv.register_hook(first)\n"
        + _CLIP
        + _LAST,
    ),
    Mistake(
        shared.STALE_GRAD,
        # .grad is empty in the first pass alone; what clip returns is None each time.
        lambda facts: (
            shared.met_none(facts)
            or None in items(facts["before"])
            or (None in items(facts["after"]) and any(items(facts["after"])))
        ),
        "v.register_hook(lambda grad: before.append(v.grad.clone()))\n" + _CLIP + _LAST,
    ),
    Mistake(
        beliefs.NONE_RECORDED,
        lambda facts: None in items(facts["after"]),
        _FIRST + "v.register_hook(lambda grad: after.append(clip(grad)))\n",
    ),
    Mistake(
        shared.BAD_RETURN,
        shared.bad_return,
        "def first(grad):\n    before.append(grad.clone())\n    return before\n"
        "v.register_hook(first)\n" + _CLIP + _LAST,
    ),
    Mistake(
        beliefs.BY_HAND,
        lambda facts: not facts["registrations"] and not facts["error"],
        "g = torch.tensor([0.5, -2., 4.])\nbefore.append(g.clone())\nclip(g)\nafter.append(g)\n",
    ),
    Mistake(
        shared.TOO_EARLY,
        lambda facts: shared.all_removed(facts, "v") and not items(facts["before"]),
        "hooks = [v.register_hook(f) for f in (before.append, clip, after.append)]\n"
        "for hook in hooks:\n    hook.remove()\n",
    ),
    Mistake(
        shared.ANOTHER_TENSOR,
        lambda facts: shared.elsewhere(facts, "v"),
        "u = v.clone()\n" + (_FIRST + _CLIP + _LAST).replace("v.", "u."),
    ),
    Mistake(
        shared.GETS_THE_TENSOR,
        lambda facts: same(items(facts["after"]), [tensor_data([0.0] * 3)] * _passes(facts)),
        _FIRST + _CLIP + "v.register_post_accumulate_grad_hook(after.append)\n",
    ),
    Mistake(
        beliefs.RUNNING_TOTAL,
        lambda facts: (
            any(entry["kind"] == "post accumulate" for entry in on(facts, "v"))
            and _lengths(facts)[1] == _passes(facts)
            and not _holds(facts, "after", clipped)
        ),
        _FIRST + _CLIP + "v.register_post_accumulate_grad_hook("
        "lambda v: after.append(v.grad.clone()))\n",
    ),
    Mistake(
        shared.LATE_BOUND,
        lambda facts: _lengths(facts) == [0, 3 * _passes(facts)],
        "for hook in (before.append, clip, after.append):\n"
        "    v.register_hook(lambda grad: hook(grad))\n",
    ),
    Mistake(
        shared.TWICE,
        _repeats,
        _FIRST + _FIRST + _CLIP + _LAST,
    ),
    Mistake(
        beliefs.CLIP_OFF,
        lambda facts: not facts["error"] and same(facts["added"], raw(facts["case"])),
        _FIRST + "v.register_hook(lambda grad: after.append(grad.clamp(-1, 1)))\n",
    ),
    Mistake(
        beliefs.ORDER,
        lambda facts: (
            _lengths(facts) == [_passes(facts)] * 2
            and len(facts["found"]) == _passes(facts)
            and not _in_order(facts)
        ),
        _CLIP + _FIRST + _LAST,
    ),
    Mistake(
        beliefs.LIVE_TENSOR,
        lambda facts: _in_order(facts) and _holds(facts, "before", clipped),
        "for hook in (before.append, clip, after.append):\n    v.register_hook(hook)\n",
    ),
    Mistake(
        beliefs.RECORDER_CHANGES,
        lambda facts: not facts["error"] and not same(facts["added"], clipped(facts["case"])),
        _FIRST + _CLIP + "def last(grad):\n    after.append(grad.clone())\n"
        "    return grad * 2\nv.register_hook(last)\n",
    ),
    Mistake(
        beliefs.LISTS_ANEW,
        _made_anew,
        "def both(grad):\n    before = [grad.clone()]\n    clip(grad)\n"
        "    after = [grad.clone()]\nv.register_hook(both)\n",
    ),
    Mistake(
        beliefs.TAKEN_APART,
        lambda facts: any(_numbers_alone(items(facts[name])) for name in ("before", "after")),
        _FIRST.replace("append", "extend") + _CLIP + _LAST,
    ),
    Mistake(
        beliefs.LIST_EMPTY,
        lambda facts: 0 in _lengths(facts) and not facts["error"],
        _FIRST + _CLIP,
    ),
)
