"""What goes wrong in hooked-while: the signs, and a specimen of each."""

from __future__ import annotations

from typing import Any

from helpers.grading.data import items
from helpers.grading.exercise import Facts, Mistake
from helpers.grading.lessons.handles_and_lifetime import _hooked_while_beliefs as beliefs
from helpers.grading.lessons.handles_and_lifetime import _shared as shared
from helpers.grading.lessons.tensor_hooks._shared import raised


def _of(facts: Facts, world: str, key: str) -> Any:
    return dict((facts[world] or {"dict": []})["dict"]).get(key)


def _fired(facts: Facts) -> list[Any] | None:
    fired = _of(facts, "inside", "fired")
    return None if fired is None else items(fired)


def _wanted(facts: Facts, key: str) -> Any:
    return facts["case"]["wanted"][key]


def _missing(facts: Facts) -> set[Any]:
    return (
        set() if _fired(facts) is None else set(_wanted(facts, "fired")) - set(_fired(facts) or ())
    )


def _too_many(facts: Facts) -> set[Any]:
    return set(_fired(facts) or ()) - set(_wanted(facts, "fired"))


def _error_in_block(facts: Facts) -> list[Any]:
    return items(_of(facts, "block raises", "seen"))


def _hooks(facts: Facts) -> int:
    return int(_of(facts, "inside", "hooks") or 0)


def _left(facts: Facts) -> int:
    return int(_of(facts, "inside", "left") or 0)


