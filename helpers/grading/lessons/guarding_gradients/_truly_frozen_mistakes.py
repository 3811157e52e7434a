"""What goes wrong in truly-frozen: the signs of each belief, and a specimen."""

from __future__ import annotations

from helpers.grading.data import same
from helpers.grading.exercise import Facts, Mistake
from helpers.grading.lessons.guarding_gradients import _shared as shared
from helpers.grading.lessons.guarding_gradients import _truly_frozen_beliefs as beliefs
from helpers.grading.lessons.guarding_gradients._shared import NO_HANDLES
from helpers.grading.lessons.tensor_hooks._shared import LATE_BOUND, SIGNATURE, met_none, raised
from helpers.grading.misconceptions import CALLED_AT_REGISTRATION
from helpers.grading.specimens import but_for


def _is(facts: Facts, way: str) -> bool:
    """Say whether the training came out as in this way, and not as wanted."""
    ways, keys = facts["case"]["ways"], ("layer", "others")
    seen = {key: facts[key] for key in keys}
    return same(seen, ways[way]) and not same(seen, ways["wanted"])


def _layer_is(facts: Facts, way: str) -> bool:
    return same(facts["layer"], facts["case"]["ways"][way]["layer"])


def _others_are(facts: Facts, *ways: str) -> bool:
    return any(same(facts["others"], facts["case"]["ways"][way]["others"]) for way in ways)


def _one_stands(facts: Facts) -> bool:
    """Say whether the last parameter stands and the others move as without a hook."""
    frozen, plain = (facts["case"]["ways"][way]["layer"] for way in ("wanted", "plain"))
    *others, last = facts["names"]
    return same(facts["layer"][last], frozen[last]) and all(
        same(facts["layer"][name], plain[name]) for name in others
    )


_RIGHT = (
    "def drop(p):\n"
    "    p.grad = None\n"
    "def freeze(layer):\n"
    "    return [p.register_post_accumulate_grad_hook(drop) for p in layer.parameters()]\n"
)
_LATE = (
    "def freeze(layer):\n    handles = []\n    for p in layer.parameters():\n"
    "        def drop(_):\n            p.grad = None\n"
    "        handles.append(p.register_post_accumulate_grad_hook(drop))\n    return handles\n"
)


