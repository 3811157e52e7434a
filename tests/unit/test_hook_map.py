"""The hook map: every hook of a step in its place, linked to the lesson that teaches it."""

from __future__ import annotations

import re

from helpers.hooks.one_step import one_step
from helpers.hooks.points import TO_COME
from helpers.widgets.hook_map import LANES, HookMap, hook_map


def test_each_hook_that_a_lesson_teaches_links_there_twice() -> None:
    """From its spot and from its line in the table; one that is to come has no link."""
    fired = one_step()
    links = re.findall(r'<a href="([^"]+)"', HookMap(fired)._repr_html_())

    taught = [f"{one.point.lesson}.ipynb" for one in fired if one.point.lesson != TO_COME]
    assert sorted(links) == sorted(taught * 2)


def test_each_spot_has_a_name() -> None:
    """For screen readers and for the pointer."""
    html = hook_map()._repr_html_()

    assert "4. register_forward_hook, on the layer: lesson 3" in html


def test_every_lane_is_used() -> None:
    """And no hook is without one."""
    assert {one.on for one in one_step()} == set(LANES)


def test_the_text_form_is_the_same_each_time() -> None:
    """A line for each hook, with no address."""
    assert repr(hook_map()) == repr(hook_map())
    assert len(repr(hook_map()).splitlines()) == 18
