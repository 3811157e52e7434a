"""scale-the-input: a pre-hook that scales one of two inputs, and leaves the caller's tensor alone."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Mapping
from typing import Any

import torch
from torch import nn

from helpers.grading.data import as_data, same, tensor_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise, Facts, Misconception, Mistake
from helpers.grading.lessons.forward_hooks import _shared as shared
from helpers.grading.lessons.forward_hooks._shared import LESSON, REPLACE
from helpers.grading.misconceptions import CALLED_AT_REGISTRATION, NEVER_REGISTERED
from helpers.grading.probing import Answer


def cases(draw: random.Random) -> list[Case]:
    """The task's own numbers, then a matrix, zeros, and one number."""
    return [
        {"x": [1.0, 2.0], "weight": [3.0, 4.0]},
        {"x": eighths(draw, 2, 3), "weight": eighths(draw, 2, 3)},
        {"x": [0.0, 0.0], "weight": eighths(draw, 2)},
        {"x": eighths(draw, 1), "weight": eighths(draw, 1)},
    ]


def setup(case: Case) -> Mapping[str, Any]:
    """Give the class Mix and one module of it."""

    class Mix(nn.Module):
        def forward(self, x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
            return x * weight + 1

    return {"Mix": Mix, "mix": Mix()}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, call mix twice on the same tensors, and a second Mix once."""
    given = setup(case)
    run = answer.run(given)
    x, weight = torch.tensor(case["x"]), torch.tensor(case["weight"])
    outputs = [
        None
        if run.error
        else run.attempt("calling mix(x, weight)", lambda: given["mix"](x, weight))
        for _ in range(2)
    ]
    other = run.attempt("calling another Mix", lambda: given["Mix"]()(torch.ones(1), torch.ones(1)))
    return {
        **run.facts(first=outputs[0], second=outputs[1], x=x, weight=weight, other=other),
        "own_forward": shared.replaced_forward(given["mix"]),
        "returns_list": any(_returns_list(entry.hook, given["mix"]) for entry in run.log),
    }


def _returns_list(hook: Any, module: nn.Module) -> bool:
    """Call the hook by itself with spare tensors; a list that it returns is a sign of a slip."""
    with contextlib.suppress(Exception):
        return isinstance(hook(module, (torch.ones(1), torch.ones(1))), list)
    return False


def _output(case: Case, on_input: float = 10.0, on_output: float = 1.0) -> Any:
    x, weight = torch.tensor(case["x"]), torch.tensor(case["weight"])
    return as_data((x * on_input * weight + 1) * on_output)


def _is(facts: Facts, **factors: float) -> bool:
    return same(facts["first"], _output(facts["case"], **factors))


DROPS = Misconception(
    "drops-the-second-argument",
    "that a pre-hook returns only what it has changed.",
    "what it returns is all that forward gets. One tensor became the only argument, and weight "
    "was gone. Return every argument, in a tuple.",
    REPLACE,
)
LIST = Misconception(
    "list-is-one-argument",
    "that a list of arguments is as good as a tuple.",
    "a tuple is taken apart into arguments; a list counts as one argument.",
    REPLACE,
)
IN_PLACE = Misconception(
    "edits-the-callers-tensor",
    "that an edit inside the hook stays inside the hook.",
    "the hook holds the caller's own tensor. After the call x itself had changed, and the next "
    "call began from there. Make a new tensor.",
    REPLACE,
)
TUPLE_TIMES = Misconception(
    "multiplies-the-tuple",
    "that input is the tensor x.",
    "input is the tuple of all arguments. Times 10, a tuple is repeated ten times; its entries stay "
    "as they are.",
    (LESSON, "What goes in, what comes out"),
)
ITEM = Misconception(
    "tuples-can-be-edited",
    "that an entry of input can be set.",
    "input is a tuple, and a tuple's entries can't be set. Build a new tuple and return it.",
    REPLACE,
)
OUTPUT = Misconception(
    "scales-the-output",
    "that scaling what comes out is the same as scaling what goes in.",
    "Mix adds 1 after multiplying, and your hook scaled that too. Scale before forward runs.",
    REPLACE,
)
BOTH = Misconception(
    "scales-both-inputs",
    "that every entry of input is to be scaled.",
    "weight came out scaled as well. Only x, the first argument, is meant.",
    REPLACE,
)

_DEF, _ON = "def pre_hook(module, input):\n", "mix.register_forward_pre_hook(pre_hook)\n"
_GOOD = "    x, weight = input\n    return x * 10, weight\n"

SCALE_THE_INPUT = Exercise(
    id="scale-the-input",
    lesson=LESSON,
    title="Scale what goes in",
    task="Register a forward pre-hook on mix that lets forward see 10 times its first argument. "
    "The second argument, and the caller's own tensors, stay as they are.",
    gives=("Mix", "mix"),
    hints=(
        "A pre-hook gets (module, input). input is a tuple with both arguments.",
        "What the pre-hook returns takes the place of all arguments. So return both.",
        "Make a new tensor for the first one. An operation that ends in an underscore, or *=, would "
        "change the caller's.",
    ),
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim("forward works on 10 · x and weight", "first", _output, "mix(x, weight)"),
        Claim("a second call gives the same", "second", _output, "mix(x, weight) again"),
        Claim(
            "the caller's tensors are as they were",
            lambda facts: [facts["x"], facts["weight"]],
            lambda case: [tensor_data(case["x"]), tensor_data(case["weight"])],
            "mix(x, weight)",
        ),
        Claim(
            "another Mix works as ever",
            "other",
            tensor_data([2.0]),
            "Mix()(torch.ones(1), torch.ones(1))",
        ),
        Claim("forward is still Mix's own", "own_forward", False),
    ),
    mistakes=(
        Mistake(
            CALLED_AT_REGISTRATION,
            shared.called_at_once,
            _DEF + _GOOD + "x, weight = torch.ones(2), torch.ones(2)\n"
            "mix.register_forward_pre_hook(pre_hook(mix, (x, weight)))\n",
        ),
        Mistake(
            shared.OVERRIDES_FORWARD,
            lambda facts: facts["own_forward"],
            "mix.forward = lambda x, weight: 10 * x * weight + 1\n",
        ),
        Mistake(NEVER_REGISTERED, shared.nothing_registered, _DEF + _GOOD),
        Mistake(
            shared.ALL_MODULES,
            shared.is_global,
            "from torch.nn.modules.module import register_module_forward_pre_hook as everywhere\n"
            + _DEF
            + _GOOD
            + "everywhere(pre_hook)\n",
        ),
        Mistake(
            ITEM,
            lambda facts: shared.raised(facts, "TypeError", "item assignment"),
            _DEF + "    input[0] = input[0] * 10\n" + _ON,
        ),
        Mistake(
            shared.SIGNATURE,
            shared.wrong_arguments,
            "def pre_hook(module, x, weight):\n    return x * 10, weight\n" + _ON,
        ),
        Mistake(
            TUPLE_TIMES,
            lambda facts: (
                shared.forward_says(facts, "were given")
                or shared.raised(facts, "TypeError", "can't multiply")
            ),
            _DEF + "    return input * 10\n" + _ON,
        ),
        Mistake(
            LIST,
            lambda facts: shared.forward_says(facts, "missing") and facts["returns_list"],
            _DEF + "    x, weight = input\n    return [x * 10, weight]\n" + _ON,
        ),
        Mistake(
            DROPS,
            lambda facts: shared.forward_says(facts, "missing"),
            _DEF + "    return input[0] * 10\n" + _ON,
        ),
        Mistake(
            IN_PLACE,
            lambda facts: not same(facts["x"], tensor_data(facts["case"]["x"])),
            _DEF + "    input[0].mul_(10)\n" + _ON,
        ),
        Mistake(
            BOTH,
            lambda facts: _is(facts, on_input=100.0) and not _is(facts),
            _DEF + "    return tuple(value * 10 for value in input)\n" + _ON,
        ),
        Mistake(
            OUTPUT,
            lambda facts: _is(facts, on_input=1.0, on_output=10.0),
            "mix.register_forward_hook(lambda module, input, output: output * 10)\n",
        ),
        Mistake(
            shared.FORGOT_TO_RETURN,
            lambda facts: (
                _is(facts, on_input=1.0) and not _is(facts) and "forward pre" in shared.kinds(facts)
            ),
            _DEF + "    x, weight = input\n    x = x * 10\n" + _ON,
        ),
    ),
    praise="forward saw ten times x, and the caller never noticed.",
)
