"""What goes wrong in record-norms: the signs, and a specimen of each."""

from __future__ import annotations

from helpers.grading.data import same
from helpers.grading.exercise import Mistake
from helpers.grading.lessons.backward_hooks._shared import raised, wrong_arguments
from helpers.grading.lessons.watching_gradients import _record_norms_beliefs as beliefs
from helpers.grading.lessons.watching_gradients import _shared as shared
from helpers.grading.lessons.watching_gradients._record_norms_signs import (
    first_is,
    is_list,
    kinds,
    norms,
    plain,
    wrong_gradients,
)
from helpers.grading.lessons.watching_gradients._shared import (
    calling,
)
from helpers.grading.specimens import but_for

_HEAD = "def record_norms(model):\n    norms, handles = {}, []\n"
_LOOP = "    for name, p in model.named_parameters():\n"
_FROZEN = "        if not p.requires_grad:\n            continue\n"
_HOOK = (
    "        def hook(p, name=name):\n"
    "            norms.setdefault(name, []).append(p.grad.norm().item())\n"
)
_ON = "        handles.append(p.register_post_accumulate_grad_hook(hook))\n"
_BACK = "    return norms, handles\n"


_RIGHT = _HEAD + _LOOP + _FROZEN + _HOOK + _ON + _BACK


