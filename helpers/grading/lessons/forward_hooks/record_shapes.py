"""record-shapes: a function that hooks every layer of any model and notes the shape of its output."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import torch
from torch import nn

from helpers.grading.exercise import Case, Claim, Exercise, Facts, Misconception, Mistake
from helpers.grading.lessons.forward_hooks import _shared as shared
from helpers.grading.lessons.forward_hooks._shared import IN_AND_OUT, LESSON, TWO_HOOKS, UNSEEN
from helpers.grading.probing import Answer, Run


def _flat() -> nn.Module:
    return nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))


def _nested() -> nn.Module:
    block = nn.Sequential(nn.Linear(4, 5), nn.Tanh())
    return nn.Sequential(nn.Linear(2, 4), block, nn.Sequential(nn.Linear(5, 6)))


class _Named(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.last = nn.Linear(3, 2)
        self.first = nn.Linear(2, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.last(self.first(x)))


MODELS: dict[str, Callable[[], nn.Module]] = {"flat": _flat, "nested": _nested, "named": _Named}


def cases(draw: random.Random) -> list[Case]:
    """The task's own model, then a nested one, and one whose layers run out of order."""
    return [{"model": name, "size": size} for name, size in zip(MODELS, (4, 2, 3), strict=True)]


def setup(case: Case) -> Mapping[str, Any]:
    """Give a model and a batch."""
    return {"model": MODELS[case["model"]](), "x": torch.ones(case["size"], 2)}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, then its function on a model; two batches; then remove what it returned."""
    given = setup(case)
    run = answer.run(setup(case))
    function, shapes = run.names.get("record_shapes"), dict[Any, Any]()
    facts: dict[str, Any] = {"there": callable(function)}
    if callable(function) and not run.error:
        model = given["model"]
        handles = run.attempt(
            "calling record_shapes(model, shapes)", lambda: function(model, shapes)
        )
        facts["at_once"] = len(shapes)
        for step, size in (("first", case["size"]), ("second", case["size"] + 1)):
            batch = torch.ones(size, 2)
            run.attempt("calling model(x)", partial(model, batch))
            facts[step] = _plain(shapes)
        facts["removed"] = _remove(run, handles)
        shapes.clear()
        run.attempt("calling model(x) after the handles were removed", lambda: model(given["x"]))
        facts["after"] = _plain(shapes)
    return {**run.facts(), **facts}


def _plain(shapes: dict[Any, Any]) -> Any:
    """Return the dict as data, each shape as a list of numbers; anything else by its type's name."""
    return {
        key if isinstance(key, str) else f"a {type(key).__name__}": list(value)
        if isinstance(value, tuple | list)
        else f"a {type(value).__name__}"
        for key, value in shapes.items()
    }


def _remove(run: Run, handles: Any) -> int:
    """Remove what the function returned, one handle or many; return how many there were."""
    if hasattr(handles, "remove") and not isinstance(handles, list):
        handles = [handles]
    elif isinstance(handles, dict):
        handles = list(handles.values())
    found = [h for h in handles if hasattr(h, "remove")] if isinstance(handles, Iterable) else []
    for handle in found:
        run.attempt("removing the handles", handle.remove)
    return len(found)


def _wanted(case: Case, extra: int = 0) -> Any:
    """Run a model of the case with hooks of our own, on layers that have no layers inside."""
    model, shapes = MODELS[case["model"]](), dict[str, Any]()
    for name, module in model.named_modules():
        if not list(module.children()):
            module.register_forward_hook(
                lambda m, i, o, name=name: shapes.__setitem__(name, list(o.shape))
            )
    model(torch.ones(case["size"] + extra, 2))
    return shapes


def _seen(facts: Facts, step: str = "first") -> dict[str, Any]:
    return dict(facts[step] or {})


def _input_shapes(case: Case) -> Any:
    model, shapes = MODELS[case["model"]](), dict[str, Any]()
    for name, module in model.named_modules():
        if not list(module.children()):
            module.register_forward_hook(
                lambda m, i, o, name=name: shapes.__setitem__(name, list(i[0].shape))
            )
    model(torch.ones(case["size"], 2))
    return shapes


