"""Exercises of 02_tensor_hooks, easy to hard."""

from helpers.grading.lessons.tensor_hooks.tensor_double import TENSOR_DOUBLE

EXERCISES = (TENSOR_DOUBLE,)
