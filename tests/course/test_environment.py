"""pyproject.toml, requirements.lock and environment.yml are one list of dependencies."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import rattler
import yaml
from packaging.requirements import Requirement

from helpers.course.environment import environment_text, main

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
DIRECT = [
    Requirement(line)
    for lines in (PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
    for line in lines
]
LOCK_LINES = [
    line
    for line in (ROOT / "requirements.lock").read_text().splitlines()
    if not line.startswith("#")
]
LOCKED = [Requirement(line) for line in LOCK_LINES]
ENVIRONMENT = yaml.safe_load((ROOT / "environment.yml").read_text())


def _pins(name: str) -> list[str]:
    wanted = re.sub(r"[-_.]+", "-", name).lower()
    return [
        str(pin.specifier) for pin in LOCKED if re.sub(r"[-_.]+", "-", pin.name).lower() == wanted
    ]


def test_every_direct_dependency_is_locked_within_its_range() -> None:
    """What pyproject.toml asks for, the lock pins, at a version that it allows."""
    for requirement in DIRECT:
        pins = _pins(requirement.name)
        assert pins, requirement.name
        for pin in pins:
            assert requirement.specifier.contains(pin.removeprefix("==")), (requirement.name, pin)


def test_every_line_of_the_lock_pins_one_version() -> None:
    """No range is left in the lock."""
    assert [line for line in LOCK_LINES if not re.match(r"^[\w.-]+==[\w.]+( ;.*)?$", line)] == []


def test_torch_is_pinned_without_a_build() -> None:
    """torch is 2.13.0, and the build is the reader's choice: no +cpu, no CUDA package beside it."""
    assert _pins("torch") == ["==2.13.0"]
    assert [pin.name for pin in LOCKED if pin.name.startswith(("nvidia", "cuda", "triton"))] == []


def test_the_lock_names_no_index() -> None:
    """An index that can't be reached would cost every install; readers add one by environment variable."""
    assert not re.search(r"https?://|--(extra-)?index-url|--find-links", "\n".join(LOCK_LINES))


def test_environment_yml_is_what_the_lock_makes() -> None:
    """The file is up to date."""
    assert main(["--check"]) == 0


def test_a_changed_lock_makes_another_environment(tmp_path: Path) -> None:
    """The environment follows the lock, line by line."""
    changed = tmp_path / "requirements.lock"
    changed.write_text(
        (ROOT / "requirements.lock").read_text().replace("torch==2.13.0", "torch==2.13.1")
    )

    text = environment_text(ROOT / "pyproject.toml", changed)

    assert '"pytorch ==2.13.1 cpu*"' in text


def test_environment_yml_parses_with_condas_and_pips_own_parsers() -> None:
    """Each conda line is a match spec, each pip line a requirement, and there is no other key."""
    assert set(ENVIRONMENT) == {"name", "channels", "dependencies"}
    *conda, pip = ENVIRONMENT["dependencies"]
    assert all(rattler.MatchSpec(spec, strict=True) for spec in conda)
    assert list(pip) == ["pip"]
    *pinned, editable = pip["pip"]
    assert [str(Requirement(line).specifier)[:2] for line in pinned] == ["=="] * len(pinned)
    assert editable == "-e ."


def test_conda_gets_the_cpu_build_of_the_same_torch() -> None:
    """The match spec takes a CPU build of the locked version, and refuses a CUDA build."""
    spec = next(s for s in ENVIRONMENT["dependencies"] if isinstance(s, str) and "pytorch" in s)
    match = rattler.MatchSpec(spec, strict=True)

    assert str(match.version) == "==2.13.0"
    assert str(match.build) == "cpu*"
