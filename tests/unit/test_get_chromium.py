"""Getting a browser for the browser tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "browser"))

import get_chromium

WORKS, BROKEN = "#!/bin/sh\n", "#!/bin/sh\nexit 127\n"


@pytest.fixture
def no_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine on which no Chromium can be found; gives the only folder on its PATH."""
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "none"))
    return tmp_path


def _put(folder: Path, name: str = "chromium", program: str = WORKS) -> str:
    browser = folder / name
    browser.write_text(program)
    browser.chmod(0o755)
    return str(browser)


def _must_not_be_tried() -> None:
    pytest.fail("tried to get a browser")


def test_a_chromium_on_path_is_taken_as_it_is(no_browser: Path) -> None:
    """No way of getting one is tried where one is there."""
    there = _put(no_browser)

    assert get_chromium.get((_must_not_be_tried,)) == there


def test_a_browser_that_does_not_start_is_passed_over(no_browser: Path) -> None:
    """Ubuntu's `chromium` may only say that one has to install something else."""
    _put(no_browser, "chromium", BROKEN)
    other = _put(no_browser, "google-chrome")

    assert get_chromium.find() == other


def test_the_next_way_is_tried_when_one_brings_nothing(no_browser: Path) -> None:
    """A download that fails is followed by the system's package manager."""
    found = get_chromium.get((lambda: None, lambda: _put(no_browser)))

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
    """CHROMIUM naming a missing file fails at once, even where another browser is on PATH."""
    _put(no_browser)
    monkeypatch.setenv("CHROMIUM", str(no_browser / "other"))

    with pytest.raises(SystemExit):
        get_chromium.get((_must_not_be_tried,))


def test_a_browser_that_playwright_cannot_drive_is_not_enough(
    no_browser: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a bare Debian Playwright itself lacks a library; then too the advice is given."""
    _put(no_browser)
    monkeypatch.setattr(get_chromium, "PLAYWRIGHT", [_put(no_browser, "node", BROKEN)])

    with pytest.raises(SystemExit):
        get_chromium.get((lambda: None,))


@pytest.mark.parametrize("program", ["", "#!/bin/sh\necho E: no such package; exit 100\n"])
def test_a_failing_package_manager_is_told_in_a_line(
    program: str, no_browser: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """apt-get's own error is passed on; where there is no apt-get, nothing is said or done."""
    if program:
        _put(no_browser, "apt-get", program)

    get_chromium.install_packages()

    said = capsys.readouterr().out
    assert ("that failed: E: no such package" in said) == bool(program)
    assert "install" not in said
