"""The report for people: one HTML page that needs no network, no script and no other file."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from helpers.classroom.alike import compare
from helpers.classroom.page_alike import alike_section, heads_of
from helpers.classroom.tally import OUTCOMES, Tally

SIGNS = {
    "passed": "✓",
    "not yet": "✗",
    "crashed": "!",
    "not tried": "–",
    "no answer": "·",
    "not marked": "?",
}
SECTIONS = {
    "exercises": "By exercise",
    "misconceptions": "By misconception",
    "alike": "Answers that are alike",
    "learners": "By learner",
    "problems": "What was amiss",
}
# Nothing may be loaded, whatever a name or an answer holds.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def write_page(tally: Tally, path: Path) -> None:
    """Write the page, piece by piece."""
    fresh = path.with_suffix(".part")
    with fresh.open("w", encoding="utf-8", errors="backslashreplace") as stream:
        for piece in _pieces(tally):
            stream.write(piece)
    fresh.replace(path)


def _pieces(tally: Tally) -> Iterator[str]:
    style = (Path(__file__).parent / "page.css").read_text("utf-8")
    links = "".join(f'<li><a href="#{key}">{title}</a></li>' for key, title in SECTIONS.items())
    yield (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Class report</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"<header>\n<h1>Class report</h1>\n{_summary(tally)}</header>\n"
        f'<nav aria-label="Sections"><ul>{links}</ul></nav>\n<main>\n'
    )
    bodies = {
        "exercises": _exercises(tally),
        "misconceptions": _misconceptions(tally),
        "alike": alike_section(tally, *compare(tally)),
        "learners": _learners(tally),
        "problems": _problems(tally),
    }
    for key, body in bodies.items():
        yield f'<section aria-labelledby="{key}">\n<h2 id="{key}">{SECTIONS[key]}</h2>\n'
        yield from body
        yield "</section>\n"
    yield "</main>\n</body>\n</html>\n"


def _summary(tally: Tally) -> str:
    about, count = tally.about, len(tally.learners)
    mean = sum(learner.points for learner in tally.learners) / (count or 1)
    shard = "" if about["shard"] == "1/1" else f" Shard {escape(about['shard'])} of the class."
    text = (
        f"<p>{count} learners, {len(tally.exercises)} exercises, {tally.most_points} points; "
        f"the mean is {mean:.1f}.{shard}</p>\n"
    )
    if tally.level:
        text += f"<p>Answers were locked in at level “{tally.level}”.</p>\n"
    if not about["finished"] or count < len(about["learners"]):
        text += '<p class="bad">Not all is marked yet: run the same command again.</p>\n'
    return text


def _exercises(tally: Tally) -> Iterator[str]:
    heads = "".join(
        f'<th scope="col"><span class="{_class(one)}" aria-hidden="true">■</span> {one}</th>'
        for one in OUTCOMES
    )
    yield '<div class="wide"><table>\n<caption>Learners by outcome.</caption>\n<thead><tr>'
    yield '<th scope="col">exercise</th><th scope="col"><span class="v">picture</span></th>'
    yield f"{heads}</tr></thead>\n<tbody>\n"
    for exercise, counts in tally.by_exercise().items():
        numbers = "".join(f'<td class="n">{counts[outcome]}</td>' for outcome in OUTCOMES)
        yield f'<tr><th scope="row">{escape(exercise)}</th><td>{_bar(list(counts.items()))}</td>'
        yield f"{numbers}</tr>\n"
    yield "</tbody></table></div>\n"


def _bar(counts: list[tuple[str, int]]) -> str:
    total, left, parts = sum(count for _, count in counts) or 1, 0.0, ""
    for outcome, count in sorted(counts, key=lambda one: OUTCOMES.index(one[0])):
        width = 100 * count / total
        parts += f'<rect class="{_class(outcome)}" x="{left:.2f}" width="{width:.2f}" height="8"/>'
        left += width
    return f'<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">{parts}</svg>'


def _class(outcome: str) -> str:
    return outcome.replace(" ", "-")


def _misconceptions(tally: Tally) -> Iterator[str]:
    found = tally.by_misconception()
    if not found:
        yield "<p>None was seen.</p>\n"
        return
    heads = ("perhaps they believe", "learners", "in", "what is so", "reread")
    yield '<div class="wide"><table>\n<caption>The most frequent first. '
    yield f"{tally.undiagnosed()} answers that didn’t pass show none that is known.</caption>\n"
    yield f"<thead><tr>{heads_of(heads)}</tr></thead>\n"
    yield "<tbody>\n"
    for name, learners, exercises in found:
        known = tally.about["misconceptions"].get(name, {"believe": name, "so": "", "reread": []})
        where = "<br>".join(f"{escape(one)} ({count})" for one, count in exercises.most_common())
        yield f'<tr><th scope="row" id="m-{escape(name)}">{escape(known["believe"])}</th>'
        yield f'<td class="n">{learners}</td><td>{where}</td><td>{escape(known["so"])}</td>'
        yield f"<td>{escape(', '.join(known['reread']))}</td></tr>\n"
    yield "</tbody></table></div>\n"


def _learners(tally: Tally) -> Iterator[str]:
    legend = ", ".join(f"{sign} {outcome}" for outcome, sign in SIGNS.items())
    heads = "".join(
        f'<th scope="col" class="t"><span>{escape(one["id"])}</span></th>'
        for one in tally.exercises
    )
    yield f'<div class="wide"><table class="marks">\n<caption>{legend}.</caption>\n'
    yield f'<thead><tr><th scope="col">learner</th><th scope="col">points</th>{heads}</tr></thead>\n'
    yield "<tbody>\n"
    for learner in tally.learners:
        yield f'<tr><th scope="row"><bdi>{escape(learner.label)}</bdi></th>'
        yield f'<td class="n">{learner.points}</td>'
        for result in learner.results.values():
            name = f'<span class="v">{result.outcome}</span>'
            sign = f'<span aria-hidden="true">{SIGNS[result.outcome]}</span>'
            yield f'<td class="{_class(result.outcome)}">{sign}{name}</td>'
        yield "</tr>\n"
    yield "</tbody></table></div>\n"


def _problems(tally: Tally) -> Iterator[str]:
    amiss = [learner for learner in tally.learners if learner.problems]
    if not amiss:
        yield "<p>Nothing.</p>\n"
        return
    yield "<dl>\n"
    for learner in amiss:
        said = "".join(f"<dd>{escape(problem)}</dd>" for problem in learner.problems)
        yield f"<dt><bdi>{escape(learner.label)}</bdi></dt>{said}\n"
    yield "</dl>\n"
