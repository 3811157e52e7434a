"""Settings of a lab run, checked, and presets named for what they show."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Self

DATA = ("two moons", "circles", "spiral", "xor", "sine")
ACTIVATIONS = ("relu", "tanh", "sigmoid", "gelu")
INITS = ("default", "too small", "too large")
OPTIMIZERS = ("sgd", "momentum", "adam")
LIMITS: dict[str, tuple[float, float]] = {
    "depth": (1, 20),
    "width": (1, 256),
    "lr": (1e-6, 100.0),
    "seed": (0, 2**31 - 1),
    "batch": (1, 1024),
}
CHOICES = {"data": DATA, "activation": ACTIVATIONS, "init": INITS, "optimizer": OPTIMIZERS}


@dataclass(frozen=True)
class Settings:
    """What model is trained on what, and how. ``depth`` counts hidden layers.

    A value out of range, or a name that isn't offered, raises ValueError with what is.
    """

    data: str = "two moons"
    depth: int = 4
    width: int = 16
    activation: str = "tanh"
    init: str = "default"
    optimizer: str = "sgd"
    lr: float = 0.1
    seed: int = 0
    batch: int = 64

    def __post_init__(self) -> None:
        """Check every value."""
        for name, offered in CHOICES.items():
            if getattr(self, name) not in offered:
                raise ValueError(
                    f"Settings({name}={getattr(self, name)!r}): choose one of {', '.join(offered)}."
                )
        for name, (least, most) in LIMITS.items():
            value = getattr(self, name)
            kind = float if name == "lr" else int
            if isinstance(value, bool) or not isinstance(value, int | kind):
                words = "a number" if kind is float else "a whole number"
                raise ValueError(f"Settings({name}={value!r}): give {words}.")  # noqa: TRY004
            if not least <= value <= most:
                raise ValueError(f"Settings({name}={value!r}): give {least:g} to {most:g}.")

    def changed(self, **values: Any) -> Self:
        """Return these settings with some values changed."""
        unknown = values.keys() - {f.name for f in fields(self)}
        if unknown:
            raise ValueError(
                f"no setting {sorted(unknown)}; there are {[f.name for f in fields(self)]}"
            )
        return replace(self, **values)


PRESETS: dict[str, Settings] = {
    "Healthy gradients": Settings(),
    "Vanishing gradients": Settings(depth=12, activation="sigmoid", lr=0.5),
    "Exploding gradients": Settings(depth=8, activation="relu", init="too large", lr=0.01),
    "Dead ReLUs": Settings(depth=4, activation="relu", lr=3.0, data="circles"),
}
"""Each preset by the name of what it shows within a few seconds."""
