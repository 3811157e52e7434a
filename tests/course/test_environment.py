"""pyproject.toml, requirements.lock and environment.yml are one list of dependencies."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest
import rattler
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from helpers.course.environment import CPU_INDEX, environment_text, main, needed_pins
from helpers.course.lock import HEADER, lock_text

ROOT = Path(__file__).parents[2]
PYPROJECT, LOCK = ROOT / "pyproject.toml", ROOT / "requirements.lock"
SETTINGS = tomllib.loads(PYPROJECT.read_text())
PROJECT = SETTINGS["project"]
RUNTIME = [Requirement(line) for line in PROJECT["dependencies"]]
DEV = [Requirement(line) for line in PROJECT["optional-dependencies"]["dev"]]
PIN = re.compile(r"[\w.-]+==[\w.]+( ; [^#]+)?")
PINS = [
    line.partition("#")[0].strip()
    for line in LOCK.read_text().splitlines()
    if not line.startswith("#")
]
LOCKED = {canonicalize_name(pin.name): pin for pin in map(Requirement, PINS)}
ENVIRONMENT = yaml.safe_load((ROOT / "environment.yml").read_text())
CONDA, PIP = ENVIRONMENT["dependencies"][:-1], ENVIRONMENT["dependencies"][-1]["pip"]


def _imported(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from (alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                yield (node.module or "").partition(".")[0]


def _distributions(folder: Path) -> set[str]:
    """Return what is installed and imported by the Python files of a folder."""
    known = packages_distributions()
    names = set(_imported(folder)) - set(sys.stdlib_module_names) - {"helpers"}
    return {canonicalize_name(known[name][0]) for name in names if name in known}


class TestPyproject:
    """The one list of direct dependencies."""

    def test_it_names_all_that_helpers_imports(self) -> None:
        """Nothing is used that is there only because something else happens to need it."""
        wanted = _distributions(ROOT / "helpers")

        assert "torch" in wanted
        assert wanted <= {canonicalize_name(need.name) for need in RUNTIME}

    def test_it_names_all_that_the_tests_import(self) -> None:
        """The same for the tests, with the dev extra."""
        wanted = _distributions(ROOT / "tests")

        assert "playwright" in wanted
        assert wanted <= {canonicalize_name(need.name) for need in RUNTIME + DEV}

    def test_it_tells_uv_what_torch_itself_asks_for(self) -> None:
        """The note on torch's own dependencies is what the installed CPU build says."""
        (torch,) = SETTINGS["tool"]["uv"]["dependency-metadata"]
        asked = {Requirement(line) for line in requires("torch") or [] if "extra" not in line}
        of_cpu = {need for need in asked if not need.name.startswith(("nvidia", "cuda", "triton"))}

        assert torch["version"] == "2.13.0"
        assert set(map(Requirement, torch["requires-dist"])) == of_cpu


class TestLock:
    """requirements.lock pins everything, and leaves the index to the reader."""

    @pytest.mark.parametrize("need", RUNTIME + DEV, ids=lambda need: need.name)
    def test_a_direct_dependency_is_pinned_within_its_range(self, need: Requirement) -> None:
        """What pyproject.toml asks for, the lock pins, at a version that it allows."""
        (pin,) = LOCKED[canonicalize_name(need.name)].specifier

        assert need.specifier.contains(pin.version)

    def test_each_line_pins_one_version_and_no_package_is_there_twice(self) -> None:
        """No range, no hash, no option and no address is left."""
        assert [line for line in PINS if not PIN.fullmatch(line)] == []
        assert len(LOCKED) == len(PINS)

    def test_torch_is_pinned_without_a_build(self) -> None:
        """torch is 2.13.0; the reader's settings choose its build, and pip what CUDA needs."""
        assert str(LOCKED[canonicalize_name("torch")].specifier) == "==2.13.0"
        assert [name for name in LOCKED if name.startswith(("nvidia", "cuda", "triton"))] == []

    def test_it_names_no_index(self) -> None:
        """One that can't be reached would cost every install a retry a package."""
        assert not re.search(r"https?:|--|@", LOCK.read_text())

    def test_an_impossible_wish_is_refused_with_the_reason(self, tmp_path: Path) -> None:
        """Where nothing fits, uv's own explanation is passed on."""
        wish = tmp_path / "pyproject.toml"
        wish.write_text('[project]\nname = "a"\nversion = "1"\ndependencies = ["b >< 2"]\n')

        with pytest.raises(RuntimeError, match=r"uv could not resolve pyproject\.toml:\n.*error"):
            lock_text(wish, LOCK)

    def test_without_dependencies_only_the_header_is_left(self, tmp_path: Path) -> None:
        """Pins that nothing asks for any more are dropped."""
        wish = tmp_path / "pyproject.toml"
        wish.write_text('[project]\nname = "a"\nversion = "1"\nrequires-python = ">=3.11"\n')

        assert lock_text(wish, LOCK, "--offline").strip() == HEADER.strip()


