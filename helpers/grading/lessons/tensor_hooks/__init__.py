"""Predictions and exercises of 02_tensor_hooks, easy to hard."""

from helpers.grading.lessons.tensor_hooks.clip_one_gradient import CLIP_ONE_GRADIENT
from helpers.grading.lessons.tensor_hooks.hidden_gradient import HIDDEN_GRADIENT
from helpers.grading.lessons.tensor_hooks.tensor_double import TENSOR_DOUBLE

EXERCISES = (TENSOR_DOUBLE, HIDDEN_GRADIENT, CLIP_ONE_GRADIENT)
