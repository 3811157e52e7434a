"""A class on the command line, as an instructor marks it."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from helpers.__main__ import main
from helpers.classroom.progress_line import ProgressLine
from helpers.classroom.report import FILES
from tests.terminal import everything_on

if TYPE_CHECKING:
    from tests.classroom.conftest import Class

COMMAND = [sys.executable, "-m", "helpers", "mark"]


def rows(report: Path, name: str) -> list[str]:
    """Return the keys in one of a report's files of lines; a line that is still written apart."""
    file = report / f"data/{name}.jsonl"
    lines = file.read_bytes().split(b"\n")[:-1] if file.exists() else []
    return [json.loads(line)["key" if name == "answers" else "learner"] for line in lines]


@pytest.fixture
def three(classroom: Class, right: str) -> Class:
    """A class of three: right, wrong, and one that ends its process."""
    sources = {
        "anna": right,
        "ben": right.replace("extend", "append"),
        "cleo": "import os; os._exit(0)",
    }
    for name, source in sources.items():
        classroom.put(f"{name}/03_forward_hooks.ipynb", classroom.make(add_forward=source))
    return classroom


def test_a_class_is_marked_and_reported(three: Class, capsys: pytest.CaptureFixture[str]) -> None:
    """All files of the report are there, and a person reads what came of it."""
    assert main(["mark", str(three.root), "--out", str(three.report), "--jobs", "2"]) == 0
    said = capsys.readouterr().out
    found = json.loads((three.report / "results.json").read_text())

    assert all((three.report / name).is_file() for name in FILES)
    assert {
        one["label"]: one["results"]["add-forward"]["outcome"] for one in found["learners"]
    } == {"anna": "passed", "ben": "not yet", "cleo": "crashed"}
    assert "3 learners, 4 exercises: 1 passed, 1 not yet, 1 crashed, 9 no answer." in said
    assert str(three.report / "index.html") in said


def test_shards_are_marked_by_themselves_and_merged(
    three: Class, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each learner is in one of them."""
    reports = [str(tmp_path / f"part-{number}") for number in (1, 2)]
    for number, report in enumerate(reports, 1):
        shard = ["--shard", f"{number}/2", "--seed", "5", "--jobs", "1"]
        assert main(["mark", str(three.root), "--out", report, *shard]) == 0
    capsys.readouterr()

    assert main(["merge", reports[0], "--out", str(tmp_path / "half")]) == 1
    assert "missing: shard 2/2." in capsys.readouterr().err
    assert main(["merge", *reports, "--out", str(tmp_path / "all")]) == 0
    found = json.loads((tmp_path / "all/results.json").read_text())
    assert [one["label"] for one in found["learners"]] == ["anna", "ben", "cleo"]
    assert found["seed"] == 5


def test_a_killed_run_goes_on_where_it_was(classroom: Class, right: str) -> None:
    """Nothing is done twice, nothing is lost, and no process stays behind."""
    for number in range(40):
        source = f"{right}\n# {number}"
        classroom.put(f"{number:02}.ipynb", classroom.make(add_forward=source))
    command = [*COMMAND, str(classroom.root), "--out", str(classroom.report), "--jobs", "2"]
    environment = {**os.environ, "KILL_TEST": str(classroom.root)}
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as run:
        until(lambda: len(rows(classroom.report, "learners")) >= 3)
        run.kill()
    done = rows(classroom.report, "answers")
    assert 3 <= len(done) < 40
    until(lambda: not _left(str(classroom.root)))
    seed = json.loads((classroom.report / "data/marking.json").read_text())["seed"]

    assert main(command[3:]) == 0

    assert set(Counter(rows(classroom.report, "answers")).values()) == {1}
    assert rows(classroom.report, "answers")[: len(done)] == done
    found = json.loads((classroom.report / "results.json").read_text())
    assert [one["label"] for one in found["learners"]] == [f"{n:02}" for n in range(40)]
    assert {one["results"]["add-forward"]["outcome"] for one in found["learners"]} == {"passed"}
    assert found["seed"] == seed


def until(condition: object, seconds: float = 60.0) -> None:
    """Wait until a condition holds."""
    deadline = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _left(mark: str) -> list[str]:
    """Return the processes that were started under an environment with this mark."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"KILL_TEST={mark}" in (process / "environ").read_text():
                found.append(process.name)
        except OSError:
            continue
    return found


def test_ctrl_c_ends_it_without_a_traceback(classroom: Class, right: str) -> None:
    """Promptly, although an answer is being marked; what was marked is kept."""
    classroom.put("anna.ipynb", classroom.make(add_forward=right))
    classroom.put("ben.ipynb", classroom.make(add_forward="while True: pass"))
    command = [*COMMAND, str(classroom.root), "--out", str(classroom.report), "--seconds", "60"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        until(lambda: rows(classroom.report, "learners") == ["anna"])
        begun = time.monotonic()
        run.send_signal(signal.SIGINT)
        said = run.communicate(timeout=60)

    assert time.monotonic() - begun < 20
    assert (run.returncode, *said) == (130, b"", b"")


REFUSED = {
    "no report": ([], "say where the report on it goes"),
    "another shard's report": (["--out", "REPORT", "--shard", "2/3"], "holds shard 1/1"),
    "no scheduler": (["--out", "FRESH", "--scheduler", "tcp://127.0.0.1:9"], "scheduler"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_done_is_one_line(
    classroom: Class, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Exit code 2, and nothing is marked."""
    monkeypatch.setattr("helpers.classroom.cluster.CONNECT_SECONDS", 1)
    classroom.put("anna.ipynb", classroom.make(add_forward="v"))
    classroom.run()
    arguments, words = REFUSED[kind]
    names = {"REPORT": str(classroom.report), "FRESH": str(classroom.report) + "-2"}

    assert main(["mark", str(classroom.root), *(names.get(one, one) for one in arguments)]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert words in said.err


def test_a_folder_without_learners_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And no report is begun."""
    (tmp_path / "class").mkdir()

    assert main(["mark", str(tmp_path / "class"), "--out", str(tmp_path / "report")]) == 2
    assert "no notebook in it" in capsys.readouterr().err
    assert not (tmp_path / "report").exists()


@pytest.mark.parametrize(
    "arguments", [["--shard", "4/3"], ["--shard", "x"], ["--jobs", "0"], ["--seed", "x"]]
)
def test_odd_options_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Before anything is read."""
    with pytest.raises(SystemExit, match="2"):
        main(["mark", "class", "--out", "report", *arguments])

    assert arguments[0] in capsys.readouterr().err


def test_a_terminal_shows_a_bar() -> None:
    """One line that is wiped in the end."""
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as stream:
        line = ProgressLine(stream)
        line(1, 4)
        line._last = line._begun = time.monotonic() - 10
        line(2, 4)
        line.close()
    shown = everything_on(ours)

    assert "[###############...............] 2 of 4 learners, about 0:2" in shown
    assert shown.endswith("\r\x1b[K")


def test_a_log_shows_a_line_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each learner would fill it; the last one is always there."""
    line = ProgressLine()
    for done in range(1, 101):
        line(done, 100)
    line.close()

    assert capsys.readouterr().err == "100 of 100 learners\n"
