"""Where compiled kernels are kept between processes, and when a kept one is good.

One file holds one kernel compiled for one set of argument types. Its name is made from everything that the machine code depends on: the
kernel and all kernels and constants that it uses, the types, the processor, and the versions of Python and numba. So nothing stale is ever
loaded, several processes may write at the same time, and the folder may be deleted at any time. A kernel that several processes need is
compiled by one of them (`kernel_claims.py`). If the folder cannot be written, kernels are compiled in each process. A person who
waits reads a line (`kernel_notice.py`).
"""

from __future__ import annotations

import hashlib
import logging
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from deathmatch.solve.kernel_claims import Claims
from deathmatch.solve.kernel_files import loaded, packed
from deathmatch.solve.kernel_notice import FOLDER_VARIABLE, NOTICE

VARIABLE: Final = FOLDER_VARIABLE
"""The variable of the environment that names the folder."""

FOLDER: Final = "kernels"
"""Its name in a folder of matches, and in the user's cache."""

log = logging.getLogger("deathmatch.kernels")

COMPILING: Final = "compiling"
COMPILED: Final = "compiled"

FORMAT: Final = "2"
"""The version of the files (`kernel_files.py`)."""

_DIGEST: Final = hashlib.sha256().digest_size


# --- The folder


def folders(environment: Mapping[str, str] | None = None) -> list[Path]:
    """Where kernels may be kept, best first: `$DEATHMATCH_KERNELS`, then the cache of this user."""
    values = os.environ if environment is None else environment
    named = values.get(VARIABLE, "")
    where = [Path(named)] if named else []
    with suppress(RuntimeError):  # this user has no home
        where.append(_user_cache(values) / "deathmatch" / FOLDER)
    return where


def _user_cache(environment: Mapping[str, str]) -> Path:
    """The platform's folder for caches; raises RuntimeError."""
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA") if sys.platform == "win32" else ("XDG_CACHE_HOME",):
        if (given := environment.get(name, "")) and Path(given).is_absolute():
            return Path(given)
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def usable(where: list[Path]) -> Path | None:
    """The first of these folders that can be written, or that can be read and holds kernels; None if there is none."""
    for folder in where:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            if _holds_kernels(folder):
                return folder
    return None


def _holds_kernels(folder: Path) -> bool:
    try:
        return next(folder.glob("*.kernel"), None) is not None
    except OSError:
        return False


# --- What a kernel depends on


def stamp(function: Callable[..., object], options: Mapping[str, object]) -> str:
    """A digest of all that the machine code of a kernel is made from, but for types and versions."""
    digest = hashlib.sha256()
    seen: set[int] = set()
    for part in _parts(function, options, seen):
        digest.update(part.encode("utf-8", "backslashreplace") + b"\0")
    return digest.hexdigest()


