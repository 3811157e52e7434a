"""model-backward: a full backward hook on Model that records grad_input and grad_output."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Mapping
from typing import Any

import torch
from torch import nn

from helpers.grading.data import as_data, items, tensor_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise, Facts, Misconception, Mistake
from helpers.grading.misconceptions import CALLED_AT_REGISTRATION, NEVER_REGISTERED
from helpers.grading.probing import Answer, Run

LESSON = "04_backward_hooks"
W = 5.0


def cases(draw: random.Random) -> list[Case]:
    """One-element inputs as in the task, then another incoming gradient, a zero, and a matrix."""
    return [
        {"x1": eighths(draw, 1), "x2": eighths(draw, 1), "sent": [1.0]},
        {"x1": eighths(draw, 1), "x2": eighths(draw, 1), "sent": eighths(draw, 1)},
        {"x1": eighths(draw, 1), "x2": [0.0], "sent": eighths(draw, 1)},
        {"x1": eighths(draw, 2, 2), "x2": eighths(draw, 2, 2), "sent": eighths(draw, 2, 2)},
    ]


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
    """Run the answer, then one forward and backward through model on the case's inputs."""
    given = setup(case)
    run = answer.run(given)
    for held in (given["answer"], run.names.get("answer")):
        if isinstance(held, list):
            held.clear()
    x1, x2 = (torch.tensor(case[name], requires_grad=True) for name in ("x1", "x2"))
    model, output = run.names.get("model"), None
    model_w = given["model"].W
    model_w.grad = None

    def one_pass() -> torch.Tensor:
        nonlocal output
        output = model(x1, x2)
        output.retain_grad()
        output.backward(torch.tensor(case["sent"]))
        return output

    if not run.error:
        run.attempt("calling output.backward()", one_pass)
    recorded = as_data(run.names.get("answer"))
    return {
        **run.facts(x1_grad=x1.grad, x2_grad=x2.grad, w_grad=model_w.grad, output=output),
        "recorded": recorded,
        "edits": _edits_its_arguments(run, given["model"]),
    }


def _edits_its_arguments(run: Run, model: nn.Module) -> bool:
    """Call each hook by itself with spare tensors and say whether one changed them."""
    spare = [torch.ones(1) for _ in range(3)]
    for entry in run.log:
        with contextlib.suppress(Exception):
            entry.hook(model, (spare[0], spare[1]), (spare[2],))
    return [tensor.tolist() for tensor in spare] != [[1.0]] * 3


def _gradients(case: Case) -> dict[str, Any]:
    x1, x2, sent = (torch.tensor(case[name]) for name in ("x1", "x2", "sent"))
    grads = {"x1": sent * x2 * W, "x2": sent * x1 * W, "output": sent}
    return {name: as_data(grad) for name, grad in grads.items()}


def _wanted(case: Case) -> Any:
    return {"list": list(_gradients(case).values())}


def _w_gradient(case: Case) -> Any:
    x1, x2, sent = (torch.tensor(case[name]) for name in ("x1", "x2", "sent"))
    return tensor_data([(sent * x1 * x2).sum().item()])


def _message(facts: Facts, kind: str, *words: str) -> bool:
    error = facts["error"]
    return bool(error["type"] == kind and all(word in error["message"] for word in words))


def _kinds(facts: Facts) -> set[str]:
    return {entry["kind"] for entry in facts["registrations"] if not entry["removed"]}


def _inputs_changed(facts: Facts) -> bool:
    grads = _gradients(facts["case"])
    return bool([facts["x1_grad"], facts["x2_grad"]] != [grads["x1"], grads["x2"]])


TUPLES = Misconception(
    "gradients-are-the-tensors",
    "that grad_input and grad_output are tensors.",
    "both are tuples: one entry for each positional input, one for each output. Take their "
    "entries out.",
    (LESSON, "What grad_input and grad_output hold"),
)
ORDER = Misconception(
    "wrong-order",
    "that the order inside answer doesn't matter.",
    "the task asks for the inputs' gradients first and the output's last. Here grad_output came "
    "before grad_input.",
    (LESSON, "What grad_input and grad_output hold"),
)
RETURNS_LIST = Misconception(
    "returns-the-list",
    "that a hook should return what it has recorded.",
    "what a full backward hook returns takes the place of grad_input. Model has two inputs, so "
    "anything but two entries raises. Return nothing.",
    (LESSON, "Why you never return the list"),
)
TRUTH = Misconception(
    "truth-of-a-gradient",
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
    (LESSON, "Why you never return the list"),
)
RETURNS_NONES = Misconception(
    "none-entries-mean-no-change",
    "that returning (None, None) leaves the gradients alone.",
    "only a plain None does. A None inside the tuple means “no gradient”: x1.grad stayed empty.",
    (LESSON, "Why you never return the list"),
)
INPLACE = Misconception(
    "edits-grad-input-in-place",
    "that grad_input is a copy to play with.",
    "it holds the very tensors that flow on: an in-place edit reached x1.grad. Work on a clone.",
    (LESSON, "Why you never return the list"),
)
PRE_HOOK = Misconception(
    "backward-pre-hook",
    "that a full backward pre-hook sees grad_input too.",
    "it runs before the module's backward, so there is no grad_input yet: it gets (module, "
    "grad_output). Use register_full_backward_hook.",
    (LESSON, "What grad_input and grad_output hold"),
)
SIGNATURE = Misconception(
    "wrong-number-of-arguments",
    "that a hook may leave out the arguments it doesn't need.",
    "PyTorch always calls it as module_hook(module, grad_input, grad_output). Take all three, "
    "even if you use two.",
    (LESSON, "What grad_input and grad_output hold"),
)
PARAMETER = Misconception(
    "includes-parameter-gradient",
    "that grad_input has the gradients of the module's parameters.",
    "grad_input covers the inputs of forward alone. answer has an entry too many, and W.grad may "
    "not even be there yet when the hook runs.",
    (LESSON, "What grad_input and grad_output hold"),
)
MADE_UP = Misconception(
    "values-not-from-the-hook",
    "that three tensors of the right shape will do.",
    "what stands in answer isn't what flowed through model. Record the tensors in grad_input and "
    "grad_output; each comparison here is made on their numbers.",
    (LESSON, "What grad_input and grad_output hold"),
)
EARLY_FIELD = Misconception(
    "reads-grad-fields-inside",
    "that x1.grad and output.grad are filled when the hook runs.",
    "the hook runs while the gradients are still on their way, so a .grad field is None or old "
    "there. The gradients are the hook's arguments.",
    (LESSON, "What grad_input and grad_output hold"),
)

