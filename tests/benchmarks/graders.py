"""How long twenty submissions take: our marking beside nbgrader's autograde and otter-grader.

    python tests/benchmarks/graders.py [SUBMISSIONS]

All mark the same notebooks, of one lesson, each answer drawn from a solution, specimens of wrong
answers, and the untouched cell, and made different by a comment. Each is run as its own command,
so starting up counts; the last columns leave it out, by the time that one submission takes. Ratios
are to our marking. nbgrader and otter are no part of the course: what isn't installed is left
out (pip install nbgrader otter-grader).
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from helpers.course.answers import reference
from helpers.course.notebooks import answer_cells, read
from helpers.grading.lessons import EXERCISES

ROOT = Path(__file__).parents[2]
LESSON = "02_tensor_hooks"
SOLVED, WRONG = 0.6, 0.35


def hand_in(folder: Path, submissions: int) -> None:
    """Write learner-NN/hooks/LESSON.ipynb for each submission, as nbgrader wants them."""
    draw = random.Random(0)
    for number in range(submissions):
        notebook = read(ROOT / "exercises" / f"{LESSON}.ipynb")
        for exercise, cell in answer_cells(notebook):
            kind = draw.random()
            if kind < SOLVED:
                cell["source"] = reference(exercise)
            elif kind < SOLVED + WRONG:
                specimen = draw.choice(EXERCISES[exercise].mistakes).specimen
                cell["source"] = f"# exercise: {exercise}\n{specimen}"
            cell["source"] += f"\n# {number}"
        path = folder / f"learner-{number:02}" / "hooks" / f"{LESSON}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(notebook), "utf-8")


def run(folder: Path, *command: str) -> float:
    """Run a command of Python's, its venv active, and return the seconds that it took."""
    active = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    begun = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, "PATH": active, "PYTHONWARNINGS": "ignore"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}:\n{done.stdout[-3000:]}")
    return time.perf_counter() - begun


def ours(folder: Path, handed_in: Path) -> float:
    """Return how long `helpers mark` takes, with a report at the end."""
    return run(folder, "-m", "helpers", "mark", str(handed_in), "--out", "report")


def nbgrader(folder: Path, handed_in: Path, settings: bool = False) -> float:
    """Return how long `nbgrader autograde` takes, as it comes or with the course's settings."""
    (folder / "source/hooks").mkdir(parents=True)
    shutil.copy(ROOT / "solutions" / f"{LESSON}.ipynb", folder / "source/hooks")
    shutil.copytree(handed_in, folder / "submitted")
    if settings:
        shutil.copy(ROOT / "docs/marking/nbgrader_config.py", folder)
    run(folder, "-m", "nbgrader", "generate_assignment", "hooks", "--create")
    return run(folder, "-m", "nbgrader", "autograde", "hooks", "--create")


def nbgrader_apart(folder: Path, handed_in: Path) -> float:
    """Return how long nbgrader takes where our marking does the work."""
    return nbgrader(folder, handed_in, settings=True)


def otter(folder: Path, handed_in: Path) -> float:
    """Return how long `otter run` takes for each submission, all added up.

    Its tests call the same check in the learner's notebook.
    """
    (folder / "tests").mkdir()
    (folder / "results").mkdir()
    for exercise, _ in answer_cells(read(ROOT / "exercises" / f"{LESSON}.ipynb")):
        code = f'>>> check("{exercise}").lines[0].startswith("🎉")\nTrue'
        suite = {"cases": [{"code": code, "hidden": False}], "type": "doctest"}
        test = {"name": exercise, "points": EXERCISES[exercise].points, "suites": [suite]}
        path = folder / "tests" / f"{exercise.replace('-', '_')}.py"
        path.write_text(f"OK_FORMAT = True\ntest = {test!r}\n", "utf-8")
    run(
        folder, "-m", "otter", "generate", "-t", "tests", "-o", "autograder.zip", "--no-environment"
    )
    options = ("-a", "autograder.zip", "-o", "results", "--no-logo")
    return sum(
        run(folder, "-m", "otter", "run", *options, str(notebook))
        for notebook in sorted(handed_in.rglob("*.ipynb"))
    )


GRADERS: dict[str, tuple[str, Callable[[Path, Path], float]]] = {
    "helpers mark": ("helpers", ours),
    "nbgrader autograde": ("nbgrader", nbgrader),
    "nbgrader autograde, marked apart": ("nbgrader", nbgrader_apart),
    "otter run": ("otter", otter),
}


def measure(scratch: Path, submissions: int, grader: Callable[[Path, Path], float]) -> float:
    """Return the seconds that a grader takes for so many submissions."""
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        (Path(folder) / "work").mkdir()
        hand_in(Path(folder) / "handed-in", submissions)
        return grader(Path(folder) / "work", Path(folder) / "handed-in")


def main() -> None:
    """Hand in, mark with each, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("submissions", nargs="?", type=int, default=20)
    submissions = max(2, parser.parse_args().submissions)
    head = f"grader | seconds for {submissions} | each | ratio | each beyond the first | ratio"
    lines = [f"| {head} |", "|---|--:|--:|--:|--:|--:|"]
    first: list[float] = []
    with tempfile.TemporaryDirectory(prefix="graders-") as scratch:
        for name, (package, grader) in GRADERS.items():
            if importlib.util.find_spec(package) is None:
                lines.append(f"| {name} | {package} is not installed | | | | |")
                continue
            alone = measure(Path(scratch), 1, grader)
            whole = measure(Path(scratch), submissions, grader)
            each, beyond = whole / submissions, (whole - alone) / (submissions - 1)
            first = first or [each, beyond]
            ratios = [f"{each / first[0]:.1f}", f"{beyond / first[1]:.1f}"]
            figures = f"{whole:.1f} | {each:.2f} | {ratios[0]} | {beyond:.3f} | {ratios[1]}"
            lines.append(f"| {name} | {figures} |")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
