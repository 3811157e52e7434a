"""What goes wrong in gradient-norms: beliefs, their signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

from helpers.grading.data import same
from helpers.grading.exercise import Facts, Mistake
from helpers.grading.lessons.backward_hooks import _gradient_norms_beliefs as beliefs
from helpers.grading.lessons.backward_hooks import _shared as shared
from helpers.grading.lessons.backward_hooks._shared import raised
from helpers.grading.specimens import but_for


def _pairs(facts: Facts, number: int = 0) -> dict[str, Any]:
    """Return what was noted after a pass; names that are no text are left out."""
    noted = (facts["norms"] or [None])[number] if len(facts["norms"] or []) > number else None
    pairs = noted.get("dict", []) if isinstance(noted, dict) else []
    return {name: _number(value) for name, value in pairs if isinstance(name, str)}


def _number(value: Any) -> Any:
    one = isinstance(value, dict) and value.get("shape") == []
    return value["tensor"] if one else value


def _keys(facts: Facts) -> set[str]:
    return set(_pairs(facts))


def _wanted(facts: Facts) -> dict[str, float]:
    return dict(facts["case"]["wanted"]["norms"])


def _hooks(facts: Facts) -> list[dict[str, Any]]:
    return list(facts["hooks"] or [])


def _calling(facts: Facts) -> bool:
    """Say whether the error came when watch_norms was called, or its result was unpacked."""
    return str((facts["error"] or {}).get("doing")).startswith("calling norms, handles")


def _on_parameters(facts: Facts) -> bool:
    """Say whether hooks went on parameters, and none on a module."""
    where = {entry["on"] for entry in _hooks(facts)}
    return where == {"another Parameter"}


def _missed(facts: Facts) -> set[str]:
    """Return the leaf layers without a norm, where some have one and nothing else does."""
    noted, layers = _keys(facts), set(_wanted(facts))
    return layers - noted if noted and noted < layers and not facts["error"] else set()


def _without_weights(facts: Facts) -> set[str]:
    return set(_wanted(facts)) - set(facts["case"]["wanted"]["weight norms"])


def _met_none(facts: Facts) -> bool:
    """Say whether a line of the hook failed because a gradient was None."""
    failed = raised(facts, "AttributeError", "NoneType") or raised(facts, "TypeError", "NoneType")
    return failed and not _calling(facts) and bool(shared.line(facts))


def _holds(facts: Facts, other: str) -> bool:
    """Say whether some layer's number is another measure than the one that was asked for."""
    wanted, others = _wanted(facts), facts["case"]["wanted"][other]
    return any(
        name in others and same(value, others[name]) and not same(value, wanted.get(name))
        for name, value in _pairs(facts).items()
    )


_HEAD = "def watch_norms(model):\n    norms, handles = {}, []\n"
_LOOP = "    for name, layer in model.named_modules():\n        if not list(layer.children()):\n"
_HOOK = (
    "            def hook(layer, grad_input, grad_output, name=name):\n"
    "                norms[name] = grad_output[0].norm().item()\n"
)
_ON = "            handles.append(layer.register_full_backward_hook(hook))\n"
_BACK = "    return norms, handles\n"


_RIGHT = _HEAD + _LOOP + _HOOK + _ON + _BACK


