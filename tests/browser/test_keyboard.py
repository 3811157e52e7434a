"""The panels in a real JupyterLab for who has a keyboard and a screen reader, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pages import NOTEBOOK, NotebookPage

LAB = "from helpers import GradientLab\nlab = GradientLab()\nlab"
CHART = ".gradient-lab-chart"
CONTROLS = {"button", "combobox", "spinbutton", "textbox", "checkbox", "slider", "application"}
TOLD = """(role) => {
  const region = document.querySelector(`.hook-voice [role=${role}]`);
  window.told = [];
  new MutationObserver(() => told.push(region.textContent)).observe(region, { childList: true });
}"""


@pytest.fixture
def opened(notebook_of: Callable[..., NotebookPage]) -> NotebookPage:
    """A notebook that shows a lab, with a cell before and one after."""
    notebook = notebook_of("keys", first="1 + 1", show=LAB, last="2 + 2")
    notebook.run("show")
    notebook.page.wait_for_selector(f"{CHART} canvas")
    notebook.page.wait_for_selector(".widget-toggle-button[aria-pressed]")
    return notebook


def _press(notebook: NotebookPage, name: str, key: str = "Enter") -> None:
    notebook.page.get_by_role("button", name=name, exact=True).press(key)


def _wait_for_step(notebook: NotebookPage, step: int) -> None:
    notebook.page.wait_for_function(
        f"() => Number(document.querySelector('{CHART}').dataset.step) >= {step}", timeout=30_000
    )


def _names(notebook: NotebookPage, within: str) -> list[str]:
    """Return role and name of each control inside an element, as a screen reader is told them."""
    session = notebook.page.context.new_cdp_session(notebook.page)
    session.send("Accessibility.enable")
    session.send("DOM.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    found = session.send("DOM.querySelector", {"nodeId": root, "selector": within})
    tree = session.send("Accessibility.queryAXTree", {"nodeId": found["nodeId"]})["nodes"]
    told = [(node["role"]["value"], node["name"]["value"]) for node in tree if not node["ignored"]]
    return [f"{role} {name}" for role, name in told if role in CONTROLS]


def test_keys_pressed_on_a_control_are_no_commands(opened: NotebookPage) -> None:
    """``d d`` would delete the lab's own cell."""
    _press(opened, "One step")
    for name in ("One step", "double gradient"):
        for key in ("d", "d", "x", "a", "b", "0", "0", "m", "ArrowDown"):
            _press(opened, name, key)

    cells = opened.page.evaluate(f"() => {NOTEBOOK}.content.widgets.map(w => w.model.type)")
    assert cells == ["code"] * 3


def test_escape_leads_back_to_the_cell(opened: NotebookPage) -> None:
    """Where JupyterLab's keys work again."""
    _press(opened, "One step", "Escape")
    assert opened.page.evaluate("() => document.activeElement.classList.contains('jp-Cell')")
    opened.page.keyboard.press("b")

    assert opened.page.evaluate(f"() => {NOTEBOOK}.content.widgets.length") == 4


def test_controls_have_names_of_their_own(opened: NotebookPage) -> None:
    """No two say the same, and none says nothing."""
    names = _names(opened, ".gradient-lab")

    assert len(names) > 40
    assert sorted(set(names)) == sorted(names)
    assert [name for name in names if name.endswith(" ")] == []


def test_a_toggle_says_whether_it_is_on(opened: NotebookPage) -> None:
    """It keeps the focus while training runs."""
    _press(opened, "Run")
    _press(opened, "freeze layer", "Space")

    opened.page.get_by_role("button", name="freeze layer", exact=True, pressed=True).wait_for()
    assert opened.page.evaluate("() => document.activeElement.innerText") == "freeze layer"


def test_an_alarm_at_each_step_is_told_once(opened: NotebookPage) -> None:
    """Although it was drawn dozens of times."""
    opened.page.evaluate(TOLD, "alert")
    opened.page.get_by_role("spinbutton", name="amount of alarm on norm").fill("0.000001")
    _press(opened, "alarm on norm", "Space")
    _press(opened, "Run")
    _wait_for_step(opened, 500)

    (words,) = opened.page.evaluate("told")
    assert "gradient norm" in words


