"""Exercises of 04_backward_hooks: two predictions, then from easy to hard."""

from helpers.grading.lessons.backward_hooks.flip_the_gradient import FLIP_THE_GRADIENT
from helpers.grading.lessons.backward_hooks.gradient_norms import GRADIENT_NORMS
from helpers.grading.lessons.backward_hooks.mask_before_backward import MASK_BEFORE_BACKWARD
from helpers.grading.lessons.backward_hooks.model_backward import MODEL_BACKWARD
from helpers.grading.lessons.backward_hooks.predict_firing_order import PREDICT_FIRING_ORDER
from helpers.grading.lessons.backward_hooks.predict_grad_input import PREDICT_GRAD_INPUT
from helpers.grading.lessons.backward_hooks.see_past_inplace import SEE_PAST_INPLACE

EXERCISES = (
    PREDICT_GRAD_INPUT,
    PREDICT_FIRING_ORDER,
    MODEL_BACKWARD,
    FLIP_THE_GRADIENT,
    MASK_BEFORE_BACKWARD,
    GRADIENT_NORMS,
    SEE_PAST_INPLACE,
)