_RECORD = "    answer.extend(grad_input + grad_output)\n"
_DEF = "def module_hook(module, grad_input, grad_output):\n"
_REGISTER = "model.register_full_backward_hook(module_hook)\n"

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
            _wanted,
            "output = model(x1, x2); output.backward(gradient)",
        ),
        Claim(
            "x1.grad and x2.grad are what they are without a hook",
            lambda facts: [facts["x1_grad"], facts["x2_grad"]],
            lambda case: list(_gradients(case).values())[:2],
            "output = model(x1, x2); output.backward(gradient)",
        ),
        Claim("W.grad is what it is without a hook", "w_grad", _w_gradient),
    ),
    mistakes=(
        Mistake(
            CALLED_AT_REGISTRATION,
            lambda facts: any(not entry["callable"] for entry in facts["registrations"]),
            _DEF + _RECORD + "model.register_full_backward_hook(module_hook(model, (), ()))\n",
        ),
        Mistake(
            RETURNS_LIST,
            lambda facts: _message(facts, "RuntimeError", "grad_input", "expected"),
            _DEF + _RECORD + "    return answer\n" + _REGISTER,
        ),
        Mistake(
            TRUTH,
            lambda facts: (
                _message(facts, "RuntimeError", "Boolean value of Tensor")
                or (
                    0.0 in [value for value in facts["case"]["x2"] if value == 0]
                    and 0 < len(items(facts["recorded"])) < 3
                )
            ),
            _DEF + "    for g in grad_input + grad_output:\n        if g:\n"
            "            answer.append(g)\n" + _REGISTER,
        ),
        Mistake(
            PRE_HOOK,
            lambda facts: "backward pre" in _kinds(facts),
            _DEF + _RECORD + "model.register_full_backward_pre_hook(module_hook)\n",
        ),
        Mistake(
            SIGNATURE,
            lambda facts: _message(facts, "TypeError", "positional argument"),
            "def module_hook(grad_input, grad_output):\n" + _RECORD + _REGISTER,
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
            INPLACE,
            lambda facts: facts["edits"] and _inputs_changed(facts),
            _DEF + "    answer.extend([g.clone() for g in grad_input + grad_output])\n"
            "    grad_input[0].zero_()\n" + _REGISTER,
        ),
        Mistake(
            RETURNS_OTHER,
            lambda facts: not facts["error"] and _inputs_changed(facts),
            _DEF + _RECORD + "    return tuple(g / 2 for g in grad_input)\n" + _REGISTER,
        ),
        Mistake(
            TUPLES,
            lambda facts: any("tuple" in item for item in items(facts["recorded"])),
            _DEF + "    answer.append(grad_input)\n    answer.append(grad_output)\n" + _REGISTER,
        ),
        Mistake(
            PARAMETER,
            lambda facts: len(items(facts["recorded"])) > 3,
            _DEF + _RECORD + "    answer.append(module.W.grad)\n" + _REGISTER,
        ),
        Mistake(
            EARLY_FIELD,
            lambda facts: None in items(facts["recorded"]),
            _DEF + "    answer.extend([x1.grad, x2.grad, grad_output[0]])\n" + _REGISTER,
        ),
        Mistake(
            ORDER,
            lambda facts: (
                sorted(map(str, items(facts["recorded"])))
                == sorted(map(str, _wanted(facts["case"])["list"]))
            ),
            _DEF + "    answer.extend(grad_output + grad_input)\n" + _REGISTER,
        ),
        Mistake(
            MADE_UP,
            lambda facts: len(items(facts["recorded"])) == 3,
            _DEF + "    answer.extend([torch.ones(1)] * 3)\n" + _REGISTER,
        ),
    ),
    praise="You caught three gradients as they passed, and let them pass unchanged.",
)
