"""What goes wrong in find-vanishing: the signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

from helpers.grading.data import items, same
from helpers.grading.exercise import Facts, Mistake
from helpers.grading.lessons.backward_hooks._shared import (
    line,
    raised,
    wrong_arguments,
    wrong_return,
)
from helpers.grading.lessons.watching_gradients import _find_vanishing_beliefs as beliefs
from helpers.grading.lessons.watching_gradients import _shared as shared
from helpers.grading.lessons.watching_gradients._find_vanishing_specimens import RIGHT
from helpers.grading.specimens import but_for

THIN = ("inlet", "out", *(f"{block}.thin" for block in ("first", "second", "third", "fourth")))
LEAVES = 10
"""Of which six have weights."""


def _plain(facts: Facts, key: str) -> Any:
    return facts["case"]["plain"][key]


def _found_any(facts: Facts, *keys: str) -> bool:
    """Say whether the layer found is one that another way of looking would name."""
    found = facts["found"]
    if _left_out_a_zero(facts):
        return False
    guesses = [name for key in keys for name in _list(_plain(facts, key))]
    return found != _plain(facts, "right") and found in guesses


def _left_out_a_zero(facts: Facts) -> bool:
    """Say whether the layer found is the next best where the right one lets nothing through."""
    zero = _plain(facts, "right lets nothing through") and facts["number"] >= LEAVES
    return bool(zero) and facts["found"] == _plain(facts, "next") and facts["calls"] == 1


def _has_another_reason(facts: Facts) -> bool:
    """Say whether the layer found is one that another measure than the ratio of norms names."""
    return facts["found"] in {_plain(facts, key) for key in ("signed", "difference", "means")}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


MISTAKES = (
    Mistake(
        shared.NO_FUNCTION,
        lambda facts: facts["defined"] is False and not facts["error"],
        "ratios = {}\nfor name, layer in model.named_modules():\n"
        "    def hook(layer, grad_input, grad_output, name=name):\n"
        "        if grad_input[0] is not None:\n"
        "            ratios[name] = grad_input[0].norm() / grad_output[0].norm()\n"
        "    layer.register_full_backward_hook(hook)\nrun()\nfound = min(ratios, key=ratios.get)\n",
    ),
    Mistake(
        shared.CALLED_AT_ONCE,
        shared.called_at_once,
        but_for(RIGHT, ("_hook(hook)", "_hook(hook())")),
    ),
    Mistake(
        beliefs.ARGUMENTS,
        lambda facts: wrong_arguments(facts) and not raised(facts, "TypeError", "find_vanishing()"),
        but_for(RIGHT, ("layer, grad_input, grad_output, name=name", "grad_input, grad_output")),
    ),
    Mistake(
        beliefs.TUPLE,
        lambda facts: (
            raised(facts, "AttributeError", "'tuple' object has no attribute")
            or (raised(facts, "TypeError", "tuple") and "norm" in line(facts))
        ),
        but_for(
            RIGHT,
            (
                "(grad_input[0].norm() / grad_output[0].norm())",
                "(grad_input.norm() / grad_output.norm())",
            ),
        ),
    ),
    Mistake(
        beliefs.NO_GRADIENT_IN,
        lambda facts: shared.met_none(facts) and facts["kinds"],
        but_for(RIGHT, ("grad_input[0] is None or not", "not")),
    ),
    Mistake(
        shared.LATE_NAME,
        lambda facts: (
            facts["found"] == "out" != _plain(facts, "right")
            and facts["calls"] == 1
            and facts["number"] >= LEAVES
            and not _has_another_reason(facts)
            and not _left_out_a_zero(facts)
        ),
        but_for(RIGHT, (", name=name", "")),
    ),
    Mistake(
        beliefs.RETURNS,
        lambda facts: (
            wrong_return(facts)
            or (
                not facts["error"]
                and facts["calls"] == 1
                and not same(facts["gradients"], _plain(facts, "gradients"))
            )
        ),
        but_for(RIGHT, (".item()\n", ".item()\n            return (grad_input[0] / 2,)\n")),
    ),
    Mistake(
        beliefs.NO_RUN,
        lambda facts: (
            facts["defined"]
            and facts["calls"] == 0
            and (not facts["error"] or (raised(facts, "ValueError", "empty") and facts["number"]))
        ),
        but_for(RIGHT, ("    run()\n", "")).replace(
            "min(ratios, key", "min(ratios, default=None, key"
        ),
    ),
    Mistake(
        beliefs.RUNS_TWICE,
        lambda facts: facts["calls"] > 1,
        but_for(RIGHT, ("    run()\n", "    run()\n    run()\n")),
    ),
    Mistake(
        beliefs.NOT_THE_NAME,
        lambda facts: (
            not isinstance(facts["found"], str)
            and facts["found"] is not None
            and (
                "object" in facts["found"]
                or any(isinstance(item, str) for item in items(facts["found"]))
            )
        ),
        but_for(
            RIGHT,
            (
                "return min(ratios, key=ratios.get)",
                "name = min(ratios, key=ratios.get)\n    return name, ratios[name]",
            ),
        ),
    ),
    Mistake(
        beliefs.BLOCK,
        lambda facts: (
            facts["found"] in ("", "first", "second", "third", "fourth")
            and "." in _plain(facts, "right")
        ),
        but_for(RIGHT, ("if list(layer.children()):", "if not name:")),
    ),
    Mistake(
        beliefs.WEIGHTS,
        lambda facts: (
            not set(facts["kinds"]) - {"tensor", "post accumulate"}
            and str(facts["found"]).removesuffix(".weight").removesuffix(".bias") in THIN
            and facts["found"] != _plain(facts, "right")
        ),
        "def find_vanishing(model, run):\n    run()\n    sizes = {name.removesuffix('.weight'): "
        "p.grad.norm().item()\n             for name, p in model.named_parameters() "
        "if name.endswith('weight')}\n    return min(sizes, key=sizes.get)\n",
    ),
    Mistake(
        beliefs.LEFT_OUT,
        lambda facts: (
            _plain(facts, "right") in ("inlet", "out")
            and facts["found"] == _plain(facts, "next")
            and facts["number"] == LEAVES - 1
        ),
        but_for(
            RIGHT, ("if list(layer.children()):", "if list(layer.children()) or name == 'inlet':")
        ),
    ),
    Mistake(
        beliefs.ONLY_WEIGHTED,
        lambda facts: (
            _found_any(facts, "weighted")
            and not _found_any(facts, "smallest output", "smallest input")
            and "backward" in facts["kinds"]
            and facts["number"] < LEAVES
        ),
        but_for(RIGHT, ("if list(layer.children()):", "if not isinstance(layer, nn.Linear):")),
    ),
    Mistake(
        beliefs.SIGNS_CANCEL,
        lambda facts: (
            _found_any(facts, "signed")
            and not _found_any(facts, "growing", "smallest output", "smallest input")
        ),
        but_for(
            RIGHT,
            (
                "grad_input[0].norm() / grad_output[0].norm()",
                "grad_input[0].mean() / grad_output[0].mean()",
            ),
        ),
    ),
    Mistake(
        beliefs.DIFFERENCE,
        lambda facts: (
            _found_any(facts, "difference")
            and "backward" in facts["kinds"]
            and not _found_any(facts, "means", "signed", "growing")
            and not _found_any(facts, "smallest output", "smallest input")
        ),
        but_for(
            RIGHT,
            (
                "grad_input[0].norm() / grad_output[0].norm()",
                "grad_input[0].norm() - grad_output[0].norm()",
            ),
        ),
    ),
    Mistake(
        beliefs.MEANS,
        lambda facts: (
            _found_any(facts, "means")
            and "backward" in facts["kinds"]
            and not _found_any(facts, "signed", "growing", "smallest output", "smallest input")
        ),
        but_for(
            RIGHT,
            (
                "grad_input[0].norm() / grad_output[0].norm()",
                "grad_input[0].abs().mean() / grad_output[0].abs().mean()",
            ),
        ),
    ),
    Mistake(
        beliefs.GROWING,
        lambda facts: (
            _found_any(facts, "growing")
            and not _found_any(facts, "smallest output", "smallest input")
        ),
        but_for(
            RIGHT,
            (
                "grad_input[0].norm() / grad_output[0].norm()",
                "grad_output[0].norm() / grad_input[0].norm()",
            ),
        ),
    ),
    Mistake(
        beliefs.NONE_IS_ZERO,
        lambda facts: (
            facts["found"] in _plain(facts, "fed with data")
            and facts["found"] not in _plain(facts, "silent")
            and not _found_any(facts, "smallest output", "smallest input", "signed")
            and facts["number"] >= LEAVES
        ),
        but_for(
            RIGHT,
            ("grad_input[0] is None or not", "not"),
            (
                "(grad_input[0].norm() /",
                "((0 if grad_input[0] is None else grad_input[0].norm()) /",
            ),
        ),
    ),
    Mistake(
        beliefs.SMALLEST,
        # A layer to which nothing arrives is the smallest, too, but for another reason.
        lambda facts: (
            _found_any(facts, "smallest output", "smallest input")
            and facts["found"] not in _plain(facts, "silent")
        ),
        but_for(RIGHT, (".norm() / grad_output[0].norm())", ".norm())")),
    ),
    Mistake(
        beliefs.ZERO_SKIPPED,
        lambda facts: _left_out_a_zero(facts) and not _has_another_reason(facts),
        but_for(RIGHT, ("or not grad_output[0].any()", "or not grad_input[0].any()")),
    ),
    Mistake(
        beliefs.NOTHING_ARRIVES,
        lambda facts: (
            raised(facts, "ZeroDivisionError")
            or ("backward" in facts["kinds"] and facts["found"] in _plain(facts, "silent"))
        ),
        but_for(RIGHT, (" or not grad_output[0].any()", "")).replace(
            "(grad_input[0].norm() / grad_output[0].norm()).item()",
            "grad_input[0].norm().item() / grad_output[0].norm().item()",
        ),
    ),
    Mistake(
        beliefs.LEFT,
        lambda facts: (facts["left"] or 0) > 0 and not facts["error"],
        but_for(RIGHT, ("        handle.remove()", "        pass")),
    ),
)
"""Tried in this order; the first whose signs are there is told."""
