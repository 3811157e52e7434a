"""model-backward: a full backward hook on Model that records grad_input and grad_output."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Mapping
from typing import Any

import torch
from torch import nn

from helpers.grading.data import as_data, tensor_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.backward_hooks._model_backward_mistakes import MISTAKES
from helpers.grading.lessons.backward_hooks._shared import LESSON, forgive_own_check, module_named
from helpers.grading.probing import Answer, Run

W = 5.0


def cases(draw: random.Random) -> list[Case]:
    """One-element inputs as in the task, then another incoming gradient, a zero, and a matrix."""
    given = [
        {"x1": eighths(draw, 1), "x2": eighths(draw, 1), "sent": [1.0]},
        {"x1": eighths(draw, 1), "x2": eighths(draw, 1), "sent": eighths(draw, 1)},
        {"x1": eighths(draw, 1), "x2": [0.0], "sent": eighths(draw, 1)},
        {"x1": eighths(draw, 2, 2), "x2": eighths(draw, 2, 2), "sent": eighths(draw, 2, 2)},
    ]
    return [{**case, "wanted": _gradients(case)} for case in given]


def _gradients(case: Case) -> Any:
    """Return what must be recorded, and the gradient of W, as data."""
    x1, x2, sent = (torch.tensor(case[name]) for name in ("x1", "x2", "sent"))
    recorded = [as_data(sent * x2 * W), as_data(sent * x1 * W), as_data(sent)]
    return {"recorded": recorded, "W": tensor_data([(sent * x1 * x2).sum().item()])}


def setup(case: Case) -> Mapping[str, Any]:
    """Give Model, model with W = 5, an empty answer, and the two inputs of the task."""

    class Model(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.W = nn.Parameter(torch.Tensor([W]))

        def forward(self, x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
            return x1 * x2 * self.W

    x1, x2 = (torch.rand(1, requires_grad=True) for _ in range(2))
    return {"Model": Model, "model": Model(), "answer": [], "x1": x1, "x2": x2}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, send one pass through model, then one through a Model without hooks."""
    given = setup(case)
    run = answer.run(given)
    forgive_own_check(run, example=case["sent"] == [1.0])
    model, parameter = module_named(run, "model"), getattr(module_named(run, "model"), "W", None)
    if isinstance(parameter, nn.Parameter):
        parameter.grad = None
    _empty(run)
    x1, x2 = inputs = _inputs(case)
    output = _one_pass(run, model, inputs, case, "calling output.backward()")
    seen = run.facts(
        x1_grad=x1.grad,
        x2_grad=x2.grad,
        w_grad=getattr(parameter, "grad", None),
        output=output,
        recorded=run.names.get("answer"),
    )
    _empty(run)
    _one_pass(run, given["Model"](), _inputs(case), case, "calling another Model")
    return {
        **seen,
        "error": run.error,
        "bystander": as_data(run.names.get("answer")),
        "defined": callable(run.names.get("module_hook")),
        "local": any("answer" in _locals_of(entry.hook) for entry in run.log),
        "edits": _edits_its_arguments(run, given["model"]),
    }


def _empty(run: Run) -> None:
    if not isinstance(run.names.get("answer"), list):
        run.names["answer"] = []
    for held in (run.given["answer"], run.names["answer"]):
        held.clear()


def _inputs(case: Case) -> list[torch.Tensor]:
    return [torch.tensor(case[name], requires_grad=True) for name in ("x1", "x2")]


def _one_pass(run: Run, model: Any, inputs: list[torch.Tensor], case: Case, doing: str) -> Any:
    def one_pass() -> Any:
        output = model(*inputs)
        output.retain_grad()
        output.backward(torch.tensor(case["sent"]))
        return output

    return None if run.error else run.attempt(doing, one_pass)


def _locals_of(hook: Any) -> tuple[str, ...]:
    return tuple(getattr(getattr(hook, "__code__", None), "co_varnames", ()))


def _edits_its_arguments(run: Run, model: nn.Module) -> bool:
    """Call each hook by itself with spare tensors and say whether one changed them."""
    spare = [torch.ones(1) for _ in range(3)]
    for entry in run.log:
        with contextlib.suppress(Exception):
            entry.hook(model, (spare[0], spare[1]), (spare[2],))
    return [tensor.tolist() for tensor in spare] != [[1.0]] * 3


_CALL = "output = model(x1, x2); output.backward(gradient)"

MODEL_BACKWARD = Exercise(
    id="model-backward",
    lesson=LESSON,
    title="Record the gradients at a module's border",
    task="Write module_hook and register it on model as full backward hook, so that after "
    "output.backward() the list answer holds x1.grad, x2.grad and output.grad.",
    gives=("Model", "model", "answer", "x1", "x2"),
    hints=(
        "One hook, called once in the backward pass, knows all three gradients.",
        "A full backward hook is called with (module, grad_input, grad_output). Both gradients "
        "are tuples.",
        "grad_input has an entry for x1 and one for x2; grad_output has one for the output. Put "
        "them into answer in that order, and return nothing.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim(
            "answer holds x1.grad, x2.grad and output.grad, in this order",
            "recorded",
            lambda case: {"list": case["wanted"]["recorded"]},
            _CALL,
        ),
        Claim("they came from a hook", lambda facts: bool(facts["registrations"]), True, _CALL),
        Claim(
            "x1.grad and x2.grad are what they are without a hook",
            lambda facts: [facts["x1_grad"], facts["x2_grad"]],
            lambda case: case["wanted"]["recorded"][:2],
            _CALL,
        ),
        Claim(
            "W.grad is what it is without a hook",
            "w_grad",
            lambda case: case["wanted"]["W"],
            _CALL,
        ),
        Claim(
            "a second Model without hooks records nothing",
            "bystander",
            {"list": []},
            "output = Model()(x1, x2); output.backward(gradient)",
        ),
    ),
    mistakes=MISTAKES,
    praise="You caught three gradients as they passed, and let them pass unchanged.",
)
