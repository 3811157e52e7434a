"""Rounds: several optimisers that share a model take their steps in turn, one round a time."""

from __future__ import annotations

import weakref
from collections.abc import Sequence

import torch

from helpers.hooks.guard import trained_by


class Rounds:
    """Says which of the parameters an optimiser trains, and whether its step begins a new round.

    A round ends when an optimiser steps that has stepped in it already, so that in adversarial
    training the two players' steps count as one.
    """

    def __init__(self, parameters: Sequence[torch.Tensor]) -> None:
        """Know the parameters, in the order in which shares are given."""
        self._keys = [id(p) for p in parameters]
        self._shares: weakref.WeakKeyDictionary[
            torch.optim.Optimizer, tuple[int, list[bool] | None]
        ] = weakref.WeakKeyDictionary()
        self._stepped: weakref.WeakSet[torch.optim.Optimizer] = weakref.WeakSet()

    def share_of(self, optimizer: torch.optim.Optimizer) -> list[bool] | None:
        """Return which parameters it trains, one bool each, or None where it trains none."""
        count = sum(len(group["params"]) for group in optimizer.param_groups)
        known = self._shares.get(optimizer)
        if known and known[0] == count:
            return known[1]
        trained = trained_by(optimizer)
        share = [key in trained for key in self._keys]
        self._shares[optimizer] = count, share if any(share) else None
        return self._shares[optimizer][1]

    def begins_with(self, optimizer: torch.optim.Optimizer) -> bool:
        """Note a step of this optimiser, and say whether it is the first of a round."""
        begins = not self._stepped or optimizer in self._stepped
        if begins:
            self._stepped.clear()
        self._stepped.add(optimizer)
        return begins
