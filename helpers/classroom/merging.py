"""Join the reports of several shards into one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from helpers.classroom.settings import Shard
from helpers.classroom.store import Store, StoreError


def merge(reports: Sequence[Path], target: Store) -> list[str]:
    """Copy what the reports hold into a store, and return what is worth knowing, a line each.

    Of a learner in several reports the last one's row counts. Raises StoreError where a folder is
    no report, or was marked with another version of the course.
    """
    said: list[str] = []
    abouts: list[dict[str, Any]] = []
    owners: dict[str, Path] = {}
    for report in reports:
        if not (report / "data" / "marking.json").is_file():
            raise StoreError(f"{report}: this is no report of `python -m helpers mark`.")
        with Store(report) as store:
            about = store.about
            if abouts and about["course"] != abouts[0]["course"]:
                raise StoreError(
                    f"{report}: marked with another version of the course than {reports[0]}. "
                    "Mark both with the same one."
                )
            abouts.append(about)
            if not about["finished"]:
                said.append(f"{report}: not finished. Run its shard again, then merge again.")
            said += _copy(report, store, target, owners)
    target.about = {**abouts[0], "learners": sorted(owners), **_together(abouts)}
    target.answers.settle()
    target.learners.settle()
    return said + _missing(abouts)


def _copy(report: Path, store: Store, target: Store, owners: dict[str, Path]) -> list[str]:
    said = []
    for key in store.answers:
        if key not in target.answers:
            target.answers.add(store.answers[key])
    for label in store.about["learners"]:
        if label not in store.learners:
            continue
        row = store.learners[label]
        if label in owners:
            said.append(f"{label}: in {owners[label]} and in {report}; the latter counts.")
        owners[label] = report
        if label not in target.learners or target.learners[label] != row:
            target.learners.add(row)
    return said


def _together(abouts: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what is to be said of all the reports: seeds that differ are all named."""
    seeds = sorted({about["seed"] for about in abouts})
    shards = {about["shard"] for about in abouts}
    whole = not _missing(abouts)
    return {
        "seed": seeds[0] if len(seeds) == 1 else seeds,
        "shard": "1/1" if whole else ", ".join(sorted(shards)),
        "finished": whole and all(about["finished"] for about in abouts),
    }


def _missing(abouts: list[dict[str, Any]]) -> list[str]:
    """Return a line for the shards that no report covers."""
    shards = [Shard.parse(about["shard"]) for about in abouts if "," not in about["shard"]]
    counts = {shard.count for shard in shards}
    if len(counts) != 1:
        return [] if not counts else [f"shards of different counts: {', '.join(map(str, shards))}."]
    count = counts.pop()
    missing = sorted(set(range(1, count + 1)) - {shard.number for shard in shards})
    if not missing:
        return []
    return [f"missing: shard {', '.join(f'{number}/{count}' for number in missing)}."]
