"""The part of the page about answers that are alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from helpers.classroom.alike import Group, OfExercise, Pair
from helpers.classroom.tally import Tally

MOST_GROUPS = 200
"""Groups that are shown; all of a large class's would make the page heavy."""


def alike_section(tally: Tally, found: dict[str, OfExercise], pairs: list[Pair]) -> Iterator[str]:
    """Yield the section's HTML: pairs of learners first, then the groups with two answers each."""
    yield (
        "<p>Names, layout and comments don’t count. Being alike proves nothing: a short task has few "
        "right answers, and people learn together. Left out is what resembles the course’s own "
        "solution, what many have, and what is too short to tell.</p>\n"
    )
    yield from _pairs(pairs)
    yield from _counts(found)
    groups = [group for seen in found.values() for group in seen.groups]
    shown = sorted(groups, key=lambda group: len(group.learners))[:MOST_GROUPS]
    if len(groups) > len(shown):
        yield f"<p>The {len(shown)} smallest of {len(groups)} groups:</p>\n"
    for group in shown:
        yield from _group(tally, group)


def _pairs(pairs: list[Pair]) -> Iterator[str]:
    if not pairs:
        yield "<p>No two learners are alike in more than one exercise.</p>\n"
        return
    yield '<div class="wide"><table>\n<caption>Learners alike in two exercises or more; '
    yield "the rarer their answers, the higher in the list.</caption>\n"
    yield '<thead><tr><th scope="col">learners</th><th scope="col">alike in</th></tr></thead>\n'
    yield "<tbody>\n"
    for pair in pairs:
        one, other = (f"<bdi>{escape(label)}</bdi>" for label in pair.learners)
        where = escape(", ".join(pair.exercises))
        yield f'<tr><th scope="row">{one}, {other}</th><td>{where}</td></tr>\n'
    yield "</tbody></table></div>\n"


def _counts(found: dict[str, OfExercise]) -> Iterator[str]:
    heads = (
        "exercise",
        "answers",
        "alike in small groups",
        "as in the course",
        "common",
        "too short",
    )
    yield '<div class="wide"><table>\n<caption>What was compared, in learners.</caption>\n'
    yield f"<thead><tr>{heads_of(heads)}</tr></thead>\n"
    yield "<tbody>\n"
    for exercise, seen in found.items():
        alike = sum(len(group.learners) for group in seen.groups)
        numbers = (seen.compared, alike, seen.as_in_course, seen.common, seen.short)
        cells = "".join(f'<td class="n">{number}</td>' for number in numbers)
        yield f'<tr><th scope="row">{escape(exercise)}</th>{cells}</tr>\n'
    yield "</tbody></table></div>\n"


def heads_of(names: Iterable[str]) -> str:
    """Return the cells of a table's head."""
    return "".join(f'<th scope="col">{name}</th>' for name in names)


def _group(tally: Tally, group: Group) -> Iterator[str]:
    names = ", ".join(f"<bdi>{escape(label)}</bdi>" for label in group.learners)
    sources = [str(tally.answer(key)["source"]) for key in dict.fromkeys(group.keys)]
    shown = "".join(f'<pre tabindex="0"><code>{escape(one)}</code></pre>' for one in sources)
    yield f"<details><summary>{escape(group.exercise)}: {names}</summary>\n"
    yield f'<div class="two">{shown}</div></details>\n'
