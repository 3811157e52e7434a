"""What several exercises on watching gradients share: where to reread, misconceptions, and signs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import nn
from torch.nn.modules import module as module_globals
from torch.optim import optimizer as optimizer_globals

from helpers.grading.exercise import Facts, Misconception
from helpers.grading.lessons.backward_hooks._shared import line, raised
from helpers.grading.probing import Run

LESSON = "06_watching_gradients"
RECORD = (LESSON, "What to record")
ATTACH = (LESSON, "Where to attach")
VANISH = (LESSON, "Gradients that vanish")
DEAD = (LESSON, "ReLUs that die")
KEEP = (LESSON, "Keep numbers, not gradients")
HANDLES = ("02_tensor_hooks", "Handles: taking a hook off")
OFF_AFTER_ERROR = ("05_handles_and_lifetime", "Off, whatever happens")
LATE = ("02_tensor_hooks", "After the sum: post-accumulate hooks")

CALLED_AT_ONCE = Misconception(
    "watcher-called-at-once",
    "that register_…(note(...)) registers note.",
    "the parentheses call your function then and there, and what it gives back, None as a rule, is "
    "registered in its place. Hand over the function itself.",
    ("03_forward_hooks", "Two hooks on one module"),
)
NO_FUNCTION = Misconception(
    "watches-without-a-function",
    "that it is enough to watch the one model at hand.",
    "the task asks for a function of a given name that can be called with any model. There is none "
    "in your cell.",
    ATTACH,
)
ANOTHER_MODEL = Misconception(
    "watches-another-model",
    "that the name model inside a function is the notebook's model.",
    "your function is called with other models, too, and its hooks went elsewhere. Put them on the "
    "model that it is given.",
    ATTACH,
)
LATE_NAME = Misconception(
    "late-bound-watcher-name",
    "that a function made in a loop remembers the loop's name as it was then.",
    "it looks the name up when it is called, and by then the loop has ended: all hooks wrote under "
    "the last name. Hand the name over when you make the hook, with functools.partial or as a "
    "default argument.",
    LATE,
)
PARAMETER_AS_GRADIENT = Misconception(
    "weight-measured-as-gradient",
    "that a post-accumulate hook is given the gradient.",
    "it is given the parameter itself. You measured the weights. The gradient is in its .grad.",
    ATTACH,
)
ON_A_MODULE = Misconception(
    "post-accumulate-on-a-module",
    "that a module can take a post-accumulate hook, or a layer a tensor hook.",
    "these hooks belong to tensors. Put them on the layer's parameters: its weight, its bias.",
    ATTACH,
)
CHILDREN_ONLY = Misconception(
    "top-level-layers-only",
    "that a model's children are all of its layers.",
    "children are one level down. What is inside a block is missing.",
    ("04_backward_hooks", "When a hook fires"),
)


def called_at_once(facts: Facts) -> bool:
    """Say whether a function was called in the registration's parentheses."""
    return any(not entry["callable"] for entry in facts["registrations"]) or (
        raised(facts, "TypeError", "positional argument") and "register_" in line(facts)
    )


def on_a_module(facts: Facts) -> bool:
    """Say whether a tensor's registration was called on a module."""
    return any(
        raised(facts, "AttributeError", f"has no attribute '{name}'")
        for name in ("register_post_accumulate_grad_hook", "register_hook")
    )


def calling(facts: Facts) -> bool:
    """Say whether the error came while the answer's own function was called."""
    return str((facts["error"] or {}).get("doing")).startswith("calling ")


def met_none(facts: Facts) -> bool:
    """Say whether a line failed because something was None."""
    return raised(facts, "AttributeError", "NoneType") or raised(facts, "TypeError", "NoneType")


def named(data: Any, convert: Callable[[Any], Any]) -> dict[str, Any]:
    """Return the pairs of a dict that has become data, by name; other keys are left out."""
    pairs = data.get("dict", []) if isinstance(data, dict) else []
    return {name: convert(value) for name, value in pairs if isinstance(name, str)}


def number(value: Any) -> Any:
    """Return a number as a float, in a tensor of one entry too; anything else as it is."""
    if isinstance(value, dict) and isinstance(value.get("tensor"), int | float | bool | list):
        inner = value["tensor"]
        while isinstance(inner, list) and len(inner) == 1:
            inner = inner[0]
        return value if isinstance(inner, list) else float(inner)
    return float(value) if isinstance(value, int | float) else value


def numbers(value: Any) -> Any:
    """Return a list or tuple of numbers, or a tensor of one dimension, as a list of floats."""
    if isinstance(value, dict):
        for kind in ("list", "tuple"):
            if kind in value:
                return [number(item) for item in value[kind]]
        if isinstance(value.get("tensor"), list):
            return [number(item) for item in value["tensor"]]
    return value


def pairs(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return numbers by name as the data of a dict sorted by name, for the sides of a claim."""
    return {"dict": sorted([name, value] for name, value in values.items())}


def hooks_left(model: nn.Module) -> int:
    """Count the hooks on the model, its modules and parameters, and on all modules or optimisers."""
    owners = [*map(vars, model.modules())]
    tables = [table for owner in owners for name, table in owner.items() if name.endswith("_hooks")]
    for parameter in model.parameters():
        tables += [parameter._backward_hooks, parameter._post_accumulate_grad_hooks]
    for globals_of in (module_globals, optimizer_globals):
        tables += [
            table
            for name, table in vars(globals_of).items()
            if re.fullmatch(r"_global_.*hooks", name)
        ]
    return sum(len(table) for table in tables if hasattr(table, "__len__"))


def grads(model: nn.Module) -> list[Any]:
    """Return the gradient of each parameter, a copy of it, or None."""
    return [None if p.grad is None else p.grad.clone() for p in model.parameters()]


def live(run: Run) -> int:
    """Count the registrations so far that have not been taken off."""
    return sum(not entry.removed for entry in run.log)


def send(model: nn.Module, x: Any, gradient: Any) -> None:
    """Send plain data through a model, and a gradient back."""
    torch.autograd.backward(model(torch.tensor(x)), torch.tensor(gradient))
