"""Where an answer to mend-the-recorder is tried: fresh models, and what their graphs keep alive."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import nn

from helpers.grading.data import as_data
from helpers.grading.exercise import Case
from helpers.grading.lessons.handles_and_lifetime._shared import hooks_on
from helpers.hooks.switches import copied


def build(case: Case) -> nn.Sequential:
    """Return the case's model; its ReLU works in place."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(case["seed"])
        return nn.Sequential(nn.Linear(2, 3), nn.ReLU(inplace=True), nn.Linear(3, 1))


def _inputs(case: Case) -> list[torch.Tensor]:
    needed = bool(case.get("needs_grad"))
    return [torch.tensor(batch, requires_grad=needed) for batch in case["batches"]]


def plain(case: Case) -> dict[str, Any]:
    """Return what is so without a recorder: means and last output of the layer, results."""
    model = build(case)
    with torch.no_grad():
        outputs = [model[0](x) for x in _inputs(case)]
    return {
        "means": [output.mean().item() for output in outputs],
        "last": as_data(outputs[-1]),
        "results": as_data(_results(case, model)),
    }


def _results(case: Case, model: nn.Sequential) -> Any:
    results: list[Any] = []
    for x in _inputs(case):
        model.zero_grad()
        output = model(x)
        output.sum().backward()
        results += [output, x.grad, *(copied(p.grad) for p in model.parameters())]
    return results


class _Saved:
    """A tensor that a graph keeps for backward; it is alive as long as the graph is."""

    def __init__(self, tensor: torch.Tensor) -> None:
        self.tensor = tensor


def _passes(recorder_class: Any, case: Case) -> dict[str, Any]:
    """Run passes whose outputs are dropped; return what is recorded and what stays alive."""
    model, alive = build(case), weakref.WeakSet[_Saved]()

    def pack(tensor: torch.Tensor) -> _Saved:
        # Detached: a node that saves its own output would otherwise hold itself in a circle.
        saved = _Saved(tensor.detach())
        alive.add(saved)
        return saved

    recorder = recorder_class(model[0])
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda saved: saved.tensor):
        for x in _inputs(case):
            model(x)
    if alive:
        gc.collect()
    last = recorder.last
    return {
        "means": [_number(mean) for mean in recorder.means],
        "means_in_graph": any(_in_graph(mean) for mean in recorder.means),
        "last": last,
        "last_in_graph": _in_graph(last),
        "last_made_by": type(getattr(last, "grad_fn", None)).__name__,
        "bytes": sum(saved.tensor.nbytes for saved in alive),
    }


def _in_graph(value: Any) -> bool:
    return isinstance(value, torch.Tensor) and value.requires_grad


def _number(value: Any) -> Any:
    """Return one number, also where a tensor or array of one entry holds it; else what came."""
    if isinstance(value, torch.Tensor):
        return float(value.detach()) if value.numel() == 1 else value
    if isinstance(value, np.ndarray | np.generic):
        return float(value) if value.size == 1 else value
    return float(value) if isinstance(value, int | float) else value


def _training(recorder_class: Any, case: Case) -> dict[str, Any]:
    model = build(case)
    recorder = recorder_class(model[0])
    return {"results": _results(case, model), "recorder": recorder}


def _closing(recorder_class: Any, case: Case) -> dict[str, Any]:
    model, x = build(case), _inputs(case)[0]
    model[0].register_forward_hook(lambda *_: None)
    recorder = recorder_class(model[0])
    registered, before = hooks_on(model) - 1, len(recorder.means)
    model(x)
    recorder.close()
    hooks = hooks_on(model)
    model(x)
    return {"means": len(recorder.means) - before, "hooks": hooks, "registered": registered}


def _closing_twice(recorder_class: Any, case: Case) -> dict[str, Any]:
    model = build(case)
    model[0].register_forward_hook(lambda *_: None)
    recorder = recorder_class(model[0])
    recorder.close()
    recorder.close()
    return {"hooks": hooks_on(model)}


def _two(recorder_class: Any, case: Case) -> dict[str, Any]:
    one, two = build(case), build(case)
    recorders = recorder_class(one[0]), recorder_class(two[0])
    one(_inputs(case)[0])
    first, second = (recorder.means for recorder in recorders)
    return {"means": [len(first), len(second)], "shared": first is second}


WORLDS: dict[str, tuple[str, Callable[[Any, Case], dict[str, Any]]]] = {
    "passes": ("running model(x) with Recorder(layer)", _passes),
    "training": ("training with Recorder(layer)", _training),
    "two": ("making two recorders", _two),
    "closing": ("calling recorder.close()", _closing),
    "closing twice": ("calling recorder.close() a second time", _closing_twice),
}
"""What is tried, in order: words for an error message, and the trial."""
