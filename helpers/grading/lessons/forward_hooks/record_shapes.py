"""record-shapes: a function that hooks every layer of any model and notes the shape of its output."""

from __future__ import annotations

import inspect
import random
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import torch

from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.forward_hooks._record_shapes_mistakes import MISTAKES
from helpers.grading.lessons.forward_hooks._record_shapes_world import MODELS, wanted
from helpers.grading.lessons.forward_hooks._shared import LESSON
from helpers.grading.probing import Answer, Run
from helpers.grading.registrations import assigned_in


def cases(draw: random.Random) -> list[Case]:
    """The task's own model, a nested one, layers that run out of order, and one that runs twice."""
    return [{"model": name, "size": size} for name, size in zip(MODELS, (4, 2, 3, 5), strict=True)]


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
        before = len(run.log)
        handles = run.attempt(
            "calling record_shapes(model, shapes)", lambda: function(model, shapes)
        )
        facts["at_once"] = len(shapes)
        made = run.log[before:]
        facts["put_on"] = len(made)
        facts["lazy"] = inspect.isgenerator(handles)
        facts["left_on"] = sum(not entry.removed for entry in made)
        facts["registers"] = any(name.startswith("register") for name in _names_in(function))
        facts["own_dict"] = any(_notes_elsewhere(entry.hook, shapes) for entry in made)
        handed_on: set[str] = set()
        # They come after the answer's hooks, so they are given what those have handed on.
        watchers = [
            layer.register_forward_hook(lambda module, args, output: handed_on.add(_kind(output)))
            for layer in model.modules()
        ]
        for step, size in (("first", case["size"]), ("second", case["size"] + 1)):
            batch = torch.ones(size, 2)
            run.attempt("calling model(x)", partial(model, batch))
            facts[step] = _plain(shapes)
        facts["handed_on"] = sorted(handed_on)
        for watcher in watchers:
            watcher.remove()
        facts["removed"] = _remove(run, handles)
        shapes.clear()
        run.attempt("calling model(x) after the handles were removed", lambda: model(given["x"]))
        facts["after"] = _plain(shapes)
    return {**run.facts(), **facts}


def _names_in(function: Any) -> tuple[str, ...]:
    return tuple(getattr(getattr(function, "__code__", None), "co_names", ()))


def _notes_elsewhere(hook: Any, shapes: dict[Any, Any]) -> bool:
    """Say whether what a hook calls shapes is another object than the dict that was handed over."""
    if "shapes" in assigned_in(hook):
        return True
    if not inspect.isfunction(hook):
        return False
    found = inspect.getclosurevars(hook)
    return ({**found.globals, **found.nonlocals}).get("shapes", shapes) is not shapes


def _kind(output: Any) -> str:
    return "Tensor" if isinstance(output, torch.Tensor) else type(output).__name__


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


RECORD_SHAPES = Exercise(
    id="record-shapes",
    lesson=LESSON,
    title="The shape of every layer's output",
    task="Write record_shapes(model, shapes). It registers a forward hook on every layer of model "
    "(every module with no modules inside), so that each call of the model notes shapes[name] = "
    "the shape of that layer's output. It returns the handles.",
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
            wanted,
            "model(x)",
        ),
        Claim(
            "the next call of the model notes its own shapes",
            "second",
            lambda case: wanted(case, 1),
            "model(larger_x)",
        ),
        Claim(
            "with the handles removed, nothing is noted",
            "after",
            {},
            "for handle in handles: handle.remove()",
        ),
    ),
    mistakes=MISTAKES,
    praise="One loop, any model, and it all comes off again.",
)
