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
from helpers.grading.exercise import Case, Claim, Exercise, Facts, Mistake
from helpers.grading.lessons.forward_hooks import _scale_the_input_beliefs as beliefs
from helpers.grading.lessons.forward_hooks import _shared as shared
from helpers.grading.lessons.forward_hooks._shared import LESSON
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
    return _given([])


def _given(saw: list[Any]) -> Mapping[str, Any]:
    """Return a Mix that notes what its forward sees: its output is the same for (weight, x)."""

    @shared.as_in_a_cell
    class Mix(nn.Module):
        def forward(self, x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
            output = x * weight + 1
            saw.append([as_data(x), as_data(weight)])
            return output

    return {"Mix": Mix, "mix": Mix()}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, call mix twice on the same tensors, and a second Mix once."""
    saw: list[Any] = []
    given = _given(saw)
    run = answer.run(given)
    saw.clear()
    x, weight = torch.tensor(case["x"]), torch.tensor(case["weight"])
    outputs = [
        None
        if run.error
        else run.attempt("calling mix(x, weight)", lambda: given["mix"](x, weight))
        for _ in range(2)
    ]
    seen = list(saw)
    other = run.attempt("calling another Mix", lambda: given["Mix"]()(torch.ones(1), torch.ones(1)))
    return {
        **run.facts(first=outputs[0], second=outputs[1], x=x, weight=weight, other=other),
        "saw": seen,
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


def _arguments(case: Case, on_x: float = 10.0, on_weight: float = 1.0) -> list[Any]:
    factors = {"x": on_x, "weight": on_weight}
    return [as_data(torch.tensor(case[name]) * factor) for name, factor in factors.items()]


def _saw(facts: Facts, *arguments: Any) -> bool:
    return bool(facts["saw"]) and same(facts["saw"][0], list(arguments))


def _is(facts: Facts, **factors: float) -> bool:
    return same(facts["first"], _output(facts["case"], **factors))


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
            "forward sees 10 · x first, and weight second",
            "saw",
            lambda case: [_arguments(case)] * 2,
            "mix(x, weight), twice  # shown: what forward was given",
        ),
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
            beliefs.ITEM,
            lambda facts: shared.raised(facts, "TypeError", "item assignment"),
            _DEF + "    input[0] = input[0] * 10\n" + _ON,
        ),
        Mistake(
            shared.SIGNATURE,
            shared.wrong_arguments,
            "def pre_hook(module, x, weight):\n    return x * 10, weight\n" + _ON,
        ),
        Mistake(
            beliefs.TUPLE_TIMES,
            lambda facts: (
                shared.forward_says(facts, "were given")
                or shared.raised(facts, "TypeError", "can't multiply")
            ),
            _DEF + "    return input * 10\n" + _ON,
        ),
        Mistake(
            beliefs.LIST,
            lambda facts: shared.forward_says(facts, "missing") and facts["returns_list"],
            _DEF + "    x, weight = input\n    return [x * 10, weight]\n" + _ON,
        ),
        Mistake(
            beliefs.DROPS,
            lambda facts: shared.forward_says(facts, "missing"),
            _DEF + "    return input[0] * 10\n" + _ON,
        ),
        Mistake(
            beliefs.IN_PLACE,
            lambda facts: not same(facts["x"], tensor_data(facts["case"]["x"])),
            _DEF + "    input[0].mul_(10)\n" + _ON,
        ),
        Mistake(
            beliefs.BOTH,
            lambda facts: _is(facts, on_input=100.0) and not _is(facts),
            _DEF + "    return tuple(value * 10 for value in input)\n" + _ON,
        ),
        Mistake(
            beliefs.OUTPUT,
            lambda facts: _is(facts, on_input=1.0, on_output=10.0),
            "mix.register_forward_hook(lambda module, input, output: output * 10)\n",
        ),
        Mistake(
            beliefs.WRONG_ONE,
            lambda facts: _saw(facts, *_arguments(facts["case"], 1.0, 10.0)),
            _DEF + "    x, weight = input\n    return x, weight * 10\n" + _ON,
        ),
        Mistake(
            beliefs.ORDER,
            lambda facts: any(
                _saw(facts, *reversed(_arguments(facts["case"], *factors)))
                for factors in ((10.0, 1.0), (1.0, 10.0), (1.0, 1.0))
            ),
            _DEF + "    weight, x = input\n    return x * 10, weight\n" + _ON,
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
