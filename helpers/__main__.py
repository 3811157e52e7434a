"""The command line: ``python -m helpers exercises | mark | merge | check | progress``."""

from __future__ import annotations

import io
import os
import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from helpers.grading.levels import HIDES_SOLUTIONS, LEVELS
from helpers.grading.zygote_handle import JudgeError


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    parser = _parser()
    # An answer may hold half a character; a message that quotes it must still be printed.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    asked = parser.parse_args(arguments)
    if not hasattr(asked, "run"):
        parser.print_help()
        return 0
    try:
        code: int = asked.run(asked)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has left, as `| head` does. Python would complain once more at
        # exit, when it flushes, so give it somewhere to flush to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except JudgeError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return code


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m helpers", description="The hooks course on the command line."
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    listing = commands.add_parser("exercises", help="list every exercise")
    listing.set_defaults(run=_exercises)

    marking = commands.add_parser("mark", help="mark answers from a file, or a whole class")
    marking.add_argument(
        "file",
        help='ANSWER.py, or ANSWERS.jsonl with {"exercise", "answer"} lines; or a class: '
        "a folder or zip with a subfolder, a zip or a notebook for each learner",
    )
    marking.add_argument("--exercise", metavar="ID", help="the exercise that FILE.py answers")
    marking.add_argument("--json", action="store_true", help="one JSON line for each answer")
    marking.add_argument(
        "--seconds", type=_seconds, default=10.0, help="time limit for an answer (default: 10)"
    )
    _add_class_options(marking)
    marking.set_defaults(run=_mark)

    merging = commands.add_parser("merge", help="join the reports of a class's shards")
    merging.add_argument("reports", nargs="+", metavar="REPORT", help="folders made by mark")
    merging.add_argument("--out", required=True, metavar="FOLDER", help="where the whole goes")
    _add_assignment(merging)
    merging.set_defaults(run=_merge)

    checking = commands.add_parser("check", help="check exercises/ as they stand")
    checking.add_argument("folder", nargs="?", help="default: exercises/")
    checking.add_argument("--json", action="store_true", help="one JSON line for each exercise")
    checking.set_defaults(run=_check)

    progress = commands.add_parser("progress", help="show what you have passed")
    progress.set_defaults(run=_progress)
    return parser


def _add_class_options(marking: ArgumentParser) -> None:
    group = marking.add_argument_group("a whole class")
    group.add_argument("--out", metavar="FOLDER", help="where the report goes; run again to resume")
    group.add_argument("--shard", type=_shard, default="1/1", metavar="3/16", help="only this part")
    group.add_argument("--seed", type=int, help="the same in each shard (default: a random one)")
    group.add_argument("--jobs", type=_jobs, metavar="N", help="processes (default: one a core)")
    group.add_argument(
        "--level",
        choices=LEVELS,
        default=HIDES_SOLUTIONS,
        help="mark only where answers can be locked in so well, or better (default: %(default)s, "
        "which hides the solutions; docs/security.md)",
    )
    group.add_argument("--scheduler", metavar="tcp://…", help="mark on this Dask cluster")
    group.add_argument("--summary", metavar="FILE", help="append a Markdown table to this file")
    group.add_argument("--autograding", metavar="FILE", help="append GitHub Classroom's result")
    _add_assignment(group)


def _add_assignment(parser: Any) -> None:
    parser.add_argument(
        "--assignment", default="Hooks course", metavar="TITLE", help="the column in canvas.csv"
    )


def _shard(text: str) -> Any:
    from helpers.classroom.settings import Shard

    return Shard.parse(text)


def _jobs(text: str) -> int:
    jobs = int(text)
    if not 1 <= jobs <= 1024:
        raise ValueError
    return jobs


def _seconds(text: str) -> float:
    seconds = float(text)  # argparse turns a ValueError into a message
    if not 0 < seconds <= 3600:
        raise ValueError
    return seconds


# Each command is imported when it is asked for: `exercises` need not wait for nbval.
def _exercises(asked: Namespace) -> int:
    from helpers.commands.exercises import main as run

    return run()


def _mark(asked: Namespace) -> int:
    from helpers.commands.mark import main as run

    return run(asked)


def _merge(asked: Namespace) -> int:
    from helpers.commands.merge import main as run

    return run(asked)


def _check(asked: Namespace) -> int:
    from helpers.course.checking import main as run

    return run([*filter(None, [asked.folder]), *(["--json"] if asked.json else [])])


def _progress(asked: Namespace) -> int:
    from helpers.grading.progress import Progress
    from helpers.grading.standing import Standing

    print(Standing.of(Progress()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
