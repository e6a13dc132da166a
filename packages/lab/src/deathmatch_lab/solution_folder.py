"""Folders in which solvers keep arrays for `deathmatch_lab.solving`, and from which bots and advisors read them.

Each array is a file, written whole or not at all, and read without loading.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from deathmatch.core.errors import UnsolvableError
from deathmatch.core.game import Fields

if TYPE_CHECKING:
    from numpy.typing import NDArray  # a server starts without NumPy, which would take a tenth of the time until its first page

ABOUT: Final = "about.json"


class SolutionFolder:
    """The folder. It is made by `begin`; only to read, it may as well not be there. Equal to another one with the same path.

    Attributes:
        folder: its path.
    """

    __slots__ = ("folder",)

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SolutionFolder) and other.folder == self.folder

    def __hash__(self) -> int:
        return hash(self.folder)

    def about(self) -> Fields | None:
        """What the arrays are of; None if nothing has been kept.

        Raises: UnsolvableError if something else lies there.
        """
        try:
            fields = json.loads((self.folder / ABOUT).read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError) as error:
            raise UnsolvableError(f"{self.folder} holds no solution that can be read: {error}") from None
        if not isinstance(fields, dict):
            raise UnsolvableError(f"{self.folder} holds no solution: {ABOUT} is no JSON object")
        return fields

    def begin(self, about: Fields, /) -> None:
        """Make the folder, or go on in one that is about the same.

        Raises: UnsolvableError if it is about something else, or cannot be made.
        """
        plain = json.loads(json.dumps(about))
        existing = self.about()
        if existing is not None and existing != plain:
            keys = sorted(key for key in {*existing, *plain} if existing.get(key) != plain.get(key))
            raise UnsolvableError(f"{self.folder} holds the solution of something else: {', '.join(keys)} differ; name another folder")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if existing is None and any(self.folder.iterdir()):
                raise UnsolvableError(f"{self.folder} holds other files; name a folder that is empty or not there")
            self._write(ABOUT, json.dumps(plain).encode())
        except OSError as error:
            raise UnsolvableError(f"nothing can be kept in {self.folder}: {error}") from None

    def keep(self, name: str, array: NDArray[Any], /) -> None:
        """Keep an array.

        Raises: UnsolvableError if there is no place for it; arrays that were kept before stay.
        """
        import numpy as np

        try:
            part = self.folder / f"{name}.part"
            with part.open("wb") as file:
                np.save(file, array)
                file.flush()
                os.fsync(file.fileno())
            part.rename(self.folder / f"{name}.npy")
        except OSError as error:
            raise UnsolvableError(f"nothing more can be kept in {self.folder}: {error}") from None

    def drop(self, name: str, /) -> None:
        """Keep an array no longer.

        Raises: UnsolvableError if it cannot be removed.
        """
        try:
            (self.folder / f"{name}.npy").unlink(missing_ok=True)
        except OSError as error:
            raise UnsolvableError(f"nothing can be removed from {self.folder}: {error}") from None

    def kept(self, name: str, /) -> NDArray[Any] | None:
        """An array, mapped into memory; None if it has not been kept."""
        import numpy as np

        try:
            array: NDArray[Any] = np.load(self.folder / f"{name}.npy", mmap_mode="r")
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise UnsolvableError(f"{name}.npy in {self.folder} cannot be read: {error}") from None
        return array

    def _write(self, name: str, data: bytes) -> None:
        part = self.folder / f"{name}.part"
        part.write_bytes(data)
        part.rename(self.folder / name)


class OpenedFolder:
    """A solution folder to read; each array is opened once (`deathmatch_lab.solving.SavedArrays`)."""

    __slots__ = ("_arrays", "_folder")

    def __init__(self, folder: SolutionFolder) -> None:
        self._folder = folder
        self._arrays: dict[str, NDArray[Any]] = {}

    def about(self) -> Fields | None:
        """What the arrays are of; None if nothing has been kept."""
        return self._folder.about()

    def kept(self, name: str, /) -> NDArray[Any] | None:
        """An array, which lies on disk until somebody looks at it; None if it has not been kept."""
        array = self._arrays.get(name)
        if array is None:
            import numpy as np

            array = self._folder.kept(name)
            if array is not None:
                # As a plain array on the same pages: each look at a `memmap` would make another of them, which takes longer than the look.
                array = self._arrays[name] = np.asarray(array)
        return array


def solution_folders(where: Path) -> tuple[OpenedFolder, ...]:
    """The kept solutions of a place: the folder itself if it is one, else those in it by name; none if there is no such folder."""
    if (where / ABOUT).is_file():
        return (OpenedFolder(SolutionFolder(where)),)
    try:
        inside = sorted(where.iterdir())
    except OSError:
        return ()
    return tuple(OpenedFolder(SolutionFolder(one)) for one in inside if (one / ABOUT).is_file())
