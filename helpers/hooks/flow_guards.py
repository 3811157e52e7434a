"""Guards that stand in the passes themselves: NanGuard, and GradientReversal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from torch import nn

from helpers.hooks.guard import Guard, values_of


@dataclass(frozen=True)
class Found:
    """Where a number that isn't finite was first seen.

    ``what`` is "output" or "gradient", ``name`` that of the module or parameter, ``number`` "nan"
    or "inf".
    """

    what: str
    name: str
    number: str

    def __str__(self) -> str:
        """Say it in a few words."""
        return f"{self.number} in the {self.what} of {self.name}"


class NonFiniteError(FloatingPointError):
    """An output or a gradient isn't finite; ``found`` says where."""

    def __init__(self, found: Found) -> None:
        """Keep where it was, and say it in the message."""
        super().__init__(str(found))
        self.found = found


class NanGuard(Guard):
    """Names the first module whose output isn't finite, and the first parameter whose gradient isn't.

    Forward runs the modules inside a container before the container is done, so the innermost is
    named; the model itself goes by its class. Backward reaches parameters from the loss on. What
    a pass brings is looked at before it is added: a gradient that raises never gets into ``.grad``,
    but those of other parameters may be there already, so call ``zero_grad()`` before going on.

    With ``raises=False`` the run goes on, and ``output`` and ``gradient`` hold what was found
    first until ``reset()``; ``on_found`` is called with it. ``infinite=False`` looks for NaN alone,
    for models that mask with infinity.

    Every look waits for the device: on a GPU, use it to hunt and not for a whole run. Parameters
    that need no gradient when the guard is made are not watched. Tensors are looked for in tuples,
    lists and mappings; those of whole numbers are finite.
    """

    def __init__(
        self,
        model: nn.Module,
        *,
        raises: bool = True,
        infinite: bool = True,
        on_found: Callable[[Found], Any] = lambda found: None,
    ) -> None:
        """Watch every module and parameter of ``model`` from now on."""
        super().__init__()
        self.raises, self.infinite, self.on_found = raises, infinite, on_found
        self.output: Found | None = None
        self.gradient: Found | None = None
        for name, module in model.named_modules():
            look = partial(self._look_at_output, name or type(model).__name__)
            self._handles.append(module.register_forward_hook(look))
        for name, p in model.named_parameters():
            if p.requires_grad:
                on_gradient = partial(self._look_at_gradient, name)
                self._handles.append(p.register_hook(on_gradient))  # type: ignore[no-untyped-call]

    def reset(self) -> None:
        """Forget what was found, and look again."""
        self.output = self.gradient = None

    def _look_at_output(self, name: str, module: nn.Module, args: Any, output: Any) -> None:
        if self.output is not None and not self.raises:
            return
        for tensor in _tensors(output):
            found = self._found("output", name, tensor)
            if found:
                self.output = self.output or found
                self._tell(found)
                return

    def _look_at_gradient(self, name: str, grad: torch.Tensor | None) -> None:
        if grad is None or (self.gradient is not None and not self.raises):
            return
        found = self._found("gradient", name, grad)
        if found:
            self.gradient = self.gradient or found
            self._tell(found)

    def _found(self, what: str, name: str, tensor: torch.Tensor) -> Found | None:
        values = values_of(tensor.detach())
        good = values.isfinite() if self.infinite else ~values.isnan()
        if good.all():
            return None
        return Found(what, name, "nan" if values.isnan().any() else "inf")

    def _tell(self, found: Found) -> None:
        self.on_found(found)
        if self.raises:
            raise NonFiniteError(found)


def _tensors(value: Any) -> Iterator[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _tensors(item)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _tensors(item)


class GradientReversal(Guard):
    """Multiplies what a module sends back to its inputs by ``-strength``.

    The module itself learns as ever, and so does everybody else who uses the same inputs. Outputs
    stay as they are. ``strength`` may be changed at any time; what counts is its value when
    backward runs. Positional and keyword inputs are covered, in tuples, lists and dicts too.

    The module works on copies of the inputs that need a gradient, so that it may edit them in
    place: an in-place edit of a view would leave the hook behind.
    """

    def __init__(self, module: nn.Module, strength: float = 1.0) -> None:
        """Turn gradients round from the module's next call on."""
        super().__init__()
        self.strength = strength
        hook = module.register_forward_pre_hook(self._branch_off, with_kwargs=True)
        self._handles.append(hook)

    def _branch_off(self, module: nn.Module, args: Any, kwargs: Any) -> tuple[Any, Any]:
        return self._mapped(args), self._mapped(kwargs)

    def _mapped(self, value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            return self._branch(value)
        if type(value) in (tuple, list):
            return type(value)(map(self._mapped, value))
        if type(value) is dict:
            return {key: self._mapped(item) for key, item in value.items()}
        return value

    def _branch(self, tensor: torch.Tensor) -> torch.Tensor:
        if not (tensor.requires_grad and torch.is_grad_enabled()):
            return tensor
        branch = tensor.clone()
        branch.register_hook(self._reversed)  # type: ignore[no-untyped-call]
        return branch

    def _reversed(self, grad: torch.Tensor | None) -> torch.Tensor | None:
        return None if grad is None else grad * -self.strength
