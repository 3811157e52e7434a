"""Exercises of 01_hooks_in_plain_python, easy to hard."""

from helpers.grading.exercise import Exercise

EXERCISES: tuple[Exercise, ...] = ()
