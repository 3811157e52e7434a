"""What instructors copy: a workflow for GitHub, jobs for Kubernetes, and the page about them."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from helpers.__main__ import _parser

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs/marking"
WORKFLOW: dict[Any, Any] = yaml.safe_load((FOLDER / "mark-class.yml").read_text())
POLICY, MARK, MERGE = yaml.safe_load_all((FOLDER / "indexed-job.yaml").read_text())


def options(command: str, **variables: str) -> Any:
    """Return how the command line reads the ``python -m helpers`` in a shell command."""
    joined = command.replace("\\\n", " ")
    for name, value in variables.items():
        joined = joined.replace(f"${name}", value)
    words = shlex.split(joined[joined.index("python -m helpers") :].splitlines()[0])
    return _parser().parse_args(words[3:])


def commands(job: str) -> list[str]:
    """Return the shell commands of one of the workflow's jobs."""
    return [step["run"] for step in WORKFLOW["jobs"][job]["steps"] if "run" in step]


def test_the_workflow_has_a_machine_for_each_shard() -> None:
    """The matrix counts to what the command divides by, within GitHub's 256."""
    shards = WORKFLOW["jobs"]["mark"]["strategy"]["matrix"]["shard"]

    assert shards == list(range(1, WORKFLOW["env"]["SHARDS"] + 1))
    assert len(shards) <= 256


def test_the_workflow_marks_and_merges_with_commands_that_exist() -> None:
    """Each shard with the one seed of the run."""
    asked = options(
        commands("mark")[-1], SUBMISSIONS="work", SHARDS="16", SHARD="3", SEED="12345678901"
    )
    joined = options(commands("merge")[-1], ASSIGNMENT="x")

    assert (str(asked.shard), asked.seed, asked.out) == ("3/16", 12345678901, "reports/3")
    assert (joined.reports, joined.out) == (["../reports/*"], "../report")


def test_the_workflow_keeps_work_private() -> None:
    """It may only read, runs in private repositories alone, and leaves no token on disk."""
    jobs = WORKFLOW["jobs"].values()
    checkouts = [s for job in jobs for s in job["steps"] if "checkout" in s.get("uses", "")]

    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert all("github.event.repository.private" in job["if"] for job in jobs)
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)


def test_what_comes_from_outside_is_no_part_of_a_command() -> None:
    """Inputs reach the shell as variables, so that none is run."""
    assert not any("${{" in command for job in ("mark", "merge") for command in commands(job))


def test_one_shards_failure_stops_no_other() -> None:
    """And the merging names what is missing."""
    assert WORKFLOW["jobs"]["mark"]["strategy"]["fail-fast"] is False
    assert WORKFLOW["jobs"]["merge"]["if"].startswith("${{ !cancelled()")


@pytest.mark.parametrize("index", [0, 15])
def test_each_pod_marks_its_shard(index: int) -> None:
    """Kubernetes counts from 0 and shards from 1; the shell does the sum."""
    container = MARK["spec"]["template"]["spec"]["containers"][0]
    count = next(one["value"] for one in container["env"] if one["name"] == "SHARDS")
    shell, flags, script = container["command"]
    shown = script.replace("exec python", "echo python")
    run = subprocess.run(
        [shell, flags, shown],
        env={"JOB_COMPLETION_INDEX": str(index), "SHARDS": count, "SEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )

    asked = options(run.stdout)
    assert MARK["spec"]["completionMode"] == "Indexed"
    assert MARK["spec"]["completions"] == int(count)
    assert (asked.shard.number, asked.shard.count) == (index + 1, int(count))
    assert asked.out == f"/class/reports/{index + 1}"


def test_the_merging_pod_joins_the_shards_reports() -> None:
    """And none that it has made itself."""
    asked = options(MERGE["spec"]["template"]["spec"]["containers"][0]["command"][2])

    assert (asked.reports, asked.out) == (["/class/reports/[0-9]*"], "/class/reports/all")


@pytest.mark.parametrize("job", [MARK, MERGE], ids=["mark", "merge"])
def test_pods_have_no_network_no_token_and_no_rights(job: dict[str, Any]) -> None:
    """Answers are strangers' code."""
    pod = job["spec"]["template"]
    container = pod["spec"]["containers"][0]
    safe = container["securityContext"]

    assert POLICY["spec"]["podSelector"]["matchLabels"].items() <= pod["metadata"]["labels"].items()
    assert set(POLICY["spec"]["policyTypes"]) == {"Ingress", "Egress"}
    assert "egress" not in POLICY["spec"]
    assert pod["spec"]["automountServiceAccountToken"] is False
    assert pod["spec"]["securityContext"]["runAsNonRoot"] is True
    assert safe["allowPrivilegeEscalation"] is False
    assert safe["readOnlyRootFilesystem"] is True
    assert safe["capabilities"] == {"drop": ["ALL"]}
    assert {"cpu", "memory"} <= container["resources"]["limits"].keys()


def test_the_page_names_files_and_options_that_exist() -> None:
    """Every link and every --option."""
    page = (ROOT / "docs/marking.md").read_text()
    links = re.findall(r"\]\((marking/[^)]+)\)", page)
    known = (ROOT / "helpers/__main__.py").read_text()

    assert links
    assert all((ROOT / "docs" / link).is_file() for link in links)
    assert all(f'"{one}"' in known for one in set(re.findall(r"--[a-z]+", page)))


def test_the_image_copies_what_is_there() -> None:
    """Each file and folder that the Dockerfile names."""
    lines = (FOLDER / "Dockerfile").read_text().splitlines()
    copied = [word for line in lines if line.startswith("COPY") for word in line.split()[1:-1]]

    assert copied
    assert all((ROOT / name).exists() for name in copied)
