"""What goes wrong in dead-units: the signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

from helpers.grading.data import same
from helpers.grading.exercise import Facts, Mistake
from helpers.grading.lessons.backward_hooks._shared import line, raised, wrong_arguments
from helpers.grading.lessons.watching_gradients import _dead_units_beliefs as beliefs
from helpers.grading.lessons.watching_gradients import _shared as shared
from helpers.grading.lessons.watching_gradients._shared import named, number
from helpers.grading.specimens import but_for

RELUS = {"act1", "act2"}


def _noted(facts: Facts, place: int = 0) -> dict[str, Any]:
    noted = facts["noted"] or []
    return named(noted[place], number) if len(noted) > place else {}


def _plain(facts: Facts, place: int = 0) -> dict[str, float]:
    return dict(facts["case"]["plain"]["dead"][place])


def _wrong(facts: Facts, measure: str) -> bool:
    """Say whether every ReLU's number is this other measure in each forward, and not by chance."""
    case = facts["case"]["plain"]
    guesses = [{name: other[measure] for name, other in wrong.items()} for wrong in case["wrong"]]
    seen = [_noted(facts, place) for place in range(len(guesses))]
    return same(seen, guesses) and not same(guesses, case["dead"])


def _outputs_differ(facts: Facts) -> bool:
    return not facts["error"] and not same(facts["outputs"], facts["case"]["plain"]["outputs"])


_LOOP = "for name, layer in net.named_modules():\n    if isinstance(layer, nn.ReLU):\n"
_HOOK = (
    "        def count(module, input, output, name=name):\n"
    "            dead[name] = (output == 0).all(dim=0).sum().item()\n"
)
_ON = "        layer.register_forward_hook(count)\n"


_RIGHT = _LOOP + _HOOK + _ON


