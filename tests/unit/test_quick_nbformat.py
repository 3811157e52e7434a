"""The plugin that keeps pytest's start short."""

from __future__ import annotations

import subprocess
import sys

ASK = """
import sys
{first}
import nbformat
said = ["lark" in sys.modules]
for cells in ([], [{{"cell_type": "odd"}}]):
    notebook = dict(cells=cells, metadata={{}}, nbformat=4, nbformat_minor=5)
    try:
        nbformat.validate(notebook)
        said.append("valid")
    except nbformat.ValidationError:
        said.append("invalid")
print(said)
"""


def _asked(first: str) -> str:
    command = [sys.executable, "-W", "ignore", "-c", ASK.format(first=first)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_the_grammar_is_not_built_and_notebooks_are_still_validated() -> None:
    """The grammar's library is imported without the plugin only; the verdicts are the same."""
    assert _asked("") == "[True, 'valid', 'invalid']"
    assert _asked("import helpers.course.quick_nbformat") == "[False, 'valid', 'invalid']"


def test_the_tests_run_with_it() -> None:
    """This very process has it on, from before any other plugin."""
    assert sys.modules["rfc3987_syntax"] is None
