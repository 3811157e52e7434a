"""Predictions and exercises of 03_forward_hooks, easy to hard."""

from helpers.grading.lessons.forward_hooks.add_forward import ADD_FORWARD
from helpers.grading.lessons.forward_hooks.change_a_keyword import CHANGE_A_KEYWORD
from helpers.grading.lessons.forward_hooks.predict_forward_calls import PREDICT_FORWARD_CALLS
from helpers.grading.lessons.forward_hooks.predict_replaced_output import PREDICT_REPLACED_OUTPUT
from helpers.grading.lessons.forward_hooks.record_shapes import RECORD_SHAPES
from helpers.grading.lessons.forward_hooks.scale_the_input import SCALE_THE_INPUT

EXERCISES = (
    PREDICT_FORWARD_CALLS,
    PREDICT_REPLACED_OUTPUT,
    ADD_FORWARD,
    SCALE_THE_INPUT,
    CHANGE_A_KEYWORD,
    RECORD_SHAPES,
)
