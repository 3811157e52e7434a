"""Predictions: exercises whose answer is one value, typed in before the code is run.

The truth is never written down: ``experiment`` runs the code in question, so a prediction can't
disagree with the installed PyTorch.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Mapping
from typing import Any

import torch

from helpers.grading.data import as_data
from helpers.grading.exercise import Case, Claim, Exercise, Facts, Misconception, Mistake
from helpers.grading.probing import Answer


def prediction(
    id: str,
    *,
    lesson: str,
    title: str,
    question: str,
    experiment: Callable[[], Any],
    slips: tuple[Mistake, ...],
    hints: tuple[str, ...],
    praise: str,
) -> Exercise:
    """Return an exercise whose answer sets ``prediction``; ``slips`` come from ``slip``."""
    return Exercise(
        id=id,
        lesson=lesson,
        title=title,
        task=question,
        gives=(),
        hints=hints,
        cases=lambda draw: [{}],
        setup=_nothing,
        probe=_predicted,
        claims=(Claim(question, "predicted", lambda case: plainly(_run(experiment)), secret=True),),
        mistakes=slips,
        praise=praise,
        kind="prediction",
    )


def slip(misconception: Misconception, *values: Any) -> Mistake:
    """Return the mistake of predicting one of ``values``, which shows this misconception."""
    wrong = [plainly(value) for value in values]

    def signs(facts: Facts) -> bool:
        return facts["predicted"] in wrong

    return Mistake(misconception, signs, f"prediction = {values[0]!r}\n")


def plainly(value: Any) -> Any:
    """Return a value as data in which 2, 2.0 and tensor(2.) are one, as are (1, 2) and [1, 2]."""
    if isinstance(value, torch.Tensor):
        return plainly(value.detach().tolist())
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | float):
        return float(value)
    if isinstance(value, str):
        return " ".join(value.lower().split())
    if isinstance(value, list | tuple):
        return [plainly(item) for item in value]
    return as_data(value)


def _nothing(case: Case) -> Mapping[str, Any]:
    return {}


def _predicted(answer: Answer, case: Case) -> Mapping[str, Any]:
    run = answer.run({})
    return {**run.facts(), "predicted": plainly(run.names.get("prediction"))}


def _run(experiment: Callable[[], Any]) -> Any:
    with contextlib.redirect_stdout(io.StringIO()):
        return experiment()
