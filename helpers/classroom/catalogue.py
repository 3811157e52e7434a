"""What a report needs to know of the course, as plain data: reports are made without torch."""

from __future__ import annotations

from typing import Any

from helpers.classroom.forms import form
from helpers.course.answers import reference
from helpers.course.notebooks import NotebookError
from helpers.grading.exercise import Exercise
from helpers.grading.lessons import EXERCISES
from helpers.grading.misconceptions import COMMON


def catalogue() -> dict[str, Any]:
    """Return {"exercises": [...], "misconceptions": {...}} of the course, fit for JSON.

    With each exercise stands the form of the course's own answer, to which others are compared.
    """
    mistakes = [mistake for one in EXERCISES.values() for mistake in one.mistakes]
    return {
        "exercises": [_described(exercise) for exercise in EXERCISES.values()],
        "misconceptions": {
            one.misconception.id: {
                "believe": one.misconception.believe,
                "so": one.misconception.so,
                "reread": list(one.misconception.reread),
            }
            for one in (*mistakes, *COMMON)
        },
    }


def _described(exercise: Exercise) -> dict[str, Any]:
    try:
        own = form(reference(exercise.id), exercise.gives)
    except (LookupError, NotebookError):  # the course's folders aren't here, or it's a prediction
        own = []
    return {
        "id": exercise.id,
        "lesson": exercise.lesson,
        "title": exercise.title,
        "points": exercise.points if exercise.kind == "exercise" else 0,
        "kind": exercise.kind,
        "gives": list(exercise.gives),
        "reference": own,
    }