def test_a_run_tells_its_beginning_its_hooks_and_its_end(opened: NotebookPage) -> None:
    """And not each of its figures."""
    opened.page.evaluate(TOLD, "status")
    _press(opened, "Run")
    _wait_for_step(opened, 200)
    _press(opened, "double gradient")
    _wait_for_step(opened, 400)
    _press(opened, "Pause")
    opened.page.wait_for_function("() => told.at(-1)?.includes('paused')")

    running, hooked, _ = opened.page.evaluate("told")
    assert "running" in running
    assert "Hooks on: double gradient (layer1)" in hooked


def test_a_value_that_is_read_is_told_once(opened: NotebookPage) -> None:
    """The newest step's value moves on while it trains; what was asked for was the one."""
    _press(opened, "Run")
    _wait_for_step(opened, 50)
    opened.page.locator(f"{CHART} .lab-heat canvas").press("ArrowLeft")
    voice = opened.page.locator(f"{CHART} .lab-heat [role=status]:not(output)")
    before = voice.text_content()
    _wait_for_step(opened, 300)

    assert before.startswith("layer1, step ")
    assert "; loss 0." in before
    assert voice.text_content() == before
    assert opened.page.locator(f"{CHART} output").get_attribute("aria-live") == "off"


def test_each_picture_is_told_in_words(opened: NotebookPage) -> None:
    """With its figures."""
    _press(opened, "One step")
    _wait_for_step(opened, 1)
    opened.page.get_by_role("img", name="Curve of the loss: 0.").wait_for()
    names = opened.page.locator(f"{CHART} canvas").evaluate_all("all => all.map(c => c.ariaLabel)")

    starts = ("Curves", "Curve", "Heat map", "Histogram", "Decision boundary among")
    assert [name.startswith(start) for name, start in zip(names, starts, strict=True)] == [True] * 5


def test_lines_are_hidden_by_keys(opened: NotebookPage) -> None:
    """As a click on their names hides them."""
    _press(opened, "One step")
    _press(opened, "layer1 line", "ArrowRight")
    opened.page.keyboard.press("Space")

    opened.page.get_by_role("button", name="layer2 line", pressed=False).wait_for()


def test_each_line_of_a_legend_looks_its_own(notebook_of: Callable[..., NotebookPage]) -> None:
    """In the deepest lab there is: four colours, and dashes that can be told apart."""
    notebook = notebook_of("keys-deep", show=LAB.replace("()", "(depth=20)"))
    notebook.run("show")
    markers = notebook.page.locator(f"{CHART} .lab-norms .u-series:not(:first-child) .u-marker")
    markers.first.wait_for()

    looks = markers.evaluate_all("all => all.map(m => getComputedStyle(m).background)")
    assert len(set(looks)) == len(looks) == 21


def test_focus_is_drawn_thick_enough_to_see(opened: NotebookPage) -> None:
    """On buttons and on fields."""
    opened.page.get_by_role("button", name="Reset", exact=True).press("Tab")
    seen = [opened.page.evaluate("() => getComputedStyle(document.activeElement).outline")]
    opened.page.keyboard.press("Shift+Tab")
    seen.append(opened.page.evaluate("() => getComputedStyle(document.activeElement).outline"))

    assert [outline.endswith("solid 2px") for outline in seen] == [True, True]


def test_arrow_keys_move_the_rate_by_hundredths(opened: NotebookPage) -> None:
    """0.1 becomes 0.11, and not 0.100001."""
    rate = opened.page.get_by_role("spinbutton", name="Rate")
    rate.press("ArrowUp")

    assert rate.input_value() == "0.11"


@pytest.mark.parametrize("stem", ["01_hooks_in_plain_python", "03_forward_hooks"])
def test_a_bench_has_names_and_keeps_its_keys(
    stem: str, open_notebook: Callable[[str], NotebookPage]
) -> None:
    """Its slider and its player too."""
    notebook = open_notebook(f"notebooks/{stem}.ipynb")
    notebook.run_all()
    notebook.page.wait_for_selector(".hook-switch-panel [role=slider][aria-label]")
    names = _names(notebook, ".hook-switch-panel")
    before = notebook.page.evaluate(f"() => {NOTEBOOK}.content.widgets.length")
    for key in ("d", "d"):
        notebook.page.locator(".hook-switch-panel button").first.press(key)

    assert [name for name in names if name.endswith(" ")] == []
    assert sorted(set(names)) == sorted(names)
    assert notebook.page.evaluate(f"() => {NOTEBOOK}.content.widgets.length") == before
