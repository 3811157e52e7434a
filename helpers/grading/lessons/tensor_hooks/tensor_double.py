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

from helpers.grading.data import tensor_data
from helpers.grading.exercise import Case, Claim, Exercise, Facts, Misconception, Mistake
from helpers.grading.probing import Answer, Run

LESSON = "02_tensor_hooks"
SENT = (1.0, 2.0, 3.0)


def cases(draw: random.Random) -> list[Case]:
    """The task as it stands, then with whatever is sent scaled by a factor."""
    return [
        {"factor": 1.0},
        {"factor": draw.choice((1.5, 2.5, 4.0))},
        {"factor": -draw.randint(1, 4) / 2},
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


def _on_v(facts: Facts) -> list[dict[str, Any]]:
    return [entry for entry in facts["registrations"] if entry["on"] == "v"]


def _off_v(facts: Facts) -> list[dict[str, Any]]:
    return [entry for entry in facts["registrations"] if entry["on"] != "v"]


def _pass(facts: Facts) -> dict[str, Any]:
    return facts["passes"][0] if facts["passes"] else {"live": [], "added": None}


def _fixed(facts: Facts) -> bool:
    """The pass added the task's doubled numbers although the sent gradient was scaled."""
    return facts["case"]["factor"] != 1 and _pass(facts)["added"] == _wanted({"factor": 1.0})


NO_HOOK = Misconception(
    "gradient-without-a-hook",
    "that only the numbers in v.grad are asked for.",
    "the numbers are there, but no hook made them: they were written into v.grad after the pass. "
    "Let a hook on v change the gradient while backward runs.",
    (LESSON, "A hook that doubles the gradient"),
)
CONSTANT = Misconception(
    "constant-hook",
    "that a hook may return the numbers one expects.",
    "your hook gives the same numbers whatever comes in. With another gradient sent, it is wrong. "
    "Compute the result from grad, the hook's argument.",
    (LESSON, "What a returned value does"),
)
TOO_EARLY = Misconception(
    "removed-too-early",
    "that a hook, once registered, works for the next backward even if it has been removed.",
    "remove() takes effect at once. The hook was off when backward ran, so nothing was doubled.",
    (LESSON, "Handles: taking a hook off"),
)
ON_A_COPY = Misconception(
    "hook-on-a-copy",
    "that a hook on a detached or cloned tensor works for the original.",
    "a hook belongs to the one tensor it was registered on. v itself carries none.",
    (LESSON, "A hook that doubles the gradient"),
)
STALE_GRAD = Misconception(
    "reads-v-grad-inside",
    "that v.grad already holds the gradient when the hook runs.",
    "the hook runs before anything is written to v.grad, which is still None there (or the old "
    "sum). The gradient of this pass is the hook's argument.",
    (LESSON, "What a returned value does"),
)
NO_RETURN = Misconception(
    "forgot-to-return",
    "that computing grad * 2 in the hook is enough.",
    "a hook that returns None changes nothing. Return the new gradient.",
    (LESSON, "What a returned value does"),
)
NEVER_REMOVED = Misconception(
    "never-removed",
    "that the hook is gone after its backward.",
    "a hook stays until its handle's remove() is called: the next pass was doubled too.",
    (LESSON, "Handles: taking a hook off"),
)

TENSOR_DOUBLE = Exercise(
    id="tensor-double",
    lesson=LESSON,
    title="Double a gradient, then take the hook off",
    task="Register a hook on v that doubles its gradient, send [1., 2., 3.] backward through v, "
    "and remove the hook.",
    gives=("v",),
    hints=(
        "Three steps: register a hook on v, run v.backward(...) with a vector, remove the hook.",
        "A tensor hook takes one argument, the gradient. What it returns takes its place.",
        "v.register_hook(...) gives back a handle. Keep it in a name; you need it for the end.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim(
            "one backward pass through v, and v.grad is doubled when it ends",
            lambda facts: _pass(facts)["added"],
            _wanted,
            "v.backward(torch.tensor([1., 2., 3.]))  # or a multiple of it",
        ),
        Claim(
            "v.grad is left as that pass made it",
            "left",
            lambda case: tensor_data(_wanted(case)),
            "your whole cell",
        ),
        Claim(
            "the hook is off afterwards, so a later pass is plain",
            "after",
            tensor_data(SENT),
            "v.grad = None; v.backward(torch.tensor([1., 2., 3.]))",
        ),
    ),
    mistakes=(
        Mistake(
            STALE_GRAD,
            lambda facts: (
                facts["error"]["type"] in ("TypeError", "AttributeError")
                and "NoneType" in facts["error"]["message"]
                and "v.grad" in (facts["error"]["text"] or "")
            ),
            "h = v.register_hook(lambda grad: v.grad * 2)\n"
            "v.backward(torch.tensor([1., 2., 3.]))\nh.remove()\n",
        ),
        Mistake(
            CONSTANT,
            _fixed,
            "h = v.register_hook(lambda grad: torch.tensor([2., 4., 6.]))\n"
            "v.backward(torch.tensor([1., 2., 3.]))\nh.remove()\n",
        ),
        Mistake(
            TOO_EARLY,
            lambda facts: (
                any(entry["removed"] for entry in _on_v(facts)) and not _pass(facts)["live"]
            ),
            "h = v.register_hook(lambda grad: grad * 2)\nh.remove()\n"
            "v.backward(torch.tensor([1., 2., 3.]))\n",
        ),
        Mistake(
            ON_A_COPY,
            lambda facts: _off_v(facts) and not _on_v(facts),
            "w = v.clone()\nh = w.register_hook(lambda grad: grad * 2)\n"
            "v.backward(torch.tensor([1., 2., 3.]))\nh.remove()\n",
        ),
        Mistake(
            NO_HOOK,
            lambda facts: (
                not facts["registrations"]
                and facts["case"]["factor"] == 1
                and facts["left"]["tensor"] == _wanted({"factor": 1.0})
            ),
            "v.backward(torch.tensor([1., 2., 3.]))\nv.grad *= 2\n",
        ),
        Mistake(
            NO_RETURN,
            lambda facts: (
                _pass(facts)["live"]
                and _pass(facts)["added"] == [sent * facts["case"]["factor"] for sent in SENT]
            ),
            "def hook(grad):\n    grad * 2\nh = v.register_hook(hook)\n"
            "v.backward(torch.tensor([1., 2., 3.]))\nh.remove()\n",
        ),
        Mistake(
            NEVER_REMOVED,
            lambda facts: (
                any(not entry["removed"] for entry in _on_v(facts))
                and facts["after"]["tensor"] != list(SENT)
            ),
            "v.register_hook(lambda grad: grad * 2)\nv.backward(torch.tensor([1., 2., 3.]))\n",
        ),
    ),
    praise="The gradient was doubled on its way into v.grad, and the next pass is plain again.",
)
