"""Exercises of 03_forward_hooks, easy to hard."""

from helpers.grading.lessons.forward_hooks.add_forward import ADD_FORWARD

EXERCISES = (ADD_FORWARD,)
