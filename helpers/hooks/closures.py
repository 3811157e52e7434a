"""An optimiser's step with a closure: its gradients are there only once the closure has run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def once_there(
    args: tuple[Any, ...], kwargs: dict[str, Any], follow: Callable[[], None]
) -> tuple[tuple[Any, ...], dict[str, Any]] | None:
    """Call ``follow()`` when the gradients of a step are there; for a hook before the step.

    ``args`` (the optimiser first) and ``kwargs`` are those of the step. Without a closure that is
    now, and None is returned. Otherwise it is after the closure's first call, of which LBFGS makes
    many: the arguments are returned with a closure that sees to it.
    """
    closure = kwargs.get("closure", args[1] if len(args) > 1 else None)
    if closure is None:
        follow()
        return None
    waiting = [follow]

    def both(*given: Any, **named: Any) -> Any:
        result = closure(*given, **named)
        if waiting:
            waiting.pop()()
        return result

    if "closure" in kwargs:
        return args, {**kwargs, "closure": both}
    return (args[0], both, *args[2:]), kwargs
