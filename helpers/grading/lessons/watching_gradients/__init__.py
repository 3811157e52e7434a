"""Predictions and exercises of 06_watching_gradients, easy to hard."""

from helpers.grading.lessons.watching_gradients.dead_units import DEAD_UNITS
from helpers.grading.lessons.watching_gradients.find_vanishing import FIND_VANISHING
from helpers.grading.lessons.watching_gradients.gradient_flow import GRADIENT_FLOW
from helpers.grading.lessons.watching_gradients.predict_sigmoid_chain import PREDICT_SIGMOID_CHAIN
from helpers.grading.lessons.watching_gradients.predict_two_passes import PREDICT_TWO_PASSES
from helpers.grading.lessons.watching_gradients.record_norms import RECORD_NORMS

EXERCISES = (
    PREDICT_SIGMOID_CHAIN,
    PREDICT_TWO_PASSES,
    DEAD_UNITS,
    RECORD_NORMS,
    GRADIENT_FLOW,
    FIND_VANISHING,
)
