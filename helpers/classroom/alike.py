"""Answers that are nearly the same, and learners who share several of them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from helpers.classroom.forms import form, shingles
from helpers.classroom.nearness import NEAR, groups, likeness
from helpers.classroom.tally import TRIED, Tally

SHORTEST = 20
"""Tokens; two shorter answers are alike by chance."""
FEW, FEW_PART = 4, 0.02
"""A form that more learners share than these (or than this part of the class) is a common one."""
MOST_PAIRS = 100


@dataclass(frozen=True)
class Group:
    """Learners whose answers to one exercise are alike, and two of these answers' keys."""

    exercise: str
    learners: tuple[str, ...]
    keys: tuple[str, str]


@dataclass
class OfExercise:
    """What was seen in one exercise; the numbers count learners."""

    groups: list[Group] = field(default_factory=list)
    compared: int = 0
    as_in_course: int = 0
    common: int = 0
    short: int = 0


@dataclass(frozen=True)
class Pair:
    """Two learners, the exercises in which they are alike, and how far that is from chance."""

    learners: tuple[str, str]
    exercises: tuple[str, ...]
    weight: float


def compare(tally: Tally) -> tuple[dict[str, OfExercise], list[Pair]]:
    """Compare all answers to each exercise, and return what is alike, and between whom.

    A right answer like the course's own says nothing, nor does one that many have: neither is listed.
    """
    found = {}
    for exercise in tally.exercises:
        if exercise["kind"] == "exercise":
            found[exercise["id"]] = _of_exercise(tally, exercise)
    return found, _pairs(found)


def _of_exercise(tally: Tally, exercise: dict[str, Any]) -> OfExercise:
    name, gives, reference = exercise["id"], exercise["gives"], shingles(exercise["reference"])
    of_key: dict[str, list[str]] = {}
    for learner in tally.learners:
        result = learner.results[name]
        if result.outcome in TRIED:
            of_key.setdefault(result.key, []).append(learner.label)
    of_form: dict[tuple[str, ...], list[str]] = {}
    for key in of_key:
        of_form.setdefault(tuple(form(tally.answer(key)["source"], gives)), []).append(key)
    seen = OfExercise(compared=sum(map(len, of_key.values())))
    forms: list[list[str]] = []
    sets: list[frozenset[str]] = []
    clusters: list[list[str]] = []
    for tokens, keys in of_form.items():
        count, shown = sum(len(of_key[key]) for key in keys), shingles(list(tokens))
        if len(tokens) < SHORTEST:
            seen.short += count
        elif likeness(shown, reference) < NEAR:
            forms.append(keys)
            sets.append(shown)
        elif tally.verdicts[keys[0]].outcome == "passed":
            seen.as_in_course += count
        else:  # near to the course's answer, and so to each other: only the same slip tells
            clusters.append(keys)
    clusters += [[key for one in group for key in forms[one]] for group in groups(sets)]
    few = max(FEW, int(FEW_PART * len(tally.learners)))
    for keys in clusters:
        learners = tuple(sorted({label for key in keys for label in of_key[key]}))
        if len(learners) > few:
            seen.common += len(learners)
        elif len(learners) > 1:
            seen.groups.append(Group(name, learners, (keys[0], keys[-1])))
    return seen


def _pairs(found: dict[str, OfExercise]) -> list[Pair]:
    """Return the pairs alike in two exercises or more; rare forms weigh more than common ones."""
    shared: dict[tuple[str, str], list[tuple[str, float]]] = {}
    for exercise, seen in found.items():
        for group in seen.groups:
            weight = math.log2(max(2.0, seen.compared / len(group.learners)))
            for one, other in combinations(group.learners, 2):
                shared.setdefault((one, other), []).append((exercise, weight))
    pairs = [
        Pair(who, tuple(exercise for exercise, _ in alike), sum(weight for _, weight in alike))
        for who, alike in shared.items()
        if len(alike) > 1
    ]
    return sorted(pairs, key=lambda pair: (-pair.weight, pair.learners))[:MOST_PAIRS]
