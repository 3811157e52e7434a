"""Rounds: several optimisers that share a model take their steps in turn, one round a time."""

from __future__ import annotations

import weakref
from collections.abc import Sequence

import torch


class Rounds:
    """Says which of the parameters an optimiser trains, and whether its step begins a new round.

    A round ends when an optimiser steps that has stepped in it already, so that in adversarial
    training the two players' steps count as one.
    """

    def __init__(self, parameters: Sequence[torch.Tensor]) -> None:
        """Know the parameters, in the order in which shares are given."""
        self._place = {id(p): place for place, p in enumerate(parameters)}
        self._device = parameters[0].device if parameters else torch.device("cpu")
        self._shares: weakref.WeakKeyDictionary[
            torch.optim.Optimizer, tuple[int, torch.Tensor | None]
        ] = weakref.WeakKeyDictionary()
        self._stepped: weakref.WeakSet[torch.optim.Optimizer] = weakref.WeakSet()

    def share_of(self, optimizer: torch.optim.Optimizer) -> torch.Tensor | None:
        """Return which parameters it trains, bool of shape (n,), or None where it trains none."""
        count = sum(len(group["params"]) for group in optimizer.param_groups)
        known = self._shares.get(optimizer)
        if known and known[0] == count:
            return known[1]
        places = [
            self._place[id(p)]
            for group in optimizer.param_groups
            for p in group["params"]
            if id(p) in self._place
        ]
        share = torch.zeros(len(self._place), dtype=torch.bool, device=self._device)
        share[places] = True
        self._shares[optimizer] = count, share if places else None
        return self._shares[optimizer][1]

    def begins_with(self, optimizer: torch.optim.Optimizer) -> bool:
        """Note a step of this optimiser, and say whether it is the first of a round."""
        begins = not self._stepped or optimizer in self._stepped
        if begins:
            self._stepped.clear()
        self._stepped.add(optimizer)
        return begins
