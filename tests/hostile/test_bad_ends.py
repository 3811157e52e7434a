"""Answers that never end, take everything, or end what they can reach: one verdict each."""

from __future__ import annotations

from typing import Any

import pytest

FORK = "import ctypes, os, time\nlibc = ctypes.CDLL(None)\n"
"""The C library's fork, which Python's own at-fork handlers don't see."""
HIDDEN = """
import os
try: os.kill(os.getppid(), 0)
except OSError: pass
else: assert os.getppid() == 1
"""
"""Stops an answer before it does harm, should the walls that it is about to try not stand."""

ROWS: dict[str, tuple[Any, ...]] = {
    # name: (source, wanted outcome, misconception, [from which level, seconds])
    "an endless loop": ("while True: pass", "crashed", "never-ends", "limits", 0.5),
    "a sleep, deaf to signals": (
        "import signal, time\nfor number in set(signal.Signals) - {9, 19}:\n"
        "    signal.signal(number, signal.SIG_IGN)\nwhile True: time.sleep(1)",
        "crashed",
        "never-ends",
        "limits",
        0.5,
    ),
    "stopping itself": (
        "import os\nos.kill(os.getpid(), 19)",
        "crashed",
        "never-ends",
        "limits",
        0.5,
    ),
    "a lock that nobody opens": (
        "import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()",
        "crashed",
        "never-ends",
        "limits",
        0.5,
    ),
    "a hook that never ends": (
        "add.register_forward_hook(lambda *args: [None for _ in iter(int, 1)])",
        "crashed",
        "never-ends",
        "limits",
        0.5,
    ),
    "a hundred forks": (
        FORK + "for _ in range(100):\n    if libc.fork() == 0: time.sleep(30)\ntime.sleep(2)",
        "crashed",
        None,
    ),
    "forks that fork, 128 in all": (
        FORK + "for _ in range(7): libc.fork()\ntime.sleep(30)",
        "crashed",
        None,
    ),
    "a hundred threads": (
        "import threading, time\nfor _ in range(100):\n"
        "    threading.Thread(target=time.sleep, args=(30,), daemon=True).start()\n",
        "crashed",
        None,
    ),
    "ten gigabytes in a tensor": (
        "torch.empty(10 * 2**30, dtype=torch.uint8)",
        "crashed",
        "takes-all-memory",
    ),
    "ten gigabytes in a list": ("x = [0] * 10**10", "crashed", "takes-all-memory"),
    "a gigabyte, by several processes": (
        FORK + "for _ in range(6):\n    if libc.fork() == 0:\n"
        "        x = bytearray(b'x') * (200 << 20)\n        time.sleep(30)\ntime.sleep(30)",
        "crashed",
        "takes-all-memory",
        "limits",
        20,
    ),
    "memory that one process fills and another holds": (
        FORK + "import mmap\nfor _ in range(4):\n    held = mmap.mmap(-1, 200 << 20)\n"
        "    for _ in range(200): held.write(bytes(1 << 20))\n"
        "    if libc.fork() == 0: time.sleep(30)\n    held.close()\ntime.sleep(30)",
        "crashed",
        "takes-all-memory",
        "limits",
        20,
    ),
    "a gigabyte in many files": (
        "for number in range(64):\n    open(f'{number}', 'wb').write(bytes(16 << 20))",
        "crashed",
        None,
        "namespaces",
    ),
    "a file without end": (
        "with open('big', 'wb') as file:\n    while True: file.write(bytes(1 << 20))",
        "crashed",
        None,
    ),
    "more files than one may open": (
        "kept = [open('file', 'w') for _ in range(10_000)]",
        "crashed",
        None,
    ),
    "a flood on standard output": (
        "import os\nwhile True: os.write(1, b'x' * 65536)",
        "crashed",
        "prints-without-end",
    ),
    "a flood on standard error": (
        "import os\nwhile True: os.write(2, b'x' * 65536)",
        "crashed",
        "prints-without-end",
    ),
    "a flood on every file descriptor": (
        "import os\nwhile True:\n    for fd in range(64):\n"
        "        try: os.write(fd, b'x' * 65536)\n        except OSError: pass",
        "crashed",
        "prints-without-end",
    ),
    "a flood of prints, and a right answer": (
        "for _ in range(20_000): print('passed' * 100)\n{RIGHT}",
        "passed",
        None,
    ),
    "rich outputs": (
        "from IPython.display import display, HTML\n"
        "for _ in range(1000): display(HTML('<b>passed</b>' * 100))\n{RIGHT}",
        "passed",
        None,
    ),
    "leaving with success": ("import os\nos._exit(0)", "crashed", "ends-the-process"),
    "SystemExit": ("raise SystemExit(0)", "crashed", "ends-the-process"),
    "SystemExit in a hook": (
        "def leave(*args): raise SystemExit\nadd.register_forward_hook(leave)",
        "crashed",
        "ends-the-process",
    ),
    "killing itself": ("import os\nos.kill(os.getpid(), 9)", "crashed", "ends-the-process"),
    "killing its group": ("import os\nos.killpg(0, 9)", "crashed", "ends-the-process"),
    "killing all it can": (
        HIDDEN + "try: os.kill(-1, 9)\nexcept OSError: pass\n{RIGHT}",
        "passed",
        None,
        "filters",
    ),
    "becoming another program": (
        "import os\nos.execv('/bin/sh', ['sh', '-c', 'echo passed'])",
        "crashed",
        "ends-the-process",
    ),
    "a segmentation fault": ("import ctypes\nctypes.string_at(0)", "crashed", None),
    "abort": ("import os\nos.abort()", "crashed", None),
    "a recursion too deep for Python": (
        "import sys\nsys.setrecursionlimit(10**9)\nclass Deep:\n"
        "    def __getattr__(self, name): return getattr(self, name + 'x')\nDeep().x",
        "crashed",
        None,
    ),
    "endless recursion": ("def f(): return f()\nf()", "crashed", "calls-itself"),
    "at-exit handlers": (
        "import atexit, os\natexit.register(os._exit, 3)\natexit.register(lambda: 1 / 0)\n{RIGHT}",
        "passed",
        None,
    ),
    "threads left behind": (
        "import threading\ndef spin():\n    while True: pass\n"
        "if threading.active_count() < 3:\n    for daemon in (True, False):\n"
        "        threading.Thread(target=spin, daemon=daemon).start()\n{RIGHT}",
        "passed",
        None,
    ),
    "a child process left behind": (
        "import subprocess\nsubprocess.Popen(['sleep', '60'], start_new_session=True)\n{RIGHT}",
        "passed",
        None,
    ),
    "an orphan that holds every pipe open": (
        FORK + "if libc.fork() == 0:\n    if libc.fork() == 0: time.sleep(60)\n    os._exit(0)\n"
        "{RIGHT}",
        "passed",
        None,
    ),
    "waiting for input": ("input()", "crashed", None),
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_it_is_one_verdict_and_the_next_answer_is_marked_right(mark: Any, row: Any) -> None:
    """The outcome is the one wanted, whatever the answer did."""
    source, outcome, misconception, *how = row

    verdict = mark(source, *how)

    assert (verdict.outcome, verdict.misconception) == (outcome, misconception), verdict.message
