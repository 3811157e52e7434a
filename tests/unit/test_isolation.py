"""Answers in processes of their own: whatever one does, it is one verdict and nothing else."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.grading.isolation import Judge, Limits
from helpers.grading.lessons import find

ADD = find("add-forward")
RIGHT = """
add.register_forward_pre_hook(lambda module, input: answer.extend(input))
add.register_forward_hook(lambda module, input, output: answer.append(output))
"""
SECONDS = 2.0


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    """One judge for all, as when a class is marked."""
    with Judge(Limits(seconds=SECONDS, memory=1 << 29)) as judge:
        yield judge


BAD_ENDS = {
    "an endless loop": ("while True: pass", "never-ends"),
    "leaving with success": ("import os\nos._exit(0)", "ends-the-process"),
    "sys.exit": ("import sys\nsys.exit(0)", "ends-the-process"),
    "a segmentation fault": ("import ctypes\nctypes.string_at(0)", None),
    "killing itself": ("import os\nos.kill(os.getpid(), 9)", None),
    "a huge allocation": ("torch.empty(10**11)", None),
    "a huge list": ("x = [0] * 10**9", None),
    "endless recursion": ("def f(): return f()\nf()", None),
    "closing every file": ("import os\nos.closerange(3, 200)", "ends-the-process"),
    "writing into every file": (
        "import os\nfor fd in range(3, 60):\n    try: os.write(fd, b'[{}]')\n"
        "    except OSError: pass\nos._exit(0)",
        None,
    ),
    "a flood past Python's own output": ("import os\nwhile True: os.write(1, b'x' * 65536)", None),
    "a null byte": ("x = 1\0", None),
}


@pytest.mark.parametrize(("source", "misconception"), BAD_ENDS.values(), ids=list(BAD_ENDS))
def test_a_bad_end_is_one_verdict_and_the_next_answer_is_marked(
    judge: Judge, source: str, misconception: str | None
) -> None:
    """The answer doesn't pass, is diagnosed where we know why, and a right one passes after it."""
    verdict = judge.mark(ADD, source)

    assert verdict.outcome in ("crashed", "not yet")
    assert verdict.misconception in (misconception, "never-registered")
    assert judge.mark(ADD, RIGHT).outcome == "passed"


def test_a_flood_of_prints_does_not_hide_a_right_answer(judge: Judge) -> None:
    """Output is dropped, and never mistaken for a verdict."""
    noisy = "for _ in range(10_000): print('passed' * 100)\n"

    assert judge.mark(ADD, noisy + RIGHT).outcome == "passed"


def test_what_an_answer_starts_ends_with_it(judge: Judge, tmp_path: Path) -> None:
    """A process left behind in a session of its own is killed."""
    beat = tmp_path / "beat"
    left_behind = f"""
import os, time
if os.fork() == 0:
    os.setsid()
    while True:
        open({str(beat)!r}, "a").write("x")
        time.sleep(0.01)
"""
    judge.mark(ADD, left_behind + RIGHT)
    size = beat.stat().st_size if beat.exists() else 0
    time.sleep(0.2)

    assert (beat.stat().st_size if beat.exists() else 0) == size


def test_an_answers_files_are_gone_with_it(judge: Judge) -> None:
    """The answer's working folder is its own, and removed."""
    before = set(Path(tempfile.gettempdir()).glob("answer-*"))

    judge.mark(ADD, "open('left.txt', 'w').write('x')\n" + RIGHT)

    assert set(Path(tempfile.gettempdir()).glob("answer-*")) == before


def test_one_answer_cannot_change_how_the_next_is_marked(judge: Judge) -> None:
    """Patching torch, or the helpers themselves, ends with the process."""
    judge.mark(
        ADD,
        "import helpers.grading.data as data\ndata.as_data = lambda value: None\n"
        "torch.equal = lambda *a: True",
    )

    assert judge.mark(ADD, RIGHT).outcome == "passed"


def test_an_untouched_answer_is_not_run(judge: Judge) -> None:
    """Not tried needs no process."""
    assert judge.mark(ADD, "...").outcome == "not tried"


def test_no_process_is_left_when_the_judge_has_ended() -> None:
    """The zygote ends with its judge, and closing twice is harmless."""
    with Judge() as judge:
        judge.mark(ADD, RIGHT)
        zygote = judge._zygote.pid
    judge.close()

    with pytest.raises(ProcessLookupError):
        os.kill(zygote, 0)


def test_isolated_and_plain_marking_say_the_same(judge: Judge) -> None:
    """The command line and a notebook's check agree to the letter."""
    from helpers.grading.marking import mark

    wrong = RIGHT.replace("extend", "append")

    assert judge.mark(ADD, wrong) == mark(ADD, wrong)
