"""For every test: a progress file of its own, and one thread for arithmetic."""

from __future__ import annotations

import atexit
import os
import tempfile

# Kernels inherit these. Tests must neither read nor write what the learner has passed.
_folder = tempfile.TemporaryDirectory(prefix="progress-")
atexit.register(_folder.cleanup)
os.environ["HOOKS_COURSE_PROGRESS"] = f"{_folder.name}/progress.json"
# Two test processes with two threads each would fight over two cores.
os.environ.setdefault("OMP_NUM_THREADS", "1")
