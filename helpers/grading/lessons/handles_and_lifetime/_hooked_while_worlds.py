"""Where an answer to hooked-while is tried: models, predicates, and blocks that go wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import nn

from helpers.grading.data import as_data
from helpers.grading.exercise import Case
from helpers.grading.lessons.handles_and_lifetime._shared import hooks_on

Predicate = Callable[[nn.Module], bool]


class BlockError(Exception):
    """What a block of the trial, or its predicate, raises."""


class RefusedError(Exception):
    """What a layer of the trial raises when a hook is registered on it."""


class Refusing(nn.Linear):
    """A Linear layer that takes no hooks."""

    def register_forward_hook(self, *_: Any, **__: Any) -> Any:
        """Refuse."""
        raise RefusedError("this layer takes no hooks")


def _flat() -> nn.Module:
    return nn.Sequential(*(nn.Linear(2, 2) for _ in range(5)))


def _nested() -> nn.Module:
    """Return two blocks that share a layer; the shared one runs twice in a pass."""
    shared = nn.Linear(2, 2)
    one = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), shared)
    two = nn.Sequential(nn.Sequential(shared, nn.Tanh()), nn.Linear(2, 2))
    return nn.Sequential(one, nn.ReLU(), two)


MODELS: dict[str, Callable[[], nn.Module]] = {
    "flat": _flat,
    "nested": _nested,
    "single": lambda: nn.Linear(2, 2),
}


def build(case: Case) -> nn.Module:
    """Return the case's model; it goes from 2 features to 2."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(case["seed"])
        return MODELS[case["model"]]()


def picks(case: Case) -> Predicate:
    """Return the case's predicate: whether a module is of the kind that the case names."""
    kind: type[nn.Module] = getattr(nn, case["picks"])
    return lambda module: isinstance(module, kind)


X = [[1.0, -2.0]]


def plain(case: Case) -> dict[str, Any]:
    """Return what hooks put on by hand see and do: who fires, the output, and how many there are."""
    model, fired = build(case), list[str]()
    hook, chosen = _doubling(model, fired), list(filter(picks(case), model.modules()))
    for module in chosen:
        module.register_forward_hook(hook)
    output = as_data(model(torch.tensor(X)))
    return {"fired": fired, "hooks": len(chosen), "output": output}


def _doubling(model: nn.Module, fired: list[str]) -> Any:
    names = {id(module): name or "the model" for name, module in model.named_modules()}

    def hook(module: nn.Module, args: Any, output: torch.Tensor) -> torch.Tensor:
        fired.append(names.get(id(module), "a module of another model"))
        return output * 2

    return hook


def _inside(hooked: Any, case: Case) -> dict[str, Any]:
    model, fired = build(case), list[str]()
    with hooked(model, picks(case), _doubling(model, fired)):
        hooks, output = hooks_on(model), model(torch.tensor(X))
        picked, on_all = picks(case), all(bool(m._forward_hooks) for m in model.modules())
        on_others = sum(bool(m._forward_hooks) for m in model.modules() if not picked(m))
    left, before = hooks_on(model), len(fired)
    model(torch.tensor(X))
    return {
        "hooks": hooks,
        "on others": on_others,
        "on all": on_all,
        "output": output,
        "left": left,
        "fired": fired[:before],
        "later": len(fired) - before,
    }


def _came_out(hooked: Any, model: nn.Module, predicate: Predicate, error: Any) -> Any:
    """Enter a block and raise ``error`` in it; return what came out, and the hooks left."""
    before, came_out = hooks_on(model), "nothing"
    try:
        with hooked(model, predicate, lambda *_: None):
            if error is not None:
                raise error
    except (BlockError, RefusedError, KeyboardInterrupt) as caught:
        came_out = type(caught).__name__
    return {"seen": [came_out, hooks_on(model) - before]}


def _block_raises(hooked: Any, case: Case) -> Any:
    return _came_out(hooked, build(case), picks(case), BlockError("an error in the block"))


def _block_stopped(hooked: Any, case: Case) -> Any:
    return _came_out(hooked, build(case), picks(case), KeyboardInterrupt())


def _refused(hooked: Any, case: Case) -> Any:
    layers = [nn.Linear(2, 2), nn.Linear(2, 2), Refusing(2, 2), nn.Linear(2, 2), nn.Linear(2, 2)]
    return _came_out(hooked, nn.Sequential(*layers), lambda m: isinstance(m, nn.Linear), None)


def _predicate_raises(hooked: Any, case: Case) -> Any:
    asked = list[nn.Module]()

    def predicate(module: nn.Module) -> bool:
        asked.append(module)
        if len(asked) == 4:
            raise BlockError("the predicate can't tell")
        return True

    return _came_out(hooked, _flat(), predicate, None)


def _others(hooked: Any, case: Case) -> Any:
    """Run a model with another hook on it before, in and after a block; and another model in it."""
    model, other, fired, calls = build(case), build(case), list[str](), list[str]()
    model.register_forward_hook(lambda *_: fired.append("another"))
    model(torch.tensor(X))
    with hooked(model, picks(case), lambda *_: calls.append("yours")):
        model(torch.tensor(X))
        before = len(calls)
        other(torch.tensor(X))
        elsewhere = len(calls) - before
    model(torch.tensor(X))
    return {"fired": fired, "elsewhere": elsewhere}


def _nested_blocks(hooked: Any, case: Case) -> Any:
    model, counts = build(case), list[int]()

    def hook(*_: Any) -> None:
        return None

    with hooked(model, picks(case), hook):
        counts.append(hooks_on(model))
        with hooked(model, picks(case), hook):
            counts.append(hooks_on(model))
        counts.append(hooks_on(model))
    return {"seen": [*counts, hooks_on(model)]}


WORLDS: dict[str, tuple[str, Callable[[Any, Case], Any]]] = {
    "inside": ("running model(x) in a block with hooked(...)", _inside),
    "block raises": ("raising an error in a block with hooked(...)", _block_raises),
    "block stopped": ("raising KeyboardInterrupt in a block with hooked(...)", _block_stopped),
    "refused": ("entering a block where the third registration raises", _refused),
    "predicate raises": ("entering a block where the predicate raises", _predicate_raises),
    "others": ("running models with other hooks", _others),
    "nested blocks": ("entering one block inside another", _nested_blocks),
}
"""What is tried, in order: words for an error message, and the trial."""
