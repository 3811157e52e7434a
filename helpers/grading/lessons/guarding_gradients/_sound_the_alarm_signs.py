"""What can be seen in the alarms that an answer to sound-the-alarm has noted."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from helpers.grading.data import same
from helpers.grading.exercise import Facts
from helpers.grading.lessons.tensor_hooks._shared import raised


def seen_in(facts: Facts) -> list[Any]:
    """Return the alarms that have three parts."""
    return [entry for entry in facts["alarms"] or [] if isinstance(entry, list)]


def column(entries: list[Any], place: int) -> list[Any]:
    """Return one part of each alarm."""
    return [entry[place] for entry in entries]


def steps_wrong(facts: Facts) -> bool:
    """Say whether all is as wanted but for the steps."""
    seen, wanted = seen_in(facts), facts["case"]["wanted"]

    def rest(entries: list[Any]) -> list[Any]:
        return sorted(([name, norm] for name, _, norm in entries), key=str)

    return bool(wanted) and same(_rounded(rest(seen)), _rounded(rest(wanted))) and seen != wanted


def _rounded(pairs: list[Any]) -> list[Any]:
    return [[name, norm if math.isnan(norm) else round(norm, 3)] for name, norm in pairs]


def holds(facts: Facts, measure: str) -> bool:
    """Say whether numbers of another measure, that are no norm of a pass, are among the alarms."""
    passes = facts["case"]["passes"]

    def among(number: Any, key: str) -> bool:
        return any(same(number, entry[key]) for entry in passes)

    return any(among(norm, measure) and not among(norm, "norm") for _, _, norm in seen_in(facts))


def largest_decides(facts: Facts) -> bool:
    """Say whether just those rang of which some entry isn't within the limit; a NaN may sleep."""
    limit = facts["case"]["limit"]
    over = [one for one in facts["case"]["passes"] if not one["largest"] <= limit]
    known = [one for one in over if not math.isnan(one["norm"])]
    return len(over) < len(facts["case"]["wanted"]) and any(
        len(seen_in(facts)) == len(entries) > 0
        and all(any(_is(alarm, entry) for entry in entries) for alarm in seen_in(facts))
        for entries in (over, known)
    )


def nan_missing(facts: Facts) -> bool:
    """Say whether the alarms of NaN, and only those, are missing."""
    wanted = facts["case"]["wanted"]
    without = [entry for entry in wanted if not math.isnan(entry[2])]
    return len(without) < len(wanted) and same(facts["alarms"], without)


def rings_at_the_limit(facts: Facts) -> bool:
    """Say whether there are alarms of just the limit, and those alone are too many."""
    over = [entry for entry in seen_in(facts) if entry[2] != facts["case"]["limit"]]
    return len(over) < len(seen_in(facts)) and same(over, facts["case"]["wanted"])


def every_gradient(facts: Facts) -> bool:
    """Say whether there is an alarm for each gradient, zeros too."""
    every = len(seen_in(facts)) == len(facts["case"]["passes"]) > len(facts["case"]["wanted"])
    return every and 0.0 in column(seen_in(facts), 2)


def rings_within(facts: Facts) -> bool:
    """Say whether the alarms are just those that should not ring, where some should."""
    passes, limit = facts["case"]["passes"], facts["case"]["limit"]
    quiet = [entry for entry in passes if entry["norm"] <= limit]
    below = [entry for entry in quiet if entry["norm"] < limit]
    return bool(facts["case"]["wanted"]) and any(
        len(seen_in(facts)) == len(entries) > 0
        and all(any(_is(alarm, entry) for entry in entries) for alarm in seen_in(facts))
        for entries in (quiet, below)
    )


def strange_numbers(facts: Facts) -> bool:
    """Say whether an alarm has a parameter and a step, and a number that is no norm it got then."""
    passes = facts["case"]["passes"]

    def known(alarm: list[Any]) -> bool:
        return any(_is(alarm, entry) for entry in passes)

    places = {(entry["name"], entry["step"]) for entry in passes}
    return any(
        (name, step) in places and isinstance(norm, float) and not known([name, step, norm])
        for name, step, norm in seen_in(facts)
    )


def rings_once(facts: Facts) -> bool:
    """Say whether only a parameter's first alarm was noted, in each step or in all of them."""
    return _each_once(facts) and not _above_some_limit(facts)


