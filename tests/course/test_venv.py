"""How .venv is made: from the lock, whole or not at all, and again when it has to be."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from helpers.course import venv
from helpers.course.pip_run import PipError

ROOT = Path(__file__).parents[2]
PYPROJECT = """\
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""
BACKEND = """\
import pathlib, shutil

def build_editable(folder, settings=None, metadata=None):
    return pathlib.Path(shutil.copy("course-1.0-py3-none-any.whl", folder)).name
"""


def make_wheel(folder: Path, name: str, version: str) -> Path:
    """Write a wheel that holds nothing but its name."""
    path = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    files = {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    with zipfile.ZipFile(path, "w") as wheel:
        for file, text in {**files, f"{info}/RECORD": ""}.items():
            wheel.writestr(file, text)
    return path


def course_in(folder: Path) -> Path:
    """Make a course whose lock pins one package, toy 1.0, and that needs no network."""
    folder.mkdir()
    for version in ("1.0", "2.0"):
        make_wheel(folder, "toy", version)
    make_wheel(folder, "course", "1.0")
    (folder / "backend.py").write_text(BACKEND)
    (folder / "pyproject.toml").write_text(PYPROJECT)
    lock(folder, "toy-1.0-py3-none-any.whl")
    return folder


def lock(course: Path, wheel: str) -> None:
    """Let the lock ask for this wheel."""
    (course / "requirements.lock").write_text(f"{course / wheel}\n")


def versions(course: Path) -> list[str]:
    """Return what is installed in the course's venv, of what this file makes."""
    libraries = next((course / ".venv").glob("lib/python*/site-packages"))
    found = (path.name for path in libraries.glob("*.dist-info"))
    return sorted(name for name in found if name.startswith(("toy", "course")))


def state(course: Path) -> str:
    """Return what is to be done about the course's venv."""
    return venv.state(course, course / ".venv")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course whose .venv has been made. Leave it as it is."""
    course = course_in(tmp_path_factory.mktemp("made") / "course")
    venv.make(course, course / ".venv")
    return course


@pytest.fixture
def course(made: Path, tmp_path: Path) -> Path:
    """A copy of it, told that it is where it was made, to change at will."""
    copy = tmp_path / "copy"
    shutil.copytree(made, copy, symlinks=True)
    lock(copy, "toy-1.0-py3-none-any.whl")
    (copy / ".venv" / venv.STAMP).write_text("\n".join(venv._stamp(copy)))
    return copy


def test_it_holds_the_lock_and_the_course_itself(made: Path) -> None:
    """Both are installed, and there is nothing left to do."""
    assert versions(made) == ["course-1.0.dist-info", "toy-1.0.dist-info"]
    assert state(made) == "ready"


def test_a_ready_one_is_left_alone(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The next command finds it ready, says nothing and does nothing."""
    before = (course / ".venv" / venv.STAMP).stat().st_mtime_ns

    venv.make(course, course / ".venv")

    assert capsys.readouterr().out == ""
    assert (course / ".venv" / venv.STAMP).stat().st_mtime_ns == before


def test_a_changed_lock_is_followed(course: Path) -> None:
    """Another lock makes it stale; making it again installs what that lock asks for."""
    lock(course, "toy-2.0-py3-none-any.whl")
    assert state(course) == "stale"

    venv.make(course, course / ".venv")

    assert versions(course) == ["course-1.0.dist-info", "toy-2.0.dist-info"]
    assert state(course) == "ready"


def test_a_touched_lock_costs_nothing(course: Path) -> None:
    """What counts is what the lock says, not when git wrote it."""
    (course / "requirements.lock").touch()

    assert state(course) == "ready"


def test_one_that_failed_half_way_is_not_taken_for_whole(course: Path) -> None:
    """pip's own words are in the error, and next time everything is made anew."""
    lock(course, "missing-1.0-py3-none-any.whl")

    with pytest.raises(PipError, match=r"missing-1\.0"):
        venv.make(course, course / ".venv")

    assert state(course) == "unusable"
    assert "missing-1.0" in (course / ".venv/pip.log").read_text()


def test_one_whose_python_is_gone_is_unusable(course: Path) -> None:
    """As after an upgrade of the system that brought another Python."""
    venv.python_of(course / ".venv").unlink()

    assert state(course) == "unusable"


def test_one_that_was_moved_is_unusable(made: Path, tmp_path: Path) -> None:
    """Its scripts and its link to helpers point to where it was."""
    moved = tmp_path / "moved"
    shutil.copytree(made, moved, symlinks=True)

    assert state(moved) == "unusable"


def test_it_needs_nothing_but_python() -> None:
    """It runs where nothing is installed yet: no import outside of the standard library."""
    bare = [sys.executable, "-S", "-c", "import helpers.course.venv"]

    assert subprocess.run(bare, cwd=ROOT, check=False).returncode == 0
