"""What GitHub runs: everything for the course's repository, the exercises for a learner's copy."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
LEARNERS = "github.event.repository.fork || vars.HOOKS_COURSE_LEARNER"


def _workflow(name: str) -> dict[Any, Any]:
    workflow: dict[Any, Any] = yaml.safe_load((ROOT / f".github/workflows/{name}.yml").read_text())
    return workflow


def _job(name: str) -> dict[str, Any]:
    (job,) = _workflow(name)["jobs"].values()
    return dict(job)


@pytest.mark.parametrize("name", ["test", "check"])
def test_a_workflow_runs_its_make_command_and_nothing_else(name: str) -> None:
    """The test workflow runs `make test`, the check workflow `make check`."""
    commands = [step["run"] for step in _job(name)["steps"] if "run" in step]

    assert commands == [f"make {name}"]


def test_a_learners_copy_checks_and_the_courses_own_repository_tests() -> None:
    """Of the two conditions one is the other's contrary, so exactly one job runs."""
    assert _job("check")["if"] == f"${{{{ {LEARNERS} }}}}"
    assert _job("test")["if"] == f"${{{{ !({LEARNERS}) }}}}"


@pytest.mark.parametrize("name", ["test", "check"])
def test_a_workflow_reacts_to_a_push_and_may_only_read(name: str) -> None:
    """Pushing runs it; the code that it runs, a stranger's too, can't write to the repository."""
    workflow = _workflow(name)

    # YAML 1.1 reads the bare word `on` as true.
    assert "push" in workflow[True]
    assert workflow["permissions"] == {"contents": "read"}


def test_ci_runs_the_readmes_test_command() -> None:
    """.ci/run can be run, and calls the command that the README gives."""
    script = ROOT / ".ci/run"

    assert script.read_text().splitlines()[-1] == "make test"
    assert os.access(script, os.X_OK)
    assert "make test" in (ROOT / "README.md").read_text()
