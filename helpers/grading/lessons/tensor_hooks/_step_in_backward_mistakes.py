"""What goes wrong in step-in-backward: beliefs, their signs, and a specimen of each."""

from __future__ import annotations

import torch

from helpers.grading.data import as_data, same
from helpers.grading.exercise import Facts, Mistake
from helpers.grading.lessons.tensor_hooks import _shared as shared
from helpers.grading.lessons.tensor_hooks import _step_in_backward_beliefs as beliefs
from helpers.grading.lessons.tensor_hooks._plain_sgd import SHAPES, sgd
from helpers.grading.lessons.tensor_hooks._shared import raised


def _first_is(facts: Facts, weights: list[torch.Tensor]) -> bool:
    return same(facts["stepped"][0], [as_data(weight) for weight in weights])


def _start(facts: Facts) -> list[torch.Tensor]:
    return [torch.tensor(values) for values in facts["case"]["weights"]]


def _unmoved(facts: Facts) -> list[bool]:
    start = [as_data(weight) for weight in _start(facts)]
    return [same(one, other) for one, other in zip(facts["stepped"][0], start, strict=True)]


def _kinds(facts: Facts) -> set[str]:
    return {kind for kinds in facts["hooks"] for kind in kinds}


_STEP = "def step(p):\n    p.data -= lr * p.grad\n    p.grad = None\n"
_ALL = "for p in model.parameters():\n    p.register_post_accumulate_grad_hook(step)\n"

