"""What goes wrong in gradient-flow: the signs, and a specimen of each."""

from __future__ import annotations

from helpers.grading.data import same
from helpers.grading.exercise import Mistake
from helpers.grading.lessons.backward_hooks._shared import raised, wrong_arguments
from helpers.grading.lessons.watching_gradients import _gradient_flow_beliefs as beliefs
from helpers.grading.lessons.watching_gradients import _shared as shared
from helpers.grading.lessons.watching_gradients._gradient_flow_signs import (
    flow_of,
    matrices_only,
    measures,
    one_is_filled,
    wanted,
)
from helpers.grading.lessons.watching_gradients._gradient_flow_specimens import (
    BACK,
    HEAD,
    HOOK,
    LOOP,
    OFF,
    ON,
    RIGHT,
    STEP,
)
from helpers.grading.specimens import but_for

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
        but_for(RIGHT, ("layer.weight.register", "layer.register")),
    ),
    Mistake(
        shared.CALLED_AT_ONCE,
        shared.called_at_once,
        but_for(RIGHT, ("_hook(hook)", "_hook(hook(layer.weight))")).replace("p.grad.abs", "p.abs"),
    ),
    Mistake(
        beliefs.ARGUMENTS,
        lambda facts: wrong_arguments(facts) and not raised(facts, "TypeError", "gradient_flow()"),
        but_for(RIGHT, ("def hook(p, name=name)", "def hook(p, grad)")),
    ),
    Mistake(
        beliefs.SOME_CLASSES,
        matrices_only,
        but_for(RIGHT, ("hasattr(m, 'weight')", "isinstance(m, nn.Linear)")),
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
        but_for(RIGHT, ("        step()\n", "        pass\n")).replace(
            "caught[name] for", "caught.get(name) for"
        ),
    ),
    Mistake(
        beliefs.STEP_TWICE,
        lambda facts: facts["calls"] > 1,
        but_for(RIGHT, ("    try:", "    step()\n    try:")),
    ),
    Mistake(
        beliefs.MODULE_HOOK,
        lambda facts: set(facts["kinds"]) & {"backward", "backward pre", "old backward"},
        but_for(
            RIGHT,
            ("def hook(p, name=name)", "def hook(module, grad_input, grad_output, name=name)"),
        )
        .replace("p.grad.abs", "grad_output[0].abs")
        .replace(
            "layer.weight.register_post_accumulate_grad_hook", "layer.register_full_backward_hook"
        ),
    ),
    Mistake(
        shared.LATE_NAME,
        lambda facts: (
            (raised(facts, "KeyError") and facts["one name"])
            or (facts["flow"] and one_is_filled(facts))
        ),
        but_for(RIGHT, (", name=name", "")).replace(BACK, "    return caught\n"),
    ),
    Mistake(
        beliefs.NO_ENTRY,
        lambda facts: raised(facts, "KeyError") and facts["kinds"],
        but_for(RIGHT, ("            caught[name] =", "            caught[name + '.weight'] =")),
    ),
    Mistake(
        beliefs.LIVE_GRADIENT,
        lambda facts: (
            not facts["case"]["to_none"]
            and flow_of(facts).keys() == wanted(facts).keys()
            and not any(any(pair) for pair in flow_of(facts).values())
        ),
        HEAD
        + LOOP
        + "        def hook(p, name=name):\n            caught[name] = p.grad\n"
        + ON
        + STEP
        + OFF
        + "    return {name: (caught[name].abs().mean().item(), caught[name].abs().max().item())\n"
        "            for name, layer in layers}\n",
    ),
    Mistake(
        shared.PARAMETER_AS_GRADIENT,
        lambda facts: measures(facts, "weights", 0, 1),
        but_for(RIGHT, ("p.grad.abs()", "p.detach().abs()")),
    ),
    Mistake(
        beliefs.SIGNS_CANCEL,
        lambda facts: measures(facts, "signed", 0),
        but_for(RIGHT, ("p.grad.abs()", "p.grad")),
    ),
    Mistake(
        beliefs.LARGEST_POSITIVE,
        lambda facts: measures(facts, "signed", 1),
        but_for(RIGHT, ("size.max()", "p.grad.max()")),
    ),
    Mistake(
        beliefs.SOUNDS_LIKE,
        lambda facts: any("gate" in name for name in flow_of(facts)),
        but_for(
            RIGHT,
            (
                LOOP.partition("\n")[0],
                "    layers = [(n.split('.weight')[0], p) for n, p in model.named_parameters()\n"
                "              if 'weight' in n]",
            ),
            ("layer.weight.register", "layer.register"),
        ),
    ),
    Mistake(
        beliefs.PARAMETER_NAMES,
        lambda facts: {name + ".weight" for name in wanted(facts)} <= flow_of(facts).keys(),
        but_for(RIGHT, ("caught[name] for name, layer", "caught[name] for name, layer")).replace(
            "return {name:", "return {name + '.weight':"
        ),
    ),
    Mistake(
        beliefs.BIASES,
        lambda facts: measures(facts, "biases", 0, 1),
        but_for(RIGHT, ("layer.weight.register", "layer.bias.register")),
    ),
    Mistake(
        beliefs.SWAPPED,
        lambda facts: (
            same({k: v[::-1] for k, v in flow_of(facts).items()}, wanted(facts))
            and not same(flow_of(facts), wanted(facts))
        ),
        but_for(
            RIGHT,
            ("(size.mean().item(), size.max().item())", "(size.max().item(), size.mean().item())"),
        ),
    ),
    Mistake(
        shared.CHILDREN_ONLY,
        lambda facts: (
            facts["case"]["nested"] and flow_of(facts).keys() == {"first", "middle", "last"}
        ),
        but_for(RIGHT, ("model.named_modules()", "model.named_children()")),
    ),
    Mistake(
        beliefs.BACKWARD_ORDER,
        lambda facts: (
            list(flow_of(facts)) == list(wanted(facts))[::-1]
            and same(sorted(flow_of(facts).items()), sorted(wanted(facts).items()))
        ),
        but_for(RIGHT, (BACK, "    return caught\n")),
    ),
    Mistake(
        beliefs.LEFT_ON,
        lambda facts: (facts["left"] or 0) > 0,
        but_for(RIGHT, (OFF, "        pass\n")),
    ),
    Mistake(
        beliefs.LEFT_AFTER_ERROR,
        lambda facts: facts["left"] == 0 and (facts["left after trouble"] or 0) > 0,
        HEAD + LOOP + HOOK + ON + "    step()\n    for handle in handles:\n"
        "        handle.remove()\n" + BACK,
    ),
    Mistake(
        beliefs.SWALLOWS,
        lambda facts: facts["left after trouble"] == 0 and facts["let out"] is not True,
        but_for(
            RIGHT, ("    finally:\n", "    except Exception:\n        pass\n    finally:\n")
        ).replace("caught[name] for", "caught.get(name) for"),
    ),
    Mistake(
        beliefs.CHANGES,
        lambda facts: (
            facts["calls"] and not same(facts["weights"], facts["case"]["plain"]["after"])
        ),
        but_for(RIGHT, ("            size = p.grad.abs()\n", "            size = p.grad.abs_()\n")),
    ),
)
"""Tried in this order; the first whose signs are there is told."""
