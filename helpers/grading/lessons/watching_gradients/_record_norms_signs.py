"""What can be told of an answer to record-norms: what it noted, beside what it might have been."""

from __future__ import annotations

from typing import Any

from helpers.grading.data import same
from helpers.grading.exercise import Facts
from helpers.grading.lessons.watching_gradients._shared import named, numbers


def norms(facts: Facts, place: int = 0) -> dict[str, Any]:
    noted = facts["norms"] or []
    told = named(noted[place], numbers) if len(noted) > place else {}
    return {name: value for name, value in told.items() if value != []}


def plain(facts: Facts, key: str, place: int = 0) -> dict[str, float]:
    return dict(facts["case"]["plain"][key][place])


def first_is(facts: Facts, *guesses: dict[str, float]) -> bool:
    """Say whether the first backward's numbers are one of these, and not the right ones."""
    seen = {name: value[0] for name, value in norms(facts).items() if is_list(value)}
    right = plain(facts, "norms")
    return bool(seen) and any(
        same(seen, {name: guess[name] for name in seen})
        and not same(seen, {name: right[name] for name in seen})
        for guess in guesses
        if seen.keys() <= guess.keys() and seen.keys() <= right.keys()
    )


def is_list(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 0


def kinds(facts: Facts) -> set[str]:
    return {entry["kind"] for entry in facts["hooks"] or []}


def wrong_gradients(facts: Facts) -> bool:
    right = facts["case"]["plain"]["gradients"]
    return not facts["error"] and not same(facts["gradients"], right)
