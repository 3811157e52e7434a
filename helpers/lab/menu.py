"""The hooks that a lab offers to turn on and off: each a real PyTorch hook, with its source to read.

A recipe writes its hook for one layer as plain code. That text is what is shown, and the same text
is what runs, so the reader never sees anything but the hook itself.
"""

from __future__ import annotations

import linecache
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import nn

from helpers.hooks.switches import Removable

LONGEST = 120
"""Letters of a reader's hook that are repeated in a message."""


@dataclass(frozen=True)
class Recipe:
    """A hook as text.

    ``code`` registers it and puts the handles into ``handles``. It may use ``model``, ``layer``,
    ``activation``, ``tell``, ``alarm``, ``stop``, ``amount``, ``torch`` and ``nn``. ``amount`` is a
    number that the reader can set, or None.
    """

    label: str
    explains: str
    code: str
    amount: float | None = None


RECIPES: tuple[Recipe, ...] = (
    Recipe(
        "record forward",
        "Shows the mean and spread of what the layer puts out.",
        "def hook(module, args, output):\n"
        '    tell(f"output mean {output.mean():.3g}, std {output.std():.3g}")\n'
        "handles = [layer.register_forward_hook(hook)]\n",
    ),
    Recipe(
        "double gradient",
        "Doubles the gradient of the layer's weight.",
        "def hook(grad):\n    return grad * 2\nhandles = [layer.weight.register_hook(hook)]\n",
    ),
    Recipe(
        "clip by value",
        "Keeps every entry of the weight's gradient within ± amount.",
        "def hook(grad):\n    return grad.clamp(-amount, amount)\n"
        "handles = [layer.weight.register_hook(hook)]\n",
        amount=0.01,
    ),
    Recipe(
        "clip by norm",
        "Shortens the weight's gradient to length amount when it is longer.",
        "def hook(grad):\n    factor = amount / (grad.norm() + 1e-12)\n"
        "    return grad * factor.clamp(max=1)\n"
        "handles = [layer.weight.register_hook(hook)]\n",
        amount=0.1,
    ),
    Recipe(
        "freeze layer",
        "Sends zeros to the layer's parameters. Momentum and Adam go on moving them for a while.",
        "def hook(grad):\n    return torch.zeros_like(grad)\n"
        "frozen = [p for p in layer.parameters() if p.requires_grad]\n"
        "handles = [p.register_hook(hook) for p in frozen]\n",
    ),
    Recipe(
        "add noise",
        "Adds normal noise with standard deviation amount to the weight's gradient.",
        "def hook(grad):\n    return grad + amount * torch.randn_like(grad)\n"
        "handles = [layer.weight.register_hook(hook)]\n",
        amount=0.01,
    ),
    Recipe(
        "alarm on norm",
        "Warns when the norm of the weight's gradient passes amount.",
        "def hook(grad):\n    norm = grad.norm().item()\n    if norm > amount:\n"
        '        alarm(f"gradient norm {norm:.3g} passes {amount:g}")\n'
        "handles = [layer.weight.register_hook(hook)]\n",
        amount=1.0,
    ),
    Recipe(
        "stop on NaN",
        "Stops at the first layer whose output or gradient is not finite.",
        "def forward(module, args, output):\n"
        "    if torch.is_tensor(output) and not output.isfinite().all():\n"
        '        stop("output is not finite", module)\n'
        "def hook(grad):\n    if not grad.isfinite().all():\n"
        '        stop("weight gradient is not finite")\n'
        "handles = [m.register_forward_hook(forward) for m in model.modules()]\n"
        "handles += [layer.weight.register_hook(hook)]\n",
    ),
    Recipe(
        "count dead ReLUs",
        "Counts units that put out zero for every sample of the batch.",
        "def hook(module, args, output):\n    dead = (output == 0).all(dim=0)\n"
        '    tell(f"{dead.sum().item()} of {dead.numel()} units dead")\n'
        "handles = [activation.register_forward_hook(hook)]\n",
    ),
)


def recipe(label: str) -> Recipe:
    """Return the offered recipe with this label, or raise KeyError naming those there are."""
    for offered in RECIPES:
        if offered.label == label:
            return offered
    raise KeyError(f"no hook {label!r}; there are {[offered.label for offered in RECIPES]}")


def fitted(recipe: Recipe, layer: nn.Module) -> Recipe:
    """Return the recipe for a layer that may call its main parameter something else than weight."""
    names = [name for name, _ in layer.named_parameters(recurse=False)]
    if "weight" in names or not names:
        return recipe
    return replace(recipe, code=recipe.code.replace("layer.weight", f"layer.{names[0]}"))


class Handles:
    """Several handles as one: removing takes all of them off, and doing so twice is harmless."""

    def __init__(self, handles: list[Removable]) -> None:
        """Hold the handles."""
        self._handles = handles

    def remove(self) -> None:
        """Take every hook off."""
        while self._handles:
            self._handles.pop().remove()


def install(recipe: Recipe, names: dict[str, Any], where: str) -> Handles:
    """Run a recipe's code with ``names`` and return its handles as one.

    ``where`` names the place for tracebacks, which quote the recipe's own lines. If the code
    raises, nothing it has registered is left behind.
    """
    file = f"<{where}: {recipe.label}>"
    linecache.cache[file] = (len(recipe.code), None, recipe.code.splitlines(True), file)
    namespace: dict[str, Any] = {"torch": torch, "nn": nn, "amount": recipe.amount, **names}
    try:
        exec(compile(recipe.code, file, "exec"), namespace)
        _check_callable(namespace.get("hook"))
    except BaseException:
        Handles(list(namespace.get("handles", ()))).remove()
        raise
    return Handles(list(namespace["handles"]))


def _check_callable(hook: Any) -> None:
    if not callable(hook):
        raise TypeError(f"{hook!r} is not a function. Write one like: lambda grad: grad * 0.5")


def own_hook(expression: str) -> Recipe:
    """Return a recipe for the reader's own hook, such as ``lambda grad: grad * 0.5``.

    Raises ValueError where the text is not one Python expression; whether it is a good hook only
    shows when it runs.
    """
    try:
        compile(expression.strip(), "<your hook>", "eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ValueError(
            f"your hook {_short(expression)!r} is not a Python expression ({error}). "
            "Write one like: lambda grad: grad * 0.5"
        ) from error
    return Recipe(
        "your hook",
        "Whatever you wrote, on the gradient of the layer's weight.",
        f"hook = {expression.strip()}\nhandles = [layer.weight.register_hook(hook)]\n",
    )


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"
