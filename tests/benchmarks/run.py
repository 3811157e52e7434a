"""Every benchmark of the live benches, as one table: ``make bench``.

Ratios are of paired runs in one process; figures in ms and MB are of this machine.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import live
import others
import recorder
from measuring import table

TARGET = Path(__file__).parents[2] / "test-results" / "benchmarks.md"

if __name__ == "__main__":
    text = table([*recorder.rows(), *live.rows(), *others.rows()])
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(text + "\n", encoding="utf-8")
    print(text)
