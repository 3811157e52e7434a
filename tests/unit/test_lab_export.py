"""What the lab hands out: its history as a table and a file, and a script that does the same."""

from __future__ import annotations

import csv
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.lab.export import as_table, write_csv
from helpers.lab.menu import RECIPES, Recipe, own_hook, recipe
from helpers.lab.script import script
from helpers.lab.session import Session
from helpers.lab.settings import DATA, PRESETS, Settings


def _printed(*sources: str) -> list[str]:
    """Run scripts in one Python of their own that can't find helpers; the last line of each."""
    code = "import sys\nfor source in sys.argv[1:]:\n    exec(source, {})\n    print('----')"
    done = subprocess.run(
        [sys.executable, "-I", "-c", code, *sources], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return [part.strip().splitlines()[-1] for part in done.stdout.split("----\n")[:-1]]


def _trained(settings: Settings, steps: int, *hooks: tuple[Recipe, str]) -> Session:
    session = Session(settings)
    for one, layer in hooks:
        session.turn_on(one, layer)
    for _ in range(steps):
        assert session.step()
    return session


def _figures(session: Session) -> str:
    norms = " ".join(f"{norm:.3g}" for norm in session.read()[1][-1][:-1])
    return f"step {session.step_count}: loss {session.loss:.6g}, norms {norms}"


EVERY_KIND = (
    *(Settings(data=name) for name in DATA),
    PRESETS["Vanishing gradients"],
    PRESETS["Exploding gradients"],
    Settings(optimizer="adam", lr=0.01, activation="gelu", seed=7),
    Settings(optimizer="momentum", init="too small", batch=16),
)


def test_the_script_trains_as_the_lab_does() -> None:
    """Loss and norms agree in every figure shown, without helpers, for every kind of setting."""
    sessions = [_trained(settings, 3) for settings in EVERY_KIND]

    sources = [script(session, steps=3) for session in sessions]

    assert "helpers" not in "".join(sources)
    assert _printed(*sources) == [_figures(session) for session in sessions]


def test_the_script_has_the_hooks_that_are_on() -> None:
    """Two hooks, one of them the reader's own, change its figures as they change the lab's."""
    clip = replace(recipe("clip by norm"), amount=0.01)
    session = _trained(Settings(), 3, (clip, "layer1"), (own_hook("lambda g: -g"), "out"))

    assert _printed(script(session, steps=3)) == [_figures(session)]
    assert _figures(session) != _figures(_trained(Settings(), 3))


def test_every_hook_on_offer_runs_in_the_script() -> None:
    """All at once, each with an amount of its own."""
    session = Session(Settings(activation="relu"))
    for offered in RECIPES:
        session.turn_on(offered, "layer2")

    assert _printed(script(session, steps=2))[0].startswith("step 2: loss")


def test_the_table_has_a_column_for_each_layer() -> None:
    """Ready for pandas: columns of one length, by name."""
    session = _trained(Settings(depth=1), 4)
    steps, rows = session.read()

    table = as_table(session.layers, steps, rows)

    assert list(table) == ["step", "layer1.norm", "out.norm", "loss"]
    assert table["step"] == [1, 2, 3, 4]
    assert table["loss"][-1] == pytest.approx(session.loss)


def test_a_table_goes_into_a_csv_file_and_comes_back(tmp_path: Path) -> None:
    """Figures are written in full, and no half-written file is left."""
    session = _trained(Settings(depth=1), 2)
    table = as_table(session.layers, *session.read())

    write_csv(tmp_path / "run.csv", table)

    with (tmp_path / "run.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert [float(line["layer1.norm"]) for line in lines] == table["layer1.norm"]
    assert [path.name for path in tmp_path.iterdir()] == ["run.csv"]
