"""Getting a browser for the browser tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "browser"))

import get_chromium


@pytest.fixture
def no_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine on which no Chromium can be found; gives the only folder on its PATH."""
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "none"))
    return tmp_path


def _put_browser(folder: Path) -> None:
    browser = folder / "chromium"
    browser.write_text("#!/bin/sh\n")
    browser.chmod(0o755)


def test_a_chromium_on_path_is_taken_as_it_is(no_browser: Path) -> None:
    """No way of getting one is tried where one is there."""
    _put_browser(no_browser)

    found = get_chromium.get((lambda: pytest.fail("tried to get one"),))

    assert found == str(no_browser / "chromium")


def test_the_next_way_is_tried_when_one_brings_nothing(no_browser: Path) -> None:
    """A download that fails is followed by the system's package manager."""
    found = get_chromium.get((lambda: None, lambda: _put_browser(no_browser)))

    assert found == str(no_browser / "chromium")


def test_where_nothing_works_one_line_says_what_to_install(no_browser: Path) -> None:
    """The command fails, and its message is a single line of advice."""
    with pytest.raises(SystemExit) as ended:
        get_chromium.get((lambda: None,))

    assert str(ended.value) == get_chromium.ADVICE
    assert "\n" not in get_chromium.ADVICE


def test_a_named_chromium_that_is_not_there_is_not_replaced_in_silence(
    no_browser: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CHROMIUM naming a missing file fails, even where another browser is on PATH."""
    _put_browser(no_browser)
    monkeypatch.setenv("CHROMIUM", str(no_browser / "other"))

    with pytest.raises(SystemExit):
        get_chromium.get(())