MISTAKES = (
    Mistake(
        beliefs.RETURNS,
        lambda facts: (
            raised(facts, "RuntimeError", "post accumulate", "should return None")
            or ("post accumulate" in _kinds(facts) and shared.bad_return(facts))
        ),
        "for p in model.parameters():\n"
        "    p.register_post_accumulate_grad_hook(lambda p: p.data.sub_(lr * p.grad))\n",
    ),
    Mistake(
        shared.CALLED_AT_ONCE,
        lambda facts: (
            shared.called_at_once(facts)
            or (shared.met_none(facts) and facts["error"]["doing"] == "running your cell")
        ),
        _STEP + _ALL.replace("(step)", "(step(p))"),
    ),
    Mistake(
        shared.SIGNATURE,
        shared.wrong_arguments,
        _STEP.replace("(p)", "(p, grad)") + _ALL,
    ),
    Mistake(
        beliefs.ON_THE_MODULE,
        lambda facts: (
            raised(facts, "AttributeError", "Sequential", "register_")
            or (facts["registrations"] and not any(facts["hooks"]))
        ),
        "def step(module, grad_input, grad_output):\n    for p in module.parameters():\n"
        "        if p.grad is not None:\n            p.data -= lr * p.grad\n"
        "            p.grad = None\nmodel.register_full_backward_hook(step)\n",
    ),
    Mistake(
        beliefs.AFTERWARDS,
        lambda facts: not facts["registrations"] and not facts["error"],
        "loss = model(torch.ones(4, 2)).sum()\nloss.backward()\n"
        "for p in model.parameters():\n    p.data -= lr * p.grad\n    p.grad = None\n",
    ),
    Mistake(
        shared.TOO_EARLY,
        lambda facts: facts["removed"],
        _STEP + "for p in model.parameters():\n"
        "    with p.register_post_accumulate_grad_hook(step):\n        pass\n",
    ),
    Mistake(
        beliefs.HOOK_TOO_SOON,
        lambda facts: (
            "tensor" in _kinds(facts)
            and (shared.met_none(facts) or facts["grads"][0] != [None] * len(SHAPES))
        ),
        "def make(p):\n    def step(grad):\n        p.data -= lr * grad\n"
        "        p.grad = None\n    return step\n"
        "for p in model.parameters():\n    p.register_hook(make(p))\n",
    ),
    Mistake(
        shared.TWICE,
        lambda facts: any(len(kinds) > 1 for kinds in facts["hooks"]),
        _STEP + _ALL + _ALL,
    ),
    Mistake(
        shared.LATE_BOUND,
        lambda facts: facts["moves"] == [[len(SHAPES) - 1]] * len(SHAPES),
        "for p in model.parameters():\n    def step(_):\n        p.data -= lr * p.grad\n"
        "        p.grad = None\n    p.register_post_accumulate_grad_hook(step)\n",
    ),
    Mistake(
        beliefs.SOME_ONLY,
        lambda facts: not facts["error"] and any(facts["hooks"]) and not all(facts["hooks"]),
        _STEP + "for p in (model[0].weight, model[2].weight):\n"
        "    p.register_post_accumulate_grad_hook(step)\n",
    ),
    Mistake(
        shared.GETS_THE_TENSOR,
        lambda facts: _first_is(
            facts, [weight * (1 - facts["case"]["lr"]) for weight in _start(facts)]
        ),
        "def make(p):\n    def step(grad):\n        p.data -= lr * grad\n"
        "        p.grad = None\n    return step\n"
        "for p in model.parameters():\n    p.register_post_accumulate_grad_hook(make(p))\n",
    ),
    Mistake(
        beliefs.UPHILL,
        lambda facts: _first_is(facts, sgd(facts["case"], -1.0)[0]),
        _STEP.replace("-=", "+=") + _ALL,
    ),
    Mistake(
        beliefs.REBINDS,
        lambda facts: facts["rebinds"] and all(_unmoved(facts)),
        "def step(p):\n    p = p - lr * p.grad\n    p.grad = None\n" + _ALL,
    ),
    Mistake(
        beliefs.FIXED_RATE,
        lambda facts: (
            facts["case"]["lr"] != 0.125
            and _first_is(facts, sgd(facts["case"], 0.125 / facts["case"]["lr"])[0])
        ),
        _STEP.replace("lr", "0.125") + _ALL,
    ),
    Mistake(
        beliefs.ZEROED,
        lambda facts: (
            all(facts["grads"][0])
            and not any(torch.tensor(grad["tensor"]).any() for grad in facts["grads"][0])
        ),
        _STEP.replace("p.grad = None", "p.grad.zero_()") + _ALL,
    ),
    Mistake(
        beliefs.NOT_FREED,
        lambda facts: all(facts["grads"][0]) and _first_is(facts, sgd(facts["case"])[0]),
        _STEP.replace("    p.grad = None\n", "") + _ALL,
    ),
    Mistake(
        beliefs.FREED_TOO_SOON,
        lambda facts: shared.met_none(facts) and _kinds(facts) == {"post accumulate"},
        "def step(p):\n    p.grad = None\n    p.data -= lr * p.grad\n" + _ALL,
    ),
    Mistake(
        beliefs.NO_STEP,
        lambda facts: (
            _kinds(facts) == {"post accumulate"}
            and not facts["error"]
            and not facts["removed"]
            and all(_unmoved(facts))
        ),
        "def step(p):\n    p.grad = None\n" + _ALL,
    ),
    Mistake(
        beliefs.REMEMBERS,
        lambda facts: (
            not facts["error"]
            and _first_is(facts, sgd(facts["case"])[0])
            and not any(facts["grads"][0])
        ),
        "each = {p: torch.optim.SGD([p], lr=lr, momentum=0.9) for p in model.parameters()}\n"
        "def step(p):\n    each[p].step()\n    each[p].zero_grad()\n" + _ALL,
    ),
    Mistake(
        beliefs.OTHER_STEP,
        lambda facts: (
            _kinds(facts) == {"post accumulate"}
            and not facts["error"]
            and not any(_unmoved(facts))
            and not _first_is(facts, sgd(facts["case"])[0])
        ),
        "each = {p: torch.optim.Adam([p], lr=lr) for p in model.parameters()}\n"
        "def step(p):\n    each[p].step()\n    each[p].zero_grad()\n" + _ALL,
    ),
)
