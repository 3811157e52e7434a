"""The verbs of marking: gather what an answer does, judge it, say it."""

from __future__ import annotations

import ast
import random
from collections.abc import Sequence
from typing import Any

from helpers.grading.cleanroom import clean_room
from helpers.grading.exercise import Case, Exercise, Facts, Mistake, Verdict
from helpers.grading.hand_out import for_answer, seed_for_answer
from helpers.grading.misconceptions import COMMON
from helpers.grading.own_line import own_line
from helpers.grading.probing import Answer
from helpers.grading.wording import crashed, ended, not_tried, not_yet, passed

SEED = 2013


def mark(exercise: Exercise, source: str, seed: int = SEED) -> Verdict:
    """Mark one answer in this process: the path that ``check`` takes in a notebook."""
    if not was_tried(source):
        return not_tried(exercise)
    cases = draw_cases(exercise, seed)
    facts = gather(exercise, source, for_answer(exercise, cases), seed_for_answer(seed))
    return judge(exercise, source, cases, facts)


def draw_cases(exercise: Exercise, seed: int) -> list[Case]:
    """Return the exercise's cases for a seed; the same seed gives the same cases everywhere."""
    return exercise.cases(random.Random(seed))


def gather(exercise: Exercise, source: str, cases: list[Case], seed: int) -> list[dict[str, Any]]:
    """Run the answer once a case and return the facts of each, as JSON-able data.

    This is the only function that runs an answer; it may be called in a process of its own. The
    facts stop at the first case in which the answer raised.
    """
    facts: list[dict[str, Any]] = []
    for case in cases:
        answer = Answer(exercise.id, source)
        with clean_room(seed):
            try:
                noted = dict(exercise.probe(answer, case))
            except BaseException as error:  # what an answer leaves may raise when it is looked at
                noted = {"error": answer.describe("looking at what your answer left", error)}
        facts.append({**noted, "own line": answer.line})
        if noted.get("error"):
            break
    return facts


def judge(
    exercise: Exercise, source: str, cases: list[Case], gathered: list[dict[str, Any]]
) -> Verdict:
    """Turn facts into a verdict without running anything of the answer's."""
    if not was_tried(source):
        return not_tried(exercise)
    broke_off = bool(gathered) and bool(_error(gathered[-1]) or gathered[-1].get("ended"))
    missing = 0 if broke_off else len(cases) - len(gathered)
    seen = [
        (case, Facts(facts, case=case))
        for case, facts in zip(cases, [*gathered, *([{}] * missing)], strict=False)
    ]
    failed = [
        [(claim, case, facts) for case, facts in seen if not claim.holds(case, facts)]
        for claim in exercise.claims
    ]
    unmet = [of_claim[0] for of_claim in failed if of_claim]
    error = next(filter(None, (_error(facts) for _, facts in seen)), None)
    if not unmet and not error:
        return passed(exercise)
    end = seen[0][1]["ended"]
    if end:
        return ended(exercise, str(end), _diagnose(COMMON, [seen[0][1]])[0])
    # A case in which all is as wanted shows no mistake, whatever the signs say of it.
    amiss = {id(facts) for of_claim in failed for _, _, facts in of_claim}
    shown = [facts for _, facts in seen if id(facts) in amiss or facts["error"]]
    mistake, facts = _diagnose((*exercise.mistakes, *COMMON), shown)
    if error:
        return crashed(exercise, error, mistake)
    return not_yet(exercise, unmet, mistake, own_line(source, facts["own line"]))


def _error(facts: dict[str, Any]) -> dict[str, Any] | None:
    """Return the error that was noted; what has no error's form is made up, and none."""
    error = facts.get("error")
    return error if isinstance(error, dict) and error else None


def _diagnose(mistakes: Sequence[Mistake], seen: list[Facts]) -> tuple[Mistake | None, Facts]:
    """Return the first mistake that shows, and the facts in which it does."""
    found = ((m, facts) for m in mistakes for facts in seen if m.shows_in(facts))
    return next(found, (None, Facts()))


def was_tried(source: str) -> bool:
    """Say whether a source holds anything beyond placeholders.

    These are ``...``, ``pass``, docstrings, and what nbgrader leaves: raise NotImplementedError().
    """
    try:
        return not all(map(_is_placeholder, ast.parse(source).body))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return bool(source.strip())


def _is_placeholder(node: ast.stmt) -> bool:
    match node:
        case ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Assign(value=ast.Constant(value=value)):
            return value is ...
        case ast.FunctionDef(body=body) | ast.ClassDef(body=body):
            return all(map(_is_placeholder, body))
        case ast.Raise(exc=ast.Name(name) | ast.Call(func=ast.Name(name), args=[])):
            return name == "NotImplementedError"
        case ast.Return(value=None | ast.Constant(value=None)) | ast.Import() | ast.ImportFrom():
            return True
        case _:
            return False
