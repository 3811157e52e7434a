"""Sets that are nearly the same, found among thousands without comparing all pairs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

NEAR = 0.8
"""Shared shingles, as a part of all that either has, from which on two sets are near."""


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the shingles that both have, as a part of those that either has."""
    return len(one & other) / (len(one | other) or 1)


def groups(sets: Sequence[frozenset[str]]) -> list[list[int]]:
    """Return the numbers of the sets in groups: each is near to another of its group."""
    leader = list(range(len(sets)))

    def find(member: int) -> int:
        while leader[member] != member:
            leader[member] = member = leader[leader[member]]
        return member

    for one, other in near(sets):
        leader[find(one)] = find(other)
    members: dict[int, list[int]] = {}
    for number in range(len(sets)):
        members.setdefault(find(number), []).append(number)
    return list(members.values())


def near(sets: Sequence[frozenset[str]]) -> Iterator[tuple[int, int]]:
    """Yield each two sets whose likeness is at least ``NEAR``, without trying all pairs.

    Sets that are that near share one of each's rarest members: with a set of n, one of the first
    n - NEAR·n + 1. So only those are looked up, and few candidates are left to compare.
    """
    frequency = Counter(one for members in sets for one in members)
    rarest = [sorted(members, key=lambda one: (frequency[one], one)) for members in sets]
    having: dict[str, list[int]] = {}
    for number in sorted(range(len(sets)), key=lambda one: len(sets[one])):
        size = len(sets[number])
        prefix = rarest[number][: size - math.ceil(NEAR * size) + 1]
        candidates = {other for one in prefix for other in having.get(one, ())}
        for other in sorted(candidates):
            if len(sets[other]) >= NEAR * size and likeness(sets[number], sets[other]) >= NEAR:
                yield other, number
        for one in prefix:
            having.setdefault(one, []).append(number)
