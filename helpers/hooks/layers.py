"""Layers: the modules of a model that own parameters, by name."""

from __future__ import annotations

from torch import nn
from torch.nn.parameter import is_lazy


def layers_of(model: nn.Module) -> dict[str, list[nn.Parameter]]:
    """Return the modules that own parameters by name, each parameter once, under its first owner.

    The model itself, where it owns some, goes by the name of its class.
    """
    seen: set[int] = set()
    layers: dict[str, list[nn.Parameter]] = {}
    for name, module in model.named_modules():
        own = [p for p in module.parameters(recurse=False) if id(p) not in seen]
        seen.update(map(id, own))
        if own:
            layers[name or type(model).__name__] = own
    return layers


def check_layers(called: str, layers: dict[str, list[nn.Parameter]]) -> None:
    """Raise ValueError, beginning with what was ``called``, where there is nothing to measure."""
    if not layers:
        raise ValueError(f"{called}: the model has no parameters, so no gradients to record.")
    lazy = [name for name, owned in layers.items() if any(map(is_lazy, owned))]
    if lazy:
        raise ValueError(
            f"{called}: {', '.join(lazy)} has no shape yet. Call the model once, then record."
        )
