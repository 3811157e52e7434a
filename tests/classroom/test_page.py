"""The page for people."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from helpers.classroom.page import write_page
from helpers.classroom.tally import OUTCOMES

if TYPE_CHECKING:
    from tests.classroom.conftest import Class

EVIL = "<script>alert(1)</script>\"'&\u202e"
VOID = {"meta", "rect", "br"}
LONG = "x = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]\ny = [one + one for one in x]"


class Outline(HTMLParser):
    """The elements of a page, its texts, and whether the elements are closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element, and that it is open."""
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element that closes itself."""
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost element."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.text += data


def page_of(classroom: Class) -> str:
    """Mark the class and return its page."""
    classroom.run()
    path = classroom.report / "index.html"
    classroom.tallied(lambda tally: write_page(tally, path))
    return path.read_text("utf-8")


@pytest.fixture
def page(classroom: Class) -> str:
    """The page on a class with something in every section."""
    for name in ("anna", "ben", EVIL.replace("/", "|")):
        source = f"{LONG}\nz = '{EVIL}' #not yet {name}"
        classroom.put(f"{name}.ipynb", classroom.make(add_forward=source, record_shapes=source))
    classroom.put("cleo.ipynb", b"broken")
    return page_of(classroom)


def test_it_loads_nothing(page: str) -> None:
    """No script, no link to another file, and a policy that forbids both."""
    tags = Counter(tag for tag, _ in Outline(page).found)
    links = [a["href"] for tag, a in Outline(page).found if tag == "a"]

    assert not tags.keys() & {"script", "link", "img", "iframe", "object"}
    assert "default-src 'none'" in page
    assert not re.search(r"url\(|@import", page)
    assert all(str(link).startswith("#") for link in links)


def test_what_learners_wrote_is_shown_and_not_run(page: str) -> None:
    """Names and answers are text."""
    assert "<script>alert" not in page
    assert "<script>alert(1)</script>" in Outline(page).text
    assert "\u202e" not in re.sub(r"<code>.*?</code>", "", page, flags=re.DOTALL)


def test_it_is_well_formed(page: str) -> None:
    """Every element is closed in order, and no id is there twice."""
    outline = Outline(page)
    ids = Counter(a["id"] for _, a in outline.found if "id" in a)

    assert outline.open == []
    assert set(ids.values()) == {1}


def test_it_can_be_read_by_ear_and_keyboard(page: str) -> None:
    """A language, a title, landmarks, a caption for each table, heads with a scope."""
    outline = Outline(page)
    tags = Counter(tag for tag, _ in outline.found)

    assert ("html", {"lang": "en"}) in outline.found
    assert tags["h1"] == tags["title"] == tags["main"] == 1
    assert tags["table"] == tags["caption"]
    assert all("scope" in a for tag, a in outline.found if tag == "th")
    assert all(a.get("aria-hidden") == "true" for tag, a in outline.found if tag == "svg")
    assert all(a.get("tabindex") == "0" for tag, a in outline.found if tag == "pre")


def test_each_outcome_is_a_word_and_not_only_a_colour(page: str) -> None:
    """A screen reader says it; a sign shows it."""
    assert all(word in page for word in OUTCOMES)
    assert '<span class="v">no answer</span>' in page


def test_both_schemes_have_readable_colours(page: str) -> None:
    """WCAG AA: 4.5 to 1 for text on the ground and on the band."""
    schemes = re.findall(r":root \{(.*?)\}", page, re.DOTALL)

    assert len(schemes) == 2
    for scheme in schemes:
        colours = dict(re.findall(r"--(\w+): (#\w+)", scheme))
        for name in ("text", "soft", "link", "passed", "wrong", "crashed"):
            for ground in ("ground", "band"):
                assert contrast(colours[name], colours[ground]) >= 4.5, (name, ground)


def contrast(one: str, other: str) -> float:
    """Return WCAG's contrast of two colours."""

    def light(colour: str) -> float:
        digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
        parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    "words",
    [
        "4 learners, 4 exercises",
        "that a hook",
        "alike in",
        "cleo.ipynb: broken JSON",
        "What was amiss",
    ],
)
def test_it_says_what_an_instructor_asks(page: str, words: str) -> None:
    """How many, what they believe, who is alike, what could not be read."""
    assert words in Outline(page).text


def test_a_run_that_was_broken_off_is_said(classroom: Class) -> None:
    """Nobody should take half a class for the whole."""
    classroom.put("anna.ipynb", classroom.make(add_forward="v"))
    classroom.run()
    path = classroom.report / "index.html"

    def look(tally: object) -> None:
        tally.store.about = {**tally.store.about, "finished": False}  # type: ignore[attr-defined]
        write_page(tally, path)  # type: ignore[arg-type]

    classroom.tallied(look)

    assert "Not all is marked yet" in path.read_text("utf-8")
