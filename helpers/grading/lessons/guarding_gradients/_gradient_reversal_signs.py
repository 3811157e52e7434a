"""What can be seen in the trials of gradient-reversal."""

from __future__ import annotations

from helpers.grading.data import same
from helpers.grading.exercise import Facts
from helpers.grading.lessons.tensor_hooks import _shared as tensor


def came_out_as(facts: Facts, *ways: str) -> bool:
    """Say whether h's gradient came out in one of these ways, and not as wanted."""
    seen, case = facts["two_heads"], facts["case"]
    if seen is None or same(seen, case["wanted"]["two_heads"]):
        return False
    return any(same(seen, case["ways"][way]) for way in ways)


def one_of_two(facts: Facts) -> bool:
    """Say whether of a layer's two uses in one pass only one was reversed."""
    return right(facts, "two_heads") and same(facts["twice"], facts["case"]["ways"]["one of two"])


def right(facts: Facts, *names: str) -> bool:
    """Say whether these trials came out as wanted."""
    return all(same(facts[name], facts["case"]["wanted"][name]) for name in names)


def wrong(facts: Facts, name: str) -> bool:
    """Say whether this trial was reached and came out otherwise."""
    return facts[name] is not None and not right(facts, name)


def asks_the_original(facts: Facts) -> bool:
    """Say whether a copy, and only that, has the wrong strength."""
    return right(facts, "later") and wrong(facts, "a_copy")


def needs_grad(facts: Facts) -> bool:
    """Say whether a hook was refused because its tensor needs no gradient."""
    return tensor.raised(facts, "RuntimeError", "register a hook", "doesn't require gradient")
