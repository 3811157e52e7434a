"""Check whether each answer in a folder of exercise notebooks reaches the verdict of its solution.

``python -m helpers check [FOLDER] [--json]``. Only the answer cells of the learner's notebooks are
read. They are marked one by one in processes of their own; those that pass are moved into trusted
copies of the solution notebooks, and nbval compares each check with the verdict saved there. An
answer must do both. Those that fail alone are left out of the copies: one that hangs or ends the
kernel would take its neighbours with it.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from helpers.course import answers
from helpers.course.nbval_run import NbvalError, run_nbval
from helpers.course.notebooks import (
    Notebook,
    NotebookError,
    answer_cells,
    code_cells,
    name_of,
    read,
    text_of,
    write,
)
from helpers.course.results import NOT_IN_NOTEBOOK, Result, not_one, report, result_of
from helpers.course.trusted import answers_in, check_cells, trusted_copy
from helpers.grading.exercise import Exercise, Verdict
from helpers.grading.lessons import find

Marker = Callable[[Exercise, str, int], Verdict]


@contextlib.contextmanager
def isolated() -> Iterator[Marker]:
    """Give a marker that runs each answer in a bounded process of its own."""
    from helpers.grading.isolation import Judge

    with Judge() as judge:
        yield judge.mark


def check(
    folder: Path, course: Path, mark: Marker, say: Callable[[str], None] = print
) -> list[Result]:
    """Check the notebooks of a folder against the course's solutions, exercise by exercise.

    ``say`` hears of the progress. Raises NotebookError where the folder is not there or
    the solutions themselves are amiss, NbvalError where pytest can't run.
    """
    if not folder.is_dir():
        raise NotebookError(f"{folder}: there is no such folder. Name one with notebooks in it")
    paths = sorted((course / "solutions").glob("*.ipynb"))
    if not paths:
        raise NotebookError("solutions/: there are no notebooks to check against")
    solutions = {path.stem: read(path) for path in paths}
    checks = {path.stem: check_cells(solutions[path.stem], name_of(path)) for path in paths}
    seed = secrets.randbits(31)
    results: list[Result] = []
    trusted: dict[str, Notebook] = {}
    for stem, solution in solutions.items():
        of_this, right = _marked(folder / f"{stem}.ipynb", solution, mark, seed)
        results += of_this
        if right:
            trusted[stem] = trusted_copy(solution, right)
        say(f"marked {stem}")
    agreed = _validated(trusted, say)
    for result in results:
        number = checks[result.lesson][result.exercise]
        if result.passed and number not in agreed.get(result.lesson, ()):
            result.outcome, result.message = "not yet", NOT_IN_NOTEBOOK
    return results


def _marked(
    path: Path, solution: Notebook, mark: Marker, seed: int
) -> tuple[list[Result], dict[str, str]]:
    """Mark each answer of a notebook by itself; return all results, and the sources that passed."""
    stem, ids = path.stem, [exercise_id for exercise_id, _ in answer_cells(solution)]
    try:
        handed_in = answers_in(read(path))
    except NotebookError as error:
        return [Result(stem, exercise_id, "unreadable", str(error)) for exercise_id in ids], {}
    results: list[Result] = []
    right: dict[str, str] = {}
    for exercise_id in ids:
        sources = handed_in.get(exercise_id, [])
        if len(sources) != 1:
            results.append(not_one(stem, exercise_id, len(sources)))
            continue
        results.append(result_of(stem, mark(find(exercise_id), sources[0], seed)))
        if results[-1].passed:
            right[exercise_id] = sources[0]
    return results, right


def _validated(trusted: dict[str, Notebook], say: Callable[[str], None]) -> dict[str, set[int]]:
    """Return, by stem, the code cells of the trusted copies whose outputs nbval agreed with."""
    if not trusted:
        return {}
    with tempfile.TemporaryDirectory(prefix="check-") as scratch:
        folder = Path(scratch)
        for stem, notebook in trusted.items():
            write(folder / f"{stem}.ipynb", text_of(notebook, stem))
        counts = {stem: len(code_cells(notebook)) for stem, notebook in trusted.items()}
        return run_nbval(folder, counts, say)


def main(arguments: list[str] | None = None, course: Path | None = None) -> int:
    """Run the command line; return 0 if all passed, 1 if not, 2 if nothing could be checked."""
    parser = argparse.ArgumentParser(prog="python -m helpers check", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="default: the course's exercises/")
    parser.add_argument("--json", action="store_true", help="a JSON object a line, for programs")
    given = parser.parse_args(arguments)
    try:
        course = course or answers.root()
        folder = given.folder or course / "exercises"
        with isolated() as mark:
            results = check(folder.resolve(), course, mark, say=_progress)
    except (NotebookError, NbvalError, LookupError) as error:
        print(f"check: {error}", file=sys.stderr)
        return 2
    if given.json:
        for result in results:
            print(json.dumps({**vars(result), "passed": result.passed}, ensure_ascii=False))
    else:
        print("\n".join(report(results)))
    return 0 if all(result.passed for result in results) else 1


def _progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
