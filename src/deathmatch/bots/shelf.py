"""A folder in which a solver keeps arrays (`core.solving.Keeping`): a file each, written whole or not at all, read without loading."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.game import Fields
from deathmatch.core.solving import Unsolved

ABOUT = "about.json"


class Shelf:
    """The folder. It is made by `begin`; only to read, it may as well not be there.

    Attributes:
        folder: where it is.
    """

    __slots__ = ("folder",)

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def about(self) -> Fields | None:
        """What the arrays are of; None where nothing has been kept.

        Raises: Unsolved where something else lies there.
        """
        try:
            found = json.loads((self.folder / ABOUT).read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError) as error:
            raise Unsolved(f"{self.folder} holds no solution that can be read: {error}") from None
        if not isinstance(found, dict):
            raise Unsolved(f"{self.folder} holds no solution: {ABOUT} is no JSON object")
        return found

    def begin(self, about: Fields, /) -> None:
        """Make the folder, or go on in one that is about the same.

        Raises: Unsolved where it is about something else, or cannot be made.
        """
        plain = json.loads(json.dumps(about))
        found = self.about()
        if found is not None and found != plain:
            keys = sorted(key for key in {*found, *plain} if found.get(key) != plain.get(key))
            raise Unsolved(f"{self.folder} holds the solution of something else: {', '.join(keys)} differ; name another folder")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if found is None and any(self.folder.iterdir()):
                raise Unsolved(f"{self.folder} holds other files; name a folder that is empty or not there")
            self._write(ABOUT, json.dumps(plain).encode())
        except OSError as error:
            raise Unsolved(f"nothing can be kept in {self.folder}: {error}") from None

    def keep(self, name: str, array: NDArray[Any], /) -> None:
        """Keep an array.

        Raises: Unsolved where there is no place for it; what was kept before stays.
        """
        try:
            part = self.folder / f"{name}.part"
            with part.open("wb") as file:
                np.save(file, array)
                file.flush()
                os.fsync(file.fileno())
            part.rename(self.folder / f"{name}.npy")
        except OSError as error:
            raise Unsolved(f"nothing more can be kept in {self.folder}: {error}") from None

    def drop(self, name: str, /) -> None:
        """Keep an array no longer.

        Raises: Unsolved where it cannot be removed.
        """
        try:
            (self.folder / f"{name}.npy").unlink(missing_ok=True)
        except OSError as error:
            raise Unsolved(f"nothing can be removed from {self.folder}: {error}") from None

    def kept(self, name: str, /) -> NDArray[Any] | None:
        """An array, mapped into memory; None where it has not been kept."""
        try:
            found: NDArray[Any] = np.load(self.folder / f"{name}.npy", mmap_mode="r")
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise Unsolved(f"{name}.npy in {self.folder} cannot be read: {error}") from None
        return found

    def _write(self, name: str, data: bytes) -> None:
        part = self.folder / f"{name}.part"
        part.write_bytes(data)
        part.rename(self.folder / name)
