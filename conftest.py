"""For every test: a progress file of its own, and one thread for arithmetic."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

# Kernels inherit these. Tests must neither read nor write what the learner has passed.
os.environ["HOOKS_COURSE_PROGRESS"] = str(Path(tempfile.mkdtemp(prefix="progress-")) / "p.json")
# Two test processes with two threads each would fight over two cores.
os.environ.setdefault("OMP_NUM_THREADS", "1")
