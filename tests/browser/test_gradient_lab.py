"""The Gradient Lab in a real JupyterLab: it trains, listens, and leaves nothing behind."""

from __future__ import annotations

import json
from pathlib import Path

from lab import Lab
from pages import NotebookPage

CHART = ".gradient-lab-chart"
STEP = f"document.querySelector('{CHART}')?.dataset.step"
LOOP = """
import time
end = time.monotonic() + 30
while time.monotonic() < end and not lab.model.live:
    optimizer.zero_grad()
    loss = model(torch.ones(8, 2)).square().mean()
    loss.backward()
    optimizer.step()
    lab.step(loss)
print(lab.model.live)
"""
LEFT = (
    "import threading; from torch.optim import optimizer as optimizers; "
    "print([t.name for t in threading.enumerate()].count('gradient-lab'), "
    "len(optimizers._global_optimizer_pre_hooks))"
)


def _press(notebook: NotebookPage, name: str, number: int = 0) -> None:
    notebook.page.get_by_role("button", name=name, exact=True).nth(number).click()


def _wait_for_step(notebook: NotebookPage, more_than: int) -> None:
    notebook.page.wait_for_function(f"() => Number({STEP}) > {more_than}", timeout=30_000)


def _lab_cell(preset: str = "") -> str:
    return f"from helpers import GradientLab\nlab = GradientLab({preset})\nlab"


def test_it_trains_pauses_and_starts_over(notebook_of) -> None:
    """The picture moves on its own, stands still when paused, and goes back to step 0."""
    notebook = notebook_of("lab-runs", show=_lab_cell())
    notebook.run("show")
    _press(notebook, "Run")
    _wait_for_step(notebook, 20)
    _press(notebook, "Pause")
    notebook.page.get_by_text("paused").first.wait_for()
    before = notebook.page.evaluate(STEP)
    notebook.page.wait_for_timeout(300)
    assert notebook.page.evaluate(STEP) == before
    _press(notebook, "Reset")

    notebook.page.wait_for_function(f"() => {STEP} === '0'")


def test_a_toggle_puts_its_hook_on_and_marks_it(notebook_of) -> None:
    """The status line says which, and the source beside it is that of the hook."""
    notebook = notebook_of("lab-toggles", show=_lab_cell())
    notebook.run("show")
    _press(notebook, "Run")
    _press(notebook, "freeze layer")

    notebook.page.get_by_text("Hooks on: freeze layer (layer1)").first.wait_for()
    assert "torch.zeros_like(grad)" in notebook.output("show").inner_text()


def test_the_heat_map_is_read_with_arrow_keys(notebook_of) -> None:
    """A line of text has layer, step and value, and the notebook's own keys stay out of it."""
    notebook = notebook_of("lab-keys", show=_lab_cell())
    notebook.run("show")
    for _ in range(3):
        _press(notebook, "One step")
    _wait_for_step(notebook, 2)
    notebook.page.locator(f"{CHART} .lab-heat canvas").focus()
    notebook.page.keyboard.press("ArrowLeft")
    notebook.page.keyboard.press("ArrowDown")

    words = notebook.page.locator(f"{CHART} output").inner_text()
    assert words.startswith("layer2, step 3: 0.")


def test_where_there_is_little_room_pictures_stand_one_under_another(notebook_of) -> None:
    """It is the chart's own width that counts: the window's has a file browser in it."""
    notebook = notebook_of("lab-narrow", show=_lab_cell())
    notebook.page.set_viewport_size({"width": 800, "height": 900})
    notebook.run("show")
    boxes = [
        notebook.page.locator(f"{CHART} .{name}").bounding_box()
        for name in ("lab-norms", "lab-loss")
    ]

    assert boxes[1]["y"] >= boxes[0]["y"] + boxes[0]["height"]
    assert boxes[0]["x"] == boxes[1]["x"]


def test_every_control_has_a_name(notebook_of) -> None:
    """Nothing that can be focused is without words for a screen reader."""
    notebook = notebook_of("lab-names", show=_lab_cell())
    notebook.run("show")
    notebook.page.wait_for_selector(f"{CHART} canvas")
    nameless = notebook.page.evaluate(
        """() => [...document.querySelectorAll('.gradient-lab :is(button, input, select, textarea, '
            + 'canvas[tabindex])')].filter(e => !(e.innerText || e.title || e.labels?.[0]?.innerText
            || e.getAttribute('aria-label'))).map(e => e.outerHTML)"""
    )

    assert nameless == []


def test_running_the_cell_again_leaves_one_thread(notebook_of) -> None:
    """The old lab is closed, although it was training."""
    notebook = notebook_of("lab-again", show=_lab_cell(), left=LEFT)
    for _ in range(3):
        notebook.run("show")
        _press(notebook, "Run")
        _wait_for_step(notebook, 5)

    assert notebook.run("left").split() == ["1", "0"]