def _parts(function: Any, options: Mapping[str, object], seen: set[int]) -> Iterator[str]:
    if id(function) in seen:
        return
    seen.add(id(function))
    yield f"{function.__module__}.{function.__qualname__} {function.__defaults__!r}"
    yield from (f"{key} {_constant(value)}" for key, value in sorted(options.items()))
    for code in _codes(function.__code__):
        yield from (code.co_code.hex(), repr(code.co_names), repr(code.co_varnames), repr(code.co_freevars))
        yield from (_constant(value) for value in code.co_consts if not isinstance(value, CodeType) and value != function.__doc__)
        for name in code.co_names:
            if name in function.__globals__:
                yield from _named(name, function.__globals__[name], code.co_names, seen)
    for cell in function.__closure__ or ():
        yield from _named("", cell.cell_contents, (), seen)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function, and of those in it."""
    yield code
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _codes(value)


def _named(name: str, value: Any, names: tuple[str, ...], seen: set[int]) -> Iterator[str]:
    """The meaning of a name that a kernel uses."""
    function = getattr(value, "py_func", getattr(value, "__wrapped__", value))  # of a kernel, of a cached function
    options = getattr(value, "targetoptions", {})
    if isinstance(function, FunctionType):
        yield from _parts(function, options, seen)
    elif isinstance(value, ModuleType):
        yield f"{name} {value.__name__}"
        if value.__name__.partition(".")[0] not in _VERSIONED:
            yield from (part for inner in names if hasattr(value, inner) for part in _named(inner, getattr(value, inner), (), seen))
    else:
        yield f"{name} {_constant(value)}"


_VERSIONED: Final = ("numpy", "math", "numba")
"""Modules that are part of a version that the name of a file holds."""


def _constant(value: Any) -> str:
    """A constant in words that are the same in every process."""
    if isinstance(value, type):
        return f"{value.__module__}.{value.__qualname__} {getattr(value, '_fields', ())!r}"
    if isinstance(value, (set, frozenset)):
        return repr(sorted(map(_constant, value)))
    if isinstance(value, (tuple, list)):
        return f"({', '.join(map(_constant, value))})"
    if hasattr(value, "tobytes") and hasattr(value, "dtype"):
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    return repr(value)


# --- The files

_CLAIMS: Final = Claims()


class KernelCache:
    """The kept overloads of one kernel; to a dispatcher of numba it is its cache.

    Args:
        function: of the kernel.
        options: how it is compiled.
        folder: for their files; None keeps none.
    """

    def __init__(self, function: Callable[..., object], options: Mapping[str, object], folder: Path | None) -> None:
        self._function, self._options, self._folder = function, options, folder
        self._name = f"{function.__module__}.{function.__qualname__}"
        self._stamp = ""

    @property
    def cache_path(self) -> str | None:
        """The folder."""
        return None if self._folder is None else str(self._folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The kernel compiled for these types; None if it has to be compiled. A file that cannot be read only costs time."""
        if (path := self._path(sig, target_context.codegen())) is not None:
            if not path.exists():
                NOTICE.begin(self._folder)  # another process may compile it; that takes as long
                _CLAIMS.claim(path)
            if (kernel := _kept(path, target_context)) is not None:
                _CLAIMS.release(path)
                return kernel
        NOTICE.begin(self._folder)
        log.info("%s %s", COMPILING, self._name)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep it, if that is possible."""
        log.info("%s %s", COMPILED, self._name)
        if (path := self._path(sig, data.codegen)) is None:
            return
        try:
            if not data.library.has_dynamic_globals and all(one.can_cache for one in data.lifted):
                _write(path, packed(data))
        except OSError as error:  # a full disk, or a folder that may only be read
            log.debug("%s: %s", path, error)
        finally:
            _CLAIMS.release(path)

    def give_up(self, sig: Any, target_context: Any) -> None:
        """The kernel cannot be compiled for these types: its claim ends, so that no other process waits for it."""
        if (path := self._path(sig, target_context.codegen())) is not None:
            _CLAIMS.release(path)

    def flush(self) -> None:
        """Nothing: a file is never wrong."""

    def _path(self, sig: Any, codegen: Any) -> Path | None:
        """The file of the kernel compiled for these types."""
        import numba
        import numpy as np

        types = repr(sig)
        if self._folder is None or " at 0x" in types:  # the types of functions have other names in each process
            return None
        self._stamp = self._stamp or stamp(self._function, self._options)
        versions = (FORMAT, numba.__version__, np.__version__, sys.version, repr(codegen.magic_tuple()))
        key = hashlib.sha256("\0".join((self._stamp, types, *versions)).encode()).hexdigest()
        return self._folder / f"{self._name.replace('<', '').replace('>', '')}-{key[:32]}.kernel"


def _kept(path: Path, target_context: Any) -> Any:
    """The kernel of this file; None if there is none, or none that can be used."""
    try:
        data = path.read_bytes()
        if hashlib.sha256(data[_DIGEST:]).digest() == data[:_DIGEST]:
            return loaded(data[_DIGEST:], target_context)
    except FileNotFoundError:
        pass
    except Exception as error:
        log.debug("%s: %s", path, error)
    return None


def _write(path: Path, payload: bytes) -> None:
    """Write the file of a kernel, whole or not at all; raises OSError."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix="new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(payload).digest() + payload)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink()
        raise


# --- What is compiled now


class Kernels(logging.Handler):
    """Hears which kernels this process compiles, and how many it has compiled.

    Args:
        begins: called with the name of a kernel that is about to be compiled.
    """

    def __init__(self, begins: Callable[[str], None] = lambda _name: None) -> None:
        super().__init__()
        self.count = 0
        self._begins = begins

    def emit(self, record: logging.LogRecord) -> None:
        """See `logging.Handler`."""
        verb, _, name = record.getMessage().partition(" ")
        if verb == COMPILING:
            self._begins(name)
        elif verb == COMPILED:
            self.count += 1


@contextmanager
def counted_kernels(begins: Callable[[str], None] = lambda _name: None) -> Iterator[Kernels]:
    """The kernels that are compiled meanwhile; `begins` is called with the name of each that is about to be."""
    kernels, level = Kernels(begins), log.level
    log.addHandler(kernels)
    log.setLevel(logging.INFO)
    try:
        yield kernels
    finally:
        log.setLevel(level)
        log.removeHandler(kernels)
