"""What a verdict says: the lines of each of the four outcomes, in words for the learner."""

from __future__ import annotations

from typing import Any

from helpers.grading.cells import cell_for
from helpers.grading.data import one_line, show
from helpers.grading.exercise import Case, Claim, Exercise, Facts, Mistake, Verdict
from helpers.grading.own_line import OwnLine

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
    doing, kind, message, text = (_part(error, key) for key in ("doing", "type", "message", "text"))
    lines = [
        f"🦆 {exercise.id}: it crashed.",
        f"   While {doing}: {kind}{': ' if message else ''}{message}",
    ]
    if text:
        lines.append(f"   Your line {error.get('line')!r:.9}: {text}")
    return _verdict(exercise, "crashed", lines, mistake)


def _part(error: dict[str, Any], key: str) -> str:
    """Return a part of an error that can stand in a line: an answer may have made it up."""
    part = error.get(key)
    return one_line(part, 300) if isinstance(part, str) else ""


ENDS = {
    "time": "it was still running when its time was up.",
    "output": "it printed without end.",
    "memory": "it used up the memory that an answer may have.",
    "facts": "what it left behind is too large to look at, or can't be read.",
    "early": "it left before its end.",
    "processes": "it started more processes than an answer may have.",
    "lost": "it ended the process that watched over it.",
    "signal SIGSEGV": "it crashed Python itself (a segmentation fault).",
    "signal SIGBUS": "it crashed Python itself (a bus error).",
    "signal SIGABRT": "it crashed Python itself (abort).",
    "signal SIGXCPU": "it was still running when its time was up.",
    "signal SIGKILL": "its process was killed.",
}


def ended(exercise: Exercise, how: str, mistake: Mistake | None) -> Verdict:
    """Return the verdict of an answer whose process ended without a word."""
    words = ENDS.get(how, f"its process was ended ({one_line(how, 40)}).")
    return _verdict(exercise, "crashed", [f"🦆 {exercise.id}: it crashed.", f"   {words}"], mistake)


def not_yet(
    exercise: Exercise,
    unmet: list[Unmet],
    mistake: Mistake | None,
    line: OwnLine | None = None,
) -> Verdict:
    """Return the verdict of an answer that ran but left claims unmet; shows the first in full.

    ``line`` is the learner's own line that a diagnosis is about, with its number.
    """
    lines = [f"🦆 {exercise.id}: not yet."]
    for number, (claim, case, facts) in enumerate(unmet):
        lines.append(f"   ✗ {claim.sentence}")
        if number == 0:
            lines += _compared(claim, case, facts)
    if mistake and line:
        lines.append(f"   Your line {line[0]}: {one_line(line[1], 300)}")
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
    ]
    cell = cell_for(misconception.id)
    if cell:
        lines += ["   Run this to see it:", *(f"     {line}" for line in cell.splitlines())]
    lines.append(f"   Reread: {lesson}, “{section}”.")
    return Verdict(exercise.id, outcome, misconception.id, tuple(lines))
