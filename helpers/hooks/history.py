"""A bounded history: the whole run coarsely, its last part step by step.

A run has no set length, so a list of every step would grow without end, and a window of the last
steps would lose the start. Here memory is fixed and both ends stay visible.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.float32]
Steps = npt.NDArray[np.int64]


class History:
    """Rows of numbers by step.

    The last ``recent`` rows are kept one by one. Older ones go to a coarse track of at most
    ``coarse`` rows: when that is full, neighbours are merged two by two, and of each two the row
    with the larger peak stays (NaN and infinity count as largest), so a spike outlives thinning.
    """

    def __init__(self, columns: int, recent: int = 1024, coarse: int = 1024) -> None:
        """Reserve all memory now: float32 of shape (recent + coarse, columns)."""
        if min(columns, recent, coarse // 2) < 1:
            raise ValueError(
                f"History({columns}, recent={recent}, coarse={coarse}): needs at least one column, "
                "one recent row and two coarse rows."
            )
        self.columns = columns
        self._recent = _Track(recent, columns)
        self._coarse = _Track(coarse - coarse % 2, columns)
        self._stride = 1
        # The rows that the next one of the coarse track will stand for: how many, and their peak.
        self._held = 0
        self._best = (np.zeros(0, np.int64), np.zeros((0, columns), np.float32))

    def __len__(self) -> int:
        """Return how many rows are kept."""
        return self._recent.count + self._coarse.count + bool(self._held)

    @property
    def stride(self) -> int:
        """How many steps one row of the older part stands for."""
        return self._stride

    def append(self, step: int, row: npt.ArrayLike) -> None:
        """Add the row of one step; shape (columns,)."""
        self.extend(np.array([step]), np.asarray(row, dtype=np.float32)[None])

    def extend(self, steps: Steps, rows: Rows) -> None:
        """Add the rows (n, columns) of several steps (n,), oldest first."""
        for start in range(0, len(steps), self._recent.size):
            end = start + self._recent.size
            some = steps[start:end]
            too_many = self._recent.count + len(some) - self._recent.size
            if too_many > 0:
                self._retire(*self._recent.pop_oldest(too_many))
            self._recent.push(some, rows[start:end])

    def _retire(self, steps: Steps, rows: Rows) -> None:
        while len(steps):
            if self._held or len(steps) < self._stride:
                taken = min(self._stride - self._held, len(steps))
                kept = np.concatenate([self._best[1], rows[:taken]])
                at = [int(_peaks(kept).argmax())]
                self._best = np.concatenate([self._best[0], steps[:taken]])[at], kept[at]
                self._held += taken
                if self._held == self._stride:
                    self._coarse.push(*self._best)
                    self._held, self._best = 0, (self._best[0][:0], self._best[1][:0])
            else:
                whole = min(len(steps) // self._stride, self._coarse.size - self._coarse.count)
                taken = whole * self._stride
                peaks = _peaks(rows[:taken]).reshape(whole, self._stride)
                at = np.arange(whole) * self._stride + peaks.argmax(axis=1)
                self._coarse.push(steps[at], rows[at])
            steps, rows = steps[taken:], rows[taken:]
            if self._coarse.full:
                self._coarse.merge_pairs()
                self._stride *= 2

    def read(self) -> tuple[Steps, Rows]:
        """Return copies of the steps (n,) and rows (n, columns) that are kept, oldest first."""
        steps = [self._coarse.steps(), self._best[0], self._recent.steps()]
        rows = [self._coarse.rows(), self._best[1], self._recent.rows()]
        return np.concatenate(steps), np.concatenate(rows)

    def clear(self) -> None:
        """Forget everything."""
        self.__init__(self.columns, self._recent.size, self._coarse.size)  # type: ignore[misc]


class _Track:
    """A ring of at most ``size`` rows."""

    def __init__(self, size: int, columns: int) -> None:
        self.size, self.count, self._start = size, 0, 0
        self._steps = np.zeros(size, np.int64)
        self._rows = np.zeros((size, columns), np.float32)

    @property
    def full(self) -> bool:
        return self.count == self.size

    def push(self, steps: Steps, rows: Rows) -> None:
        places = (self._start + self.count + np.arange(len(steps))) % self.size
        self._steps[places], self._rows[places] = steps, rows
        self.count += len(steps)

    def pop_oldest(self, count: int) -> tuple[Steps, Rows]:
        places = self._order()[:count]
        self._start, self.count = (self._start + count) % self.size, self.count - count
        return self._steps[places], self._rows[places]

    def _order(self) -> npt.NDArray[np.int64]:
        return (self._start + np.arange(self.count)) % self.size

    def steps(self) -> Steps:
        return self._steps[self._order()]

    def rows(self) -> Rows:
        return self._rows[self._order()]

    def merge_pairs(self) -> None:
        steps, rows = self.steps(), self.rows()
        peaks = _peaks(rows)
        kept = np.arange(0, self.count, 2) + (peaks[1::2] > peaks[0::2])
        kept[0] = 0  # the first step of a run stays, whatever came after it
        self._start, self.count = 0, len(kept)
        self._steps[: len(kept)], self._rows[: len(kept)] = steps[kept], rows[kept]


def _peaks(rows: Rows) -> Rows:
    """Return the largest entry (n,) of each row; infinity where one isn't finite."""
    peaks: Rows = np.where(np.isfinite(rows).all(axis=1), rows.max(axis=1), np.inf)
    return peaks
