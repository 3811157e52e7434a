"""What goes wrong in record-shapes: the signs, and a specimen of each."""

from __future__ import annotations

from helpers.grading.exercise import Mistake
from helpers.grading.lessons.forward_hooks import _record_shapes_beliefs as beliefs
from helpers.grading.lessons.forward_hooks import _shared as shared
from helpers.grading.lessons.forward_hooks._record_shapes_world import (
    at_an_end,
    input_shapes,
    missed,
    seen,
    wanted,
    without_weights,
)
from helpers.grading.misconceptions import NEVER_REGISTERED

_LOOP = (
    "def record_shapes(model, shapes):\n    handles = []\n"
    "    for name, layer in model.named_modules():\n"
    "        if len(list(layer.children())) == 0:\n"
)
_HOOK = (
    "            def hook(m, i, o, name=name):\n                shapes[name] = tuple(o.shape)\n"
    "            handles.append(layer.register_forward_hook(hook))\n"
)
_RETURN = "    return handles\n"

MISTAKES = (
    Mistake(
        beliefs.GENERATOR,
        lambda facts: facts["put_on"] == 0 and facts["lazy"],
        "def record_shapes(model, shapes):\n"
        "    def hook(name, m, i, o):\n        shapes[name] = tuple(o.shape)\n"
        "    for name, layer in model.named_modules():\n"
        "        if not list(layer.children()):\n"
        "            yield layer.register_forward_hook(lambda *a, name=name: hook(name, *a))\n",
    ),
    Mistake(
        beliefs.NOT_THERE,
        lambda facts: not facts["there"] and not facts["error"],
        "def shapes_of(model, shapes):\n    return []\n",
    ),
    Mistake(
        shared.SIGNATURE,
        shared.wrong_arguments,
        _LOOP
        + "            handles.append(layer.register_forward_hook(lambda o: None))\n"
        + _RETURN,
    ),
    Mistake(
        shared.ASKS_FOR_MORE,
        shared.asks_for_more,
        _LOOP + _HOOK.replace("name=name", "name") + _RETURN,
    ),
    Mistake(
        beliefs.RUNS_ITSELF,
        lambda facts: (facts["at_once"] or 0) > 0,
        "def record_shapes(model, shapes):\n    x = torch.ones(4, 2)\n"
        "    for name, layer in model.named_children():\n        x = layer(x)\n"
        "        shapes[name] = tuple(x.shape)\n    return []\n",
    ),
    Mistake(
        beliefs.RETURNS,
        lambda facts: facts["handed_on"] not in (None, [], ["Tensor"]),
        _LOOP
        + _HOOK.replace("tuple(o.shape)\n", "tuple(o.shape)\n                return name\n")
        + _RETURN,
    ),
    Mistake(
        beliefs.LATE_NAME,
        lambda facts: (
            len(seen(facts)) == 1 < facts["put_on"]
            and set(seen(facts)) < set(wanted(facts["case"]))
        ),
        _LOOP + "            def hook(m, i, o):\n                shapes[name] = tuple(o.shape)\n"
        "            handles.append(layer.register_forward_hook(hook))\n" + _RETURN,
    ),
    Mistake(
        beliefs.ONE_LAYER,
        lambda facts: facts["put_on"] == 1 < len(wanted(facts["case"])) and at_an_end(facts),
        _LOOP + _HOOK + "            return handles\n",
    ),
    Mistake(
        NEVER_REGISTERED,
        lambda facts: facts["put_on"] == 0 and not facts["registers"] and not facts["error"],
        "def record_shapes(model, shapes):\n    def hook(module, input, output):\n"
        "        shapes[module] = tuple(output.shape)\n    return []\n",
    ),
    Mistake(
        shared.OFF_TOO_SOON,
        lambda facts: facts["put_on"] and not facts["left_on"] and not facts["error"],
        _LOOP + _HOOK + "    for handle in handles:\n        handle.remove()\n" + _RETURN,
    ),
    Mistake(
        shared.OWN_NAME,
        lambda facts: facts["own_dict"] and not seen(facts) and not facts["error"],
        _LOOP.replace("handles = []", "shapes, handles = {}, []") + _HOOK + _RETURN,
    ),
    Mistake(
        beliefs.KEEPS_TENSORS,
        lambda facts: "a Tensor" in seen(facts).values(),
        _LOOP + _HOOK.replace("tuple(o.shape)", "o") + _RETURN,
    ),
    Mistake(
        beliefs.BY_TYPE,
        lambda facts: (
            seen(facts) and not set(seen(facts)) & set(wanted(facts["case"])) and not facts["error"]
        ),
        _LOOP + _HOOK.replace("shapes[name]", "shapes[type(m).__name__]") + _RETURN,
    ),
    Mistake(
        beliefs.TWO_NAMES,
        lambda facts: (
            facts["case"]["model"] == "shared"
            and set(seen(facts)) - set(wanted(facts["case"])) == {"3"}
        ),
        _LOOP.replace("named_modules()", "named_modules(remove_duplicate=False)") + _HOOK + _RETURN,
    ),
    Mistake(
        beliefs.CONTAINERS,
        lambda facts: set(seen(facts)) > set(wanted(facts["case"])),
        _LOOP.replace("len(list(layer.children())) == 0", "True") + _HOOK + _RETURN,
    ),
    Mistake(
        beliefs.TOP_ONLY,
        lambda facts: (
            facts["case"]["model"] == "nested"
            and seen(facts)
            and not any("." in name for name in seen(facts))
        ),
        _LOOP.replace("named_modules", "named_children").replace(
            "len(list(layer.children())) == 0", "True"
        )
        + _HOOK
        + _RETURN,
    ),
    Mistake(
        beliefs.SHAPE_IN,
        lambda facts: seen(facts) == input_shapes(facts["case"]),
        _LOOP + _HOOK.replace("o.shape", "i[0].shape") + _RETURN,
    ),
    Mistake(
        beliefs.WITH_WEIGHTS_ONLY,
        lambda facts: bool(missed(facts)) and missed(facts) <= without_weights(facts["case"]),
        _LOOP.replace("len(list(layer.children())) == 0", "isinstance(layer, nn.Linear)")
        + _HOOK
        + _RETURN,
    ),
    Mistake(
        beliefs.SOME_LAYERS,
        lambda facts: bool(missed(facts)),
        _LOOP.replace("len(list(layer.children())) == 0", "isinstance(layer, nn.ReLU)")
        + _HOOK
        + _RETURN,
    ),
    Mistake(
        beliefs.NO_LAYER,
        lambda facts: facts["put_on"] == 0 and facts["registers"] and not facts["error"],
        _LOOP + _HOOK + "        return handles\n",
    ),
    Mistake(
        beliefs.FIRST_CALL_ONLY,
        lambda facts: seen(facts) == wanted(facts["case"]) and seen(facts, "second") == seen(facts),
        _LOOP
        + _HOOK.replace("shapes[name] = ", "shapes.setdefault(name, ").replace(
            "o.shape)\n", "o.shape))\n"
        )
        + _RETURN,
    ),
    Mistake(
        beliefs.NOT_THE_SHAPE,
        lambda facts: (
            set(seen(facts)) == set(wanted(facts["case"])) and seen(facts) != wanted(facts["case"])
        ),
        _LOOP + _HOOK.replace("tuple(o.shape)", "tuple(o.shape)[1:]") + _RETURN,
    ),
    Mistake(
        beliefs.ONE_HANDLE,
        lambda facts: facts["removed"] == 1 and facts["after"],
        _LOOP + _HOOK.replace("handles.append(", "handle = (") + "    return handle\n",
    ),
    Mistake(
        beliefs.NO_HANDLES,
        lambda facts: facts["removed"] == 0 and facts["after"],
        _LOOP + _HOOK,
    ),
)
"""Tried in this order; the first whose signs are there is told."""
