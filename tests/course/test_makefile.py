"""The commands: which Python they take, what they run, and `make lab` for real."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbformat.sign import NotebookNotary

ROOT = Path(__file__).parents[2]
MAKEFILE = (ROOT / "Makefile").read_text()
START_SECONDS = 60


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A folder with the Makefile and the whole PATH; its set-up tells which Python ran it."""
    (tmp_path / "helpers/course").mkdir(parents=True)
    (tmp_path / "helpers/course/venv.py").write_text("import os\nprint(os.environ['TAKEN'])\n")
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "bin").mkdir()
    for tool in ("sh", "make"):
        found = shutil.which(tool)
        assert found
        (tmp_path / "bin" / tool).symlink_to(found)
    return tmp_path


def put_python(machine: Path, name: str, line: str) -> None:
    """Put a program of this name on the machine's PATH."""
    program = machine / "bin" / name
    program.write_text(f"#!/bin/sh\n{line}\n")
    program.chmod(0o755)


def real(name: str) -> str:
    """Return the line of a program that is a Python, and tells its name."""
    return f'TAKEN={name} exec {sys.executable} "$@"'


def make(machine: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run make on that machine."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(
        [machine / "bin/make", *words],
        cwd=machine,
        env={**clean, "PATH": str(machine / "bin"), "PYTHON": ""},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_python_that_only_pretends_is_passed_over(machine: Path) -> None:
    """A version manager's stub for a version that isn't active fails when it is run."""
    put_python(machine, "python3.11", "echo 'command not found' >&2; exit 127")
    put_python(machine, "python3", real("python3"))

    assert make(machine, "venv").stdout == "python3\n"


def test_the_tried_python_comes_first(machine: Path) -> None:
    """The saved outputs were made with 3.11, so it is taken before another one."""
    put_python(machine, "python3", real("python3"))
    put_python(machine, "python3.11", real("python3.11"))

    assert make(machine, "venv").stdout == "python3.11\n"


def test_a_named_python_comes_before_all(machine: Path) -> None:
    """PYTHON= on the command line is taken, and no other is tried."""
    put_python(machine, "python3.11", real("python3.11"))
    put_python(machine, "mine", real("mine"))

    assert make(machine, "venv", "PYTHON=mine").stdout == "mine\n"


def test_without_a_python_that_is_new_enough_one_line_says_so(machine: Path) -> None:
    """Python 3.10 fails the question for its version; the line says what to do."""
    put_python(machine, "python3", "exit 1")

    ended = make(machine, "venv")

    assert ended.returncode != 0
    (line,) = [line for line in ended.stderr.splitlines() if not line.startswith("make")]
    assert line.startswith("No Python 3.11 or newer")


def test_every_command_is_explained_and_sets_up_first() -> None:
    """`make help` lists every target; each but help and clean begins with the set-up."""
    targets = re.findall(r"(?m)^([a-z]+):(.*?)(?:  ## .+)?$", MAKEFILE)
    listed = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)

    assert {"lab", "test", "check", "exercises", "notebooks", "lint"} <= {
        name for name, _ in targets
    }
    for name, needs in targets:
        assert name == "venv" or f"\nmake {name} " in f"\n{listed.stdout}"
        assert needs.split() == ([] if name in {"help", "clean", "venv"} else ["venv"])


def test_the_tests_are_compared_strictly() -> None:
    """One run of pytest has the tests, and lessons and solutions with outputs compared."""
    command = MAKEFILE.replace("\\\n", " ")
    (run,) = [line.split() for line in command.splitlines() if "-m pytest tests " in line]

    assert {"notebooks", "solutions", "--nbval"} < set(run)
    assert "--nbval-lax" not in run


class Server:
    """`make lab` as it runs, and how it is asked for pages."""

    def __init__(self, home: Path, info: dict[str, str]) -> None:
        """Take over a running server, its settings, and what it has written down about itself."""
        self.home, self.info = home, info

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        """Ask for a page; return the status and where it led."""
        request = urllib.request.Request(self.info["url"] + path, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.url
        except urllib.error.HTTPError as error:
            return error.code, error.url


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The course, opened by `make lab` with settings of its own, without a browser."""
    home = tmp_path_factory.mktemp("home")
    kinds = ("CONFIG", "DATA", "RUNTIME")
    own = {f"JUPYTER_{kind}_DIR": str(home / kind.lower()) for kind in kinds}
    clean = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    # -o venv: the Python that runs these tests has all that is needed.
    words = ["-o", "venv", "lab", f"VENV_PYTHON={sys.executable}"]
    words.append("LAB_ARGS=--no-browser --ServerApp.port=0")
    with (home / "log").open("w") as log:
        process = subprocess.Popen(
            ["make", *words],
            cwd=ROOT,
            env={**clean, **own},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        yield Server(home, _wait_for(process, home))
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)


def _wait_for(process: subprocess.Popen[bytes], home: Path) -> dict[str, str]:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        for file in (home / "runtime").glob("jpserver-*.json"):
            if text := file.read_text():
                info: dict[str, str] = json.loads(text)
                return info
        time.sleep(0.1)
    pytest.fail("make lab did not start:\n" + (home / "log").read_text()[-2000:])


def test_make_lab_opens_the_course_on_its_start_page(server: Server) -> None:
    """Whoever has the token lands on 00_start_here; the course's folder is the root."""
    status, url = server.get(f"?token={server.info['token']}")

    assert (status, Path(server.info["root_dir"])) == (200, ROOT)
    assert url.partition("?")[0].endswith("/lab/tree/notebooks/00_start_here.ipynb")


def test_make_lab_is_closed_to_everybody_else(server: Server) -> None:
    """It listens on loopback, and answers nothing without the token."""
    assert server.info["hostname"] == "127.0.0.1"
    assert server.info["token"]
    assert server.get("api/contents")[0] == 403
    with_token = server.get("api/contents", Authorization=f"token {server.info['token']}")
    assert with_token[0] == 200


def test_make_lab_trusts_the_lessons(server: Server) -> None:
    """Without that, the pictures in them stay hidden until their cells are run."""
    notary = NotebookNotary(data_dir=str(server.home / "data"))
    lesson = nbformat.read(ROOT / "notebooks/06_watching_gradients.ipynb", as_version=4)

    assert notary.check_signature(lesson)
