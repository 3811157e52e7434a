"""What stands around an answer, at each of the three levels."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path

from helpers.grading import kernel, landlock, namespaces, seccomp
from helpers.grading.family import Family
from helpers.grading.levels import Level

OF_OTHERS = 256
"""How many processes and threads a user may start beside the answer, while it is marked."""
MOST_PROCESSES = 32
"""How many processes and threads an answer may have."""


class Walls:
    """Level "limits". Made once by the zygote; ``folder`` is where answers' own folders lie."""

    level: Level = "limits"

    def __init__(self, folder: str) -> None:
        """Set up what lasts; OSError where the platform can't do it."""
        self.folder, self.family = folder, Family()
        # The limit counts whatever the user runs.
        self.process_limit = self.family.of_user(os.getuid()) + OF_OTHERS + MOST_PROCESSES

    def fork(self) -> int:
        """Fork a keeper."""
        return os.fork()

    def make_folder(self) -> str:
        """Return a new, empty folder for an answer, for the keeper to remove."""
        return tempfile.mkdtemp(prefix="answer-", dir=self.folder)

    def remove_folder(self, folder: str) -> None:
        """Remove an answer's folder."""
        shutil.rmtree(folder, ignore_errors=True)

    def lock_in(self, folder: str) -> None:
        """Take from this process all that its answer doesn't need. There is no way back."""
        with contextlib.suppress(OSError, AttributeError):
            kernel.prctl(kernel.SET_NO_NEW_PRIVILEGES, 1)

    def remove(self) -> None:
        """Remove the folder that answers' folders lie in."""
        shutil.rmtree(self.folder, ignore_errors=True)


class Filters(Walls):
    """Level "filters": Landlock hides files, seccomp keeps network and other processes out."""

    level: Level = "filters"

    def lock_in(self, folder: str) -> None:
        """Give up files outside ``folder``, network, and signals to others."""
        kernel.prctl(kernel.SET_NO_NEW_PRIVILEGES, 1)
        landlock.see_only(folder)
        kernel.drop_capabilities()  # in a container answers may well be run as root
        seccomp.refuse_calls(signals=False)


class Namespaces(Walls):
    """Level "namespaces": there is nothing to see but the answer's own files and processes."""

    level: Level = "namespaces"

    def __init__(self, folder: str) -> None:
        """Enter; from here on this process, too, sees only what an answer may see."""
        super().__init__(folder)
        self._around = os.open(Path(folder).parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self._own = namespaces.Namespaces(folder)
        # Here the limit counts the user's processes in these namespaces: zygote, keeper, answer.
        self.process_limit = MOST_PROCESSES + 2

    def fork(self) -> int:
        """Fork a keeper that is the first of its own processes, and takes all others with it."""
        return self._own.fork()

    def make_folder(self) -> str:
        """Return an empty folder, in memory, that ends with the keeper."""
        return self._own.make_folder()

    def remove_folder(self, folder: str) -> None:
        """Do nothing: the folder ends with the keeper."""

    def lock_in(self, folder: str) -> None:
        """Give up all rights in these namespaces, and calls that no answer needs."""
        self._own.give_up_rights()
        kernel.prctl(kernel.SET_NO_NEW_PRIVILEGES, 1)
        with contextlib.suppress(OSError):  # what it refuses is out of reach here anyway
            seccomp.refuse_calls(signals=True)

    def remove(self) -> None:
        """Remove the folder, out of view by now."""
        with contextlib.suppress(OSError):
            os.rmdir(Path(self.folder).name, dir_fd=self._around)


KINDS: dict[Level, type[Walls]] = {kind.level: kind for kind in (Walls, Filters, Namespaces)}
