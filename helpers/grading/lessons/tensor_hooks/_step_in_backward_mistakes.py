"""What goes wrong in step-in-backward: beliefs, their signs, and a specimen of each."""

from __future__ import annotations

import torch

from helpers.grading.data import as_data, same
from helpers.grading.exercise import Facts, Misconception, Mistake
from helpers.grading.lessons.tensor_hooks import _shared as shared
from helpers.grading.lessons.tensor_hooks._plain_sgd import SHAPES, sgd
from helpers.grading.lessons.tensor_hooks._shared import LESSON, raised


def _first_is(facts: Facts, weights: list[torch.Tensor]) -> bool:
    return same(facts["stepped"][0], [as_data(weight) for weight in weights])


def _start(facts: Facts) -> list[torch.Tensor]:
    return [torch.tensor(values) for values in facts["case"]["weights"]]


def _unmoved(facts: Facts) -> list[bool]:
    start = [as_data(weight) for weight in _start(facts)]
    return [same(one, other) for one, other in zip(facts["stepped"][0], start, strict=True)]


def _kinds(facts: Facts) -> set[str]:
    return {kind for kinds in facts["hooks"] for kind in kinds}


HOOK_TOO_SOON = Misconception(
    "tensor-hook-for-the-step",
    "that register_hook's hooks run when .grad has been written.",
    "a tensor hook runs before that: .grad is still None, or old, and what you clear there is "
    "filled right afterwards. There is a hook that runs after it.",
    (LESSON, "After the sum: post-accumulate hooks"),
)
RETURNS = Misconception(
    "post-accumulate-returns",
    "that a post-accumulate hook may return the new weights.",
    "it must return None, or backward raises. A lambda returns whatever it works out; in-place "
    "methods return their tensor.",
    (LESSON, "After the sum: post-accumulate hooks"),
)
ON_THE_MODULE = Misconception(
    "hook-on-the-module",
    "that a hook on the module reaches its parameters' gradients.",
    "a module's hooks see what goes through the module. The gradient of a parameter comes by at "
    "the parameter itself: register there, on each one.",
    (LESSON, "After the sum: post-accumulate hooks"),
)
AFTERWARDS = Misconception(
    "steps-after-backward",
    "that one step after one backward is what the task asks for.",
    "no hook is on any parameter. The next backward changed no weight, and left its gradients "
    "lying about.",
    (LESSON, "After the sum: post-accumulate hooks"),
)
SOME_ONLY = Misconception(
    "some-parameters-forgotten",
    "that a hook on one parameter serves the whole model.",
    "a hook belongs to one tensor. Each parameter needs its own registration, the biases too.",
    (LESSON, "After the sum: post-accumulate hooks"),
)
UPHILL = Misconception(
    "steps-uphill",
    "that a step adds the gradient.",
    "the gradient points to where the loss grows. SGD subtracts lr times the gradient.",
    (LESSON, "After the sum: post-accumulate hooks"),
)
REBINDS = Misconception(
    "new-tensor-instead-of-step",
    "that p = p - lr * p.grad changes the parameter.",
    "it makes a new tensor and gives it the name p, inside the hook only. The parameter itself "
    "has to be changed in place.",
    (LESSON, "After the sum: post-accumulate hooks"),
)
ZEROED = Misconception(
    "zeroed-is-not-freed",
    "that a gradient full of zeros takes no memory.",
    "it is as large as before. Only when .grad is None can its memory be used for something else.",
    (LESSON, "After the sum: post-accumulate hooks"),
)
NOT_FREED = Misconception(
    "gradient-not-freed",
    "that .grad is emptied by the step.",
    "it stays, and the next pass adds to it, so the second step was too long. Set it to None in "
    "the hook, after the step.",
    (LESSON, "After the sum: post-accumulate hooks"),
)
FIXED_RATE = Misconception(
    "fixed-learning-rate",
    "that lr is always 0.125.",
    "with another lr your step has the wrong length. Use the name lr.",
    (LESSON, "After the sum: post-accumulate hooks"),
)

_STEP = "def step(p):\n    p.data -= lr * p.grad\n    p.grad = None\n"
_ALL = "for p in model.parameters():\n    p.register_post_accumulate_grad_hook(step)\n"

MISTAKES = (
    Mistake(
        RETURNS,
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
        ON_THE_MODULE,
        lambda facts: (
            raised(facts, "AttributeError", "Sequential", "register_")
            or (facts["registrations"] and not any(facts["hooks"]))
        ),
        "def step(module, grad_input, grad_output):\n    for p in module.parameters():\n"
        "        if p.grad is not None:\n            p.data -= lr * p.grad\n"
        "            p.grad = None\nmodel.register_full_backward_hook(step)\n",
    ),
    Mistake(
        AFTERWARDS,
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
        HOOK_TOO_SOON,
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
        SOME_ONLY,
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
        UPHILL,
        lambda facts: _first_is(facts, sgd(facts["case"], -1.0)[0]),
        _STEP.replace("-=", "+=") + _ALL,
    ),
    Mistake(
        REBINDS,
        lambda facts: facts["rebinds"] and all(_unmoved(facts)),
        "def step(p):\n    p = p - lr * p.grad\n    p.grad = None\n" + _ALL,
    ),
    Mistake(
        FIXED_RATE,
        lambda facts: (
            facts["case"]["lr"] != 0.125
            and _first_is(facts, sgd(facts["case"], 0.125 / facts["case"]["lr"])[0])
        ),
        _STEP.replace("lr", "0.125") + _ALL,
    ),
    Mistake(
        ZEROED,
        lambda facts: (
            all(facts["grads"][0])
            and not any(torch.tensor(grad["tensor"]).any() for grad in facts["grads"][0])
        ),
        _STEP.replace("p.grad = None", "p.grad.zero_()") + _ALL,
    ),
    Mistake(
        NOT_FREED,
        lambda facts: all(facts["grads"][0]) and _first_is(facts, sgd(facts["case"])[0]),
        _STEP.replace("    p.grad = None\n", "") + _ALL,
    ),
)
