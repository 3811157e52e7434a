"""Predictions and exercises of 05_handles_and_lifetime, easy to hard."""

from helpers.grading.lessons.handles_and_lifetime.fire_once import FIRE_ONCE
from helpers.grading.lessons.handles_and_lifetime.hooked_while import HOOKED_WHILE
from helpers.grading.lessons.handles_and_lifetime.mend_the_recorder import MEND_THE_RECORDER
from helpers.grading.lessons.handles_and_lifetime.predict_copied_hooks import PREDICT_COPIED_HOOKS
from helpers.grading.lessons.handles_and_lifetime.predict_one_handle import PREDICT_ONE_HANDLE
from helpers.grading.lessons.handles_and_lifetime.run_it_twice import RUN_IT_TWICE

EXERCISES = (
    PREDICT_ONE_HANDLE,
    PREDICT_COPIED_HOOKS,
    RUN_IT_TWICE,
    FIRE_ONCE,
    MEND_THE_RECORDER,
    HOOKED_WHILE,
)
