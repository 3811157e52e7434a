"""What a verdict says: the lines of each of the four outcomes, in words for the learner."""

from __future__ import annotations

from typing import Any

from helpers.grading.data import show
from helpers.grading.exercise import Case, Claim, Exercise, Facts, Mistake, Verdict

Unmet = tuple[Claim, Case, Facts]


def passed(exercise: Exercise) -> Verdict:
    """Return the verdict of a right answer: its text is the same for every right answer."""
    return Verdict(exercise.id, "passed", None, (f"🎉 {exercise.id}: passed. {exercise.praise}",))


def not_tried(exercise: Exercise) -> Verdict:
    """Return the verdict of an answer cell that was left as it is, or never run."""
    say = f"Write your answer under “# exercise: {exercise.id}”, run that cell, then run this one."
    return Verdict(exercise.id, "not tried", None, (f"✏️ {exercise.id}: not tried yet. {say}",))


def crashed(exercise: Exercise, error: dict[str, Any], mistake: Mistake | None) -> Verdict:
    """Return the verdict of an answer that raised, with the learner's own line."""
    message = f": {error['message']}" if error.get("message") else ""
    lines = [
        f"🦆 {exercise.id}: it crashed.",
        f"   While {error.get('doing')}: {error.get('type')}{message}",
    ]
    if error.get("text"):
        lines.append(f"   Your line {error.get('line')}: {error['text']}")
    return _verdict(exercise, "crashed", lines, mistake)


ENDS = {
    "time": "it was still running when its time was up.",
    "output": "it printed without end.",
    "early": "it left before its end.",
    "signal SIGSEGV": "it crashed Python itself (a segmentation fault).",
    "signal SIGXCPU": "it was still running when its time was up.",
}


def ended(exercise: Exercise, how: str, mistake: Mistake | None) -> Verdict:
    """Return the verdict of an answer whose process ended without a word."""
    words = ENDS.get(how, f"its process was ended ({how}).")
    return _verdict(exercise, "crashed", [f"🦆 {exercise.id}: it crashed.", f"   {words}"], mistake)


def not_yet(exercise: Exercise, unmet: list[Unmet], mistake: Mistake | None) -> Verdict:
    """Return the verdict of an answer that ran but left claims unmet; the first is shown in full."""
    lines = [f"🦆 {exercise.id}: not yet."]
    for number, (claim, case, facts) in enumerate(unmet):
        lines.append(f"   ✗ {claim.sentence}")
        if number == 0:
            lines += _compared(claim, case, facts)
    return _verdict(exercise, "not yet", lines, mistake)


def _compared(claim: Claim, case: Case, facts: Facts) -> list[str]:
    lines = [f"     after:  {claim.call}"] if claim.call else []
    if claim.secret:
        return [*lines, f"     you said: {show(claim.seen_in(facts))}"]
    return [
        *lines,
        f"     wanted: {show(claim.wanted_for(case))}",
        f"     seen:   {show(claim.seen_in(facts))}",
    ]


def _verdict(
    exercise: Exercise, outcome: Any, lines: list[str], mistake: Mistake | None
) -> Verdict:
    if mistake is None:
        lines.append(f'   Try hint("{exercise.id}").')
        return Verdict(exercise.id, outcome, None, tuple(lines))
    misconception = mistake.misconception
    lesson, section = misconception.reread
    lines += [
        f"   You perhaps believe: {misconception.believe}",
        f"   What is so: {misconception.so}",
        f"   Reread: {lesson}, “{section}”.",
    ]
    return Verdict(exercise.id, outcome, misconception.id, tuple(lines))
