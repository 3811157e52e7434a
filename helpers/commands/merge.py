"""``python -m helpers merge REPORT... --out report/``: join the reports of several shards."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from helpers.classroom.merging import merge
from helpers.classroom.report import write_report
from helpers.classroom.store import Store, StoreError
from helpers.classroom.summary import summary

WHOLE, NOT_WHOLE, BAD_INPUT = 0, 1, 2


def main(arguments: Namespace) -> int:
    """Join reports; return 0 where the whole class is in them, 1 where some is missing, 2 on error."""
    out = Path(arguments.out)
    try:
        with Store(out) as target:
            for line in merge([Path(report) for report in arguments.reports], target):
                print(line, file=sys.stderr)
            tally = write_report(target, out, arguments.assignment)
            print("\n".join(summary(tally, out)))
            return WHOLE if tally.about["finished"] else NOT_WHOLE
    except StoreError as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
