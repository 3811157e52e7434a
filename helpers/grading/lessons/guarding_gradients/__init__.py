"""Exercises of 07_guarding_gradients: two predictions, then from easy to hard."""

from helpers.grading.exercise import Exercise
from helpers.grading.lessons.guarding_gradients.clip_the_sum import CLIP_THE_SUM
from helpers.grading.lessons.guarding_gradients.gradient_reversal import GRADIENT_REVERSAL
from helpers.grading.lessons.guarding_gradients.predict_frozen_weight import PREDICT_FROZEN_WEIGHT
from helpers.grading.lessons.guarding_gradients.predict_three_clips import PREDICT_THREE_CLIPS
from helpers.grading.lessons.guarding_gradients.sound_the_alarm import SOUND_THE_ALARM
from helpers.grading.lessons.guarding_gradients.stop_at_the_nan import STOP_AT_THE_NAN
from helpers.grading.lessons.guarding_gradients.truly_frozen import TRULY_FROZEN

EXERCISES: tuple[Exercise, ...] = (
    PREDICT_THREE_CLIPS,
    PREDICT_FROZEN_WEIGHT,
    SOUND_THE_ALARM,
    CLIP_THE_SUM,
    STOP_AT_THE_NAN,
    TRULY_FROZEN,
    GRADIENT_REVERSAL,
)
