"""What a lesson sees in a kernel that was forked is what it sees in one that was started."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

import pytest

from helpers.course.warm_process import WarmProcess

Start = Callable[..., Any]

FACTS = """
import torch, torch._dynamo, numpy, matplotlib.figure, matplotlib.backends.backend_agg
import asyncio, gc, json, locale, os, psutil, resource, signal, sys, tempfile, threading, warnings
from pathlib import Path
files = [os.readlink(one) for one in Path("/proc/self/fd").iterdir() if one.exists()]
print(json.dumps({
    "arguments": [*sys.argv[:2], len(sys.argv)], "path": sys.path, "flags": str(sys.flags),
    "folder": os.getcwd(), "temporary": tempfile.gettempdir(), "locale": locale.setlocale(0),
    "variables": {key: value for key, value in sorted(os.environ.items())
                  if key != "JPY_PARENT_PID"},
    "parent is named": os.environ["JPY_PARENT_PID"] == str(os.getppid()),
    "leads": [os.getsid(0) == os.getpid(), os.getpgid(0) == os.getpid()],
    "handlers": [str(signal.getsignal(n)).partition(" at ")[0] for n in range(1, 32)],
    "masked": [int(n) for n in signal.pthread_sigmask(signal.SIG_BLOCK, [])],
    "threads": sorted(type(one).__name__ for one in threading.enumerate()),
    "tasks": len(os.listdir("/proc/self/task")),
    "files": sorted(one for one in files if one[0] == "/"), "stdin": os.read(0, 1).decode(),
    "pipes": sum(one[:5] == "pipe:" for one in files),
    "local sockets": len(psutil.Process().net_connections("unix")),
    "streams": [type(sys.stdout).__name__, sys.__stdout__.encoding, sys.__stderr__.errors],
    "limits": [resource.getrlimit(n) for n in range(16)], "umask": os.umask(0o22),
    "loop": asyncio.get_event_loop().is_running(), "recursion": sys.getrecursionlimit(),
    "filters": sorted(str(one) for one in warnings.filters),
    "collector": [gc.isenabled(), gc.get_threshold()],
    "main": sorted(vars(sys.modules["__main__"])), "profile": get_ipython().profile,
    "threads of torch": [torch.get_num_threads(), torch.get_num_interop_threads()],
    "torch": [str(torch.get_default_dtype()), torch.is_grad_enabled(), str(torch.get_default_device())],
    "drawn": [torch.manual_seed(7).initial_seed(), torch.rand(9).tolist()],
    "numpy": numpy.get_printoptions(), "matplotlib": {key: str(value) for key, value
        in matplotlib.rcParams.items()}, "helpers": [n for n in sys.modules if n[:7] == "helpers"],
}))
"""
TARGET = "'jupyter.widget' in get_ipython().kernel.comm_manager.targets"
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
    """Arguments, path, variables, signals, threads, files, limits and settings: all are equal.

    So are the numbers drawn after one seed, on which saved outputs rest.
    """
    kernel, cold = start(), start(door="nowhere")
    assert cold.run("import os; print(os.getppid())") == str(os.getpid())

    assert json.loads(kernel.run(FACTS)) == json.loads(cold.run(FACTS))


def test_two_kernels_draw_different_numbers(start: Start) -> None:
    """Torch, NumPy and random are seeded afresh in each kernel."""
    first, second = (start().run(DRAWN).rsplit(maxsplit=2) for _ in range(2))

    assert [a == b for a, b in zip(first, second, strict=True)] == [False] * 3


def test_pictures_are_inline(kernel: Any) -> None:
    """Pyplot draws into the notebook, at the end of the cell."""
    assert "image/png" in kernel.run("import matplotlib.pyplot as plt; _ = plt.plot([1, 2])")


def test_widgets_reach_their_kernel(kernel: Any) -> None:
    """A widget is shown, and opens its comm in this kernel."""
    code = "import ipywidgets; w = ipywidgets.IntSlider(); display(w); print(w.comm is not None)"

    said = kernel.run(code)

    assert "application/vnd.jupyter.widget-view+json" in said
    assert "True" in said
    assert kernel.run(f"print({TARGET})") == "True"


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