def test_two_labs_train_side_by_side(notebook_of) -> None:
    """Each has its own hooks."""
    notebook = notebook_of("lab-two", one=_lab_cell(), two=_lab_cell("depth=2").replace("lab", "b"))
    notebook.write("two", "other = GradientLab(depth=2)\nother")
    notebook.run("one")
    notebook.run("two")
    for number in (0, 1):
        _press(notebook, "Run", number)
    _press(notebook, "double gradient", 1)
    notebook.page.get_by_text("Hooks on: double gradient (layer1)").first.wait_for()

    notebook.page.wait_for_function(
        f"() => [...document.querySelectorAll('{CHART}')].every(e => Number(e.dataset.step) > 20)",
        timeout=30_000,
    )
    assert notebook.page.locator(".hook-voice", has_text="Hooks on:").count() == 1


def test_a_closed_tab_leaves_a_lab_that_can_be_seen_again(notebook_of) -> None:
    """The kernel trains on; whoever comes back sees the present state."""
    notebook = notebook_of("lab-tab", show=_lab_cell())
    notebook.run("show")
    _press(notebook, "Run")
    _wait_for_step(notebook, 20)
    notebook.command("docmanager:save")
    step = int(notebook.page.evaluate(STEP))
    again = NotebookPage(notebook.lab, notebook.page, "lab-tab.ipynb")

    again.page.wait_for_selector(f"{CHART} canvas", timeout=30_000)
    _wait_for_step(again, step)


def test_a_restarted_kernel_ends_the_lab_and_the_cell_starts_a_new_one(notebook_of) -> None:
    """In the middle of a run."""
    notebook = notebook_of("lab-restart", show=_lab_cell(), left=LEFT)
    notebook.run("show")
    _press(notebook, "Run")
    _wait_for_step(notebook, 20)
    notebook.page.evaluate(
        "() => window.jupyterapp.shell.currentWidget.sessionContext.restartKernel()"
    )
    notebook.wait_idle()
    assert notebook.run("left").split() == ["0", "0"]
    notebook.run("show")
    _press(notebook, "Run")
    _wait_for_step(notebook, 5)


def test_a_saved_lab_is_a_picture_with_words(notebook_of, lab: Lab) -> None:
    """What GitHub shows: a PNG with alt text, and no widget state in the file."""
    notebook = notebook_of("lab-saved", show=_lab_cell('"Vanishing gradients"'))
    notebook.run("show")
    notebook.command("docmanager:save")

    saved = json.loads((lab.root / "lab-saved.ipynb").read_text())
    (output,) = saved["cells"][0]["outputs"]
    assert "".join(output["data"]["text/plain"]).startswith("GradientLab: Vanishing gradients")
    assert len(output["data"]["image/png"]) > 10_000
    assert output["metadata"]["image/png"]["alt"].startswith("Vanishing gradients")
    assert "widgets" not in saved["metadata"]


def test_a_watched_loop_listens_while_its_cell_runs(notebook_of) -> None:
    """A click reaches the training loop that blocks the kernel, and ends it here."""
    setup = (
        "import torch\nfrom helpers import watch\nmodel = torch.nn.Sequential(torch.nn.Linear(2, 3), "
        "torch.nn.Tanh(), torch.nn.Linear(3, 1))\n"
        "optimizer = torch.optim.SGD(model.parameters(), lr=0.01)\nlab = watch(model)"
    )
    notebook = notebook_of("watch-loop", setup=setup, loop=LOOP, left=f"lab.close()\n{LEFT}")
    notebook.run("setup")
    notebook.start("loop")
    _wait_for_step(notebook, 100)
    _press(notebook, "double gradient")

    notebook.output("loop").get_by_text("{'double gradient': '0'}").wait_for()
    assert notebook.run("left").split() == ["0", "0"]


def test_a_loop_that_has_ended_is_shown_to_its_last_step(notebook_of) -> None:
    """Without a call of close, and although its last steps came too fast for a frame each."""
    loop = (
        "import torch\nfrom helpers import watch\nmodel = torch.nn.Linear(2, 1)\n"
        "optimizer = torch.optim.SGD(model.parameters(), lr=0.01)\nlab = watch(model)\n"
        "for _ in range(200):\n    optimizer.zero_grad()\n"
        "    model(torch.ones(8, 2)).sum().backward()\n    optimizer.step()"
    )
    notebook = notebook_of("watch-end", loop=loop)
    notebook.run("loop")

    notebook.page.wait_for_function(f"() => {STEP} === '200'", timeout=5_000)
    notebook.output("loop").get_by_text("Step 200, paused").first.wait_for(timeout=5_000)


def test_pictures_and_histories_are_saved_beside_the_notebook(notebook_of, lab: Lab) -> None:
    """A second one doesn't replace the first."""
    notebook = notebook_of("lab-files", show=_lab_cell())
    notebook.run("show")
    _press(notebook, "One step")
    for number in (1, 2):
        _press(notebook, "Save picture")
        notebook.page.get_by_text(f"Saved gradient-lab-{number}.png").first.wait_for()
    _press(notebook, "Save history")
    notebook.page.get_by_text("Saved gradient-lab-1.csv").first.wait_for()

    folder: Path = lab.root
    assert (folder / "gradient-lab-2.png").read_bytes().startswith(b"\x89PNG")
    assert len((folder / "gradient-lab-1.csv").read_text().splitlines()) == 2