MISTAKES = (
    Mistake(
        shared.CALLED_AT_ONCE,
        shared.called_at_once,
        but_for(_RIGHT, ("(count)", "(count(layer, None, torch.zeros(1, 1)))")),
    ),
    Mistake(
        beliefs.ARGUMENTS, wrong_arguments, but_for(_RIGHT, ("module, input, output", "output"))
    ),
    Mistake(
        beliefs.BY_HAND,
        lambda facts: not facts["registrations"] and not facts["error"],
        "x = torch.rand(8, 2)\nfor name, layer in net.named_children():\n    x = layer(x)\n"
        "    if isinstance(layer, nn.ReLU):\n"
        "        dead[name] = (x == 0).all(dim=0).sum().item()\n",
    ),
    Mistake(
        beliefs.OFF,
        lambda facts: (
            facts["registrations"] and all(entry["removed"] for entry in facts["registrations"])
        ),
        but_for(_RIGHT, ("        layer.register", "        with layer.register")).replace(
            "(count)\n", "(count):\n            pass\n"
        ),
    ),
    Mistake(
        beliefs.BACKWARD,
        lambda facts: (
            facts["registrations"]
            and {entry["kind"] for entry in facts["registrations"]}
            <= {"backward", "backward pre", "old backward", "tensor", "post accumulate"}
        ),
        but_for(_RIGHT, ("register_forward_hook", "register_full_backward_hook")),
    ),
    Mistake(
        beliefs.OTHER_KEYS,
        lambda facts: (
            (_noted(facts) or facts["noted"][0].get("dict"))
            and _noted(facts).keys() <= {"ReLU", "relu", "act", "0", "1", "2", "3"}
        ),
        but_for(_RIGHT, ("dead[name]", "dead[module]")),
    ),
    Mistake(
        beliefs.ONE_RELU,
        lambda facts: (
            len(_noted(facts)) == 1 and _noted(facts).keys() <= RELUS and len(facts["on"]) == 1
        ),
        "def count(module, input, output):\n"
        "    dead['act1'] = (output == 0).all(dim=0).sum().item()\n"
        "net.act1.register_forward_hook(count)\n",
    ),
    Mistake(
        shared.LATE_NAME,
        lambda facts: (
            len(_noted(facts)) == 1 and "act1" not in _noted(facts) and len(set(facts["on"])) > 1
        ),
        _LOOP.replace("if isinstance(layer, nn.ReLU)", "if name.startswith('act')")
        + _HOOK.replace(", name=name", "")
        + _ON,
    ),
    Mistake(
        beliefs.RETURNS,
        lambda facts: (
            _outputs_differ(facts)
            or (
                not line(facts)
                and (raised(facts, "TypeError") or raised(facts, "RuntimeError"))
                and str(facts["error"]["doing"]).startswith("calling net")
            )
        ),
        but_for(_RIGHT, (".item()\n", ".item()\n            return dead[name]\n")),
    ),
    Mistake(
        beliefs.ON_LINEAR,
        lambda facts: _noted(facts) and not RELUS & _noted(facts).keys(),
        but_for(_RIGHT, ("nn.ReLU", "nn.Linear")),
    ),
    Mistake(
        beliefs.CLOSED, lambda facts: _wrong(facts, "closed"), but_for(_RIGHT, (".all(dim=0)", ""))
    ),
    Mistake(
        beliefs.SHARE,
        lambda facts: _wrong(facts, "share"),
        but_for(_RIGHT, (".all(dim=0).sum()", ".float().mean()")),
    ),
    Mistake(
        beliefs.WHOLE,
        lambda facts: any(
            isinstance(value, bool) for _, value in facts["noted"][0].get("dict", [])
        ),
        but_for(_RIGHT, (".all(dim=0).sum().item()", ".all().item()")),
    ),
    Mistake(
        beliefs.WHICH,
        lambda facts: any(
            isinstance(value, dict) and value.get("dtype") == "bool"
            for value in _noted(facts).values()
        ),
        but_for(_RIGHT, (".sum().item()", "")),
    ),
    Mistake(
        beliefs.SAMPLES,
        lambda facts: _wrong(facts, "samples") and any(_noted(facts).values()),
        but_for(_RIGHT, ("dim=0", "dim=1")),
    ),
    Mistake(beliefs.ANY, lambda facts: _wrong(facts, "any"), but_for(_RIGHT, (".all(", ".any("))),
    Mistake(
        beliefs.ALIVE,
        lambda facts: _wrong(facts, "alive"),
        but_for(_RIGHT, ("output == 0", "output != 0")).replace(".all(", ".any("),
    ),
    Mistake(
        beliefs.INPUT,
        lambda facts: _wrong(facts, "input"),
        but_for(_RIGHT, ("(output == 0)", "(input[0] == 0)")),
    ),
    Mistake(
        beliefs.ADDS_UP,
        lambda facts: (
            (
                same(_noted(facts), _plain(facts))
                and not same(_noted(facts, 1), _plain(facts, 1))
                and all(
                    same(seen, _plain(facts)[name] + _plain(facts, 1)[name])
                    for name, seen in _noted(facts, 1).items()
                )
            )
            or any(isinstance(value, dict) and "list" in value for value in _noted(facts).values())
        ),
        but_for(_RIGHT, ("dead[name] = ", "dead[name] = dead.get(name, 0) + ")),
    ),
    Mistake(
        beliefs.SUMMED,
        lambda facts: _wrong(facts, "summed"),
        but_for(_RIGHT, ("(output == 0).all(dim=0)", "(input[0].sum(dim=0) <= 0)")),
    ),
    Mistake(
        beliefs.NEARLY,
        lambda facts: _wrong(facts, "nearly"),
        but_for(_RIGHT, ("output == 0", "output < 1e-3")),
    ),
    Mistake(
        beliefs.SO_FAR,
        lambda facts: _wrong(facts, "so far"),
        "opened = {}\n"
        + but_for(
            _RIGHT,
            (
                "(output == 0).all(dim=0).sum().item()",
                "(~(opened.get(name, False) | output.any(0))).sum().item()\n"
                "            opened[name] = opened.get(name, False) | output.any(0)",
            ),
        ),
    ),
    Mistake(
        beliefs.FIRST_SAMPLE,
        lambda facts: _wrong(facts, "first sample"),
        but_for(_RIGHT, ("(output == 0).all(dim=0)", "(output[0] == 0)")),
    ),
    Mistake(
        beliefs.OVERWRITTEN,
        lambda facts: (
            facts["case"].get("inplace")
            and not facts["error"]
            and all(_noted(facts, place) == dict.fromkeys(RELUS, 0.0) for place in range(3))
        ),
        but_for(_RIGHT, ("(output == 0)", "(input[0] < 0)")),
    ),
    Mistake(
        beliefs.OTHER_COUNT,
        lambda facts: (
            not facts["error"]
            and _noted(facts).keys() == RELUS
            and not all(same(_noted(facts, place), _plain(facts, place)) for place in range(3))
        ),
        but_for(_RIGHT, ("output == 0", "output < 0.5")),
    ),
)
"""Tried in this order; the first whose signs are there is told."""
