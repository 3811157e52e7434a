"""tensor-double: double a gradient with a hook on v, send [1, 2, 3] backward, take the hook off.

The answer calls backward itself, so the probe stands at ``torch.autograd.backward``: it reads
``v.grad`` the moment each pass returns, and in further runs it scales what is sent. A hook that
works passes for any incoming gradient; a number written down by hand doesn't.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator, Mapping
from typing import Any

import torch

from helpers.grading.data import same, tensor_data
from helpers.grading.exercise import Case, Claim, Exercise, Facts, Misconception, Mistake
from helpers.grading.lessons.tensor_hooks import _shared as shared
from helpers.grading.lessons.tensor_hooks._shared import LESSON, elsewhere, on
from helpers.grading.probing import Answer, Run

SENT = (1.0, 2.0, 3.0)


def cases(draw: random.Random) -> list[Case]:
    """The task as it stands, then with whatever is sent scaled by a factor."""
    return [
        {"factor": 1.0},
        {"factor": draw.choice((1.5, 2.5, 4.0))},
        {"factor": -draw.randint(1, 4) / 2},
        {"factor": float("nan")},
    ]


def setup(case: Case) -> Mapping[str, Any]:
    """Give v, a leaf of three zeros."""
    return {"v": torch.zeros(3, requires_grad=True)}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer with its backward passes observed, then send one more gradient by itself."""
    given = setup(case)
    v, run, passes = given["v"], Run(answer, given), list[dict[str, Any]]()
    with _observed_backward(v, case["factor"], run, passes):
        run.attempt("running your cell", run.execute)
    if case["factor"] != 1 and passes and (run.error or {}).get("type") == "AssertionError":
        # The answer checks itself against the task's own numbers, which this case has scaled.
        run.error = None
        for entry in run.log:
            entry.handle.remove()
    left = v.grad
    v.grad = None
    run.attempt("calling v.backward once more", lambda: v.backward(torch.tensor(SENT)))
    return {**run.facts(left=left, after=v.grad), "passes": passes}


@contextlib.contextmanager
def _observed_backward(
    v: torch.Tensor, factor: float, run: Run, passes: list[dict[str, Any]]
) -> Iterator[None]:
    plain = torch.autograd.backward

    def backward(tensors: Any, grad_tensors: Any = None, *args: Any, **kwargs: Any) -> None:
        root = tensors[0] if isinstance(tensors, list | tuple) else tensors
        sent = grad_tensors[0] if isinstance(grad_tensors, list | tuple) else grad_tensors
        if root is not v and root.is_leaf:
            return plain(tensors, grad_tensors, *args, **kwargs)
        before = torch.zeros(3) if v.grad is None else v.grad.clone()
        live = [entry.kind for entry in run.log if entry.on is v and not entry.removed]
        scaled = torch.full_like(root, factor) if sent is None else sent * factor
        plain(root, scaled, *args, **kwargs)
        added = before if v.grad is None else v.grad - before
        passes.append({"live": live, "added": added.tolist()})

    torch.autograd.backward = backward
    try:
        yield
    finally:
        torch.autograd.backward = plain


def _wanted(case: Case) -> Any:
    return [2 * sent * case["factor"] for sent in SENT]


def _pass(facts: Facts) -> dict[str, Any]:
    return facts["passes"][0] if facts["passes"] else {"live": [], "added": None}


def _added(facts: Facts, *times: float) -> bool:
    """Say whether the pass added these numbers, scaled as this case scales what is sent."""
    return same(_pass(facts)["added"], [number * facts["case"]["factor"] for number in times])
