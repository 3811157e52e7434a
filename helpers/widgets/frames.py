"""A frame: what the browser needs to draw one moment of a run, as a header and small buffers.

Curves are sent as 16-bit codes of their log10, which is finer than a pixel over 24 decades, and
whole each time: a reloaded page, a second view or a lost frame then needs no special care.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

LEAST, MOST = -12, 12
TOP_CODE, ZERO, INFINITE, NAN = 65532, 65533, 65534, 65535
POINTS = 300
"""Most points of a curve in a frame."""
BINS = 32

Codes = npt.NDArray[np.uint16]


@dataclass(frozen=True)
class Frame:
    """One message to the browser: JSON-able ``header``, and ``buffers`` in a fixed order."""

    header: dict[str, Any]
    buffers: list[bytes]

    @property
    def size(self) -> int:
        """Bytes in the buffers."""
        return sum(map(len, self.buffers))


def encode(values: npt.ArrayLike) -> Codes:
    """Turn positive numbers into 16-bit codes of their log10; 0, ±inf and NaN have codes of their own.

    Negative numbers (a loss can't be, a norm can't be) count as 0.
    """
    given = np.asarray(values, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        place = (np.log10(given) - LEAST) / (MOST - LEAST) * TOP_CODE
        codes: Codes = np.clip(np.nan_to_num(np.rint(place)), 0, TOP_CODE).astype(np.uint16)
    codes[given <= 0] = ZERO
    codes[np.isinf(given)] = INFINITE
    codes[np.isnan(given)] = NAN
    return codes


def decode(codes: Codes) -> npt.NDArray[np.float64]:
    """Turn codes back into numbers, as the browser does: within 0.05 % of what was encoded."""
    given = np.asarray(codes)
    values: npt.NDArray[np.float64] = 10.0 ** (LEAST + given / TOP_CODE * (MOST - LEAST))
    values[given == ZERO] = 0.0
    values[given == INFINITE] = np.inf
    values[given == NAN] = np.nan
    return values


def curves(
    names: Sequence[str],
    steps: npt.NDArray[np.int64],
    rows: npt.NDArray[np.float32],
    gradient: npt.NDArray[np.float32],
    **header: Any,
) -> Frame:
    """Return the frame of a run: rows (n, len(names) + 1) are norms by layer and the loss last.

    Where there are more rows than POINTS, each stretch is stood for by its row with the largest
    norm, so a spike is never thinned away; first and last step are always there.
    """
    chosen = _chosen(steps, rows)
    steps, rows = steps[chosen], rows[chosen]
    first = int(steps[0]) if len(steps) else 0
    # After some ten million steps a gap no longer fits into 16 bits, but a pixel is wider by then.
    unit = 1 + (int(steps[-1]) - first) // 65535 if len(steps) else 1
    gaps = np.diff((steps - first) // unit, prepend=0)
    counts, edges = _histogram(gradient)
    return Frame(
        {
            "names": list(names),
            "first": first,
            "unit": unit,
            "range": [float(edges[0]), float(edges[-1])],
            **header,
        },
        [
            gaps.astype(np.uint16).tobytes(),
            np.ascontiguousarray(encode(rows[:, :-1]).T).tobytes(),
            encode(rows[:, -1]).tobytes(),
            np.minimum(counts, 65535).astype(np.uint16).tobytes(),
        ],
    )


def _histogram(gradient: npt.NDArray[np.float32]) -> tuple[Any, Any]:
    """Return the counts (BINS,) and edges of the entries that are finite."""
    # In float32, numbers next to nothing or next to the largest leave no room for bins.
    finite = gradient[np.isfinite(gradient)].astype(np.float64)
    if not len(finite):
        return np.zeros(BINS), (0.0, 0.0)
    low, high = float(finite.min()), float(finite.max())
    if low == high:
        half = max(0.5, abs(low) * 1e-6)
        low, high = low - half, high + half
    # numpy.histogram takes three times as long, and torch.histc waits for threads in a busy kernel.
    places = ((finite - low) * (BINS / (high - low))).astype(np.intp)
    return np.bincount(np.minimum(places, BINS - 1), minlength=BINS), (low, high)


def _chosen(steps: npt.NDArray[np.int64], rows: npt.NDArray[np.float32]) -> npt.NDArray[np.int64]:
    """Return places of at most POINTS rows, evenly over the steps and not over what was kept."""
    count = len(rows)
    if count <= POINTS:
        return np.arange(count)
    peaks = rows[:, :-1].max(axis=1)
    peaks[np.isnan(peaks)] = np.inf
    edges = np.searchsorted(steps, np.linspace(steps[0], steps[-1] + 1, POINTS + 1))
    starts = np.unique(edges[:-1])
    stretch = np.repeat(np.arange(len(starts)), np.diff(starts, append=count))
    highest = np.flatnonzero(peaks == np.maximum.reduceat(peaks, starts)[stretch])
    best = highest[np.unique(stretch[highest], return_index=True)[1]]
    best[0], best[-1] = 0, count - 1
    return best
