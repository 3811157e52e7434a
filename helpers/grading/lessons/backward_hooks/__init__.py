"""Exercises of 04_backward_hooks, easy to hard."""

from helpers.grading.lessons.backward_hooks.model_backward import MODEL_BACKWARD

EXERCISES = (MODEL_BACKWARD,)
