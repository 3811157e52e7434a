"""The still picture of a run: readable, in words too, and drawn from anything."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from matplotlib import image

from helpers.lab.hooked_model import Mark
from helpers.widgets.run_picture import run_picture


def _rows(count: int, layers: int) -> tuple[np.ndarray, np.ndarray]:
    steps = np.arange(1, count + 1)
    rows = 10.0 ** -np.arange(layers + 1) * np.ones((count, 1)) + 0.01 * steps[:, None]
    return steps, rows.astype(np.float32)


def test_it_is_a_png_of_full_size_on_white_paper() -> None:
    """White corners read on a dark page too."""
    picture = run_picture("A run.", ["first", "last"], *_rows(50, 2))

    pixels = image.imread(io.BytesIO(picture.png))
    assert pixels.shape[:2] == (378, 720)
    assert pixels[0, 0].tolist() == [1, 1, 1, 1]
    assert len(np.unique(pixels.reshape(-1, pixels.shape[2]), axis=0)) > 20


def test_the_words_say_what_the_curves_say() -> None:
    """Layers, steps, norms at the end, loss, and what was marked."""
    marks = [Mark(7, "on", "double gradient on first")]

    alt = run_picture("A run.", ["first", "last"], *_rows(50, 2), marks).alt

    assert alt == (
        "A run. Curves of the gradient norm of 2 layers over 50 steps: at the end about 2e+00 in "
        "first and 6e-01 in last. The loss goes from 0.02 to 0.5. Marked: step 7: double gradient "
        "on first."
    )


def test_the_alt_text_travels_with_the_output() -> None:
    """Under the picture's own type, where nbconvert looks for it."""
    data, metadata = run_picture("A run.", ["first"], *_rows(2, 1)).mime

    assert data["image/png"].startswith(b"\x89PNG")
    assert metadata["image/png"]["alt"].startswith("A run.")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda rows: rows * 0,
        lambda rows: rows * np.nan,
        lambda rows: np.where(rows > 0.5, np.inf, rows),
        lambda rows: rows[:0],
        lambda rows: rows[:1],
    ],
    ids=["zeros", "NaN", "infinity", "no step", "one step"],
)
def test_any_run_can_be_drawn(spoil, recwarn: pytest.WarningsRecorder) -> None:
    """Without an error, and without a warning that would stand in a notebook."""
    steps, rows = _rows(5, 15)
    rows = spoil(rows)

    assert run_picture("A run.", [f"l{n}" for n in range(15)], steps[: len(rows)], rows).png
    assert [str(one.message) for one in recwarn] == []


def test_matplotlibs_own_state_is_left_alone(tmp_path: Path) -> None:
    """No figure is kept by pyplot, however many pictures are drawn."""
    from matplotlib import pyplot

    run_picture("A run.", ["first"], *_rows(2, 1))

    assert pyplot.get_fignums() == []
