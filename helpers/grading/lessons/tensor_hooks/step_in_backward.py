"""step-in-backward: each parameter takes its SGD step during backward, and frees its gradient."""

from __future__ import annotations

import contextlib
import dis
import random
from collections.abc import Mapping
from functools import partial
from types import CodeType
from typing import Any

import torch
from torch import nn

from helpers.grading.data import as_data, same
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise, Facts, Misconception, Mistake
from helpers.grading.lessons.tensor_hooks import _shared as shared
from helpers.grading.lessons.tensor_hooks._shared import LESSON, raised
from helpers.grading.probing import Answer, Run
from helpers.grading.registrations import Registration

SHAPES = ((3, 2), (3,), (1, 3), (1,))
PASSES = 2


def cases(draw: random.Random) -> list[Case]:
    """Weights, inputs of two passes, and a learning rate: the task's own, then another."""
    rates = (0.125, draw.choice((0.5, 0.25)), 0.0625)
    return [
        {
            "lr": lr,
            "weights": [_eighth_of(eighths(draw, *shape)) for shape in SHAPES],
            "x": eighths(draw, PASSES, 4, 2),
        }
        for lr in rates
    ]


def _eighth_of(values: Any) -> Any:
    """Scale weights down, so that tanh keeps some slope."""
    return [_eighth_of(v) for v in values] if isinstance(values, list) else values / 8


def setup(case: Case) -> Mapping[str, Any]:
    """Give a small model and the learning rate."""
    return {
        "model": nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1)),
        "lr": case["lr"],
    }


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, give the model new weights, run passes, and note weights and gradients."""
    run = answer.run(setup(case))
    model = _model(run)
    parameters = list(model.parameters())
    with torch.no_grad():
        for parameter, values in zip(parameters, case["weights"], strict=True):
            parameter.copy_(torch.tensor(values))
            parameter.grad = None
    stepped, grads = list[Any](), list[Any]()
    for x in case["x"]:
        run.attempt("calling loss.backward()", partial(_one_pass, model, x))
        stepped.append([as_data(parameter) for parameter in parameters])
        grads.append([as_data(parameter.grad) for parameter in parameters])
    return {
        **run.facts(),
        "stepped": stepped,
        "grads": grads,
        "hooks": [[entry.kind for entry in run.log if entry.on is one] for one in parameters],
        "removed": bool(run.log) and all(entry.removed for entry in run.log),
        "rebinds": any(map(_rebinds, run.log)),
        "moves": [_moved_by(entry, parameters) for entry in run.log if entry.on in set(parameters)],
    }


def _rebinds(entry: Registration) -> bool:
    """Say whether a hook gives the name of its own argument to something else."""
    code = getattr(entry.hook, "__code__", None)
    return isinstance(code, CodeType) and any(
        step.opname == "STORE_FAST" and step.argval in code.co_varnames[:1]
        for step in dis.get_instructions(code)
    )


def _moved_by(entry: Registration, parameters: list[nn.Parameter]) -> list[int]:
    """Call one hook by itself, with gradients everywhere, and say which parameters it changes."""
    before = [parameter.detach().clone() for parameter in parameters]
    for parameter in parameters:
        parameter.grad = torch.ones_like(parameter)
    with contextlib.suppress(Exception), torch.no_grad():
        entry.hook(entry.on)
    pairs = enumerate(zip(parameters, before, strict=True))
    return [number for number, (now, old) in pairs if now.tolist() != old.tolist()]


def _model(run: Run) -> nn.Module:
    """Return the given model, or one like it that the answer has made anew under its name."""
    given, now = run.given["model"], run.names.get("model")
    if isinstance(now, nn.Module) and [p.shape for p in now.parameters()] == [
        p.shape for p in given.parameters()
    ]:
        return now
    return given  # type: ignore[no-any-return]


def _one_pass(model: nn.Module, x: Any) -> None:
    """Run the model twice, so that each parameter's gradient is a sum."""
    batch = torch.tensor(x)
    torch.autograd.backward((model(batch) ** 2).sum() + model(batch + 1).sum())


def _sgd(case: Case, factor: float = 1.0) -> list[list[torch.Tensor]]:
    """Return the weights after each pass of plain SGD with ``factor`` times the learning rate."""
    model = setup(case)["model"]
    for parameter, values in zip(model.parameters(), case["weights"], strict=True):
        parameter.data = torch.tensor(values)
    found = []
    for x in case["x"]:
        model.zero_grad()
        _one_pass(model, x)
        for parameter in model.parameters():
            parameter.data -= factor * case["lr"] * parameter.grad
        found.append([parameter.detach().clone() for parameter in model.parameters()])
    return found


def _wanted(case: Case) -> Any:
    return [list(map(as_data, weights)) for weights in _sgd(case)]


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

STEP_IN_BACKWARD = Exercise(
    id="step-in-backward",
    lesson=LESSON,
    title="Train inside backward",
    task="Put a hook on each parameter of model, so that loss.backward() alone does a step of SGD: "
    "p becomes p - lr * p.grad, and p.grad is None again when backward returns.",
    gives=("model", "lr"),
    hints=(
        "The step needs p.grad as it is after this pass. Which kind of hook runs then?",
        "A post-accumulate hook is given the parameter itself. It changes it in place, takes its "
        ".grad away, and returns nothing.",
        "One function serves all parameters, since it is told which one it is called for. "
        "Register it in a loop over model.parameters().",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim(
            "each backward does one step of SGD on every parameter",
            "stepped",
            _wanted,
            "loss.backward()  # twice, with new weights and data; shown: the weights",
        ),
        Claim(
            "no gradient is left when backward returns: each .grad is None",
            "grads",
            [[None] * len(SHAPES)] * PASSES,
            "loss.backward()  # twice; shown: .grad of each parameter",
        ),
    ),
    mistakes=(
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
            lambda facts: _first_is(facts, _sgd(facts["case"], -1.0)[0]),
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
                and _first_is(facts, _sgd(facts["case"], 0.125 / facts["case"]["lr"])[0])
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
            lambda facts: all(facts["grads"][0]) and _first_is(facts, _sgd(facts["case"])[0]),
            _STEP.replace("    p.grad = None\n", "") + _ALL,
        ),
    ),
    praise="Backward now trains as it goes, and never holds all gradients at once.",
    points=2,
)
