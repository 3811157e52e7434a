"""The solutions that rewrites and mutants are made from, and how the results are marked."""

from __future__ import annotations

import contextlib
import copy
import functools
import re
import signal
from collections.abc import Iterator
from pathlib import Path

from helpers.course.answers import reference
from helpers.grading.exercise import Case, Verdict
from helpers.grading.hand_out import for_answer, seed_for_answer
from helpers.grading.lessons import EXERCISES, find
from helpers.grading.marking import SEED, draw_cases, gather, judge, was_tried
from helpers.grading.wording import not_tried

COURSE = Path(__file__).resolve().parents[2]
CPU_SECONDS = 3.0

# A prediction's answer is one value: there is nothing to rewrite, and what is said of each wrong
# value is tested with the slips of its exercise.
SOLUTIONS = {
    exercise.id: reference(exercise.id, COURSE)
    for exercise in EXERCISES.values()
    if exercise.kind == "exercise"
}


@functools.cache
def kept_names(exercise_id: str) -> frozenset[str]:
    """Return the names that the task gives or mentions: an answer isn't free to choose these."""
    exercise = find(exercise_id)
    return frozenset({*exercise.gives, *re.findall(r"\w+", exercise.task), "torch", "nn"})


def marked(exercise_id: str, source: str) -> Verdict:
    """Mark an answer as a notebook's check does; one that never ends has TimeoutError raised in it."""
    exercise = find(exercise_id)
    if not was_tried(source):
        return not_tried(exercise)
    # Drawn once: for some exercises it takes longer than the answer itself.
    cases = copy.deepcopy(_cases(exercise_id))
    with _bounded():
        facts = gather(exercise, source, for_answer(exercise, cases), seed_for_answer(SEED))
    return judge(exercise, source, cases, facts)


@functools.cache
def _cases(exercise_id: str) -> list[Case]:
    return draw_cases(find(exercise_id), SEED)


@contextlib.contextmanager
def _bounded() -> Iterator[None]:
    # Processor time, since the wall's alarm is in use by pytest-timeout.
    before = signal.signal(signal.SIGVTALRM, _too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _too_long(number: int, frame: object) -> None:
    raise TimeoutError(f"still running after {CPU_SECONDS:g} s")