NOT_THERE = Misconception(
    "another-name-than-asked",
    "that any name will do for the function.",
    "it is called by the name record_shapes, and there is no function of that name in your cell.",
    TWO_HOOKS,
)
LATE_NAME = Misconception(
    "late-loop-name",
    "that a function made in a loop remembers the loop's name as it was then.",
    "it looks the name up when it is called, and by then the loop has ended: every hook wrote "
    "under the last name. Hand the name over when you make the hook.",
    IN_AND_OUT,
)
TOP_ONLY = Misconception(
    "children-are-all-layers",
    "that a model's children are all its layers.",
    "children are the modules directly inside. Layers inside a block were missed.",
    IN_AND_OUT,
)
CONTAINERS = Misconception(
    "containers-count-as-layers",
    "that every module is a layer.",
    "a container, and the model itself, are modules too. The task asks for modules that have no "
    "modules inside.",
    IN_AND_OUT,
)
SHAPE_IN = Misconception(
    "shape-of-what-goes-in",
    "that input is what the layer makes.",
    "you noted the shape of what goes into each layer. A forward hook's third argument is what "
    "comes out.",
    IN_AND_OUT,
)
KEEPS_TENSORS = Misconception(
    "keeps-the-tensors",
    "that keeping the output is as good as keeping its shape.",
    "a kept output keeps the whole graph behind it alive. Note the shape alone.",
    IN_AND_OUT,
)
NO_HANDLES = Misconception(
    "hooks-cannot-come-off",
    "that a hook need not come off.",
    "your function gives nothing back with which its hooks could be removed, so they stay for the "
    "model's whole life. Return the handles.",
    TWO_HOOKS,
)
ONE_HANDLE = Misconception(
    "returns-the-last-handle",
    "that one handle takes off all hooks of a loop.",
    "each registration has a handle of its own. You returned one, and the other hooks stayed on.",
    TWO_HOOKS,
)
RUNS_ITSELF = Misconception(
    "runs-the-model-itself",
    "that the function should run the model to learn the shapes.",
    "shapes had entries before the model was called, or stayed as they were in the next call. The "
    "hooks must do the noting, whenever the model runs.",
    UNSEEN,
)
BY_TYPE = Misconception(
    "key-is-not-the-name",
    "that a module knows its name.",
    "the keys are to be the names that named_modules() gives, such as “0” or “2.0”. A module "
    "doesn't know its own.",
    IN_AND_OUT,
)

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

RECORD_SHAPES = Exercise(
    id="record-shapes",
    lesson=LESSON,
    title="The shape of every layer's output",
    task="Write record_shapes(model, shapes). It registers a forward hook on every layer of model "
    "(every module with no modules inside), so that each call of the model notes shapes[name] = "
    "the shape of that layer's output, as a tuple. It returns the handles.",
    gives=("model", "x"),
    hints=(
        "model.named_modules() gives every module with its name, however deep. A layer has no "
        "children.",
        "The hook must know its layer's name, and a module doesn't. Let the loop hand it over.",
        "A name used inside a function is looked up late. functools.partial, or a default value for "
        "an argument, keeps what it is now.",
    ),
    points=3,
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim("there is a function record_shapes", "there", True),
        Claim(
            "nothing is noted before the model is called",
            "at_once",
            0,
            "record_shapes(model, shapes)",
        ),
        Claim(
            "shapes has every layer's name and the shape of its output",
            "first",
            _wanted,
            "model(x)",
        ),
        Claim(
            "the next call of the model notes its own shapes",
            "second",
            lambda case: _wanted(case, 1),
            "model(larger_x)",
        ),
        Claim(
            "with the handles removed, nothing is noted",
            "after",
            {},
            "for handle in handles: handle.remove()",
        ),
    ),
    mistakes=(
        Mistake(
            NOT_THERE,
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
            RUNS_ITSELF,
            lambda facts: (facts["at_once"] or 0) > 0,
            "def record_shapes(model, shapes):\n    x = torch.ones(4, 2)\n"
            "    for name, layer in model.named_children():\n        x = layer(x)\n"
            "        shapes[name] = tuple(x.shape)\n    return []\n",
        ),
        Mistake(
            LATE_NAME,
            lambda facts: (
                len(_seen(facts)) == 1 < len(_wanted(facts["case"]))
                and set(_seen(facts)) < set(_wanted(facts["case"]))
            ),
            _LOOP
            + "            def hook(m, i, o):\n                shapes[name] = tuple(o.shape)\n"
            "            handles.append(layer.register_forward_hook(hook))\n" + _RETURN,
        ),
        Mistake(
            KEEPS_TENSORS,
            lambda facts: "a Tensor" in _seen(facts).values(),
            _LOOP + _HOOK.replace("tuple(o.shape)", "o") + _RETURN,
        ),
        Mistake(
            BY_TYPE,
            lambda facts: (
                _seen(facts)
                and not set(_seen(facts)) & set(_wanted(facts["case"]))
                and not facts["error"]
            ),
            _LOOP + _HOOK.replace("shapes[name]", "shapes[type(m).__name__]") + _RETURN,
        ),
        Mistake(
            CONTAINERS,
            lambda facts: set(_seen(facts)) > set(_wanted(facts["case"])),
            _LOOP.replace("len(list(layer.children())) == 0", "True") + _HOOK + _RETURN,
        ),
        Mistake(
            TOP_ONLY,
            lambda facts: (
                facts["case"]["model"] == "nested" and _seen(facts) and "1.0" not in _seen(facts)
            ),
            _LOOP.replace("named_modules", "named_children").replace(
                "len(list(layer.children())) == 0", "True"
            )
            + _HOOK
            + _RETURN,
        ),
        Mistake(
            SHAPE_IN,
            lambda facts: _seen(facts) == _input_shapes(facts["case"]),
            _LOOP + _HOOK.replace("o.shape", "i[0].shape") + _RETURN,
        ),
        Mistake(
            ONE_HANDLE,
            lambda facts: facts["removed"] == 1 and facts["after"],
            _LOOP + _HOOK.replace("handles.append(", "handle = (") + "    return handle\n",
        ),
        Mistake(
            NO_HANDLES,
            lambda facts: facts["removed"] == 0 and facts["after"],
            _LOOP + _HOOK,
        ),
    ),
    praise="One loop, any model, and it all comes off again.",
)
