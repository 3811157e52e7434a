"""Answers in processes of their own: whatever one does, it is one verdict and nothing else."""

from __future__ import annotations

import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.grading.isolation import Judge, JudgeError, Limits
from helpers.grading.lessons import find
from helpers.grading.levels import Level
from helpers.grading.marking import mark
from helpers.grading.view import free_of

ADD = find("add-forward")
RIGHT = """
add.register_forward_pre_hook(lambda module, input: answer.extend(input))
add.register_forward_hook(lambda module, input, output: answer.append(output))
"""
LIMITS = Limits(seconds=2.0, memory=1 << 29)
SEEN_WITHIN = 5.0
"""Seconds in which what must happen has happened, on a busy machine too."""


def comes_true(condition: Callable[[], bool], seconds: float = SEEN_WITHIN) -> bool:
    """Say whether a condition comes true in time."""
    deadline = time.monotonic() + seconds
    while not (done := condition()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return done


def started_under(mark: str) -> list[int]:
    """Return the processes that were started under an environment with this mark."""
    found = []
    for environ in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark.encode() in environ.read_bytes():
                found.append(int(environ.parent.name))
        except OSError:
            continue
    return found


def runs(pid: int) -> bool:
    """Say whether a process is there and is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Judge]:
    """One judge for all, as when a class is marked; nothing that it started may outlive it.

    At the lowest level, at which an answer can tell tales; tests/hostile has the others.
    """
    folder = tmp_path_factory.mktemp("temporary")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(folder))
        patch.setenv("JUDGE_OF_THIS_TEST", this := uuid.uuid4().hex)
        patch.setenv("A_TOKEN", "secret")
        with Judge(LIMITS, highest_level="limits") as judge:
            yield judge
    assert comes_true(lambda: not started_under(this))
    assert list(folder.iterdir()) == []


RAISES = "While running your cell: "
BAD_ENDS = {
    "leaving with success": ("import os\nos._exit(0)", "ends-the-process", "left before its end"),
    "sys.exit": ("import sys\nsys.exit(0)", "ends-the-process", RAISES + "SystemExit"),
    "becoming another program": (
        "import os\nos.execv('/bin/sh', ['sh', '-c', 'echo passed'])",
        "ends-the-process",
        "left before its end",
    ),
    "killing itself": (
        "import os\nos.kill(os.getpid(), 9)",
        "ends-the-process",
        "its process was killed",
    ),
    "a segmentation fault": ("import ctypes\nctypes.string_at(0)", None, "segmentation fault"),
    "a recursion too deep for Python": (
        "import sys\nsys.setrecursionlimit(10**9)\nclass Deep:\n"
        "    def __getattr__(self, name): return getattr(self, name + 'x')\nDeep().x",
        None,
        "segmentation fault",
    ),
    "endless recursion": ("def f(): return f()\nf()", "calls-itself", RAISES + "RecursionError"),
    "a huge tensor": ("torch.empty(10**11)", "takes-all-memory", RAISES + "RuntimeError"),
    "a huge list": ("x = [0] * 10**9", "takes-all-memory", RAISES + "MemoryError"),
    "no memory left to note facts in": (
        "import json\ndef full(data): raise MemoryError\n"
        "json.JSONEncoder.encode = lambda self, data: full(data)",
        "takes-all-memory",
        "used up the memory",
    ),
    "a flood past Python's own output": (
        "import os\nwhile True: os.write(1, b'x' * 65536)",
        "prints-without-end",
        "printed without end",
    ),
    "a file without end": (
        "with open('big', 'wb') as file:\n    while True: file.write(bytes(1 << 20))",
        None,
        RAISES + "OSError",
    ),
    "facts that are too large": (
        "add.register_forward_hook(lambda *args: answer.append('x' * (5 << 20)))",
        None,
        "too large to look at",
    ),
    "facts that are no JSON": (
        "import os\nfor fd in range(3, 60):\n    try: os.write(fd, b'passed')\n"
        "    except OSError: pass\nos._exit(0)",
        None,
        "can't be read",
    ),
    "facts that can't be written down": (
        "import json\njson.JSONEncoder.encode = lambda self, data: 1",
        None,
        "can't be read",
    ),
    "waiting for input": ("input()", None, RAISES + "EOFError"),
    "a null byte": ("x = 1\0", None, "null byte"),
}


@pytest.mark.parametrize(("source", "misconception", "words"), BAD_ENDS.values(), ids=BAD_ENDS)
def test_a_bad_end_is_one_verdict(
    judge: Judge, source: str, misconception: str | None, words: str
) -> None:
    """The answer crashed, is told how, and is diagnosed where that shows what one believed."""
    verdict = judge.mark(ADD, source)

    assert verdict.outcome == "crashed"
    assert words in verdict.message
    assert verdict.misconception == misconception


NEVER_ENDING = {
    "an endless loop": "while True: pass",
    "a sleep, deaf to signals": (
        "import signal, time\nfor number in set(signal.Signals) - {9, 19}:\n"
        "    signal.signal(number, signal.SIG_IGN)\nwhile True: time.sleep(1)"
    ),
}


@pytest.mark.parametrize("source", NEVER_ENDING.values(), ids=NEVER_ENDING)
def test_an_answer_that_never_ends_is_ended(
    judge: Judge, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    """When its time is up it has crashed, and is told to look for the loop."""
    monkeypatch.setattr(judge, "limits", replace(LIMITS, seconds=0.5))
    begun = time.monotonic()

    verdict = judge.mark(ADD, source)

    assert 0.5 < time.monotonic() - begun < 0.5 + SEEN_WITHIN
    assert (verdict.outcome, verdict.misconception) == ("crashed", "never-ends")
    assert "still running" in verdict.message


def test_after_all_that_a_right_answer_passes(judge: Judge) -> None:
    """Bad answers change nothing for the next one."""
    judge.mark(ADD, BAD_ENDS["a segmentation fault"][0])

    assert judge.mark(ADD, RIGHT).outcome == "passed"


def test_facts_made_up_by_an_answer_do_not_pass_without_the_values(judge: Judge) -> None:
    """There is no verdict to forge: what comes back is compared outside."""
    forged = (
        "import os\nfor fd in range(3, 60):\n"
        """    try: os.write(fd, b'[{"outcome": "passed", "error": null, "recorded": true}]')\n"""
        "    except OSError: pass\nos._exit(0)"
    )

    assert judge.mark(ADD, forged).outcome == "not yet"


def test_a_flood_of_prints_does_not_hide_a_right_answer(judge: Judge) -> None:
    """Output is dropped, and never mistaken for a verdict."""
    noisy = "for _ in range(10_000): print('passed' * 100)\n"

    assert judge.mark(ADD, noisy + RIGHT).outcome == "passed"


def test_output_past_python_is_dropped(judge: Judge, capfd: pytest.CaptureFixture[str]) -> None:
    """What an answer writes to the standard files doesn't reach ours."""
    judge.mark(ADD, "import os\nos.write(1, b'out')\nos.write(2, b'err')\n" + RIGHT)

    assert capfd.readouterr() == ("", "")


def test_a_copy_of_an_answer_marks_nothing(judge: Judge, tmp_path: Path) -> None:
    """A forked answer is marked once, by its first process; the copies end at once."""
    copies = tmp_path / "copies"
    forks = f"""
import os
if os.fork() == 0:
    open({str(copies)!r}, "w").close()
"""

    assert judge.mark(ADD, forks + RIGHT).outcome == "passed"
    assert not copies.exists()


def test_what_an_answer_starts_ends_with_it(judge: Judge, tmp_path: Path) -> None:
    """A program left behind in a session of its own is killed."""
    pid = tmp_path / "pid"
    left_behind = f"""
import subprocess
program = subprocess.Popen(["sleep", "60"], start_new_session=True)
open({str(pid)!r}, "w").write(str(program.pid))
"""
    verdict = judge.mark(ADD, left_behind + RIGHT)

    assert verdict.outcome == "passed"
    assert not runs(int(pid.read_text()))


def test_an_answers_files_are_gone_with_it(judge: Judge, tmp_path: Path) -> None:
    """Working folder and folder for temporary files are the answer's own, and removed."""
    seen = tmp_path / "seen"
    writes = f"""
import os, tempfile
open("left.txt", "w").write("x")
where = [os.getcwd(), tempfile.mkdtemp()]
open({str(seen)!r}, "w").write("\\n".join(where))
"""
    judge.mark(ADD, writes + RIGHT)
    folders = seen.read_text().splitlines()

    assert len(set(folders)) == 2
    assert not any(Path(folder).exists() for folder in folders)


def test_an_answer_does_not_see_the_environment(judge: Judge, tmp_path: Path) -> None:
    """Tokens and the like are not handed on."""
    seen = tmp_path / "seen"
    judge.mark(ADD, f"import os\nopen({str(seen)!r}, 'w').write(str(os.environ))\n" + RIGHT)

    assert "PATH" in seen.read_text()
    assert "A_TOKEN" not in seen.read_text()


def test_one_answer_cannot_change_how_the_next_is_marked(judge: Judge) -> None:
    """Patching torch, or the helpers themselves, ends with the process."""
    judge.mark(
        ADD,
        "import helpers.grading.data as data\ndata.as_data = lambda value: None\n"
        "torch.equal = lambda *a: True",
    )

    assert judge.mark(ADD, RIGHT).outcome == "passed"


def test_isolated_and_plain_marking_say_the_same(judge: Judge) -> None:
    """The command line and a notebook's check agree to the letter."""
    wrong = RIGHT.replace("extend", "append")

    assert judge.mark(ADD, wrong) == mark(ADD, wrong)
    assert judge.mark(ADD, wrong, 7) == mark(ADD, wrong, 7)


THP = Path("/sys/kernel/mm/transparent_hugepage/enabled")


@pytest.mark.skipif(
    not THP.exists() or "[never]" in THP.read_text() or platform.libc_ver()[0] != "glibc",
    reason="this platform gives no large pages to who asks for them",
)
def test_what_answers_are_forked_from_lies_in_large_pages() -> None:
    """A fork copies the list of pages: of a zygote in small ones it takes four times as long."""
    with Judge(LIMITS) as judge:
        assert judge.level
        zygote = judge._zygote
        assert zygote is not None
        lines = Path(f"/proc/{zygote.process.pid}/smaps_rollup").read_text().splitlines()[1:]
        kilobytes = {line.split(":")[0]: int(line.split()[1]) for line in lines}
    assert kilobytes["AnonHugePages"] > kilobytes["Anonymous"] / 2, kilobytes


def test_an_answer_is_marked_in_well_under_a_tenth_of_a_second(judge: Judge) -> None:
    """Torch is loaded once, not once an answer: a hundred answers take seconds."""
    judge.mark(ADD, RIGHT)
    times = []
    for _ in range(5):
        begun = time.monotonic()
        judge.mark(ADD, RIGHT)
        times.append(time.monotonic() - begun)

    assert min(times) < 0.3  # measured: 0.05; an import of torch takes a second and more


KILL_KEEPER = "import os, time\nos.kill(os.getppid(), 9)\ntime.sleep(60)\n"
KILL_ZYGOTE = """
import os
keeper = open(f"/proc/{os.getppid()}/stat").read()
os.kill(int(keeper.rpartition(")")[2].split()[1]), 9)
"""
KILLED_GUARDS = {
    "the process that all are forked from": KILL_ZYGOTE,
    "that and the one that watches": KILL_ZYGOTE + KILL_KEEPER,
}


@pytest.mark.parametrize("source", KILLED_GUARDS.values(), ids=KILLED_GUARDS)
def test_an_answer_that_kills_its_guards_fails_alone(judge: Judge, source: str) -> None:
    """They are started again, and the next answer is marked as ever."""
    assert judge.mark(ADD, source).outcome in ("crashed", "not yet")
    assert judge.mark(ADD, RIGHT).outcome == "passed"


LOOP_IN_A_JUDGE = """
import sys
from helpers.grading.isolation import Judge, Limits
from helpers.grading.lessons import find
from helpers.grading.levels import Level
loop = f"import os\\nopen({sys.argv[1]!r}, 'w').write(str(os.getpid()))\\nwhile True: pass"
with Judge(Limits(seconds=60), highest_level="limits") as judge:
    judge.mark(find("add-forward"), loop)
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["interrupted", "killed"])
def test_a_judge_that_is_stopped_leaves_no_process(tmp_path: Path, how: signal.Signals) -> None:
    """Ctrl-C, or the death of the judge, ends the answer that is being marked, and its guards."""
    pid, folder, this = tmp_path / "pid", tmp_path / "temporary", uuid.uuid4().hex
    folder.mkdir()
    judge = subprocess.Popen(
        [sys.executable, "-c", LOOP_IN_A_JUDGE, str(pid)],
        env={**os.environ, "JUDGE_OF_THIS_TEST": this, "TMPDIR": str(folder)},
        stderr=subprocess.DEVNULL,
    )
    assert comes_true(lambda: pid.exists() and pid.read_text() != "", 60)
    answer = int(pid.read_text())
    assert runs(answer)
    assert list(folder.iterdir()) != []

    judge.send_signal(how)
    judge.wait(SEEN_WITHIN + 5)

    assert comes_true(lambda: not runs(answer))
    assert comes_true(lambda: not started_under(this))
    assert comes_true(lambda: list(folder.iterdir()) == [])


def test_a_judge_that_marked_nothing_ends_at_once() -> None:
    """Closing doesn't wait for torch to be loaded, twice is harmless, and no process is left."""
    judge = Judge()
    zygote = judge._zygote
    assert zygote is not None
    begun = time.monotonic()
    judge.close()
    judge.close()

    assert time.monotonic() - begun < 0.5
    assert not runs(zygote.process.pid)


def test_a_closed_judge_says_so() -> None:
    """It doesn't start anew behind one's back."""
    with Judge() as judge:
        pass

    with pytest.raises(JudgeError, match="closed"):
        judge.mark(ADD, RIGHT)


def test_a_zygote_that_does_not_start_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """No answer is called wrong because torch could not be loaded."""
    monkeypatch.setattr(sys, "executable", "/bin/false")

    with Judge() as judge, pytest.raises(JudgeError, match="while it was starting"):
        judge.mark(ADD, RIGHT)


def test_an_untouched_answer_needs_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not tried is seen from the source alone."""
    monkeypatch.setattr(sys, "executable", "/bin/false")

    with Judge() as judge:
        assert judge.mark(ADD, "...").outcome == "not tried"


def test_a_platform_without_fork_is_told_what_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no fork."""
    monkeypatch.delattr(os, "fork")

    with pytest.raises(JudgeError, match="WSL"):
        Judge()


@pytest.mark.parametrize(
    ("python", "place"), [("/usr/lib", "/tmp"), ("/tmp/course/.venv", "/var/tmp")]
)
def test_an_answers_temporary_folder_does_not_cover_its_python(python: str, place: str) -> None:
    """With the course below /tmp, answers were locked in at a lower level."""
    assert free_of([Path("/usr"), Path(python)]) == place


@pytest.mark.parametrize("level", ["limits", "namespaces"])
def test_after_a_slow_answer_what_optimisers_load_is_there(level: Level) -> None:
    """It takes a second in each process, which most slow answers have spent on it."""
    loaded = f"import sys\nassert 'torch._dynamo' in sys.modules\n{RIGHT}"
    with Judge(highest_level=level) as judge:
        before = judge.mark(ADD, loaded)
        judge.mark(ADD, "import time\ntime.sleep(0.6)\n")

        assert (before.outcome, judge.mark(ADD, loaded).outcome) == ("crashed", "passed")


def test_what_is_wanted_is_worked_out_once_for_a_class(
    judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not once for each answer; another seed is another class."""
    drawn: list[int] = []
    cases = ADD.cases
    counted = replace(ADD, cases=lambda draw: drawn.append(1) or cases(draw))  # type: ignore[func-returns-value]

    verdicts = [judge.mark(counted, f"{RIGHT}\n# {seed}", seed) for seed in (71, 71, 72)]

    assert [verdict.outcome for verdict in verdicts] == ["passed"] * 3
    assert len(drawn) == 2
