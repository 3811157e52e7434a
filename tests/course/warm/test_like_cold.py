"""What a lesson sees in a kernel that was forked is what it sees in one that was started."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from helpers.course.warm_process import WarmProcess

Start = Callable[..., Any]

FACTS = """
import torch, torch._dynamo, numpy, matplotlib.figure, matplotlib.backends.backend_agg
import asyncio, gc, json, locale, os, resource, signal, sys, tempfile, threading, time, warnings
from pathlib import Path
def names(folder):
    return [os.readlink(one).partition(":")[0] for one in Path(folder).iterdir() if one.exists()]
print(json.dumps({
    "arguments": [*sys.argv[:2], len(sys.argv)], "path": sys.path, "flags": str(sys.flags),
    "folder": os.getcwd(), "temporary": tempfile.gettempdir(), "locale": locale.setlocale(0),
    "variables": {key: value for key, value in sorted(os.environ.items())
                  if key not in ("JPY_PARENT_PID", "TORCHINDUCTOR_CACHE_DIR")},
    "parent is named": os.environ["JPY_PARENT_PID"] == str(os.getppid()),
    "leads": [os.getsid(0) == os.getpid(), os.getpgid(0) == os.getpid()],
    "handlers": [str(signal.getsignal(n)).partition(" at ")[0] for n in range(1, 32)],
    "masked": [int(n) for n in signal.pthread_sigmask(signal.SIG_BLOCK, [])],
    "threads": sorted(type(one).__name__ for one in threading.enumerate()),
    "tasks": len(os.listdir("/proc/self/task")),
    "open": sorted(names("/proc/self/fd")), "stdin": os.read(0, 1).decode(),
    "streams": [type(sys.stdout).__name__, sys.__stdout__.encoding, sys.__stderr__.errors],
    "limits": [resource.getrlimit(n) for n in range(16)], "umask": os.umask(0o22),
    "loop": asyncio.get_event_loop().is_running(), "recursion": sys.getrecursionlimit(),
    "filters": [str(one) for one in warnings.filters], "collector": [gc.isenabled(), gc.get_threshold()],
    "main": sorted(vars(sys.modules["__main__"])), "profile": get_ipython().profile,
    "threads of torch": [torch.get_num_threads(), torch.get_num_interop_threads()],
    "torch": [str(torch.get_default_dtype()), torch.is_grad_enabled(), str(torch.get_default_device())],
    "numpy": numpy.get_printoptions(), "matplotlib": {key: str(value) for key, value
        in matplotlib.rcParams.items()}, "helpers": [n for n in sys.modules if n[:7] == "helpers"],
}))
"""
DRAWN = "import numpy, random, torch; print(torch.rand(()), numpy.random.rand(), random.random())"


@pytest.fixture
def kernel(start: Start) -> Any:
    """A warm kernel."""
    return start()


def test_it_is_warm(kernel: Any, warm: WarmProcess) -> None:
    """The kernel is a child of the warm process, and finds torch loaded."""
    said = kernel.run("import os, sys; print(os.getppid(), 'torch' in sys.modules)")

    assert said == f"{warm.process.pid} True"


def test_it_differs_in_nothing_a_cell_can_ask(start: Start) -> None:
    """Arguments, path, variables, signals, threads, files, limits and settings: all are equal."""
    warm, cold = (json.loads(start(**door).run(FACTS)) for door in ({}, {"door": "nowhere"}))

    assert warm == cold


def test_two_kernels_draw_different_numbers(start: Start) -> None:
    """Torch, NumPy and random are seeded afresh in each kernel."""
    first, second = (start().run(DRAWN).rsplit(maxsplit=2) for _ in range(2))

    assert [a == b for a, b in zip(first, second, strict=True)] == [False] * 3


def test_the_same_seed_draws_the_same_numbers_as_in_a_cold_kernel(start: Start) -> None:
    """A lesson that seeds prints what its saved output says."""
    code = "import torch; torch.manual_seed(7); " + DRAWN + "; print(torch.initial_seed())"
    warm, cold = (start(**door).run(code) for door in ({}, {"door": "nowhere"}))

    assert (warm.split()[0], warm.split()[-1]) == (cold.split()[0], cold.split()[-1])


def test_pictures_are_inline(kernel: Any) -> None:
    """Pyplot draws into the notebook, at the end of the cell."""
    assert "image/png" in kernel.run("import matplotlib.pyplot as plt; _ = plt.plot([1, 2])")


def test_widgets_reach_their_kernel(kernel: Any) -> None:
    """A widget is shown, and opens its comm in this kernel."""
    code = "import ipywidgets; w = ipywidgets.IntSlider(); display(w); print(w.comm is not None)"

    said = kernel.run(code)

    assert "application/vnd.jupyter.widget-view+json" in said
    assert "True" in said
    assert kernel.run("print('jupyter.widget' in get_ipython().kernel.comm_manager.targets)")


def test_magics_the_shell_and_await_work(kernel: Any) -> None:
    """A line magic, a cell magic, a command and a top-level await do what they should."""
    assert kernel.run("%xmode Plain") == "Exception reporting mode: Plain"
    assert kernel.run("%%capture said\nprint(1)") == ""
    assert kernel.run("!echo $((6 * 7))") == "42"
    assert kernel.run("import asyncio\nprint(await asyncio.sleep(0, 'awake'))") == "awake"


def test_nobody_is_asked(kernel: Any) -> None:
    """nbval allows no questions, so input() fails at once."""
    assert kernel.run("input()") == "StdinNotImplementedError"


def test_two_threads_compute_after_the_fork(kernel: Any) -> None:
    """The warm process has never computed, so work on two threads and a backward end."""
    code = """import torch; torch.set_num_threads(2)
x = torch.ones(500, 500, requires_grad=True); (x @ x).sum().backward(); print(x.grad[0, 0].item())"""

    assert kernel.run(code) == "1000.0"


@pytest.mark.parametrize("name", ["HOOKS_COURSE_PROGRESS", "PYTEST_CURRENT_TEST"])
def test_it_has_its_own_variables(start: Start, name: str, warm: WarmProcess) -> None:
    """Variables of the course and of pytest reach the kernel as they are when it starts."""
    kernel = start(env={**os.environ, name: "mine"})

    assert kernel.run(f"import os; print(os.environ[{name!r}], os.getppid())") == (
        f"mine {warm.process.pid}"
    )


UNSAFE = {
    "another variable": {"env": {**os.environ, "PYTHONHASHSEED": "5"}},
    "one more thread": {"env": {**os.environ, "OMP_NUM_THREADS": "2"}},
    "its output elsewhere": {"stdout": sys.__stderr__},
    "no warm process": {"door": "nowhere"},
}


@pytest.mark.parametrize("why", [*UNSAFE, "matplotlib's settings"])
def test_it_starts_cold_where_it_might_differ(start: Start, why: str, tmp_path: Path) -> None:
    """A kernel that a fork can't make the same is started as ever."""
    if why == "matplotlib's settings":
        (tmp_path / "matplotlibrc").write_text("lines.linewidth: 9\n", encoding="utf-8")

    kernel = start(**UNSAFE.get(why, {}))

    assert kernel.run("import os, sys; print(os.getppid(), 'torch' in sys.modules)") == (
        f"{os.getpid()} False"
    )
