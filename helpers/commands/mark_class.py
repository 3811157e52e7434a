"""``python -m helpers mark FOLDER --out report/``: mark a whole class, and report."""

from __future__ import annotations

import secrets
import sys
from argparse import Namespace
from pathlib import Path

from helpers.classroom.cluster import Cluster, ClusterError
from helpers.classroom.crew import Crew, cores
from helpers.classroom.finding import HandedIn, NothingFoundError, find
from helpers.classroom.progress_line import ProgressLine
from helpers.classroom.report import write_report
from helpers.classroom.settings import Settings
from helpers.classroom.store import Store, StoreError
from helpers.classroom.summary import summary
from helpers.commands.job_page import append_autograding, append_summary

MARKED, BAD_INPUT = 0, 2


def main(arguments: Namespace) -> int:
    """Mark a folder or zip of submissions, going on where an earlier run was broken off.

    Returns 0 where every learner is marked, whatever the marks; 2 where that couldn't be done.
    """
    root, out = Path(arguments.file), arguments.out
    if out is None:
        kind = "zip" if root.is_file() else "folder"
        print(
            f"{root}: this is a {kind}; say where the report on it goes: --out report/",
            file=sys.stderr,
        )
        return BAD_INPUT
    try:
        handed_in = [one for one in find(root) if arguments.shard.holds(one.learner.label)]
        with Store(Path(out)) as store:
            settings = _settings(arguments, store, Path(out))
            return _run(arguments, handed_in, store, settings)
    except (NothingFoundError, StoreError, ClusterError) as error:
        print(error, file=sys.stderr)
        return BAD_INPUT


def _settings(arguments: Namespace, store: Store, out: Path) -> Settings:
    """Return the settings: the seed is the one asked for, else that of the run before, else new."""
    about, shard = store.about, arguments.shard
    if about and about["shard"] != str(shard):
        raise StoreError(
            f"{out}: holds shard {about['shard']}, and this is {shard}. "
            "Give each shard its own --out, then `python -m helpers merge` them."
        )
    seed = arguments.seed
    if seed is None:
        before = about.get("seed")  # of shards merged with several seeds it is a list
        seed = before if isinstance(before, int) else secrets.randbits(31)
    return Settings(seed, arguments.seconds, shard, arguments.level)


def _run(arguments: Namespace, handed_in: list[HandedIn], store: Store, settings: Settings) -> int:
    line = ProgressLine()
    line.say("Loading PyTorch…")
    try:
        with _markers(arguments, store) as markers:
            # Loads torch: here, where the workers do the same beside it.
            from helpers.classroom.running import Run

            Run(store, settings, line).mark(handed_in, markers)
    finally:
        line.close()
    tally = write_report(store, Path(arguments.out), arguments.assignment)
    if arguments.summary:
        append_summary(tally, Path(arguments.summary))
    if arguments.autograding:
        append_autograding(tally, Path(arguments.autograding))
    print("\n".join(summary(tally, Path(arguments.out))))
    return MARKED


def _markers(arguments: Namespace, store: Store) -> Crew | Cluster:
    if arguments.scheduler:
        return Cluster(arguments.scheduler)
    # Where an earlier run has marked all, there may be nothing to start workers for.
    at_once = not store.about.get("finished")
    return Crew(arguments.jobs or cores(), arguments.seconds, arguments.level, at_once=at_once)
