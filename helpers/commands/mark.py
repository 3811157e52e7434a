"""``python -m helpers mark``: mark answers from files, each in a process of its own."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path

from helpers.commands.submissions import BadInputError, Submission, many_answers, one_answer
from helpers.grading.exercise import Verdict
from helpers.grading.isolation import Judge, Limits

PASSED, NOT_PASSED, BAD_INPUT = 0, 1, 2


def main(arguments: Namespace) -> int:
    """Mark one .py file or every line of a .jsonl file; return the exit code.

    0: everything passed, or a .jsonl file was marked whole. 1: the one answer didn't pass. 2: some
    input could not be marked; what could be is marked all the same.
    """
    path = Path(arguments.file)
    try:
        if arguments.exercise:
            submissions: Iterable[Submission | BadInputError] = [
                one_answer(path, arguments.exercise)
            ]
        elif path.suffix == ".py":
            raise BadInputError(
                f"{path}: say which exercise it answers: --exercise ID "
                "(`python -m helpers exercises` lists them)."
            )
        else:
            submissions = list(many_answers(path))
    except BadInputError as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    outcomes = _mark_all(list(submissions), arguments)
    if None in outcomes:
        return BAD_INPUT
    return NOT_PASSED if arguments.exercise and outcomes != ["passed"] else PASSED


def _mark_all(
    submissions: list[Submission | BadInputError], arguments: Namespace
) -> list[str | None]:
    """Mark in order and print each verdict at once; an outcome of None stands for bad input."""
    outcomes: list[str | None] = []
    show_count = sys.stderr.isatty() and len(submissions) > 20
    with Judge(Limits(seconds=arguments.seconds)) as judge:
        for number, submission in enumerate(submissions, 1):
            if isinstance(submission, BadInputError):
                print(submission, file=sys.stderr, flush=True)
                outcomes.append(None)
                continue
            verdict = judge.mark(submission.exercise, submission.source)
            outcomes.append(verdict.outcome)
            print(_line(verdict) if arguments.json else verdict.message, flush=True)
            if show_count:
                print(f"\r{number} of {len(submissions)}", end="", file=sys.stderr, flush=True)
    if show_count:
        print(file=sys.stderr)
    return outcomes


def _line(verdict: Verdict) -> str:
    return json.dumps(
        {
            "exercise": verdict.exercise,
            "outcome": verdict.outcome,
            "misconception": verdict.misconception,
            "message": verdict.message,
        },
        ensure_ascii=False,
    )
