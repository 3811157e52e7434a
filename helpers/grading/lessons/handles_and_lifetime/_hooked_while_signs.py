"""Signs in the facts of hooked-while, and the right answer that specimens are spoilt from."""

from __future__ import annotations

from typing import Any

from helpers.grading.data import items
from helpers.grading.exercise import Facts
from helpers.grading.lessons.tensor_hooks._shared import raised


def of(facts: Facts, world: str, key: str) -> Any:
    """Return what a world noted under a key."""
    return dict((facts[world] or {"dict": []})["dict"]).get(key)


def fired(facts: Facts) -> list[Any] | None:
    """Return for which modules the hook fired inside the block; None if that wasn't seen."""
    seen = of(facts, "inside", "fired")
    return None if seen is None else items(seen)


def wanted(facts: Facts, key: str) -> Any:
    """Return what hooks put on by hand give."""
    return facts["case"]["wanted"][key]


def missing(facts: Facts) -> set[Any]:
    """Return the modules for which the hook should have fired, and didn't."""
    return set() if fired(facts) is None else set(wanted(facts, "fired")) - set(fired(facts) or ())


def too_many(facts: Facts) -> set[Any]:
    """Return the modules for which the hook fired, and shouldn't have."""
    return set(fired(facts) or ()) - set(wanted(facts, "fired"))


def error_in_block(facts: Facts) -> list[Any]:
    """Return what came out of a block that raised, and how many hooks it left."""
    return items(of(facts, "block raises", "seen"))


def hooks(facts: Facts) -> int:
    """Return how many hooks there were inside the block."""
    return int(of(facts, "inside", "hooks") or 0)


def left(facts: Facts) -> int:
    """Return how many hooks there were after it."""
    return int(of(facts, "inside", "left") or 0)


def half_way(facts: Facts) -> bool:
    """Say whether hooks were left by a block that failed while it was entered, and only then.

    The list of handles may not even have been made by then.
    """
    doing = str((facts["error"] or {}).get("doing"))
    if doing.startswith("entering a block") and raised(facts, "UnboundLocalError"):
        return True
    worlds = [items(of(facts, world, "seen")) for world in ("refused", "predicate raises")]
    return error_in_block(facts)[1:] == [0] and any((seen[1:] or [0])[0] > 0 for seen in worlds)


RIGHT = (
    "import contextlib\n\n"
    "@contextlib.contextmanager\n"
    "def hooked(model, predicate, hook):\n"
    "    handles = []\n"
    "    try:\n"
    "        for module in model.modules():\n"
    "            if predicate(module):\n"
    "                handles.append(module.register_forward_hook(hook))\n"
    "        yield\n"
    "    finally:\n"
    "        for handle in handles:\n"
    "            handle.remove()\n"
)
HEAD = RIGHT[: RIGHT.index("    handles = []")]
