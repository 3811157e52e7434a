"""change-a-keyword: a pre-hook with keyword arguments that keeps factor at 3 or below."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import torch
from torch import nn

from helpers.grading.data import as_data, same, tensor_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise, Facts, Misconception, Mistake
from helpers.grading.lessons.forward_hooks import _shared as shared
from helpers.grading.lessons.forward_hooks._shared import KEYWORDS, LESSON
from helpers.grading.misconceptions import CALLED_AT_REGISTRATION, NEVER_REGISTERED
from helpers.grading.probing import Answer

MOST = 3.0
PLAIN = 1.0


def cases(draw: random.Random) -> list[Case]:
    """The task's own call, then factors below, at, without, far above, and negative."""
    return [
        {"x": [1.0, 2.0], "factor": 10.0},
        {"x": eighths(draw, 2), "factor": draw.randint(1, 5) / 2},
        {"x": eighths(draw, 2, 2), "factor": 3.0},
        {"x": eighths(draw, 3), "factor": None},
        {"x": eighths(draw, 2), "factor": draw.randint(4, 900) / 1.0},
        {"x": eighths(draw, 2), "factor": -7.0},
    ]


def setup(case: Case) -> Mapping[str, Any]:
    """Give the class Scale and one module of it."""

    @shared.as_in_a_cell
    class Scale(nn.Module):
        def forward(self, x: torch.Tensor, *, factor: float = PLAIN) -> torch.Tensor:
            return x * factor

    return {"Scale": Scale, "scale": Scale()}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, then call scale with or without its keyword, and a second Scale."""
    given = setup(case)
    run = answer.run(given)
    x, words = torch.tensor(case["x"]), {"factor": case["factor"]}
    if case["factor"] is None:
        words = {}
    passed = dict(words)
    output = None
    if not run.error:
        doing = f"calling scale(x{_words(case)})"
        output = run.attempt(doing, lambda: given["scale"](x, **passed))
    other = run.attempt("calling another Scale", lambda: given["Scale"]()(x, factor=10.0))
    return {
        **run.facts(output=output, other=other, x=x),
        "own_forward": shared.replaced_forward(given["scale"]),
        "asked": bool(given["scale"]._forward_pre_hooks_with_kwargs),
    }


def _words(case: Case) -> str:
    return "" if case["factor"] is None else f", factor={case['factor']:g}"


def _scaled(case: Case, factor: float) -> Any:
    return as_data(torch.tensor(case["x"]) * factor)


def _output(case: Case) -> Any:
    return _scaled(case, PLAIN if case["factor"] is None else min(case["factor"], MOST))


def _plain(facts: Facts) -> bool:
    """A factor above 3 went through as it was."""
    factor = facts["case"]["factor"]
    return (factor or 0) > MOST and same(facts["output"], _scaled(facts["case"], factor))


NOT_ASKED = Misconception(
    "keywords-come-by-themselves",
    "that keyword arguments are in input, or come to a hook by themselves.",
    "input has the positional arguments alone. Keyword arguments come only to a hook that was "
    "registered with with_kwargs=True, as a third argument.",
    KEYWORDS,
)
ONE_PART = Misconception(
    "returns-one-part",
    "that a hook with keywords may return the changed part alone.",
    "it returns nothing, or both parts: the tuple of positional arguments and the dict of keyword "
    "arguments.",
    KEYWORDS,
)
ALWAYS_THERE = Misconception(
    "keyword-is-always-there",
    "that a keyword argument is there in every call.",
    "a caller may leave factor out. Then it isn't in the dict, and Scale's own default holds.",
    KEYWORDS,
)
FIXED = Misconception(
    "sets-the-keyword-always",
    "that a smaller factor, or none, is to become 3 as well.",
    "only factors above 3 are to be held back. A smaller one, or none at all, goes through as it is.",
    KEYWORDS,
)
NAMES = Misconception(
    "kwargs-keys-as-names",
    "that the hook may name the keyword among its own arguments.",
    "the hook gets one dict with all keyword arguments. Take factor out of it by its key.",
    KEYWORDS,
)

_DEF = "def pre_hook(module, args, kwargs):\n"
_GOOD = '    if "factor" in kwargs:\n        kwargs["factor"] = min(kwargs["factor"], 3.0)\n'
_ON = "scale.register_forward_pre_hook(pre_hook, with_kwargs=True)\n"

CHANGE_A_KEYWORD = Exercise(
    id="change-a-keyword",
    lesson=LESSON,
    title="Hold a keyword argument back",
    task="Register a forward pre-hook on scale that keeps the keyword argument factor at 3 or "
    "below. Calls with a smaller factor, or with none, work as ever.",
    gives=("Scale", "scale"),
    hints=(
        "A pre-hook sees keyword arguments only if you ask for them when you register it.",
        "Then it is called with (module, args, kwargs). kwargs is a dict, and factor may not be in it.",
        "Return both parts, positional ones first, or change the dict and return nothing.",
    ),
    points=2,
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim(
            "the output is x times factor, or x times 3 if factor is larger",
            "output",
            _output,
            "scale(x, factor=...)",
        ),
        Claim("x is as it was", "x", lambda case: tensor_data(case["x"])),
        Claim(
            "another Scale works as ever",
            "other",
            lambda case: _scaled(case, 10.0),
            "Scale()(x, factor=10.0)",
        ),
        Claim("forward is still Scale's own", "own_forward", False),
    ),
    mistakes=(
        Mistake(
            CALLED_AT_REGISTRATION,
            shared.called_at_once,
            _DEF
            + _GOOD
            + "scale.register_forward_pre_hook(pre_hook(scale, (), {}), with_kwargs=True)\n",
        ),
        Mistake(
            shared.OVERRIDES_FORWARD,
            lambda facts: facts["own_forward"],
            "scale.forward = lambda x, factor=1.0: x * min(factor, 3.0)\n",
        ),
        Mistake(NEVER_REGISTERED, shared.nothing_registered, _DEF + _GOOD),
        Mistake(
            shared.ALL_MODULES,
            shared.is_global,
            "from torch.nn.modules.module import register_module_forward_hook as everywhere\n"
            "everywhere(lambda module, args, output: output.clamp(max=3))\n",
        ),
        Mistake(
            ONE_PART,
            lambda facts: shared.raised(facts, "RuntimeError", "None or a tuple of (new_args"),
            _DEF + _GOOD + "    return kwargs\n" + _ON,
        ),
        Mistake(
            ALWAYS_THERE,
            lambda facts: (
                shared.raised(facts, "KeyError", "factor")
                or (
                    shared.raised(facts, "TypeError", "NoneType")
                    and facts["case"]["factor"] is None
                )
            ),
            _DEF + '    kwargs["factor"] = min(kwargs["factor"], 3.0)\n' + _ON,
        ),
        Mistake(
            NOT_ASKED,
            lambda facts: (
                shared.raised(facts, "TypeError", "missing 1 required positional", "kwargs")
                or (_plain(facts) and not facts["asked"] and "forward pre" in shared.kinds(facts))
                or shared.raised(facts, "IndexError")
                or shared.raised(facts, "ValueError", "not enough values")
            ),
            _DEF + _GOOD + "scale.register_forward_pre_hook(pre_hook)\n",
        ),
        Mistake(
            NAMES,
            lambda facts: (
                shared.raised(facts, "TypeError", "'<=' not supported")
                or shared.raised(facts, "TypeError", "'<' not supported")
                or shared.raised(facts, "TypeError", "'>' not supported")
                or shared.raised(facts, "TypeError", "instances of 'dict'")
            ),
            "def pre_hook(module, args, factor):\n    return args, {'factor': min(factor, 3.0)}\n"
            + _ON,
        ),
        Mistake(
            shared.SIGNATURE,
            shared.wrong_arguments,
            "def pre_hook(module, args):\n    pass\n" + _ON,
        ),
        Mistake(
            FIXED,
            lambda facts: (
                (facts["case"]["factor"] is None or facts["case"]["factor"] < MOST)
                and same(facts["output"], _scaled(facts["case"], MOST))
            ),
            _DEF + '    return args, {"factor": 3.0}\n' + _ON,
        ),
        Mistake(
            shared.FORGOT_TO_RETURN,
            lambda facts: _plain(facts) and "forward pre" in shared.kinds(facts),
            _DEF + '    factor = min(kwargs.get("factor", 1.0), 3.0)\n' + _ON,
        ),
    ),
    praise="You reached an argument that plain hooks never see.",
)