MISTAKES = (
    Mistake(
        beliefs.NO_FUNCTION,
        lambda facts: facts["defined"] is False and not facts["error"],
        "def drop(p):\n    p.grad = None\nfor p in model.middle.parameters():\n"
        "    p.register_post_accumulate_grad_hook(drop)\n",
    ),
    Mistake(
        CALLED_AT_REGISTRATION,
        shared.called_at_once,
        but_for(_RIGHT, ("hook(drop)", "hook(drop(p))")),
    ),
    Mistake(
        SIGNATURE,
        shared.wrong_arguments,
        but_for(_RIGHT, ("drop(p)", "drop(p, grad)")),
    ),
    Mistake(
        shared.MUST_RETURN_NONE,
        lambda facts: "should return None" in str((facts["error"] or {}).get("message")),
        but_for(_RIGHT, ("    p.grad = None", "    return torch.zeros_like(p)")),
    ),
    Mistake(
        beliefs.ON_THE_LAYER,
        lambda facts: raised(facts, "AttributeError", "register_post_accumulate_grad_hook"),
        but_for(_RIGHT, ("[p.register", "[layer.register")),
    ),
    Mistake(
        beliefs.EVAL,
        lambda facts: facts["hooks"] == 0 and facts["trains"] is False and _is(facts, "plain"),
        "def freeze(layer):\n    layer.eval()\n    return []\n",
    ),
    Mistake(
        beliefs.REQUIRES_GRAD,
        lambda facts: (
            facts["hooks"] == 0
            and _layer_is(facts, "wanted")
            and (not facts["error"] or shared.doing(facts, "taking the handles off"))
        ),
        "def freeze(layer):\n    layer.requires_grad_(False)\n    return []\n",
    ),
    Mistake(
        NO_HANDLES,
        lambda facts: facts["nothing_back"] and facts["hooks"] and _layer_is(facts, "wanted"),
        but_for(_RIGHT, ("return [", "[")),
    ),
    Mistake(
        shared.HANDLES_LATER,
        lambda facts: facts["later"] and _is(facts, "plain"),
        but_for(_RIGHT, ("return [", "return (")).replace("parameters()]", "parameters())"),
    ),
    Mistake(
        shared.LAST_HANDLE,
        lambda facts: _layer_is(facts, "wanted") and 0 < (facts["still_on"] or 0) < facts["hooks"],
        "def drop(p):\n    p.grad = None\ndef freeze(layer):\n    for p in layer.parameters():\n"
        "        handle = p.register_post_accumulate_grad_hook(drop)\n    return [handle]\n",
    ),
    Mistake(
        beliefs.ONCE,
        lambda facts: (
            facts["hooks"] == 0 and not facts["case"].get("nested") and _is(facts, "plain")
        ),
        "def freeze(layer):\n    for p in layer.parameters():\n        p.grad = None\n    return []\n",
    ),
    Mistake(
        beliefs.OWN_PARAMETERS,
        lambda facts: facts["hooks"] == 0 and facts["case"].get("nested") and _is(facts, "plain"),
        but_for(_RIGHT, ("layer.parameters()", "layer.parameters(recurse=False)")),
    ),
    Mistake(
        LATE_BOUND,
        lambda facts: facts["hooks"] > 1 and _one_stands(facts),
        _LATE,
    ),
    Mistake(
        beliefs.WEIGHTS_ONLY,
        lambda facts: _is(facts, "weights only"),
        "def freeze(layer):\n    def drop(p):\n        p.grad = None\n"
        "    return [p.register_post_accumulate_grad_hook(drop)\n"
        "            for name, p in layer.named_parameters() if name.endswith('weight')]\n",
    ),
    Mistake(
        beliefs.LAYER_OUTPUT,
        lambda facts: shared.kinds(facts) == {"backward"} and not _layer_is(facts, "wanted"),
        "def freeze(layer):\n    stop = lambda module, grad_input, grad_output: "
        "tuple(g * 0 for g in grad_input)\n    return [layer.register_full_backward_hook(stop)]\n",
    ),
    Mistake(
        beliefs.CUTS,
        lambda facts: (
            not _others_are(facts, "wanted") and _others_are(facts, "cut", "zeros further down")
        ),
        "def freeze(layer):\n    cut = lambda module, input, output: output.detach()"
        ".requires_grad_()\n    return [layer.register_forward_hook(cut)]\n",
    ),
    Mistake(
        beliefs.ZEROS,
        lambda facts: _is(facts, "zeros"),
        "def freeze(layer):\n    return [p.register_hook(torch.zeros_like)"
        " for p in layer.parameters()]\n",
    ),
    Mistake(
        beliefs.NONE_KEEPS,
        lambda facts: (_is(facts, "plain") or met_none(facts)) and "tensor" in shared.kinds(facts),
        "def freeze(layer):\n    return [p.register_hook(lambda grad: None)"
        " for p in layer.parameters()]\n",
    ),
    Mistake(
        beliefs.PUTS_BACK,
        lambda facts: facts["copies"] and "post accumulate" in shared.kinds(facts),
        "def freeze(layer):\n    kept = {p: p.detach().clone() for p in layer.parameters()}\n"
        "    def back(p):\n        p.data.copy_(kept[p])\n"
        "    return [p.register_post_accumulate_grad_hook(back) for p in kept]\n",
    ),
    Mistake(
        beliefs.BACK_TOO_LATE,
        lambda facts: (
            facts["copies"]
            and shared.kinds(facts) <= {"forward", "forward pre"}
            and not _layer_is(facts, "wanted")
        ),
        "def freeze(layer):\n    kept = [p.detach().clone() for p in layer.parameters()]\n"
        "    def back(module, args):\n        with torch.no_grad():\n"
        "            for p, old in zip(module.parameters(), kept):\n                p.copy_(old)\n"
        "    return [layer.register_forward_pre_hook(back)]\n",
    ),
    Mistake(
        beliefs.NOTHING_DONE,
        lambda facts: _is(facts, "plain") and "post accumulate" in shared.kinds(facts),
        but_for(_RIGHT, ("    p.grad = None", "    grad = p.grad\n    grad = None")),
    ),
    Mistake(
        beliefs.NOT_UNDONE,
        lambda facts: (
            not facts["error"]
            and facts["hooks"] > 0
            and _layer_is(facts, "wanted")
            and _others_are(facts, "wanted")
            and not facts["moves"]
        ),
        but_for(_RIGHT, ("    p.grad = None", "    p.grad = None\n    p.requires_grad_(False)")),
    ),
)
"""Tried in this order; the first whose signs are there is told."""
