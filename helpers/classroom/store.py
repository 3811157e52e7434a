"""What is known so far, on disk: two append-only files that a kill at any moment leaves whole."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from filelock import FileLock, Timeout

Row = dict[str, Any]


class StoreError(Exception):
    """The folder of a report can't be used; the message says why and what to do."""


class Log:
    """A file of JSON lines, one a row, found again by their key; the newest row of a key counts."""

    def __init__(self, path: Path, key: str) -> None:
        """Read what is there; a last line that was cut off is dropped, a broken one passed over."""
        self._key, self._places = key, dict[str, int]()
        self._file = path.open("ab", buffering=0)
        self._reader = path.open("rb")
        self._end = 0
        for line in self._reader:
            if not line.endswith(b"\n"):
                self._file.truncate(self._end)
                break
            if (row := _parsed(line)) and isinstance(row.get(key), str):
                self._places[row[key]] = self._end
            self._end += len(line)

    def __contains__(self, key: str) -> bool:
        return key in self._places

    def __iter__(self) -> Iterator[str]:
        """Yield the keys, oldest first."""
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, key: str) -> Row:
        """Return a key's newest row, read from disk."""
        self._reader.seek(self._places[key])
        row: Row = json.loads(self._reader.readline())
        return row

    def add(self, row: Row) -> None:
        """Append a row."""
        left = line = json.dumps(row).encode() + b"\n"
        while left:
            left = left[self._file.write(left) or 0 :]
        self._places[row[self._key]] = self._end
        self._end += len(line)

    def settle(self) -> None:
        """Wait until all rows are on the disk itself."""
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file; the log is not used again."""
        self._file.close()
        self._reader.close()


def _parsed(line: bytes) -> Row | None:
    try:
        row = json.loads(line)
    except ValueError:
        return None
    return row if isinstance(row, dict) else None


class Store:
    """The data of one report: ``answers`` by key, ``learners`` by label, and ``about`` the run.

    A context manager that no other process can enter meanwhile. Raises StoreError where the
    folder can't be written, is in use, or holds something else.
    """

    def __init__(self, report: Path) -> None:
        """Use, or make, the folder ``data`` of a report."""
        self.folder = report / "data"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(self.folder / "lock")
            self._lock.acquire(timeout=0)
        except Timeout:
            raise StoreError(
                f"{report}: another run is writing here. Wait for it to end."
            ) from None
        except (OSError, NotImplementedError) as error:  # the latter: a file system without locks
            raise StoreError(f"{report}: can't be written ({error}).") from None
        self.answers = Log(self.folder / "answers.jsonl", "key")
        self.learners = Log(self.folder / "learners.jsonl", "learner")

    @property
    def about(self) -> Row:
        """What marking.json holds; empty before the first run. Raises StoreError where it is broken."""
        path = self.folder / "marking.json"
        try:
            found = _parsed(path.read_bytes())
        except FileNotFoundError:
            return {}
        if found is None:
            raise StoreError(f"{path}: broken. Remove the folder {self.folder} and mark again.")
        return found

    @about.setter
    def about(self, about: Row) -> None:
        fresh = self.folder / "marking.part"
        with fresh.open("w", encoding="utf-8") as stream:
            json.dump(about, stream, indent=1)
            stream.flush()
            os.fsync(stream.fileno())
        fresh.replace(self.folder / "marking.json")

    def close(self) -> None:
        """Close the files and let others in; a second time does nothing."""
        self.answers.close()
        self.learners.close()
        self._lock.release()

    def __enter__(self) -> Self:
        """Return the store."""
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()
