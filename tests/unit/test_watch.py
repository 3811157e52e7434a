"""watch: one line in a script or a notebook, files at the end, and the model as it was."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from torch import nn

from helpers import watch


def _model() -> nn.Sequential:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))


def _train(model: nn.Module, lab, steps: int = 3) -> None:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = model(torch.ones(4, 2)).square().mean()
        loss.backward()
        optimizer.step()
        lab.step(loss)


def test_a_script_gets_its_figures_and_its_picture_at_the_end(tmp_path: Path) -> None:
    """A line a step in the CSV file, and a PNG."""
    model = _model()
    with watch(model, csv=tmp_path / "run.csv", png=tmp_path / "run.png") as lab:
        _train(model, lab)

    with (tmp_path / "run.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert [line["step"] for line in lines] == ["1", "2", "3"]
    assert list(lines[0]) == ["step", "0.norm", "2.norm", "loss"]
    assert (tmp_path / "run.png").read_bytes().startswith(b"\x89PNG")


def test_the_files_are_written_although_training_failed(tmp_path: Path) -> None:
    """What was seen until the error is what one needs to find it."""
    model = _model()

    def fail_at_the_end() -> None:
        with watch(model, csv=tmp_path / "run.csv") as lab:
            _train(model, lab)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_at_the_end()

    assert len((tmp_path / "run.csv").read_text().splitlines()) == 4


def test_a_script_that_never_closes_gets_its_files_all_the_same(tmp_path: Path) -> None:
    """When Python ends."""
    code = (
        "import sys, torch\nfrom helpers import watch\nmodel = torch.nn.Linear(1, 1)\n"
        "lab = watch(model, csv=sys.argv[1])\nmodel(torch.ones(1)).backward()\nlab.step()\n"
    )

    subprocess.run([sys.executable, "-c", code, str(tmp_path / "run.csv")], check=True)

    assert len((tmp_path / "run.csv").read_text().splitlines()) == 2


def test_a_script_needs_no_widgets() -> None:
    """Watching without a picture imports neither ipywidgets nor matplotlib."""
    code = (
        "import sys, torch\nfrom helpers import watch\n"
        "lab = watch(torch.nn.Linear(1, 1))\nlab.close()\n"
        "assert not {'ipywidgets', 'matplotlib', 'IPython'} & sys.modules.keys()"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_picture_is_written_although_the_figures_cannot_be(tmp_path: Path) -> None:
    """The error is told all the same, once everything that can be saved is saved."""
    folder = tmp_path / "run"
    folder.mkdir()
    model = nn.Linear(2, 1)
    lab = watch(model, csv=folder / "run.csv", png=tmp_path / "run.png", live=False)
    folder.rmdir()
    with pytest.raises(FileNotFoundError):
        lab.close()

    assert (tmp_path / "run.png").stat().st_size > 0


def test_hooks_are_turned_on_and_off_by_name() -> None:
    """Those on offer by their label, and one of one's own as an expression."""
    model = _model()
    with watch(model) as lab:
        lab.turn_on("double gradient", "0")
        lab.turn_on("lambda grad: grad * 0", "2")
        _train(model, lab, 1)
        assert lab.history()["2.norm"][0] == pytest.approx(abs(model[2].bias.grad.item()))
        lab.turn_off("double gradient")
        lab.turn_off("double gradient")

    with watch(model) as lab, pytest.raises(KeyError, match="there are"):
        lab.turn_on("tripple gradient", "0")


def test_alarms_are_a_list_to_look_through() -> None:
    """Step, layer and value of each."""
    model = _model()
    with watch(model, alarm=1e-9) as lab:
        _train(model, lab, 1)

    assert [(one.step, one.layer) for one in lab.alarms] == [(1, "0"), (1, "2")]


def test_what_is_watched_is_said_in_the_same_words_each_time() -> None:
    """No address, no count that a busy machine would change."""
    lab = watch(_model())
    assert repr(lab) == "watch(Sequential): watching, 2 layers with parameters"
    lab.close()
    lab.close()

    assert repr(lab) == "watch(Sequential): closed, 2 layers with parameters"


def test_the_live_view_follows_and_ends_in_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    """In a notebook a panel opens by itself; when closed it has the run's picture, with words."""
    model = _model()
    lab = watch(model, live=True)
    panel = lab._panel
    _train(model, lab)
    lab.close()

    data, metadata = panel._repr_mimebundle_()
    assert "Step 3" in panel.view.status.value
    assert data["image/png"].startswith(b"\x89PNG")
    assert "3 steps" in metadata["image/png"]["alt"]


def test_a_click_is_carried_out_at_the_next_step() -> None:
    """And the toggle stays pressed until then."""
    model = _model()
    lab = watch(model, live=True)
    toggle = lab._panel.view.menu.rows["double gradient"].toggle
    toggle.value = True
    lab._panel.publish(running=False)
    assert toggle.value
    assert lab.model.live == {}
    _train(model, lab, 1)

    assert lab.model.live == {"double gradient": "0"}
    lab.close()
