"""What a watched model refuses: wrong calls, told at once and in words."""

from __future__ import annotations

import numbers
import os
from pathlib import Path
from typing import Any

import torch
from torch import nn


def check_watch(model: Any, every: Any, alarm: Any) -> None:
    """Raise TypeError or ValueError for what ``watch`` can't take."""
    if not isinstance(model, nn.Module):
        raise TypeError(
            f"watch({_said(model)}): give the model itself, an nn.Module, such as "
            "watch(model). Its optimiser is found when it steps."
        )
    if isinstance(every, bool) or not isinstance(every, numbers.Integral) or every < 1:
        raise ValueError(
            f"watch(every={every!r}): record each how many-th step? Give a whole number from 1."
        )
    is_number = isinstance(alarm, numbers.Real | torch.Tensor) and not isinstance(alarm, bool)
    if alarm is not None and not (is_number and alarm > 0):
        raise ValueError(f"watch(alarm={alarm!r}): give a gradient norm above 0, or None.")


def check_file(name: str, path: str | os.PathLike[str] | None) -> None:
    """Raise ValueError where a file can't be written at the end, before hours are spent on it."""
    if path is None:
        return
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"watch({name}={path!r}): give a file's path, such as 'run.{name}'.")
    folder = Path(path).parent
    if not folder.is_dir():
        raise ValueError(f"watch({name}={str(path)!r}): there is no folder {str(folder)!r}.")


def checked_loss(loss: Any) -> Any:
    """Return a loss that is one real number, whatever holds it, or raise ValueError."""
    if isinstance(loss, torch.Tensor):
        if loss.numel() == 1 and not loss.is_complex():
            return loss.detach()
        what = f"loss of shape {tuple(loss.shape)}, {loss.dtype}"
    else:
        try:
            return float(loss)
        except (TypeError, ValueError):
            what = _said(loss)
    raise ValueError(f"step({what}): give one number, such as loss.mean().")


def _said(value: Any) -> str:
    """Name a class by its name, and a thing by that of its class."""
    return value.__name__ if isinstance(value, type) else f"a {type(value).__name__}"