MISTAKES = (
    Mistake(
        shared.NO_FUNCTION,
        lambda facts: facts["defined"] is False and not facts["error"],
        "norms = {}\nfor name, p in model.named_parameters():\n"
        "    norms[name] = []\n    def hook(p, name=name):\n"
        "        norms[name].append(p.grad.norm().item())\n"
        "    p.register_post_accumulate_grad_hook(hook)\n",
    ),
    Mistake(
        beliefs.KNOWN_BY_GRAD,
        lambda facts: (
            facts["hooks"] == [] and not facts["error"] and facts["hooks where grads are"]
        ),
        but_for(_RIGHT, ("not p.requires_grad", "p.grad is None")),
    ),
    Mistake(
        beliefs.NO_HOOKS,
        lambda facts: facts["hooks"] == [] and not facts["error"],
        "def record_norms(model):\n    model(torch.ones(2, 2)).sum().backward()\n"
        "    return {n: [p.grad.norm().item()] for n, p in model.named_parameters()\n"
        "            if p.grad is not None}, []\n",
    ),
    Mistake(
        beliefs.FROZEN,
        lambda facts: raised(facts, "RuntimeError", "register a hook", "doesn't require gradient"),
        but_for(_RIGHT, (_FROZEN, "")),
    ),
    Mistake(
        shared.ON_A_MODULE,
        shared.on_a_module,
        but_for(_RIGHT, ("named_parameters()", "named_children()")).replace(_FROZEN, ""),
    ),
    Mistake(
        shared.CALLED_AT_ONCE,
        shared.called_at_once,
        but_for(_RIGHT, ("_hook(hook)", "_hook(hook(p))")).replace("p.grad.norm()", "p.norm()"),
    ),
    Mistake(
        shared.ANOTHER_MODEL,
        lambda facts: (
            raised(facts, "TypeError", "record_norms() takes 0")
            or (
                facts["hooks"]
                and all(entry["on"].startswith("another") for entry in facts["hooks"])
                and kinds(facts) == {"post accumulate"}
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
            calling(facts)
            and (raised(facts, "TypeError", "unpack") or raised(facts, "ValueError", "unpack"))
        ),
        but_for(_RIGHT, (_BACK, "")),
    ),
    Mistake(
        beliefs.RETURNS,
        lambda facts: (
            raised(facts, "RuntimeError", "hooks should return None")
            or raised(facts, "TypeError", "hook returned")
        ),
        but_for(_RIGHT, (".item())\n", ".item())\n            return norms[name][-1]\n")),
    ),
    Mistake(
        beliefs.ARGUMENTS,
        wrong_arguments,
        but_for(_RIGHT, ("def hook(p, name=name)", "def hook(p, grad)")),
    ),
    Mistake(
        beliefs.NO_LIST_YET,
        lambda facts: (
            raised(facts, "KeyError")
            and not calling(facts)
            and facts["error"]["message"].strip("'") in plain(facts, "norms")
        ),
        but_for(_RIGHT, ("norms.setdefault(name, []).append", "norms[name].append")),
    ),
    Mistake(
        beliefs.REMOVED,
        lambda facts: facts["hooks"] and all(entry["removed"] for entry in facts["hooks"]),
        but_for(_RIGHT, (_BACK, "    for handle in handles:\n        handle.remove()\n" + _BACK)),
    ),
    Mistake(
        beliefs.MODULE_HOOK,
        lambda facts: kinds(facts) & {"backward", "backward pre", "old backward"},
        _HEAD + "    for name, layer in model.named_modules():\n"
        "        def hook(layer, grad_input, grad_output, name=name):\n"
        "            norms.setdefault(name, []).append(grad_output[0].norm().item())\n"
        "        handles.append(layer.register_full_backward_hook(hook))\n" + _BACK,
    ),
    Mistake(
        shared.LATE_NAME,
        lambda facts: len(norms(facts)) == 1 and len(facts["hooks"] or []) > 1,
        but_for(_RIGHT, (", name=name", "")),
    ),
    Mistake(
        beliefs.TENSOR_HOOK,
        lambda facts: "tensor" in kinds(facts) and (not facts["error"] or shared.met_none(facts)),
        but_for(_RIGHT, ("def hook(p, name", "def hook(grad, name"))
        .replace("p.grad.norm()", "grad.norm()")
        .replace("register_post_accumulate_grad_hook", "register_hook"),
    ),
    Mistake(
        beliefs.KEEPS_GRADIENT,
        lambda facts: any(
            isinstance(value, list)
            and value
            and isinstance(value[0], dict)
            and "tensor" in value[0]
            for value in norms(facts).values()
        ),
        but_for(_RIGHT, (".norm().item()", "")),
    ),
    Mistake(
        shared.PARAMETER_AS_GRADIENT,
        lambda facts: first_is(facts, facts["case"]["plain"]["weights"]),
        but_for(_RIGHT, ("p.grad.norm()", "p.norm()")),
    ),
    Mistake(
        beliefs.ONE_LIST,
        lambda facts: facts["one list"] and len(norms(facts)) > 1,
        but_for(
            _RIGHT,
            ("norms, handles = {}, []", "norms, handles, one = {}, [], []"),
            ("setdefault(name, [])", "setdefault(name, one)"),
        ),
    ),
    Mistake(
        beliefs.LAST_ONLY,
        lambda facts: (
            norms(facts)
            and all(
                isinstance(value, float) or (is_list(value) and len(value) == 1)
                for value in (norms(facts, 1) or norms(facts)).values()
            )
            and len(norms(facts)) > 1
        ),
        but_for(
            _RIGHT,
            (
                "norms.setdefault(name, []).append(p.grad.norm().item())",
                "norms[name] = (p.grad.norm().item())",
            ),
        ),
    ),
    Mistake(
        beliefs.ONE_NAME,
        lambda facts: (
            norms(facts)
            and not norms(facts).keys() & plain(facts, "norms").keys()
            and len(facts["hooks"] or []) > len(norms(facts))
        ),
        but_for(_RIGHT, ("setdefault(name,", "setdefault(name.rpartition('.')[0],")),
    ),
    Mistake(
        beliefs.TAKES_AWAY,
        wrong_gradients,
        but_for(_RIGHT, ("norm().item())\n", "norm().item())\n            p.grad = None\n")),
    ),
    Mistake(
        beliefs.SHARED_DICT,
        lambda facts: len(facts["norms"]) > 2 and not same(norms(facts, 2), norms(facts, 1)),
        "norms = {}\n" + but_for(_RIGHT, ("norms, handles = {}, []", "handles = []")),
    ),
    Mistake(
        beliefs.LOST_HANDLE,
        lambda facts: len(facts["norms"]) > 3 and not same(norms(facts, 3), norms(facts, 2)),
        but_for(_RIGHT, ("handles.append(", "handles = [")).replace("hook(hook))", "hook(hook)]"),
    ),
    Mistake(
        beliefs.OTHER_MEASURE,
        lambda facts: (
            norms(facts).keys() == plain(facts, "norms").keys()
            and not first_is(facts, plain(facts, "norms"))
            and not same({k: v[0] for k, v in norms(facts).items()}, plain(facts, "norms"))
        ),
        but_for(_RIGHT, (".norm()", ".abs().mean()")),
    ),
    Mistake(
        beliefs.LAYER_DOT_NAME,
        lambda facts: any(
            str(name).startswith(".") for name, _ in dict(facts["norms"][0]).get("dict", [])
        ),
        but_for(
            _RIGHT,
            ("for name, p in model.named_parameters():", "for name, p in named(model):"),
        )
        + "def named(model):\n    for layer_name, layer in model.named_modules():\n"
        "        for name, p in layer.named_parameters(recurse=False):\n"
        "            yield f'{layer_name}.{name}', p\n",
    ),
    Mistake(
        beliefs.LAYERS_ONLY,
        lambda facts: (
            facts["case"]["nested"]
            and not facts["error"]
            and {"scale"}
            == facts["case"]["plain"]["norms"][0].keys() - dict(facts["norms"][0]["dict"]).keys()
        ),
        but_for(
            _RIGHT,
            (
                "    for name, p in model.named_parameters():",
                "    for name, p in of_layers(model):",
            ),
        )
        + "def of_layers(model):\n    for layer_name, layer in model.named_modules():\n"
        "        if not list(layer.children()):\n"
        "            for name, p in layer.named_parameters():\n"
        "                yield f'{layer_name}.{name}', p\n",
    ),
)
"""Tried in this order; the first whose signs are there is told."""
