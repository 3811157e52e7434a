"""How long a class takes to mark, and how much memory: generated submissions, the real command.

    python tests/benchmarks/class_marking.py [LEARNERS] [--jobs N] [--same]

Each learner's notebooks hold solutions, specimens of wrong answers, and untouched cells. Every
answer is made different by a comment, so that all of them are run; ``--same`` leaves that out.
An answer's own time is what it takes inside one warm process, without isolation.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import psutil

from helpers.classroom.crew import cores
from helpers.course.answers import reference
from helpers.course.notebooks import answer_cells, read
from helpers.grading.lessons import EXERCISES
from helpers.grading.marking import SEED, draw_cases, gather, was_tried

ROOT = Path(__file__).parents[2]
SOLVED, WRONG = 0.6, 0.35


def generate(folder: Path, learners: int, different: bool) -> list[tuple[str, str]]:
    """Write the notebooks of a class, and return each answer with its exercise."""
    draw = random.Random(0)
    blank = {path.name: read(path) for path in sorted((ROOT / "exercises").glob("*.ipynb"))}
    solved = {id: reference(id) for one in blank.values() for id, _ in answer_cells(one)}
    answers = []
    for number in range(learners):
        for name, notebook in blank.items():
            copy = json.loads(json.dumps(notebook))
            for exercise, cell in answer_cells(copy):
                cell["source"] = answer(exercise, cell["source"], solved[exercise], draw)
                if different:
                    cell["source"] += f"\n# {number}"
                answers.append((exercise, cell["source"]))
            path = folder / f"learner-{number:04}" / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(json.dumps(copy), "utf-8")
    return answers


def answer(exercise: str, untouched: str, solved: str, draw: random.Random) -> str:
    """Return a solution, a specimen, or the cell as it was handed out."""
    kind = draw.random()
    if kind < SOLVED:
        return solved
    if kind < SOLVED + WRONG:
        return f"# exercise: {exercise}\n{draw.choice(EXERCISES[exercise].mistakes).specimen}"
    return untouched


def own_time(answers: list[tuple[str, str]], sample: int = 400) -> float:
    """Return the mean seconds that an answer runs for by itself, in this process."""
    tried = [one for one in answers if was_tried(one[1])]
    times = []
    for exercise_id, source in random.Random(1).sample(tried, min(sample, len(tried))):
        exercise = EXERCISES[exercise_id]
        cases = draw_cases(exercise, SEED)
        begun = time.perf_counter()
        gather(exercise, source, cases, SEED)
        times.append(time.perf_counter() - begun)
    return statistics.fmean(times)


class Memory(threading.Thread):
    """Looks now and then at what the command and all its processes hold."""

    def __init__(self, process: psutil.Process) -> None:
        super().__init__(daemon=True)
        self.process, self.seen = process, list[tuple[float, float, float]]()
        self.over = threading.Event()

    def run(self) -> None:
        """Note (seconds, MB of the command itself, MB of all, shared pages counted once)."""
        begun = time.monotonic()
        while not self.over.wait(1.0):
            try:
                whole = [self.process, *self.process.children(recursive=True)]
                own = self.process.memory_full_info().pss
                total = own + sum(pss(one) for one in whole[1:])
            except psutil.Error:
                continue
            self.seen.append((time.monotonic() - begun, own / 1e6, total / 1e6))


def pss(process: psutil.Process) -> int:
    """Return a process's share of memory; 0 where it has just gone."""
    try:
        return int(process.memory_full_info().pss)
    except psutil.Error:
        return 0


def progress(report: Path) -> int:
    """Return how many answers are on disk."""
    file = report / "data/answers.jsonl"
    return file.read_bytes().count(b"\n") if file.exists() else 0


def measure(folder: Path, report: Path, jobs: int) -> dict[str, Any]:
    """Run the command and watch it; the steady state begins when 2 % of the answers are marked."""
    command = [sys.executable, "-m", "helpers", "mark", str(folder), "--out", str(report)]
    begun = time.monotonic()
    steps: list[tuple[float, int]] = []
    with subprocess.Popen([*command, "--jobs", str(jobs)], stdout=subprocess.PIPE) as run:
        memory = Memory(psutil.Process(run.pid))
        memory.start()
        while run.poll() is None:
            steps.append((time.monotonic() - begun, progress(report)))
            time.sleep(0.5)
        memory.over.set()
        assert run.stdout is not None
        print(run.stdout.read().decode().splitlines()[0])
    last = steps[-1][1]
    first = next(step for step in steps if step[1] >= max(1, last // 50))
    end = next(step for step in steps if step[1] == last)
    return {
        "whole": time.monotonic() - begun,
        "marked": last,
        "rate": (end[1] - first[1]) / max(end[0] - first[0], 1e-9),
        "after": time.monotonic() - begun - end[0],
        "memory": memory.seen,
    }


def main() -> None:
    """Generate, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("learners", nargs="?", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--same", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="class-") as scratch:
        folder, report = Path(scratch) / "class", Path(scratch) / "report"
        folder.mkdir()
        answers = generate(folder, asked.learners, different=not asked.same)
        own = own_time(answers)
        seen = measure(folder, report, asked.jobs)
        size = sum(path.stat().st_size for path in report.rglob("*") if path.is_file())
        begun = time.monotonic()
        command = [sys.executable, "-m", "helpers", "mark", str(folder), "--out", str(report)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        again = time.monotonic() - begun
    wall = 1 / seen["rate"]
    print(f"{asked.learners} learners, {len(answers)} answers, {seen['marked']} marked, ", end="")
    print(f"{asked.jobs} jobs: {seen['whole']:.1f} s, the report {seen['after']:.1f} s of it")
    print(
        f"steady state: {wall * 1000:.1f} ms wall an answer = {wall * asked.jobs * 1000:.1f} ms ",
        end="",
    )
    print(f"of a core; an answer's own time {own * 1000:.1f} ms")
    print(f"beyond its own time: {(wall * asked.jobs - own) * 1000:.1f} ms of a core, ", end="")
    print(f"{(wall - own / asked.jobs) * 1000:.1f} ms wall")
    for part in (0.25, 0.5, 1.0):
        second, own_mb, total = seen["memory"][int((len(seen["memory"]) - 1) * part)]
        print(f"memory after {second:.0f} s: the command {own_mb:.0f} MB, all {total:.0f} MB")
    print(
        f"most: {max(total for _, _, total in seen['memory']):.0f} MB; report {size / 1e6:.1f} MB"
    )
    print(f"run again with nothing new: {again:.1f} s")


if __name__ == "__main__":
    main()