_RIGHT = (
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
_HEAD = _RIGHT[: _RIGHT.index("    handles = []")]


def _with(old: str, new: str) -> str:
    """Return the answer that is right but for one spot."""
    if old not in _RIGHT:
        raise ValueError(f"no {old!r} in the right answer")
    return _RIGHT.replace(old, new)


MISTAKES = (
    Mistake(
        beliefs.NO_HOOKED,
        lambda facts: facts["defined"] is False and not facts["error"],
        "handles = [m.register_forward_hook(note) for m in model if is_linear(m)]\n"
        "for handle in handles:\n    handle.remove()\n",
    ),
    Mistake(
        beliefs.NO_CONTEXT_MANAGER,
        lambda facts: (
            raised(facts, "TypeError", "context manager") or raised(facts, "AttributeError", "__e")
        ),
        _with("@contextlib.contextmanager\n", ""),
    ),
    Mistake(
        beliefs.ONE_YIELD,
        lambda facts: (
            raised(facts, "RuntimeError", "generator didn't stop")
            or (
                raised(facts, "RuntimeError", "generator didn't yield")
                and not facts["case"]["wanted"]["hooks"]
            )
        ),
        _HEAD + "    for module in model.modules():\n        if predicate(module):\n"
        "            with module.register_forward_hook(hook):\n                yield\n",
    ),
    Mistake(
        shared.ARGUMENTS,
        shared.wrong_arguments,
        _with("_hook(hook)", "_hook(lambda output: hook(module, (), output))"),
    ),
    Mistake(
        shared.CLEARS_THE_TABLE,
        lambda facts: (
            len(items(_of(facts, "others", "fired"))) in (1, 2)
            or (items(_of(facts, "nested blocks", "seen"))[2:3] == [0] and _hooks(facts) > 0)
        ),
        _with(
            "for handle in handles:\n            handle.remove()",
            "for module in model.modules():\n            module._forward_hooks.clear()",
        ),
    ),
    Mistake(
        beliefs.EVERYWHERE,
        lambda facts: (_of(facts, "others", "elsewhere") or 0) > 0,
        _HEAD + "    from torch.nn.modules.module import register_module_forward_hook\n"
        "    def picked(module, input, output):\n        if predicate(module):\n"
        "            return hook(module, input, output)\n"
        "    with register_module_forward_hook(picked):\n        yield\n",
    ),
    Mistake(
        beliefs.NO_HOOK_AT_ALL,
        lambda facts: _fired(facts) and _hooks(facts) == 0,
        _HEAD + "    plain = {m: m.forward for m in model.modules() if predicate(m)}\n"
        "    def patch(m, forward):\n"
        "        m.forward = lambda x: hook(m, (x,), forward(x))\n"
        "    for m, forward in plain.items():\n        patch(m, forward)\n"
        "    try:\n        yield\n    finally:\n"
        "        for m, forward in plain.items():\n            m.forward = forward\n",
    ),
    Mistake(
        beliefs.EMPTY_BLOCK,
        lambda facts: (
            facts["case"]["model"] == "flat"
            and _fired(facts) == []
            and _wanted(facts, "hooks") > _hooks(facts) == 0
            and any(entry["removed"] for entry in facts["registrations"])
        ),
        _HEAD + "    for module in model.modules():\n        if predicate(module):\n"
        "            with module.register_forward_hook(hook):\n                pass\n    yield\n",
    ),
    Mistake(
        beliefs.ON_EVERYTHING,
        lambda facts: _too_many(facts) and not _missing(facts),
        _with("if predicate(module):", "if not list(module.children()):"),
    ),
    Mistake(
        beliefs.NO_ROOT,
        lambda facts: (
            _missing(facts)
            and facts["case"]["model"] == "nested"
            and _missing(facts) != {"the model"}
        ),
        _with("model.modules()", "model.children()"),
    ),
    Mistake(
        beliefs.NOT_THE_ROOT,
        lambda facts: _missing(facts) == {"the model"},
        _with("model.modules()", "list(model.modules())[1:]"),
    ),
    Mistake(
        beliefs.SHARED_TWICE,
        lambda facts: (
            facts["case"]["model"] == "nested"
            and _hooks(facts) > _wanted(facts, "hooks") > 0
            and not _too_many(facts)
        ),
        _with(
            "        for module in model.modules():\n"
            "            if predicate(module):\n"
            "                handles.append(module.register_forward_hook(hook))\n",
            "        def register(module):\n            if predicate(module):\n"
            "                handles.append(module.register_forward_hook(hook))\n"
            "        model.apply(register)\n",
        ),
    ),
    Mistake(
        beliefs.SWALLOWS,
        lambda facts: _error_in_block(facts)[:1] == ["nothing"],
        _with("    finally:\n", "    except Exception:\n        pass\n    finally:\n"),
    ),
    Mistake(
        shared.DEL_IS_REMOVAL,
        lambda facts: facts["deletes"] and _left(facts),
        _with("for handle in handles:\n            handle.remove()", "del handles"),
    ),
    Mistake(
        shared.REMOVE_WITHOUT_CALL,
        lambda facts: facts["names_remove"] and _left(facts),
        _with("handle.remove()", "handle.remove"),
    ),
    Mistake(
        beliefs.ONE_HANDLE_FOR_ALL,
        lambda facts: 0 < _left(facts) == _hooks(facts) - 1,
        _HEAD + "    handle = None\n    try:\n        for module in model.modules():\n"
        "            if predicate(module):\n"
        "                handle = module.register_forward_hook(hook)\n        yield\n"
        "    finally:\n        if handle:\n            handle.remove()\n",
    ),
    Mistake(
        beliefs.NONE_COMES_OFF,
        lambda facts: 0 < _left(facts) == _hooks(facts),
        _with("for handle in handles:\n            handle.remove()", "pass"),
    ),
    Mistake(
        beliefs.NO_FINALLY,
        lambda facts: _left(facts) == 0 and (_error_in_block(facts)[1:] or [0])[0] > 0,
        _HEAD + "    handles = [m.register_forward_hook(hook) for m in model.modules() "
        "if predicate(m)]\n    yield\n    for handle in handles:\n        handle.remove()\n",
    ),
    Mistake(
        beliefs.HALF_WAY,
        lambda facts: (
            _error_in_block(facts)[1:] == [0]
            and any(
                (items(_of(facts, world, "seen"))[1:] or [0])[0] > 0
                for world in ("refused", "predicate raises")
            )
        ),
        _HEAD + "    handles = [m.register_forward_hook(hook) for m in model.modules() "
        "if predicate(m)]\n    try:\n        yield\n    finally:\n"
        "        for handle in handles:\n            handle.remove()\n",
    ),
    Mistake(
        beliefs.HOOK_RESULT_LOST,
        lambda facts: (
            _fired(facts) == _wanted(facts, "fired") != []
            and _of(facts, "inside", "output") != _wanted(facts, "output")
        ),
        _with("_hook(hook)", "_hook(wrapped)").replace(
            "    handles = []\n",
            "    handles = []\n    def wrapped(*args):\n        hook(*args)\n",
        ),
    ),
)
"""Tried in this order; the first whose signs are there is told."""
