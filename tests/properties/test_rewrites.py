"""A right answer stays right, however it is written."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rewriting import REWRITERS
from solved import SOLUTIONS, kept_names, marked


def rewritten(exercise_id: str, names: list[str]) -> str:
    """Return the exercise's solution after these rewriters, in this order."""
    source = SOLUTIONS[exercise_id]
    for name in names:
        source = REWRITERS[name](source, kept_names(exercise_id)) or source
    return source


REWRITES = {
    f"{exercise_id}-{name}": (exercise_id, source)
    for exercise_id, solution in SOLUTIONS.items()
    for name, rewrite in REWRITERS.items()
    if (source := rewrite(solution, kept_names(exercise_id)))
}


@pytest.mark.parametrize(("exercise_id", "source"), REWRITES.values(), ids=REWRITES)
def test_a_rewrite_passes(exercise_id: str, source: str) -> None:
    """One rewriter at a time, each solution that it applies to."""
    verdict = marked(exercise_id, source)

    assert verdict.outcome == "passed", f"{verdict.message}\n\n{source}"


@pytest.mark.parametrize("exercise_id", SOLUTIONS)
@settings(
    max_examples=12,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(names=st.lists(st.sampled_from(sorted(REWRITERS)), min_size=2, max_size=5))
def test_rewrites_of_rewrites_pass(exercise_id: str, names: list[str]) -> None:
    """Several rewriters one after the other, in any order."""
    source = rewritten(exercise_id, names)

    verdict = marked(exercise_id, source)

    assert verdict.outcome == "passed", f"{verdict.message}\n\n{source}"


@pytest.mark.parametrize("name", REWRITERS)
def test_each_rewriter_applies_somewhere(name: str) -> None:
    """None of them has silently become one that does nothing."""
    assert any(made.endswith(f"-{name}") for made in REWRITES)