def _each_once(facts: Facts) -> bool:
    """Say whether the first alarm alone was noted, of each name and step, or of each name."""
    return _firsts_only(facts, lambda name, step: (name, step)) or _firsts_only(
        facts, lambda name, step: name
    )


def _firsts_only(facts: Facts, key: Callable[[str, int], Any]) -> bool:
    """Say whether of the alarms that are alike by ``key`` the first was noted, and no other."""
    firsts = dict[Any, list[Any]]()
    for entry in facts["case"]["passes"]:
        if not entry["norm"] <= facts["case"]["limit"]:
            alarm = [entry["name"], entry["step"], entry["norm"]]
            firsts.setdefault(key(entry["name"], entry["step"]), alarm)
    noted = {key(name, step): [name, step, norm] for name, step, norm in seen_in(facts)}
    return (
        len(seen_in(facts)) == len(firsts) < len(facts["case"]["wanted"])
        and noted.keys() == firsts.keys()
        and all(same(noted[one], firsts[one]) for one in firsts)
    )


def another_limit(facts: Facts) -> bool:
    """Say whether the alarms are those above some other limit, and not one for each of a kind."""
    steps = column(seen_in(facts), 1)
    every = set(column(facts["case"]["wanted"], 1))
    one_a_step = len(steps) == len(every) and set(steps) == every
    return _above_some_limit(facts) and not _each_once(facts) and not (steps and one_a_step)


def _above_some_limit(facts: Facts) -> bool:
    """Say whether the alarms are all those above some limit, and there are too few or too many."""
    seen, passes = seen_in(facts), facts["case"]["passes"]
    quiet = [entry for entry in passes if not any(_is(one, entry) for one in seen)]
    right = len(seen) + len(quiet) == len(passes)
    lowest = min((_size(norm) for _, _, norm in seen), default=0.0)
    highest = max((_size(entry["norm"]) for entry in quiet), default=0.0)
    return right and highest < lowest and len(seen) != len(facts["case"]["wanted"])


def takes_layers(facts: Facts) -> bool:
    """Say whether a block was asked for its weight, or layers were named where parameters are."""
    asked = any(raised(facts, "AttributeError", f"no attribute '{n}'") for n in ("weight", "bias"))
    names, wanted = column(seen_in(facts), 0), column(facts["case"]["wanted"], 0)
    owners = [name.rpartition(".")[0] for name in wanted]
    return asked or (bool(names) and sorted(map(str, names)) == sorted(owners))


def weights_only(facts: Facts) -> bool:
    """Say whether the biases' alarms, and only those, are missing."""
    wanted = facts["case"]["wanted"]
    return same(facts["alarms"], [e for e in wanted if "weight" in e[0]]) and len(wanted) > len(
        facts["alarms"]
    )


def another_order(facts: Facts) -> bool:
    """Say whether each alarm holds the right three things in another order."""
    wanted, seen = facts["case"]["wanted"], seen_in(facts)
    kinds = [sorted(type(part).__name__ for part in entry) for entry in seen]
    right = [["float", "int", "str"]] * len(wanted)
    return bool(wanted) and kinds == right and any(not isinstance(e[0], str) for e in seen)


def silent(facts: Facts) -> bool:
    """Say whether nothing was noted, not even a NaN, of which there is one."""
    nan = any(math.isnan(norm) for _, _, norm in facts["case"]["wanted"])
    return nan and facts["alarms"] == [] and not facts["error"]


def measures_the_tensor(facts: Facts) -> bool:
    """Say whether a post-accumulate hook noted numbers that are no gradient's, or missed a NaN."""
    if not any(entry["kind"] == "post accumulate" for entry in facts["registrations"]):
        return False
    keys, passes = ("norm", "total", "largest"), facts["case"]["passes"]
    known = [entry[key] for entry in passes for key in keys]
    strange = any(not any(same(norm, one) for one in known) for _, _, norm in seen_in(facts))
    return strange or silent(facts)


def _is(alarm: list[Any], entry: dict[str, Any]) -> bool:
    return same(alarm, [entry["name"], entry["step"], entry["norm"]])


def _size(norm: float) -> float:
    return math.inf if math.isnan(norm) else norm
