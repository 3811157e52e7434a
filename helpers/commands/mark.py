"""``python -m helpers mark``: mark answers from a file, or a whole class."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from helpers.commands.submissions import BadInputError, Submission, read_submissions
from helpers.grading.isolation import Judge, Limits

if TYPE_CHECKING:
    from helpers.grading.exercise import Verdict

PASSED, NOT_PASSED, BAD_INPUT = 0, 1, 2


def main(arguments: Namespace) -> int:
    """Mark one .py file, every line of a .jsonl file, or a class; return the exit code.

    0: everything passed, or a .jsonl file was marked whole. 1: the one answer didn't pass. 2: some
    input could not be marked; what could be is marked all the same.
    """
    if is_class(Path(arguments.file)):
        from helpers.commands.mark_class import main as mark_class

        return mark_class(arguments)
    try:
        submissions = read_submissions(Path(arguments.file), arguments.exercise)
        outcomes = _mark_all(submissions, Limits(seconds=arguments.seconds), arguments.json)
    except BadInputError as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    if None in outcomes:
        return BAD_INPUT
    return NOT_PASSED if arguments.exercise and outcomes != ["passed"] else PASSED


def is_class(path: Path) -> bool:
    """Say whether a path holds a class rather than answers: it is a folder or a zip."""
    return path.is_dir() or path.suffix.lower() == ".zip"


def _mark_all(
    submissions: list[Submission | BadInputError], limits: Limits, as_json: bool
) -> list[str | None]:
    """Mark in order and print each verdict at once; an outcome of None stands for bad input."""
    if not any(isinstance(submission, Submission) for submission in submissions):
        for error in submissions:
            print(error, file=sys.stderr)
        return [None]
    outcomes: list[str | None] = []
    _say("Loading PyTorch…")
    with Judge(limits) as judge:
        for number, submission in enumerate(submissions, 1):
            verdict = _mark(judge, submission)
            _say("")
            if isinstance(verdict, BadInputError):
                print(verdict, file=sys.stderr, flush=True)
                outcomes.append(None)
            else:
                print(json_line(verdict) if as_json else verdict.message, flush=True)
                outcomes.append(verdict.outcome)
            if number < len(submissions):
                _say(f"{number} of {len(submissions)} done…")
    return outcomes


def _mark(judge: Judge, submission: Submission | BadInputError) -> Verdict | BadInputError:
    # Loads torch: here, where the judge's zygote is doing the same beside it.
    from helpers.grading.lessons import UnknownExerciseError, find

    if isinstance(submission, BadInputError):
        return submission
    try:
        exercise = find(submission.exercise_id)
    except UnknownExerciseError as error:
        return BadInputError(f"{submission.where}: {error}")
    return judge.mark(exercise, submission.source)


def _say(progress: str) -> None:
    """Show a line of progress that the next one replaces, where a person is watching."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{progress}", end="", file=sys.stderr, flush=True)


def json_line(verdict: Verdict) -> str:
    """Return a verdict as one line of JSON, fit for the encoding of standard output."""
    return json.dumps(
        {
            "exercise": verdict.exercise,
            "outcome": verdict.outcome,
            "misconception": verdict.misconception,
            "message": verdict.message,
        },
        # Readable where it can be: in another encoding 🦆 would become an escape that isn't JSON.
        ensure_ascii=sys.stdout.encoding.lower() != "utf-8",
    )
