"""Answers that change the world around them: the change stays theirs, and ends with them."""

from __future__ import annotations

from typing import Any

import pytest

ROWS: dict[str, tuple[str, str]] = {
    "another default dtype": ("torch.set_default_dtype(torch.float64)\n{RIGHT}", "passed"),
    "another default device": ("torch.set_default_device('meta')\n{RIGHT}", "passed"),
    "gradients off": ("torch.set_grad_enabled(False)\n{RIGHT}", "passed"),
    "another seed": ("torch.manual_seed(1)\nimport random\nrandom.seed(1)\n{RIGHT}", "passed"),
    "more threads": ("torch.set_num_threads(64)\n{RIGHT}", "passed"),
    "anomaly mode": ("torch.autograd.set_detect_anomaly(True)\n{RIGHT}", "passed"),
    "deterministic algorithms": ("torch.use_deterministic_algorithms(True)\n{RIGHT}", "passed"),
    "warnings as errors": ("import warnings\nwarnings.simplefilter('error')\n{RIGHT}", "passed"),
    "a hook on all modules": (
        "from torch.nn.modules.module import register_module_forward_hook\n"
        "register_module_forward_hook(lambda *args: None)\n{RIGHT}",
        "passed",
    ),
    "a hook on all modules that changes what they return": (
        "from torch.nn.modules.module import register_module_forward_hook\n"
        "register_module_forward_hook(lambda module, args, output: output * 0)\n{RIGHT}",
        "not yet",
    ),
    "a Module that calls nothing": (
        "nn.Module.__call__ = lambda self, *args: None\n{RIGHT}",
        "not yet",
    ),
    "a register_forward_hook that does nothing": (
        "nn.Module.register_forward_hook = lambda *args: None\n{RIGHT}",
        "not yet",
    ),
    "random numbers that are always the same": (
        "import random\nrandom.random = lambda: 0.5\nrandom.seed = print\n{RIGHT}",
        "passed",
    ),
    "a low recursion limit": ("import sys\nsys.setrecursionlimit(60)\n{RIGHT}", "passed"),
    "no garbage collection": ("import gc\ngc.disable()\n{RIGHT}", "passed"),
    "signals ignored": (
        "import signal\nfor number in set(signal.Signals) - {9, 19}:\n"
        "    signal.signal(number, signal.SIG_IGN)\n{RIGHT}",
        "passed",
    ),
    "an alarm": ("import signal\nsignal.setitimer(signal.ITIMER_REAL, 60)\n{RIGHT}", "passed"),
    "no standard output": ("import sys\nsys.stdout = sys.stderr = None\n{RIGHT}", "passed"),
    "standard output closed": ("import sys\nsys.stdout.close()\n{RIGHT}", "passed"),
    "print that raises": (
        "import builtins\nbuiltins.print = None\n{RIGHT}",
        "passed",
    ),
    "no search path": ("import sys\nsys.path.clear()\n{RIGHT}", "passed"),
    "an import hook": (
        "import sys\nclass Never:\n    def find_spec(self, *args): raise ImportError\n"
        "sys.meta_path.insert(0, Never())\n{RIGHT}",
        "passed",
    ),
    "no names": ("{RIGHT}\nglobals().clear()", "crashed"),
    "another torch": ("import types\ntorch = types.SimpleNamespace()\n{RIGHT}", "passed"),
    "an excepthook that leaves": (
        "import os, sys\nsys.excepthook = lambda *args: os._exit(0)\n{RIGHT}",
        "passed",
    ),
    "a finaliser that raises": (
        "class Last:\n    def __del__(self): raise SystemExit\nlast = Last()\n{RIGHT}",
        "passed",
    ),
    "an audit hook": (
        "import sys\nsys.addaudithook(lambda *args: None)\n{RIGHT}",
        "passed",
    ),
    "another folder": ("import os\nos.chdir('/')\n{RIGHT}", "passed"),
    "a changed environment": (
        "import os\nos.environ.clear()\nos.environ['OMP_NUM_THREADS'] = '64'\n{RIGHT}",
        "passed",
    ),
    "limits lifted": (
        "import resource\nfor what in (resource.RLIMIT_AS, resource.RLIMIT_CPU):\n"
        "    try: resource.setrlimit(what, (-1, -1))\n"
        "    except (ValueError, OSError): continue\n"
        "    raise Exception('it got through')\n{RIGHT}",
        "passed",
    ),
}
ONLY_BY_ROOT = {"limits lifted": "filters"}


@pytest.mark.parametrize("name", ROWS)
def test_it_is_marked_and_the_next_answer_is_marked_right(mark: Any, name: str) -> None:
    """A right answer in a changed world is right where its hooks still do what they should."""
    source, outcome = ROWS[name]

    verdict = mark(source, ONLY_BY_ROOT.get(name, "limits"))

    assert verdict.outcome == outcome, verdict.message
