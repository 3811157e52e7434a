"""Predictions and exercises of 02_tensor_hooks, easy to hard."""

from helpers.grading.lessons.tensor_hooks.before_and_after import BEFORE_AND_AFTER
from helpers.grading.lessons.tensor_hooks.clip_one_gradient import CLIP_ONE_GRADIENT
from helpers.grading.lessons.tensor_hooks.hidden_gradient import HIDDEN_GRADIENT
from helpers.grading.lessons.tensor_hooks.predict_after_removal import PREDICT_AFTER_REMOVAL
from helpers.grading.lessons.tensor_hooks.predict_summed_gradient import PREDICT_SUMMED_GRADIENT
from helpers.grading.lessons.tensor_hooks.step_in_backward import STEP_IN_BACKWARD
from helpers.grading.lessons.tensor_hooks.tensor_double import TENSOR_DOUBLE

EXERCISES = (
    PREDICT_AFTER_REMOVAL,
    PREDICT_SUMMED_GRADIENT,
    TENSOR_DOUBLE,
    HIDDEN_GRADIENT,
    CLIP_ONE_GRADIENT,
    BEFORE_AND_AFTER,
    STEP_IN_BACKWARD,
)