class TestEnvironment:
    """environment.yml, for conda and Binder, follows from the two."""

    def test_it_is_what_the_lock_makes(self) -> None:
        """The file is up to date."""
        assert main(["--check"]) == 0

    def test_a_changed_lock_makes_it_stale(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """--check says what to run, and writes nothing; then that is done, and all is well."""
        (tmp_path / "pyproject.toml").write_text(PYPROJECT.read_text())
        (tmp_path / "requirements.lock").write_text(
            LOCK.read_text().replace("torch==2.13.0", "torch==2.13.1")
        )
        made = tmp_path / "environment.yml"
        made.write_text((ROOT / "environment.yml").read_text())

        assert main(["--check"], tmp_path) == 1
        assert "make environment" in capsys.readouterr().err
        assert "2.13.1" not in made.read_text()

        assert main([], tmp_path) == 0
        assert "torch==2.13.1+cpu" in made.read_text()
        assert main(["--check"], tmp_path) == 0

    def test_a_dependency_that_the_lock_lacks_is_named(self, tmp_path: Path) -> None:
        """A dependency added to pyproject.toml alone is noticed."""
        lock = tmp_path / "requirements.lock"
        lock.write_text(re.sub(r"(?m)^(filelock|numpy)==.*\n", "", LOCK.read_text()))

        with pytest.raises(LookupError, match=r"lacks filelock, numpy.*make lock"):
            environment_text(PYPROJECT, lock)

    def test_condas_and_pips_own_parsers_read_it(self) -> None:
        """Each conda line is a match spec, each pip line a pin, a known option, or the course."""
        first, *pins, last = PIP

        assert set(ENVIRONMENT) == {"name", "channels", "dependencies"}
        assert list(ENVIRONMENT["dependencies"][-1]) == ["pip"]
        assert [rattler.MatchSpec(spec, strict=True).name.normalized for spec in CONDA] == [
            "python",
            "pip",
        ]
        assert all(str(Requirement(pin).specifier).startswith("==") for pin in pins)
        assert (first, last) == (f"--extra-index-url {CPU_INDEX}", "-e .")

    def test_its_python_is_one_that_the_course_allows(self) -> None:
        """It is the oldest one, with which the saved outputs were made."""
        version = str(rattler.MatchSpec(CONDA[0], strict=True).version).lstrip("=").rstrip(".*")

        assert version == "3.11"
        assert Requirement(f"python{PROJECT['requires-python']}").specifier.contains(version)

    @pytest.mark.parametrize(
        ("platform", "version"),
        [("linux", "2.13.0+cpu"), ("darwin", "2.13.0"), ("win32", "2.13.0")],
    )
    def test_torch_is_the_cpu_build_everywhere(self, platform: str, version: str) -> None:
        """Named on Linux, where the default build is for CUDA; elsewhere the default will do."""
        pins = [Requirement(line) for line in PIP if line.startswith("torch==")]
        (pin,) = [
            pin for pin in pins if pin.marker and pin.marker.evaluate({"sys_platform": platform})
        ]

        assert str(pin.specifier) == f"=={version}"

    def test_it_has_what_the_course_needs_and_no_tools_for_tests(self) -> None:
        """Runtime dependencies with all that they need in turn; the dev extra stays out."""
        names = {Requirement(pin).name for pin in needed_pins(PYPROJECT, LOCK)}
        only_dev = {need.name for need in DEV} - {"psutil", "pyyaml"}

        assert names >= {need.name for need in RUNTIME} | {"psutil", "jupyter-server", "sympy"}
        assert not names & only_dev
