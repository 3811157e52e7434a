"""Get other tools for watching gradients, to be measured beside ours.

python tests/benchmarks/get_others.py

They are no dependencies of the course, so they get a venv of their own inside .venv. torchexplorer
also runs graphviz's ``dot``, which comes with the system's package graphviz.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from side_venv import SideVenv

TOOLS = [
    "livelossplot==0.6.1",
    "tensorboard==2.21.0",
    "torchexplorer==1.1.2",
    "wandb==0.31.0",
]
VENV = SideVenv("other-tools", TOOLS)

if __name__ == "__main__":
    if not VENV.find():
        print(f"Getting {', '.join(TOOLS)}", flush=True)
        try:
            VENV.make()
        except (OSError, subprocess.CalledProcessError) as error:
            raise SystemExit(f"They could not be installed: {error}") from None
    print(f"other tools: {VENV.find()}")
