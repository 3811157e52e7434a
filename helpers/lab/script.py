"""The code of a lab run: a plain PyTorch script, without helpers, that does the same."""

from __future__ import annotations

import inspect
import textwrap

from helpers.hooks import toys
from helpers.lab.menu import Recipe
from helpers.lab.session import Session
from helpers.lab.settings import Settings
from helpers.lab.workshop import ACTIVATION, GAIN, POINTS

HEAD = '''"""{title}"""

import math
from collections import OrderedDict

import torch
from torch import nn

'''
MODEL = """
x, y = {data}({points}, torch.Generator().manual_seed({seed}))
y = y.float().reshape(-1, 1)

torch.manual_seed({seed})
parts, features = OrderedDict(), x.shape[1]
for number in range(1, {depth} + 1):
    parts[f"layer{{number}}"] = nn.Linear(features, {width})
    parts[f"act{{number}}"] = nn.{activation}()
    features = {width}
parts["out"] = nn.Linear(features, 1)
model = nn.Sequential(parts)
"""
INIT = """for module in model:
    if isinstance(module, nn.Linear):
        nn.init.normal_(module.weight, std={gain} / module.in_features**0.5)
        nn.init.zeros_(module.bias)
"""
TRAIN = """
rows = torch.Generator().manual_seed({seed})
layers = [name for name, module in model.named_children() if isinstance(module, nn.Linear)]
for step in range(1, {steps} + 1):
    picked = torch.randint(len(x), ({batch},), generator=rows)
    optimizer.zero_grad()
    loss = nn.functional.{loss}(model(x[picked]), y[picked])
    loss.backward()
    norms = {{
        name: torch.cat([p.grad.flatten() for p in model.get_submodule(name).parameters()]).norm()
        for name in layers
    }}
    optimizer.step()
    if step % 100 == 0 or step == {steps}:
        print(f"step {{step}}: loss {{loss.item():.6g}}, norms", *(f"{{n:.3g}}" for n in norms.values()))
"""
TOLD = {
    "tell(": "def tell(words):\n    print(words)\n",
    "alarm(": 'def alarm(words):\n    print("Alarm:", words)\n',
    "stop(": "def stop(words, module=None):\n"
    '    raise SystemExit(f"Stopped: {words} {module or str()}")\n',
}
"""What a recipe may call, as a script has it."""
OPTIMIZERS = {
    "sgd": "SGD(model.parameters(), lr={lr}, momentum=0.0)",
    "momentum": "SGD(model.parameters(), lr={lr}, momentum=0.9)",
    "adam": "Adam(model.parameters(), lr={lr})",
}


def script(session: Session, steps: int = 1000) -> str:
    """Return a script that trains as the session does from its first step, with its hooks on.

    Hooks that were turned on later in the session are on from the start in the script.
    """
    settings = session.settings
    hooks = session.recipes_on()
    parts = [
        HEAD.format(title=_title(settings)),
        _data(settings.data),
        MODEL.format(
            data=toys.DATA_SETS[settings.data].__name__,
            points=POINTS,
            seed=settings.seed,
            depth=settings.depth,
            width=settings.width,
            activation=ACTIVATION[settings.activation].__name__,
        ),
        INIT.format(gain=GAIN[settings.init]) if settings.init in GAIN else "",
        f"optimizer = torch.optim.{OPTIMIZERS[settings.optimizer].format(lr=settings.lr)}\n",
        *_hooks(session, hooks),
        TRAIN.format(
            seed=settings.seed,
            steps=steps,
            batch=settings.batch,
            loss="mse_loss" if session.work.is_regression else "binary_cross_entropy_with_logits",
        ),
    ]
    return "".join(parts)


def _title(settings: Settings) -> str:
    return (
        f"{settings.data}: {settings.depth} hidden layers of {settings.width} "
        f"({settings.activation}), {settings.optimizer} at {settings.lr:g}, seed {settings.seed}."
    )


def _data(name: str) -> str:
    make = toys.DATA_SETS[name]
    source = inspect.getsource(make)
    needed = [f for f in (toys._labels, toys._noise) if f"{f.__name__}(" in source]
    return "\n\n".join(map(inspect.getsource, (*needed, make)))


def _hooks(session: Session, hooks: list[tuple[Recipe, str]]) -> list[str]:
    told = [text for call, text in TOLD.items() if any(call in recipe.code for recipe, _ in hooks)]
    parts = [f"\n\n{text}" for text in told]
    for recipe, layer in hooks:
        name = "_".join(recipe.label.lower().split())
        amount = "" if recipe.amount is None else f"amount = {recipe.amount!r}\n"
        activation = session.activation_name(layer)
        body = f"{amount}{recipe.code}return handles\n"
        parts.append(f"\n\ndef {name}(layer, activation):\n{textwrap.indent(body, '    ')}")
        where = f'model.get_submodule("{layer}"), model.get_submodule("{activation}")'
        parts.append(f"\n\n{name}_handles = {name}({where})\n")
    return parts
