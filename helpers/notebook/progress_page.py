"""ProgressPage: where a learner stands, with links to what comes next and to what fades."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as widgets

from helpers.grading.progress import Progress
from helpers.grading.standing import Row, Standing, passed, when

BAR = "height:6px;border-radius:3px;background:var(--jp-border-color2,#ccc);max-width:24em"
CELL = "text-align:left;padding:2px 16px 2px 0;border:none"


class ProgressPage:
    """A page over the progress file, read anew by ``refresh()`` or its button."""

    def __init__(self, progress: Progress) -> None:
        """Read the file once."""
        self._progress = progress
        self.standing = Standing.of(progress)
        # Not widgets.HTML: JupyterLab opens a link to a notebook only from an output.
        self._page = widgets.Output()
        again = widgets.Button(description="Look again", tooltip="Read your progress anew")
        again.on_click(lambda _: self.refresh())
        self.widget = widgets.VBox([self._page, again])
        self.refresh()

    def refresh(self) -> None:
        """Read the file again: an exercise's check, in another notebook, may have added to it."""
        self.standing = Standing.of(self._progress)
        shown = {"text/plain": repr(self), "text/html": page(self.standing)}
        self._page.outputs = ({"output_type": "display_data", "data": shown, "metadata": {}},)

    def __repr__(self) -> str:
        """Return the same in words."""
        return str(self.standing)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        live: dict[str, str] = self.widget._repr_mimebundle_(**kwargs) or {}
        return {**live, "text/plain": repr(self), "text/html": page(self.standing)}


def page(standing: Standing) -> str:
    """Return the page as HTML; lessons that are begun stand open, the others are folded."""
    said = f'<p role="alert">{escape(standing.said)}</p>' if standing.said else ""
    lessons = (_lesson(stem, rows) for stem, rows in standing.lessons.items())
    return (
        f"<p><b>{standing.headline}</b></p>{said}"
        f"{_bar(passed(standing.rows), len(standing.rows))}"
        f"{_again(standing.due)}{''.join(lessons)}"
    )


def _again(due: list[Row]) -> str:
    if not due:
        return ""
    lines = (f"<li>{_link(row)}, {when(row)}</li>" for row in due)
    return (
        '<p style="margin:12px 0 0"><b>Worth doing again.</b> Clear what you wrote and write it '
        f'from memory: that is what makes it stay.</p><ul style="margin-top:0">{"".join(lines)}</ul>'
    )


def _lesson(stem: str, rows: list[Row]) -> str:
    number, _, name = stem.replace("_", " ").replace("python", "Python").partition(" ")
    begun = any(row.tries for row in rows) and passed(rows) < len(rows)
    table = "".join(
        f'<tr><td style="{CELL}">{_link(row)}</td><td style="{CELL}">{escape(row.state)}</td></tr>'
        for row in rows
    )
    return (
        f'<details{" open" if begun else ""} style="margin:8px 0"><summary>{int(number)}. '
        f"{escape(name[:1].upper() + name[1:])}: {passed(rows)} of {len(rows)}</summary>"
        f'{_bar(passed(rows), len(rows))}<table style="margin:4px 0">{table}</table></details>'
    )


def _link(row: Row) -> str:
    title = escape(row.exercise.title)
    return f'<a href="../{row.notebook}">{title}</a> <code>{escape(row.exercise.id)}</code>'


def _bar(part: int, whole: int) -> str:
    done = f"width:{100 * part // whole}%;height:6px;border-radius:3px;background:#009E73"
    return f'<div aria-hidden="true" style="{BAR}"><div style="{done}"></div></div>'
