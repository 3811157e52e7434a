"""What goes wrong in stop-at-the-nan: the signs of each belief, and a specimen."""

from __future__ import annotations

from helpers.grading.exercise import Mistake
from helpers.grading.lessons.forward_hooks._shared import SIGNATURE
from helpers.grading.lessons.guarding_gradients import _shared as shared
from helpers.grading.lessons.guarding_gradients import _stop_at_the_nan_beliefs as beliefs
from helpers.grading.lessons.guarding_gradients import _stop_at_the_nan_signs as signs
from helpers.grading.lessons.guarding_gradients._shared import NO_HANDLES
from helpers.grading.lessons.guarding_gradients._stop_at_the_nan_world import MODULES
from helpers.grading.lessons.tensor_hooks._shared import (
    LATE_BOUND,
    TRUTH,
    asked_for_truth,
    line,
    raised,
)
from helpers.grading.misconceptions import CALLED_AT_REGISTRATION
from helpers.grading.specimens import but_for

_RIGHT = (
    "from functools import partial\n"
    "def stop_at_nan(model):\n"
    "    def look(name, module, input, output):\n"
    "        if not output.isfinite().all():\n"
    "            raise FloatingPointError(name)\n"
    "    return [m.register_forward_hook(partial(look, name))\n"
    "            for name, m in model.named_modules()]\n"
)


MISTAKES = (
    Mistake(
        beliefs.ANOMALY,
        lambda facts: facts["hooks"] == [] and facts["anomaly"],
        "def stop_at_nan(model):\n    torch.autograd.set_detect_anomaly(True)\n    return []\n",
    ),
    Mistake(
        beliefs.NO_FUNCTION,
        lambda facts: facts["defined"] is False and not facts["error"],
        but_for(_RIGHT, ("def stop_at_nan(model)", "def stop(model)")) + "stop(model)\n",
    ),
    Mistake(
        CALLED_AT_REGISTRATION,
        shared.called_at_once,
        but_for(_RIGHT, ("partial(look, name)", "look(name, m, None, torch.zeros(1))")),
    ),
    Mistake(
        SIGNATURE,
        shared.wrong_arguments,
        but_for(_RIGHT, ("look(name, module, input, output)", "look(name, output)")),
    ),
    Mistake(
        TRUTH,
        asked_for_truth,
        but_for(_RIGHT, (".isfinite().all()", ".isfinite()")),
    ),
    Mistake(
        beliefs.ANOTHER_ERROR,
        lambda facts: (
            shared.doing(facts, "calling model(x)") and line(facts).startswith(("raise", "assert"))
        ),
        but_for(_RIGHT, ("FloatingPointError", "ValueError")),
    ),
    Mistake(
        beliefs.REPLACES,
        lambda facts: (
            (shared.doing(facts, "calling model(x)") and not line(facts))
            or raised(facts, "AttributeError", "'bool' object", "isfinite")
            or signs.another_output(facts)
        ),
        but_for(
            _RIGHT,
            (
                "raise FloatingPointError(name)\n",
                "raise FloatingPointError(name)\n        return output.isfinite()\n",
            ),
        ),
    ),
    Mistake(
        NO_HANDLES,
        lambda facts: (
            facts["nothing_back"]
            and not signs.wrong(facts)
            and not shared.doing(facts, "calling handles")
        ),
        but_for(_RIGHT, ("    return [", "    [")),
    ),
    Mistake(
        shared.HANDLES_LATER,
        lambda facts: facts["later"] and not facts["hooks"],
        but_for(_RIGHT, ("return [", "return ("), ("named_modules()]", "named_modules())")),
    ),
    Mistake(
        shared.LAST_HANDLE,
        # The other model's hooks are meant to be on still: half of all.
        lambda facts: (
            not signs.wrong(facts)
            and not facts["nothing_back"]
            and facts["number"] / 2 < (facts["still_on"] or 0) < facts["number"]
        ),
        but_for(
            _RIGHT,
            (
                "    return [m.register",
                "    for name, m in model.named_modules():\n        handle = m.register",
            ),
        ).replace(
            "name))\n            for name, m in model.named_modules()]",
            "name))\n    return [handle]",
        ),
    ),
    Mistake(
        beliefs.INVERTED,
        signs.stops_the_good,
        but_for(_RIGHT, ("if not output", "if output")),
    ),
    Mistake(
        beliefs.ON_THE_WAY_BACK,
        lambda facts: bool(facts["hooks"]) and all("backward" in kind for kind in facts["hooks"]),
        but_for(
            _RIGHT,
            ("register_forward_hook", "register_full_backward_hook"),
            ("output.isf", "output[0].isf"),
        ),
    ),
    Mistake(
        beliefs.ROOT_ONLY,
        lambda facts: facts["number"] == 2 and facts["hooks"] == ["forward"],
        "def stop_at_nan(model):\n    def look(module, input, output):\n"
        "        if not output.isfinite().all():\n            raise FloatingPointError('model')\n"
        "    return [model.register_forward_hook(look)]\n",
    ),
    Mistake(
        beliefs.SUMS_UP,
        signs.false_alarm,
        but_for(_RIGHT, (".isfinite().all()", ".sum().isfinite()")),
    ),
    Mistake(
        LATE_BOUND,
        signs.one_name,
        but_for(_RIGHT, ("partial(look, name)", "lambda *a: look(name, *a)")),
    ),
    Mistake(
        beliefs.INPUTS,
        signs.blames_the_next,
        but_for(_RIGHT, ("not output.", "not input[0].")),
    ),
    Mistake(
        beliefs.MAX_TEST,
        lambda facts: signs.all_by(facts, lambda t, _: t["value"] == -float("inf")),
        but_for(_RIGHT, (".isfinite().all()", ".max().isfinite()")),
    ),
    Mistake(
        beliefs.NAN_ONLY,
        signs.only_nan_stops,
        but_for(_RIGHT, ("not output.isfinite().all()", "output.isnan().any()")),
    ),
    Mistake(
        beliefs.ALL_BAD,
        signs.only_whole_outputs_stop,
        but_for(_RIGHT, (".all()", ".any()")),
    ),
    Mistake(
        beliefs.LEAVES,
        lambda facts: signs.all_by(facts, lambda t, said: t["where"] == "block" and said == "last"),
        but_for(
            _RIGHT, ("model.named_modules()]", "model.named_modules() if not list(m.children())]")
        ),
    ),
    Mistake(
        beliefs.CHILDREN,
        lambda facts: signs.all_by(facts, lambda t, said: t["where"].startswith(f"{said}.")),
        but_for(_RIGHT, ("named_modules", "named_children")),
    ),
    Mistake(
        beliefs.MORE_THAN_NAME,
        lambda facts: any(
            said is not None and said not in MODULES for _, said in signs.stops(facts)
        ),
        but_for(_RIGHT, ("Error(name)", "Error(f'{name} is not finite')")),
    ),
    Mistake(
        beliefs.EQUALS_NAN,
        lambda facts: facts["raises"] and facts["hooks"] and signs.nan_goes_through(facts),
        but_for(_RIGHT, ("not output.isfinite().all()", "(output == float('nan')).any()")),
    ),
    Mistake(
        beliefs.NOTES_ONLY,
        lambda facts: bool(facts["hooks"]) and {said for _, said in signs.stops(facts)} == {None},
        but_for(_RIGHT, ("raise FloatingPointError(name)", "print(name)")),
    ),
)
"""Tried in this order; the first whose signs are there is told."""
