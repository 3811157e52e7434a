"""mend-the-recorder: keep numbers of each pass, and neither its graph nor the hook for ever."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from typing import Any

from helpers.grading.data import as_data
from helpers.grading.drawing import eighths
from helpers.grading.exercise import Case, Claim, Exercise
from helpers.grading.lessons.handles_and_lifetime._mend_the_recorder_mistakes import MISTAKES
from helpers.grading.lessons.handles_and_lifetime._mend_the_recorder_worlds import (
    WORLDS,
    build,
    plain,
)
from helpers.grading.lessons.handles_and_lifetime._shared import LESSON, code_facts
from helpers.grading.lessons.tensor_hooks._shared import forgive_own_check
from helpers.grading.probing import Answer


def cases(draw: random.Random) -> list[Case]:
    """The task's model with three batches; other sizes, an input with a gradient, zeros, NaN."""
    given: list[Case] = [
        {"seed": 0, "batches": [[[1.0, 2.0]], [[3.0, -1.0]], [[0.5, 0.25]]]},
        {"batches": [eighths(draw, 4, 2), eighths(draw, 1, 2)], "needs_grad": True},
        {"batches": [[[0.0, 0.0]], eighths(draw, 3, 2), eighths(draw, 2, 2)]},
        {"batches": [eighths(draw, 2, 2), [[float("nan"), 1.0]]]},
    ]
    for case in given:
        case.setdefault("seed", draw.randint(1, 10_000))
        case["wanted"] = plain(case)
    return given


def setup(case: Case) -> Mapping[str, Any]:
    """Give a model whose ReLU works in place, and its first layer."""
    model = build(case)
    return {"model": model, "layer": model[0]}


def probe(answer: Answer, case: Case) -> Mapping[str, Any]:
    """Run the answer, then put its Recorder on the first layer of fresh models."""
    run = answer.run(setup(case))
    forgive_own_check(run, example=case["seed"] == 0)
    recorder, seen = run.names.get("Recorder"), dict[str, Any]()
    for name, (doing, world) in WORLDS.items() if callable(recorder) else ():
        if not run.error:
            seen[name] = as_data(run.attempt(doing, partial(world, recorder, case)))
    return {**run.facts(), **code_facts(answer.source), **seen, "defined": callable(recorder)}


def _seen(world: str, key: str) -> Any:
    return lambda facts: dict(facts[world]["dict"])[key]


_PASSES = "recorder = Recorder(layer); model(x) for several x"

MEND_THE_RECORDER = Exercise(
    id="mend-the-recorder",
    lesson=LESSON,
    title="Mend a recorder that leaks",
    task="Write the class Recorder anew: a hook on the layer keeps in last the values of the last "
    "output, and in means the mean of each output; nothing that is kept holds a graph, last "
    "isn't overwritten by later layers, and close() takes the hook off, also if called twice.",
    gives=("model", "layer"),
    hints=(
        "Three things are wrong with the recorder above. What does each of its two attributes drag "
        "along? And who could take its hook off?",
        "A tensor made from an output, a mean too, has the whole graph behind it. detach() cuts a "
        "tensor off; item() makes a plain number.",
        "detach() shares its memory with the output, and the next layer works in place. Make the "
        "copy your own. And keep the handle, for close().",
    ),
    points=2,
    cases=cases,
    setup=setup,
    probe=probe,
    claims=(
        Claim("there is a class Recorder", "defined", True),
        Claim(
            "means holds the mean of each output, in order",
            _seen("passes", "means"),
            lambda case: as_data(case["wanted"]["means"]),
            _PASSES,
        ),
        Claim(
            "last is a tensor with the last output's values, as the layer gave them",
            _seen("passes", "last"),
            lambda case: case["wanted"]["last"],
            f"{_PASSES}  # the next layer works in place",
        ),
        Claim(
            "when the outputs are forgotten, nothing that was saved for backward is still alive",
            _seen("passes", "bytes"),
            0,
            f"{_PASSES}; no backward  # bytes still held by their graphs",
        ),
        Claim(
            "the model's outputs and gradients are what they are without a recorder",
            _seen("training", "results"),
            lambda case: case["wanted"]["results"],
            "recorder = Recorder(layer); model(x).sum().backward()",
        ),
        Claim(
            "the recorder works by a hook on the layer",
            lambda facts: _seen("closing", "registered")(facts) > 0,
            True,
            "recorder = Recorder(layer)  # hooks on layer counted",
        ),
        Claim(
            "after close() means stays as it is",
            _seen("closing", "means"),
            1,
            "model(x); recorder.close(); model(x)  # entries in means",
        ),
        Claim(
            "close() takes off the recorder's hook and no other",
            _seen("closing", "hooks"),
            1,
            "recorder.close()  # hooks on layer; somebody else has one there",
        ),
        Claim(
            "a second close() does no harm",
            _seen("closing twice", "hooks"),
            1,
            "recorder.close(); recorder.close()  # hooks on layer",
        ),
        Claim(
            "each recorder has a list of its own",
            _seen("two", "means"),
            as_data([1, 0]),
            "one, two = Recorder(layer), Recorder(other_layer); model(x)  # entries in each means",
        ),
    ),
    mistakes=MISTAKES,
    praise="It keeps a few numbers, and lets go of everything else.",
)
