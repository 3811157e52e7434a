"""Rounds: several optimisers that share a model take their steps in turn, one round a time."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence

import torch

from helpers.hooks.guard import trained_by

_Share = tuple[weakref.ref[torch.optim.Optimizer], int, list[bool] | None]
"""An optimiser, how many parameters it trains, and which of the model's these are."""


class Rounds:
    """Says which of the parameters an optimiser trains, and whether its step begins a new round.

    A round ends when an optimiser steps that has stepped in it already, so that in adversarial
    training the two players' steps count as one.
    """

    def __init__(self, parameters: Callable[[], Sequence[torch.Tensor]]) -> None:
        """``parameters()`` returns the parameters now, in the order in which shares are given.

        It is asked when an optimiser is new or trains more of them: one that replaces another
        can't be trained before.
        """
        self._parameters = parameters
        # Plain containers: WeakKeyDictionary and WeakSet run some thirty lines of Python at each
        # step, which a small model feels. An id is only good with its optimiser, which may go.
        self._shares: dict[int, _Share] = {}
        self._stepped: set[int] = set()

    def share_of(self, optimizer: torch.optim.Optimizer) -> list[bool] | None:
        """Return which parameters it trains, one bool each, or None where it trains none."""
        count = sum([len(group["params"]) for group in optimizer.param_groups])
        known = self._shares.get(id(optimizer))
        if known and known[0]() is optimizer and known[1] == count:
            return known[2]
        self._forget_the_dead()
        trained = trained_by(optimizer)
        share = [id(p) in trained for p in self._parameters()]
        self._shares[id(optimizer)] = weakref.ref(optimizer), count, share if any(share) else None
        return self._shares[id(optimizer)][2]

    def _forget_the_dead(self) -> None:
        # One that is gone waits for no turn, and its id may be the next one's.
        dead = {key for key, (optimizer, *_) in self._shares.items() if optimizer() is None}
        self._stepped -= dead
        for key in dead:
            del self._shares[key]

    def begins_with(self, optimizer: torch.optim.Optimizer) -> bool:
        """Note a step of this optimiser, and say whether it is the first of a round."""
        begins = not self._stepped or id(optimizer) in self._stepped
        if begins:
            self._stepped.clear()
        self._stepped.add(id(optimizer))
        return begins
