"""Rounds: several optimisers that share a model take their steps in turn, one round a time."""

from __future__ import annotations

import weakref
from collections.abc import Sequence

import torch

from helpers.hooks.guard import trained_by

_Share = tuple[weakref.ref[torch.optim.Optimizer], int, list[bool] | None]
"""An optimiser, how many parameters it trains, and which of the model's these are."""


class Rounds:
    """Says which of the parameters an optimiser trains, and whether its step begins a new round.

    A round ends when an optimiser steps that has stepped in it already, so that in adversarial
    training the two players' steps count as one.
    """

    def __init__(self, parameters: Sequence[torch.Tensor]) -> None:
        """Know the parameters, in the order in which shares are given."""
        self._keys = [id(p) for p in parameters]
        # Plain containers: WeakKeyDictionary and WeakSet run some thirty lines of Python at each
        # step, which a small model feels. An id is only good with its optimiser, which may go.
        self._shares: dict[int, _Share] = {}
        self._stepped: set[int] = set()

    def share_of(self, optimizer: torch.optim.Optimizer) -> list[bool] | None:
        """Return which parameters it trains, one bool each, or None where it trains none."""
        count = sum([len(group["params"]) for group in optimizer.param_groups])
        known = self._shares.get(id(optimizer))
        if known and known[0]() is optimizer:
            if known[1] == count:
                return known[2]
        else:
            self._stepped.discard(id(optimizer))
        trained = trained_by(optimizer)
        share = [key in trained for key in self._keys]
        self._shares[id(optimizer)] = weakref.ref(optimizer), count, share if any(share) else None
        return self._shares[id(optimizer)][2]

    def begins_with(self, optimizer: torch.optim.Optimizer) -> bool:
        """Note a step of this optimiser, and say whether it is the first of a round."""
        begins = not self._stepped or id(optimizer) in self._stepped
        if begins:
            self._stepped.clear()
        self._stepped.add(id(optimizer))
        return begins
