"""Large arrays that ship packed: unpacked once into the folder of compiled kernels, and mapped into memory from there.

Unpacking may take several times the memory of the arrays, and a process rarely gives it back. A process that maps them takes only the parts
that it looks at, until it lets them go, and all processes share these. Without a folder the arrays are unpacked into memory each time.
"""

from __future__ import annotations

import hashlib
import inspect
import mmap
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeAlias
from weakref import WeakSet

import numpy as np
import numpy.typing as npt

from deathmatch.bots import memory
from deathmatch.solve import kernel

Arrays: TypeAlias = Mapping[str, npt.NDArray[Any]]

_OPEN: Final[WeakSet[mmap.mmap]] = WeakSet()
"""All files that are mapped."""


def stamp_of(packed: bytes, *modules: ModuleType) -> str:
    """A stamp that follows from packed bytes and from the code that unpacks them."""
    code = "".join(inspect.getsource(module) for module in modules)
    return hashlib.sha256(packed + code.encode()).hexdigest()[:32]


def unpacked(name: str, stamp: str, unpack: Callable[[], Arrays], folder: Path | None = None) -> Arrays:
    """The arrays of this name and stamp. Nobody may write into them.

    Args:
        name: of the files.
        stamp: follows from all that the arrays depend on, as hexadecimal digits.
        unpack: makes them.
        folder: keeps them; by default the folder of compiled kernels.
    """
    folder = folder if folder is not None else kernel.folder()
    if folder is None:
        return unpack()
    kept = folder / f"{name}-{stamp}"
    with suppress(OSError, ValueError):
        return _mapped(kept)
    arrays = unpack()
    with suppress(OSError, ValueError):
        _keep(kept, arrays)
        return _mapped(kept)
    return arrays


def let_go() -> None:
    """Have this process hold no part of the arrays that it has mapped; those that it looks at next come from the system's cache."""
    if hasattr(mmap, "MADV_DONTNEED"):
        for mapped in list(_OPEN):
            mapped.madvise(mmap.MADV_DONTNEED)


memory.RELEASES.append(let_go)  # in a worker process that nobody asks


def _mapped(folder: Path) -> Arrays:
    """The arrays in a folder; raises OSError or ValueError if they are not all there."""
    names = (folder / "names").read_text(encoding="ascii").split()
    # Copied on writing: kernels take the same type of array as without a folder, and a file is never changed.
    arrays = {name: np.load(folder / f"{name}.npy", mmap_mode="c", allow_pickle=False) for name in names}
    _OPEN.update(array.base for array in arrays.values())
    return {name: np.asarray(array) for name, array in arrays.items()}


def _keep(folder: Path, arrays: Arrays) -> None:
    """Write them beside the folder, which then gets its name at once; raises OSError."""
    with tempfile.TemporaryDirectory(dir=folder.parent) as made:
        for name, array in arrays.items():
            np.save(Path(made) / f"{name}.npy", array, allow_pickle=False)
        (Path(made) / "names").write_text(" ".join(arrays), encoding="ascii")
        shutil.rmtree(folder, ignore_errors=True)  # a damaged copy; a process that has mapped it keeps its files
        os.rename(made, folder)  # noqa: PTH104 - fails if another process was quicker, whose copy is as good
        Path(made).mkdir()  # for its own tidying up
