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
        self._bucket: list[tuple[int, Rows]] = []

    def __len__(self) -> int:
        """Return how many rows are kept."""
        return self._recent.count + self._coarse.count + bool(self._bucket)

    @property
    def stride(self) -> int:
        """How many steps one row of the older part stands for."""
        return self._stride

    def append(self, step: int, row: npt.ArrayLike) -> None:
        """Add the row of one step; shape (columns,)."""
        if self._recent.full:
            self._retire(*self._recent.pop_oldest())
        self._recent.push(step, np.asarray(row, dtype=np.float32))

    def extend(self, steps: Steps, rows: Rows) -> None:
        """Add the rows (n, columns) of several steps (n,), oldest first."""
        for step, row in zip(steps.tolist(), rows, strict=True):
            self.append(step, row)

    def _retire(self, step: int, row: Rows) -> None:
        self._bucket.append((step, row))
        if len(self._bucket) < self._stride:
            return
        self._coarse.push(*max(self._bucket, key=lambda kept: _peak(kept[1])))
        self._bucket = []
        if self._coarse.full:
            self._coarse.merge_pairs()
            self._stride *= 2

    def read(self) -> tuple[Steps, Rows]:
        """Return copies of the steps (n,) and rows (n, columns) that are kept, oldest first."""
        waiting = [max(self._bucket, key=lambda kept: _peak(kept[1]))] if self._bucket else []
        steps = [
            self._coarse.steps(),
            np.array([s for s, _ in waiting], np.int64),
            self._recent.steps(),
        ]
        rows = [self._coarse.rows(), *(row[None] for _, row in waiting), self._recent.rows()]
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

    def push(self, step: int, row: Rows) -> None:
        place = (self._start + self.count) % self.size
        self._steps[place], self._rows[place] = step, row
        self.count += 1

    def pop_oldest(self) -> tuple[int, Rows]:
        place = self._start
        self._start, self.count = (place + 1) % self.size, self.count - 1
        return int(self._steps[place]), self._rows[place].copy()

    def _order(self) -> npt.NDArray[np.int64]:
        return (self._start + np.arange(self.count)) % self.size

    def steps(self) -> Steps:
        return self._steps[self._order()]

    def rows(self) -> Rows:
        return self._rows[self._order()]

    def merge_pairs(self) -> None:
        steps, rows = self.steps(), self.rows()
        peaks = np.array([_peak(row) for row in rows])
        kept = np.arange(0, self.count, 2) + (peaks[1::2] > peaks[0::2])
        kept[0] = 0  # the first step of a run stays, whatever came after it
        self._start, self.count = 0, len(kept)
        self._steps[: len(kept)], self._rows[: len(kept)] = steps[kept], rows[kept]


def _peak(row: Rows) -> float:
    return float("inf") if not np.isfinite(row).all() else float(row.max())
