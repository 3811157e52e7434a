"""What pip says in hundreds of lines is told in a few."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from helpers.course.pip_run import PipError, Progress, run_pip

FINDING = """\
Collecting a==1 (from -r requirements.lock (line 1))
  Using cached a-1-py3-none-any.whl (2 kB)
Processing ./b-1-py3-none-any.whl
Collecting torch==2.13.0
  Downloading torch-2.13.0-cp311-manylinux.whl (183.1 MB)
  Downloading c-1.whl (99.9 MB)
  Downloading d-1.whl (1.2 GB)
"""


def test_packages_are_counted_as_found_and_then_as_installed(tmp_path: Path) -> None:
    """pip names each package that it finds; of one that is installed, the folder appears."""
    (tmp_path / "there-before-1.dist-info").mkdir()
    progress = Progress(tmp_path)

    for line in FINDING.splitlines():
        progress.hear(line)
    assert progress.tell() == "found 3 packages"

    progress.hear("Installing collected packages: a, b, torch")
    assert progress.tell() == "installed 0 of 3 packages"

    (tmp_path / "a-1.dist-info").mkdir()
    assert progress.tell() == "installed 1 of 3 packages"


def test_a_download_that_takes_a_while_is_announced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """From 100 MB on its name and size are told; smaller ones are not worth a line."""
    fake = [sys.executable, "-c", f"print({FINDING!r})"]

    run_pip(fake, [], tmp_path, tmp_path / "log")

    told = [line.split()[1:] for line in capsys.readouterr().out.splitlines()]
    assert told == [
        ["torch-2.13.0-cp311-manylinux.whl,", "183.1", "MB"],
        ["d-1.whl,", "1.2", "GB"],
    ]


def test_a_failure_shows_pips_last_words_and_keeps_all_of_them(tmp_path: Path) -> None:
    """The end of what pip said is in the error, and everything in the log that it names."""
    log = tmp_path / "log"
    words = "print(*range(1000, 1040), sep='\\n'); print('ERROR: none'); raise SystemExit(2)"

    with pytest.raises(PipError) as failed:
        run_pip([sys.executable, "-c", words], [], tmp_path, log)

    assert "status 2" in str(failed.value)
    assert "ERROR: none" in str(failed.value)
    assert "1000" not in str(failed.value)
    assert str(log) in str(failed.value)
    assert log.read_text().splitlines()[0] == "1000"
