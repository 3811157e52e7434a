"""What goes wrong in gradient-flow: the signs, and a specimen of each."""

from __future__ import annotations

from helpers.grading.data import same
from helpers.grading.exercise import Mistake
from helpers.grading.lessons.backward_hooks._shared import raised, wrong_arguments
from helpers.grading.lessons.watching_gradients import _gradient_flow_beliefs as beliefs
from helpers.grading.lessons.watching_gradients import _shared as shared
from helpers.grading.lessons.watching_gradients._gradient_flow_signs import (
    flow_of,
    measures,
    one_is_filled,
    wanted,
)

_HEAD = "def gradient_flow(model, step):\n    caught, handles = {}, []\n"
_LOOP = (
    "    layers = [(n, m) for n, m in model.named_modules() if hasattr(m, 'weight')]\n"
    "    for name, layer in layers:\n"
)
_HOOK = (
    "        def hook(p, name=name):\n"
    "            size = p.grad.abs()\n"
    "            caught[name] = (size.mean().item(), size.max().item())\n"
)
_ON = "        handles.append(layer.weight.register_post_accumulate_grad_hook(hook))\n"
_STEP = "    try:\n        step()\n    finally:\n"
_OFF = "        for handle in handles:\n            handle.remove()\n"
_BACK = "    return {name: caught[name] for name, layer in layers}\n"


def _with(old: str, new: str) -> str:
    """Return the answer that is right but for one spot."""
    source = _HEAD + _LOOP + _HOOK + _ON + _STEP + _OFF + _BACK
    if old not in source:
        raise ValueError(f"no {old!r} in the right answer")
    return source.replace(old, new)


