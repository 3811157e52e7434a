"""A lesson in a real JupyterLab: its cells run, and its switches move the picture."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pages import NotebookPage

LESSONS = {
    "01_hooks_in_plain_python": "C after A",
    "02_tensor_hooks": "double",
    "03_forward_hooks": "first: forward",
    "04_backward_hooks": "first: backward",
}


@pytest.mark.parametrize(("stem", "switch"), LESSONS.items(), ids=list(LESSONS))
def test_pressing_a_switch_changes_the_picture(
    stem: str, switch: str, open_notebook: Callable[[str], NotebookPage]
) -> None:
    """Each lesson's panel draws another picture when a switch is pressed, and the old one after."""
    notebook = open_notebook(f"notebooks/{stem}.ipynb")
    notebook.run_all()
    panel = notebook.page.locator(".hook-switch-panel").first
    button = panel.get_by_role("button", name=switch, exact=True)
    picture = panel.locator("svg[role=img]")
    before = picture.get_attribute("aria-label")

    button.click()
    notebook.page.wait_for_function(
        "([svg, before]) => document.querySelector(svg).getAttribute('aria-label') !== before",
        arg=[".hook-switch-panel svg[role=img]", before],
        timeout=10_000,
    )
    button.click()

    notebook.page.wait_for_function(
        "([svg, before]) => document.querySelector(svg).getAttribute('aria-label') === before",
        arg=[".hook-switch-panel svg[role=img]", before],
        timeout=10_000,
    )
