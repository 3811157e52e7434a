"""Specimens: wrong answers, made from a right one by a change or two."""

from __future__ import annotations


def but_for(right: str, *changes: tuple[str, str]) -> str:
    """Return the right answer with each (old, new) change made wherever ``old`` stands.

    Raises ValueError where ``old`` isn't in what the changes before it left: a specimen that
    changes nothing would pass.
    """
    answer = right
    for old, new in changes:
        if old not in answer:
            raise ValueError(f"no {old!r} in the right answer")
        answer = answer.replace(old, new)
    return answer
