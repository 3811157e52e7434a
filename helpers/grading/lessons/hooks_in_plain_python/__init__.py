"""Predictions and exercises of 01_hooks_in_plain_python, easy to hard."""

from helpers.grading.lessons.hooks_in_plain_python.handle_with import HANDLE_WITH
from helpers.grading.lessons.hooks_in_plain_python.insert_program_c import INSERT_PROGRAM_C
from helpers.grading.lessons.hooks_in_plain_python.mend_the_runner import MEND_THE_RUNNER
from helpers.grading.lessons.hooks_in_plain_python.predict_falsy import PREDICT_FALSY
from helpers.grading.lessons.hooks_in_plain_python.predict_hook_order import PREDICT_HOOK_ORDER
from helpers.grading.lessons.hooks_in_plain_python.watch_the_package import WATCH_THE_PACKAGE

EXERCISES = (
    PREDICT_FALSY,
    PREDICT_HOOK_ORDER,
    INSERT_PROGRAM_C,
    WATCH_THE_PACKAGE,
    MEND_THE_RUNNER,
    HANDLE_WITH,
)
