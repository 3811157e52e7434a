"""What a person reads in the terminal when a class is marked."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from helpers.classroom.tally import OUTCOMES, Tally

MOST_SHOWN = 10
"""Learners named at the end with what was amiss; the report names all."""


def summary(tally: Tally, out: Path) -> list[str]:
    """Return the lines that a person reads at the end: what was marked, what was amiss, and where."""
    counts = Counter(
        result.outcome for learner in tally.learners for result in learner.results.values()
    )
    outcomes = ", ".join(f"{counts[one]} {one}" for one in OUTCOMES if counts[one])
    amiss = [learner for learner in tally.learners if learner.problems]
    lines = [f"{len(tally.learners)} learners, {len(tally.exercises)} exercises: {outcomes}."]
    if tally.level:
        lines.append(f"Answers were locked in at level “{tally.level}” (docs/security.md).")
    if amiss:
        lines.append(f"Something was amiss with what {len(amiss)} handed in:")
        lines += [f"  {learner.label}: {learner.problems[0]}" for learner in amiss[:MOST_SHOWN]]
        if len(amiss) > MOST_SHOWN:
            lines.append("  … the report names them all.")
    return [*lines, f"The report: {out / 'index.html'}"]
