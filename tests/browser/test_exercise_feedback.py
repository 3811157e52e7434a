"""The Add exercise in a real JupyterLab: not tried, wrong with its diagnosis, right, remembered."""

from __future__ import annotations

from collections.abc import Callable

from pages import NotebookPage

EXERCISES = "exercises/03_forward_hooks.ipynb"
WRONG = """# exercise: add-forward
def pre_hook(module, input):
    answer.append(input)
def hook(module, input, output):
    answer.append(output)
add.register_forward_pre_hook(pre_hook)
add.register_forward_hook(hook)"""
RIGHT = WRONG.replace("answer.append(input)", "answer.extend(input)")


def test_an_untouched_notebook_runs_and_says_not_tried(
    open_notebook: Callable[[str], NotebookPage],
) -> None:
    """As handed out, every cell runs without an error and each check says: not tried."""
    notebook = open_notebook(EXERCISES)

    notebook.run_all()

    assert "not tried" in notebook.output("check-add-forward").inner_text()


def test_a_wrong_answer_is_told_why_and_a_right_one_is_remembered(
    open_notebook: Callable[[str], NotebookPage],
) -> None:
    """The diagnosis names the mistake; the right answer passes; after a reload progress is there."""
    notebook = open_notebook(EXERCISES)
    notebook.run_all()

    notebook.write("add-forward", WRONG)
    notebook.run("add-forward")
    verdict = notebook.run("check-add-forward")
    assert "not yet" in verdict
    assert "input is always a tuple" in verdict

    notebook.write("add-forward", RIGHT)
    notebook.run("add-forward")
    assert "🎉 add-forward: passed" in notebook.run("check-add-forward")

    start = open_notebook("notebooks/00_start_here.ipynb")
    start.run_all()
    row = next(
        line for line in start.output("progress").inner_text().splitlines() if "add-forward" in line
    )
    assert "passed" in row