MISTAKES = (
    Mistake(
        beliefs.NO_FUNCTION,
        lambda facts: facts["defined"] is False and not facts["error"],
        "norms = {}\nfor name, layer in model.named_modules():\n"
        "    def hook(layer, grad_input, grad_output, name=name):\n"
        "        norms[name] = grad_output[0].norm().item()\n"
        "    layer.register_full_backward_hook(hook)\n",
    ),
    Mistake(
        shared.CALLED_AT_ONCE,
        shared.called_at_once,
        but_for(_RIGHT, ("_hook(hook)", "_hook(hook())")),
    ),
    Mistake(
        beliefs.ON_PARAMETERS,
        _on_parameters,
        _HEAD + "    for name, p in model.named_parameters():\n        def hook(grad, name=name):\n"
        "            norms[name] = grad.norm().item()\n"
        "        handles.append(p.register_hook(hook))\n" + _BACK,
    ),
    Mistake(
        beliefs.IGNORES_ARGUMENT,
        lambda facts: (
            (_calling(facts) and raised(facts, "TypeError", "watch_norms() takes 0"))
            or (
                _hooks(facts)
                and not _on_parameters(facts)
                and all("another" in entry["on"] for entry in _hooks(facts))
            )
        ),
        "net = model\n" + but_for(_RIGHT, ("in model.named", "in net.named")),
    ),
    Mistake(
        beliefs.SWAPPED,
        lambda facts: [*map(list, facts["returned"]["tuple"])] == [["list"], ["dict"]],
        but_for(_RIGHT, ("norms, handles\n", "handles, norms\n")),
    ),
    Mistake(
        beliefs.NOTHING_BACK,
        lambda facts: (
            _calling(facts)
            and _hooks(facts)
            and (raised(facts, "TypeError", "unpack") or raised(facts, "ValueError", "unpack"))
        ),
        but_for(_RIGHT, (_BACK, "")),
    ),
    Mistake(
        shared.SIGNATURE,
        shared.wrong_arguments,
        but_for(_RIGHT, ("(layer, grad_input, grad_output, name=name)", "(grad_output)")),
    ),
    Mistake(
        beliefs.RETURNS_NORM,
        shared.wrong_return,
        but_for(_RIGHT, (".item()\n", ".item()\n                return norms[name]\n")),
    ),
    Mistake(
        beliefs.TUPLE,
        lambda facts: (
            raised(facts, "AttributeError", "'tuple' object has no attribute")
            or (raised(facts, "TypeError", "tuple") and "norm" in shared.line(facts))
        ),
        but_for(_RIGHT, ("grad_output[0].norm()", "grad_output.norm()")),
    ),
    Mistake(
        beliefs.WEIGHTS,
        lambda facts: (
            raised(facts, "AttributeError", "object has no attribute 'weight'")
            or raised(facts, "AttributeError", "object has no attribute 'bias'")
            or (_met_none(facts) and ".grad" in shared.line(facts))
            or _holds(facts, "weight norms")
        ),
        but_for(_RIGHT, ("grad_output[0]", "layer.weight.grad")),
    ),
    Mistake(
        beliefs.GRAD_INPUT,
        lambda facts: (
            (_met_none(facts) and ".grad" not in shared.line(facts)) or _holds(facts, "input norms")
        ),
        but_for(_RIGHT, ("grad_output[0]", "grad_input[0]")),
    ),
    Mistake(
        beliefs.LATE_NAME,
        lambda facts: len(_keys(facts)) == 1 and len(_hooks(facts)) > 1,
        but_for(_RIGHT, (", name=name", "")),
    ),
    Mistake(
        beliefs.ONLY_SEQUENTIALS,
        lambda facts: _keys(facts) == {"block", *_wanted(facts)},
        but_for(_RIGHT, ("not list(layer.children())", "not isinstance(layer, nn.Sequential)")),
    ),
    Mistake(
        beliefs.CONTAINERS,
        lambda facts: _keys(facts) > set(_wanted(facts)),
        but_for(_RIGHT, ("if not list(layer.children()):", "if True:")),
    ),
    Mistake(
        beliefs.CHILDREN_ONLY,
        lambda facts: (
            facts["case"]["nested"] and _keys(facts) - {"block"} == {"first", "act", "last"}
        ),
        but_for(_RIGHT, ("model.named_modules()", "model.named_children()")),
    ),
    Mistake(
        beliefs.WITH_WEIGHTS_ONLY,
        lambda facts: bool(_missed(facts)) and _missed(facts) <= _without_weights(facts),
        but_for(_RIGHT, ("not list(layer.children())", "hasattr(layer, 'weight')")),
    ),
    Mistake(
        beliefs.SOME_LAYERS,
        lambda facts: bool(_missed(facts)) and any(_wanted(facts).values()),
        but_for(_RIGHT, ("not list(layer.children())", "isinstance(layer, nn.Tanh)")),
    ),
    Mistake(
        beliefs.HISTORY,
        lambda facts: any(
            isinstance(value, dict) and "list" in value for value in _pairs(facts).values()
        ),
        but_for(_RIGHT, ("norms[name] = ", "norms.setdefault(name, []).append(")).replace(
            ".item()", ".item())"
        ),
    ),
    Mistake(
        beliefs.TRUTH,
        lambda facts: not any(_wanted(facts).values()) and not _pairs(facts) and _pairs(facts, 2),
        but_for(_RIGHT, ("norms[name] = ", "norm = ")).replace(
            ".item()\n",
            ".item()\n                if norm:\n                    norms[name] = norm\n",
        ),
    ),
    Mistake(
        beliefs.OTHER_KEYS,
        lambda facts: (
            _keys(facts) & {"Linear", "Tanh"} or (not _keys(facts) and facts["norms"][0]["dict"])
        ),
        but_for(_RIGHT, ("norms[name]", "norms[type(layer).__name__]")),
    ),
    Mistake(
        beliefs.CHANGES,
        lambda facts: (
            not facts["error"]
            and not same(facts["gradients"], facts["case"]["wanted"]["gradients"])
        ),
        but_for(
            _RIGHT, (".item()\n", ".item()\n                grad_input[0].mul_(0.5)\n")
        ).replace("grad_input[0].mul", "grad_input[0] is None or grad_input[0].mul"),
    ),
    Mistake(
        beliefs.ONE_FOR_ALL,
        lambda facts: (
            same(_pairs(facts), _wanted(facts)) and not same(_pairs(facts, 1), _wanted(facts))
        ),
        "norms = {}\n" + but_for(_RIGHT, ("norms, handles = {}, []", "handles = []")),
    ),
    Mistake(
        beliefs.NOT_ALL_OFF,
        lambda facts: len(facts["norms"]) > 3 and not same(_pairs(facts, 3), _pairs(facts, 2)),
        but_for(_RIGHT, ("handles.append(", "handles = [")).replace("hook(hook))", "hook(hook)]"),
    ),
    Mistake(
        shared.REMOVED,
        lambda facts: all(entry["removed"] for entry in _hooks(facts)) and _hooks(facts),
        but_for(_RIGHT, (_BACK, "    for handle in handles:\n        handle.remove()\n" + _BACK)),
    ),
    Mistake(
        beliefs.OTHER_MEASURE,
        lambda facts: (
            _keys(facts) == set(_wanted(facts)) and not same(_pairs(facts), _wanted(facts))
        ),
        but_for(_RIGHT, (".norm()", ".abs().max()")),
    ),
    Mistake(
        beliefs.OLD_COUNTS,
        lambda facts: (
            not facts["error"]
            and same(_pairs(facts), _wanted(facts))
            and same(_pairs(facts, 1), _wanted(facts))
            and _keys(facts) == set(_pairs(facts, 2))
            and not same(_pairs(facts, 2), dict(facts["case"]["wanted later"]["norms"]))
        ),
        but_for(_RIGHT, ("norms[name] = ", "norms[name] = norms.get(name, 0.0) + ")),
    ),
)
"""Tried in this order; the first whose signs are there is told."""
