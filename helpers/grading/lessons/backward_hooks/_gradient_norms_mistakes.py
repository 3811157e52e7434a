"""What goes wrong in gradient-norms: beliefs, their signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

from helpers.grading.data import same
from helpers.grading.exercise import Facts, Misconception, Mistake
from helpers.grading.lessons.backward_hooks import _shared as shared
from helpers.grading.lessons.backward_hooks._shared import FIRES, HOLD, RETURN, raised


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


NO_FUNCTION = Misconception(
    "code-instead-of-a-function",
    "that it is enough to watch the one model at hand.",
    "the task asks for a function watch_norms that can be called with any model. There is none in "
    "your cell.",
    FIRES,
)
NOTHING_BACK = Misconception(
    "function-gives-nothing-back",
    "that the names made inside a function can be used outside.",
    "they are gone when the function ends. Whoever calls watch_norms(model) needs two things from "
    "it: norms and handles, in this order.",
    FIRES,
)
LATE_NAME = Misconception(
    "late-bound-layer-name",
    "that a hook made in a loop remembers the loop's name as it was then.",
    "it looks the name up when it is called, and by then the loop has ended: all hooks wrote under "
    "one name. Give each hook its name when you make it.",
    FIRES,
)
CONTAINERS = Misconception(
    "containers-watched-too",
    "that named_modules() gives layers only.",
    "it gives the model itself, and every container inside, as well. Leaf layers are those without "
    "children.",
    FIRES,
)
CHILDREN_ONLY = Misconception(
    "children-are-not-all",
    "that a model's children are all of its layers.",
    "children are one level down only. In a nested model the layers are inside the children, and "
    "inside theirs.",
    FIRES,
)
GRAD_INPUT = Misconception(
    "norm-of-grad-input",
    "that grad_input[0] is the gradient at a layer's output.",
    "it is the gradient at its input, and None for the first layer when plain data goes in. The "
    "gradient at the output is in grad_output.",
    HOLD,
)
WEIGHTS = Misconception(
    "norm-of-the-weights-gradient",
    "that a layer's gradient is its weight's gradient.",
    "what is asked for is the gradient at the layer's output, which the hook is given. A layer may "
    "have no weight at all, and the weight's .grad need not be there yet.",
    HOLD,
)
TUPLE = Misconception(
    "norm-of-a-tuple",
    "that grad_output is a tensor.",
    "it is a tuple with an entry for each output of the layer, even if there is only one.",
    HOLD,
)
RETURNS_NORM = Misconception(
    "hook-returns-the-norm",
    "that a hook returns what it has measured.",
    "what a full backward hook returns takes grad_input's place. A norm is no tuple of gradients, "
    "so backward raises. (A lambda returns its value, too.) Write the norm down, return nothing.",
    RETURN,
)
CHANGES = Misconception(
    "watching-changes-the-gradients",
    "that a hook which only looks can't change anything.",
    "what your hook returns, or edits in place, flows on: the weights got other gradients. Write "
    "the norm down and leave the rest alone.",
    RETURN,
)
OTHER_KEYS = Misconception(
    "named-by-type",
    "that a layer's type, or the layer itself, will do as its name.",
    "two layers may be of one type, and then one overwrites the other. The name in the model, as "
    "named_modules() gives it, belongs to one layer alone.",
    FIRES,
)
HISTORY = Misconception(
    "keeps-a-history",
    "that old norms must be kept beside the new ones.",
    "norms[name] is one number: that of the last backward. Write it over the old one.",
    FIRES,
)
NOT_ALL_OFF = Misconception(
    "a-handle-is-lost",
    "that one handle, or the last, takes off all hooks.",
    "each registration has a handle of its own. When every handle that you returned had been "
    "removed, some hooks were still on.",
    FIRES,
)
ONE_FOR_ALL = Misconception(
    "models-share-their-norms",
    "that a dict made once is new for each call.",
    "two watched models write into one dict. (So does a default argument: it is made once, with "
    "the function.) Make a new one inside the function.",
    FIRES,
)
IGNORES_ARGUMENT = Misconception(
    "watches-the-notebooks-model",
    "that the name model inside a function is the notebook's model.",
    "the function is called with other models, too. Put the hooks on the model it is given.",
    FIRES,
)
TRUTH = Misconception(
    "truth-of-a-norm",
    "that `if norm` asks whether there is a norm.",
    "it asks whether the number is not zero. A gradient of zero has a norm, 0, and that is worth "
    "knowing: the layer learns nothing.",
    ("01_hooks_in_plain_python", "The trap: if output"),
)
SWAPPED = Misconception(
    "handles-before-norms",
    "that it is clear which of two returned things is which.",
    "the caller writes norms, handles = watch_norms(model), and takes them in this order. Yours "
    "came the other way round.",
    FIRES,
)
OTHER_MEASURE = Misconception(
    "another-measure-than-the-norm",
    "that any number that says how large a gradient is will do.",
    "the names are right, the numbers aren't. The norm of a gradient is one number for all of its "
    "entries: the root of the sum of their squares. Tensors have a method for it.",
    FIRES,
)

_HEAD = "def watch_norms(model):\n    norms, handles = {}, []\n"
_LOOP = "    for name, layer in model.named_modules():\n        if not list(layer.children()):\n"
_HOOK = (
    "            def hook(layer, grad_input, grad_output, name=name):\n"
    "                norms[name] = grad_output[0].norm().item()\n"
)
_ON = "            handles.append(layer.register_full_backward_hook(hook))\n"
_BACK = "    return norms, handles\n"


def _with(old: str, new: str) -> str:
    """Return the answer that is right but for one spot."""
    source = _HEAD + _LOOP + _HOOK + _ON + _BACK
    if old not in source:
        raise ValueError(f"no {old!r} in the right answer")
    return source.replace(old, new)


MISTAKES = (
    Mistake(
        NO_FUNCTION,
        lambda facts: facts["defined"] is False and not facts["error"],
        "norms = {}\nfor name, layer in model.named_modules():\n"
        "    def hook(layer, grad_input, grad_output, name=name):\n"
        "        norms[name] = grad_output[0].norm().item()\n"
        "    layer.register_full_backward_hook(hook)\n",
    ),
    Mistake(
        shared.CALLED_AT_ONCE,
        shared.called_at_once,
        _with("_hook(hook)", "_hook(hook())"),
    ),
    Mistake(
        IGNORES_ARGUMENT,
        lambda facts: (
            (_calling(facts) and raised(facts, "TypeError", "watch_norms() takes 0"))
            or (_hooks(facts) and all("another" in entry["on"] for entry in _hooks(facts)))
        ),
        "net = model\n" + _with("in model.named", "in net.named"),
    ),
    Mistake(
        SWAPPED,
        lambda facts: [*map(list, facts["returned"]["tuple"])] == [["list"], ["dict"]],
        _with("norms, handles\n", "handles, norms\n"),
    ),
    Mistake(
        NOTHING_BACK,
        lambda facts: (
            _calling(facts)
            and _hooks(facts)
            and (raised(facts, "TypeError", "unpack") or raised(facts, "ValueError", "unpack"))
        ),
        _with(_BACK, ""),
    ),
    Mistake(
        shared.SIGNATURE,
        shared.wrong_arguments,
        _with("(layer, grad_input, grad_output, name=name)", "(grad_output)"),
    ),
    Mistake(
        RETURNS_NORM,
        shared.wrong_return,
        _with(".item()\n", ".item()\n                return norms[name]\n"),
    ),
    Mistake(
        TUPLE,
        lambda facts: (
            raised(facts, "AttributeError", "'tuple' object has no attribute")
            or (raised(facts, "TypeError", "tuple") and "norm" in shared.line(facts))
        ),
        _with("grad_output[0].norm()", "grad_output.norm()"),
    ),
    Mistake(
        WEIGHTS,
        lambda facts: (
            raised(facts, "AttributeError", "object has no attribute 'weight'")
            or raised(facts, "AttributeError", "object has no attribute 'bias'")
            or (_met_none(facts) and ".grad" in shared.line(facts))
            or _holds(facts, "weight norms")
        ),
        _with("grad_output[0]", "layer.weight.grad"),
    ),
    Mistake(
        GRAD_INPUT,
        lambda facts: (
            (_met_none(facts) and ".grad" not in shared.line(facts)) or _holds(facts, "input norms")
        ),
        _with("grad_output[0]", "grad_input[0]"),
    ),
    Mistake(
        LATE_NAME,
        lambda facts: len(_keys(facts)) == 1 and len(_hooks(facts)) > 1,
        _with(", name=name", ""),
    ),
    Mistake(
        CONTAINERS,
        lambda facts: _keys(facts) > set(_wanted(facts)),
        _with("if not list(layer.children()):", "if True:"),
    ),
    Mistake(
        CHILDREN_ONLY,
        lambda facts: (
            facts["case"]["nested"] and _keys(facts) - {"block"} == {"first", "act", "last"}
        ),
        _with("model.named_modules()", "model.named_children()"),
    ),
    Mistake(
        HISTORY,
        lambda facts: any(
            isinstance(value, dict) and "list" in value for value in _pairs(facts).values()
        ),
        _with("norms[name] = ", "norms.setdefault(name, []).append(").replace(
            ".item()", ".item())"
        ),
    ),
    Mistake(
        TRUTH,
        lambda facts: not any(_wanted(facts).values()) and not _pairs(facts) and _pairs(facts, 2),
        _with("norms[name] = ", "norm = ").replace(
            ".item()\n",
            ".item()\n                if norm:\n                    norms[name] = norm\n",
        ),
    ),
    Mistake(
        OTHER_KEYS,
        lambda facts: (
            _keys(facts) & {"Linear", "Tanh"} or (not _keys(facts) and facts["norms"][0]["dict"])
        ),
        _with("norms[name]", "norms[type(layer).__name__]"),
    ),
    Mistake(
        CHANGES,
        lambda facts: (
            not facts["error"]
            and not same(facts["gradients"], facts["case"]["wanted"]["gradients"])
        ),
        _with(".item()\n", ".item()\n                grad_input[0].mul_(0.5)\n").replace(
            "grad_input[0].mul", "grad_input[0] is None or grad_input[0].mul"
        ),
    ),
    Mistake(
        ONE_FOR_ALL,
        lambda facts: (
            same(_pairs(facts), _wanted(facts)) and not same(_pairs(facts, 1), _wanted(facts))
        ),
        "norms = {}\n" + _with("norms, handles = {}, []", "handles = []"),
    ),
    Mistake(
        NOT_ALL_OFF,
        lambda facts: len(facts["norms"]) > 3 and not same(_pairs(facts, 3), _pairs(facts, 2)),
        _with("handles.append(", "handles = [").replace("hook(hook))", "hook(hook)]"),
    ),
    Mistake(
        shared.REMOVED,
        lambda facts: all(entry["removed"] for entry in _hooks(facts)) and _hooks(facts),
        _with(_BACK, "    for handle in handles:\n        handle.remove()\n" + _BACK),
    ),
    Mistake(
        OTHER_MEASURE,
        lambda facts: (
            _keys(facts) == set(_wanted(facts)) and not same(_pairs(facts), _wanted(facts))
        ),
        _with(".norm()", ".abs().max()"),
    ),
)
"""Tried in this order; the first whose signs are there is told."""
