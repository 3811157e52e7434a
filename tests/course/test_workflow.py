"""The workflow file: everything for the course's repository, the exercises for a learner's fork."""

from __future__ import annotations

from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
JOBS = yaml.safe_load((ROOT / ".github/workflows/course.yml").read_text())["jobs"]


def _commands(job: str) -> list[str]:
    return [step["run"] for step in JOBS[job]["steps"] if "run" in step]


def test_a_fork_checks_its_exercises() -> None:
    """In a fork, and only there, `make check` runs."""
    assert _commands("check") == ["make check"]
    assert JOBS["check"]["if"] == "${{ github.event.repository.fork }}"


def test_the_courses_repository_tests_everything() -> None:
    """Outside a fork, and only there, `make test` runs."""
    assert _commands("test") == ["make test"]
    assert JOBS["test"]["if"] == "${{ !github.event.repository.fork }}"


def test_ci_runs_the_readmes_test_command() -> None:
    """.ci/run calls the command that the README gives."""
    assert "make test" in (ROOT / ".ci/run").read_text().splitlines()
    assert "make test" in (ROOT / "README.md").read_text()