MISTAKES = (
    Mistake(
        shared.NO_FUNCTION,
        lambda facts: facts["defined"] is False and not facts["error"],
        "caught = {}\nfor name, layer in model.named_children():\n"
        "    if hasattr(layer, 'weight'):\n"
        "        def hook(grad, name=name):\n"
        "            caught[name] = (grad.abs().mean().item(), grad.abs().max().item())\n"
        "        layer.weight.register_hook(hook)\nstep()\n",
    ),
    Mistake(
        shared.ON_A_MODULE,
        shared.on_a_module,
        _with("layer.weight.register", "layer.register"),
    ),
    Mistake(
        shared.CALLED_AT_ONCE,
        shared.called_at_once,
        _with("_hook(hook)", "_hook(hook(layer.weight))").replace("p.grad.abs", "p.abs"),
    ),
    Mistake(
        beliefs.ARGUMENTS,
        lambda facts: wrong_arguments(facts) and not raised(facts, "TypeError", "gradient_flow()"),
        _with("def hook(p, name=name)", "def hook(p, grad)"),
    ),
    Mistake(
        beliefs.AFTER_THE_STEP,
        lambda facts: (
            facts["kinds"] == []
            and facts["calls"] == 1
            and (shared.met_none(facts) or flow_of(facts) or facts["flow"] == {"dict": []})
        ),
        "def gradient_flow(model, step):\n    step()\n"
        "    return {n: (m.weight.grad.abs().mean().item(), m.weight.grad.abs().max().item())\n"
        "            for n, m in model.named_modules() if hasattr(m, 'weight')}\n",
    ),
    Mistake(
        beliefs.NO_STEP,
        lambda facts: (
            facts["calls"] == 0
            and facts["defined"]
            and (not facts["error"] or (raised(facts, "KeyError") and facts["kinds"]))
        ),
        _with("        step()\n", "        pass\n").replace(
            "caught[name] for", "caught.get(name) for"
        ),
    ),
    Mistake(
        beliefs.STEP_TWICE,
        lambda facts: facts["calls"] > 1,
        _with("    try:", "    step()\n    try:"),
    ),
    Mistake(
        beliefs.MODULE_HOOK,
        lambda facts: set(facts["kinds"]) & {"backward", "backward pre", "old backward"},
        _with("def hook(p, name=name)", "def hook(module, grad_input, grad_output, name=name)")
        .replace("p.grad.abs", "grad_output[0].abs")
        .replace(
            "layer.weight.register_post_accumulate_grad_hook", "layer.register_full_backward_hook"
        ),
    ),
    Mistake(
        shared.LATE_NAME,
        lambda facts: (
            (raised(facts, "KeyError") and facts["kinds"])
            or (facts["flow"] and one_is_filled(facts))
        ),
        _with(", name=name", "").replace(_BACK, "    return caught\n"),
    ),
    Mistake(
        beliefs.LIVE_GRADIENT,
        lambda facts: (
            not facts["case"]["to_none"]
            and flow_of(facts).keys() == wanted(facts).keys()
            and not any(any(pair) for pair in flow_of(facts).values())
        ),
        _HEAD
        + _LOOP
        + "        def hook(p, name=name):\n            caught[name] = p.grad\n"
        + _ON
        + _STEP
        + _OFF
        + "    return {name: (caught[name].abs().mean().item(), caught[name].abs().max().item())\n"
        "            for name, layer in layers}\n",
    ),
    Mistake(
        shared.PARAMETER_AS_GRADIENT,
        lambda facts: measures(facts, "weights", 0, 1),
        _with("p.grad.abs()", "p.detach().abs()"),
    ),
    Mistake(
        beliefs.SIGNS_CANCEL,
        lambda facts: measures(facts, "signed", 0),
        _with("p.grad.abs()", "p.grad"),
    ),
    Mistake(
        beliefs.LARGEST_POSITIVE,
        lambda facts: measures(facts, "signed", 1),
        _with("size.max()", "p.grad.max()"),
    ),
    Mistake(
        beliefs.PARAMETER_NAMES,
        lambda facts: {name + ".weight" for name in wanted(facts)} <= flow_of(facts).keys(),
        _with("caught[name] for name, layer", "caught[name] for name, layer").replace(
            "return {name:", "return {name + '.weight':"
        ),
    ),
    Mistake(
        beliefs.BIASES,
        lambda facts: measures(facts, "biases", 0, 1),
        _with("layer.weight.register", "layer.bias.register"),
    ),
    Mistake(
        beliefs.SWAPPED,
        lambda facts: (
            same({k: v[::-1] for k, v in flow_of(facts).items()}, wanted(facts))
            and not same(flow_of(facts), wanted(facts))
        ),
        _with("(size.mean().item(), size.max().item())", "(size.max().item(), size.mean().item())"),
    ),
    Mistake(
        shared.CHILDREN_ONLY,
        lambda facts: (
            facts["case"]["nested"] and flow_of(facts).keys() == {"first", "middle", "last"}
        ),
        _with("model.named_modules()", "model.named_children()"),
    ),
    Mistake(
        beliefs.BACKWARD_ORDER,
        lambda facts: (
            list(flow_of(facts)) == list(wanted(facts))[::-1]
            and same(sorted(flow_of(facts).items()), sorted(wanted(facts).items()))
        ),
        _with(_BACK, "    return caught\n"),
    ),
    Mistake(
        beliefs.LEFT_ON,
        lambda facts: (facts["left"] or 0) > 0,
        _with(_OFF, "        pass\n"),
    ),
    Mistake(
        beliefs.LEFT_AFTER_ERROR,
        lambda facts: facts["left"] == 0 and (facts["left after trouble"] or 0) > 0,
        _HEAD + _LOOP + _HOOK + _ON + "    step()\n    for handle in handles:\n"
        "        handle.remove()\n" + _BACK,
    ),
    Mistake(
        beliefs.SWALLOWS,
        lambda facts: facts["left after trouble"] == 0 and facts["let out"] is not True,
        _with("    finally:\n", "    except Exception:\n        pass\n    finally:\n").replace(
            "caught[name] for", "caught.get(name) for"
        ),
    ),
    Mistake(
        beliefs.CHANGES,
        lambda facts: (
            facts["calls"] and not same(facts["weights"], facts["case"]["plain"]["after"])
        ),
        _with("            size = p.grad.abs()\n", "            size = p.grad.abs_()\n"),
    ),
)
"""Tried in this order; the first whose signs are there is told."""
