"""The exercises of the course: a folder a lesson, a module an exercise."""

from __future__ import annotations

from helpers.grading.exercise import Exercise
from helpers.grading.lessons import (
    backward_hooks,
    forward_hooks,
    guarding_gradients,
    handles_and_lifetime,
    hooks_in_plain_python,
    tensor_hooks,
    watching_gradients,
)

LESSONS = (
    hooks_in_plain_python,
    tensor_hooks,
    forward_hooks,
    backward_hooks,
    handles_and_lifetime,
    watching_gradients,
    guarding_gradients,
)

EXERCISES: dict[str, Exercise] = {
    exercise.id: exercise for lesson in LESSONS for exercise in lesson.EXERCISES
}
"""Every exercise and prediction by its id, in the order of the course."""


class UnknownExerciseError(LookupError):
    """No exercise has this id; the message names the closest ones."""


def find(exercise_id: str) -> Exercise:
    """Return the exercise with this id, or raise UnknownExerciseError."""
    if exercise_id in EXERCISES:
        return EXERCISES[exercise_id]
    import difflib

    close = difflib.get_close_matches(str(exercise_id), EXERCISES, n=3) or list(EXERCISES)[:3]
    raise UnknownExerciseError(
        f"there is no exercise {exercise_id!r}. Did you mean {' or '.join(close)}? "
        "`python -m helpers exercises` lists them all."
    )
