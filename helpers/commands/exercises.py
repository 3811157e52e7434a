"""``python -m helpers exercises``: every exercise id with its lesson and title."""

from __future__ import annotations

from helpers.grading.lessons import EXERCISES


def main() -> int:
    """Print a line an exercise, in the order of the course; predictions are marked as such."""
    ids = max(map(len, EXERCISES))
    lessons = max(len(exercise.lesson) for exercise in EXERCISES.values())
    for exercise in EXERCISES.values():
        note = " (prediction)" if exercise.kind == "prediction" else ""
        print(f"{exercise.id:<{ids}}  {exercise.lesson:<{lessons}}  {exercise.title}{note}")
    return 0
