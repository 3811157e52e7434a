"""What can be seen in the trials of stop-at-the-nan: who was blamed, and what went through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from helpers.grading.data import same
from helpers.grading.exercise import Facts
from helpers.grading.lessons.guarding_gradients._stop_at_the_nan_world import MODULES, wanted


def stops(facts: Facts) -> Iterator[tuple[dict[str, Any], Any]]:
    """Yield each trial that should stop, and where it did; None where it went through."""
    for trial, result in zip(facts["case"]["trials"], facts["guarded"], strict=False):
        if abs(trial["value"] or 0.0) < float("inf"):
            continue
        yield trial, None if result[0] == "output" else result[1]


def wrong(facts: Facts) -> list[tuple[dict[str, Any], Any]]:
    """Return the trials that stopped elsewhere than they should, or not at all."""
    return [(trial, said) for trial, said in stops(facts) if said != trial["where"]]


def false_alarm(facts: Facts) -> bool:
    """Say whether a call with large, finite numbers was stopped."""
    pairs = zip(facts["case"]["trials"], facts["guarded"], strict=False)
    return any(
        trial["value"] and abs(trial["value"]) < float("inf") and result[0] != "output"
        for trial, result in pairs
    )


def stops_the_good(facts: Facts) -> bool:
    """Say whether a call with small, finite numbers was stopped."""
    pairs = zip(facts["case"]["trials"], facts["guarded"], strict=False)
    return any(trial["value"] is None and result[0] != "output" for trial, result in pairs)


def nan_goes_through(facts: Facts) -> bool:
    """Say whether no NaN, of which there is one, stopped the call."""
    nan = [said for trial, said in stops(facts) if trial["value"] != trial["value"]]
    return bool(nan) and set(nan) == {None}


def one_name(facts: Facts) -> bool:
    """Say whether one and the same module was blamed for all."""
    said = {name for _, name in stops(facts)}
    return len(said) == 1 and said <= {*MODULES} and len(list(stops(facts))) > 1


def all_by(facts: Facts, how: Any) -> bool:
    """Say whether each wrong trial, and at least one, went wrong in this way."""
    trials = wrong(facts)
    return bool(trials) and all(how(trial, said) for trial, said in trials)


def passes(facts: Facts, kind: Any) -> dict[bool, set[bool]]:
    """Return, for trials of a kind and for the others, whether they went through."""
    went: dict[bool, set[bool]] = {True: set(), False: set()}
    for trial, said in stops(facts):
        went[kind(trial)].add(said is None)
    return went


def only_nan_stops(facts: Facts) -> bool:
    """Say whether each NaN stopped the call, and no infinity did."""
    infinite = passes(facts, lambda trial: abs(trial["value"]) == float("inf"))
    return infinite == {True: {True}, False: {False}}


def only_whole_outputs_stop(facts: Facts) -> bool:
    """Say whether only outputs without any good entry stopped the call."""
    return passes(facts, lambda trial: trial["everywhere"]) == {True: {False}, False: {True}}


def blames_the_next(facts: Facts) -> bool:
    """Say whether it was always the module after the culprit that was blamed."""
    # A container is given its input before the modules inside are, and is done after them.
    late = {"last": (None,), "block": ("last",), "first": ("block.inner", "block")}
    said = [name in late[trial["where"]] for trial, name in stops(facts) if trial["where"] in late]
    return bool(said) and all(said)


def another_output(facts: Facts) -> bool:
    """Say whether a call that should go through gave something else than the model's output."""
    pairs = zip(facts["case"]["trials"], facts["guarded"], strict=False)
    return any(
        result[0] == "output" == wanted(trial)[0] and not same(result, wanted(trial))
        for trial, result in pairs
    )
