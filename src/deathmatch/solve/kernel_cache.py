"""Where compiled kernels are kept between processes, and when a kept one is good.

One file holds one kernel compiled for one set of argument types. Its name is made from everything that the machine code depends on: the
kernel and all kernels and constants that it uses, the types, the processor, and the versions of Python and numba. So nothing stale is ever
loaded, several processes may write at the same time, and the folder may be deleted at any time. A kernel that several processes need is
compiled by one of them (`Claims`). If the folder cannot be written, kernels are compiled in each process. A person who waits reads a line
(`Notice`).
"""

from __future__ import annotations

import hashlib
import importlib
import io
import logging
import os
import pickle
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import IO, Any, Final, Protocol

log = logging.getLogger("deathmatch.kernels")

PROGRESS: Final = "DEATHMATCH_PROGRESS"
"""The variable of the environment that is `off` if nobody wants to read of progress."""

VARIABLE: Final = "DEATHMATCH_KERNELS"
"""The variable of the environment that names the folder."""


class Turn(Protocol):
    """A lock of threads or of processes. The one that takes it writes the line, and nobody gives it back."""

    def acquire(self, blocking: bool, /) -> bool:
        """Take it; False if it is taken already."""
        ...


def _taken() -> Turn:
    lock = threading.Lock()
    lock.acquire()
    return lock


class Notice:
    """One line for a person who waits: Python says once that it compiles kernels, how long that takes, and which folder has them.

    The line is written to standard error, if that is a terminal or a notebook. A process whose kernels somebody follows by the log
    `deathmatch.kernels` writes no line: commands of `deathmatch` show their progress like that, and so do programs that log. Processes that
    share work share the line.
    """

    def __init__(self) -> None:
        self._turn: Turn = threading.Lock()

    def share(self, turn: Turn | None) -> None:
        """Share the line with other processes; None leaves it to them."""
        self._turn = turn or _taken()

    @contextmanager
    def left_out(self) -> Iterator[None]:
        """While something else shows that the work goes on."""
        before, self._turn = self._turn, _taken()
        try:
            yield
        finally:
            self._turn = before

    def begin(self, folder: Path | None) -> None:
        """A kernel is about to be compiled, to be kept in this folder; None keeps none."""
        if not followed() and _is_read() and self._turn.acquire(False):
            with suppress(OSError, ValueError):  # nobody reads it any more
                sys.stderr.write(f"deathmatch: {_words(folder)}\n")
                sys.stderr.flush()


def followed() -> bool:
    """Whether somebody follows the names of kernels that are compiled."""
    return log.isEnabledFor(logging.INFO)


def _is_read() -> bool:
    """Whether a person may read the line."""
    if sys.stderr is None or os.environ.get(PROGRESS, "").strip().lower() == "off":
        return False
    return "ipykernel" in sys.modules or sys.stderr.isatty()


def _words(folder: Path | None) -> str:
    if folder is None or not os.access(folder, os.W_OK):
        return (
            "compiling code, which takes up to a minute in each process, because no folder can keep it; "
            f"name a writable one in the environment as {VARIABLE}"
        )
    return f"compiling code for its first use, which takes up to a minute; it is kept in {folder}"


NOTICE: Final = Notice()


# --- Which process compiles a kernel that several need at once: one does, and the others wait for its file
#
# A claim is a lock on a file next to that of the kernel. It ends with the process that holds it, whatever happens to that process. Where
# files cannot be locked, and after a while, each process compiles for itself: that costs time and is never wrong.


LONGEST: Final = 120.0
"""Seconds after which a process no longer waits for another; no kernel takes half as long."""

_GLANCE: Final = 0.05  # seconds


class Claims:
    """The kernels that this process compiles now."""

    def __init__(self) -> None:
        self._held: dict[Path, IO[bytes]] = {}

    def claim(self, path: Path) -> None:
        """Claim the kernel of this file; if another process compiles it, wait until the file is there or the claim is free."""
        until = time.monotonic() + LONGEST
        while path not in self._held and not path.exists() and not self._lock(path) and time.monotonic() < until:
            time.sleep(_GLANCE)

    def release(self, path: Path) -> None:
        """The kernel is compiled, or cannot be; nothing happens if it was not claimed."""
        if (file := self._held.pop(path, None)) is not None:
            with suppress(OSError):
                _beside(path).unlink()
            _unlock(file)  # a process that was forked meanwhile has the file open too
            file.close()

    def _lock(self, path: Path) -> bool:
        """Whether nobody else compiles the kernel, as far as can be known; it is claimed then."""
        if sys.platform == "win32":
            return True
        import fcntl

        try:
            file = _beside(path).open("ab")
        except OSError:  # a folder that can only be read
            return True
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            return False
        except OSError:  # a file system without locks
            file.close()
            return True
        self._held[path] = file
        return True


def _unlock(file: IO[bytes]) -> None:
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(file, fcntl.LOCK_UN)


def _beside(path: Path) -> Path:
    return path.with_suffix(".claim")


# --- From a compiled kernel to bytes and back, with as little of Numba as a call needs
#
# Numba's own way back registers everything that it knows how to compile, compiles its runtime, and keeps the intermediate code of each
# kernel: 70 MB and half a second in a process that only calls. Here a kernel is its machine code. The rest is loaded when something has to
# be compiled.


_REBUILD: Final = ("numba.core.environment", "_rebuild_env")
"""The function by which Numba's pickles make the environment of a function: its globals and constants as Python objects."""


def packed(result: Any) -> bytes:
    """A compiled kernel (`numba.core.compiler.CompileResult`) as bytes."""
    from numba.core import serialize

    (name, kind, (code, bitcode)), *rest = result._reduce()
    assert kind == "object"
    del rest[5]  # its types in words, which only Numba's own inspection shows
    needed = sorted(_declared(result.library._get_module_for_linking()))
    return bytes(serialize.dumps((name, code, zlib.compress(bitcode), needed, tuple(rest))))  # type: ignore[no-untyped-call, unused-ignore]


def _declared(module: Any) -> Iterator[str]:
    """The symbols that a module of LLVM expects elsewhere."""
    for symbols in (module.functions, module.global_variables):
        yield from (symbol.name for symbol in symbols if symbol.is_declaration and not symbol.name.startswith("llvm."))


def loaded(data: bytes, target_context: Any) -> Any:
    """The compiled kernel that these bytes hold. Raises anything if they are of another version of Numba."""
    from numba.core import compiler

    result_of: Any = compiler.CompileResult
    name, code, bitcode, needed, rest = _Unpickler(io.BytesIO(data)).load()
    description, environment, signature, objectmode, lifted, inits, environments = rest
    for init in inits:
        init()
    _find(needed, target_context)
    library = _library(target_context.codegen(), name, code, bitcode, description)
    result = result_of(
        typing_context=target_context.typing_context,
        target_context=target_context,
        entry_point=target_context.get_executable(library, description, environment),
        typing_error=None,
        type_annotation="",
        signature=signature,
        objectmode=objectmode,
        lifted=lifted,
        fndesc=description,
        library=library,
        call_helper=None,
        environment=environment,
        metadata=None,
        reload_init=inits,
        referenced_envs=environments,
    )
    for one in environments:
        library.codegen.set_env(one.env_name, one)
    return result


def _library(codegen: Any, name: str, code: bytes, bitcode: bytes, description: Any) -> Any:
    """The machine code in place. The intermediate code stays packed until another kernel is compiled that takes it in."""
    library = codegen.create_library(name)
    library.enable_object_caching()
    library._set_compiled_object(code)
    library._finalize_final_module()
    codegen._engine._defined_symbols |= {
        description.llvm_func_name,
        description.llvm_cpython_wrapper_name,
        description.llvm_cfunc_wrapper_name,
    }

    def module() -> Any:
        import llvmlite.binding as llvm

        if library._shared_module is None:
            library._shared_module = llvm.parse_bitcode(zlib.decompress(bitcode))
            codegen._engine._load_defined_symbols(library._shared_module)
        return library._shared_module

    library._get_module_for_linking = module
    return library


def _find(needed: list[str], target_context: Any) -> None:
    """Have all these symbols at hand: LLVM ends the process if one is missing. Raises LookupError."""
    import llvmlite.binding as llvm

    _name_runtime()
    if all(llvm.address_of_symbol(name) for name in needed):
        return
    target_context.refresh()
    missing = [name for name in needed if not llvm.address_of_symbol(name)]
    if missing:
        raise LookupError(f"nothing is called {', '.join(missing)}")


@cache
def _name_runtime() -> None:
    """Name the functions of Numba's runtime that machine code calls, as `numba.core.runtime.nrt` does before it compiles the others."""
    import llvmlite.binding as llvm
    from numba.core.runtime import nrt

    runtime: Any = nrt
    for name, address in runtime._nrt.c_helpers.items():
        llvm.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)


class _Unpickler(pickle.Unpickler):
    """Loads no module for the sake of an environment that nothing looks at."""

    def find_class(self, module: str, name: str) -> Any:
        """The object of this name; in the place of an environment the one that all kernels share."""
        return _environment if (module, name) == _REBUILD else super().find_class(module, name)


def _environment(module: str, constants: list[Any], name: str) -> Any:
    """The environment of a function.

    Machine code reads its constants. Its globals are for code that runs as Python objects; the functions of Numba have none of that, and
    their modules would load the whole of linear algebra.
    """
    from numba.core import environment

    if module.partition(".")[0] == "numba" and module not in sys.modules and not constants:
        made = environment.lookup_environment(name) or environment.Environment({"__name__": module})  # type: ignore[no-untyped-call, unused-ignore]
        made.env_name = name
        environment.Environment._memo[name] = made
        return made
    importlib.import_module(module)
    return environment._rebuild_env(module, constants, name)  # type: ignore[no-untyped-call, unused-ignore]


FOLDER: Final = "kernels"
"""Its name in a folder of matches, and in the user's cache."""

COMPILING: Final = "compiling"
COMPILED: Final = "compiled"

FORMAT: Final = "2"
"""The version of the files."""

_DIGEST: Final = hashlib.sha256().digest_size


# --- The folder


def folders() -> list[Path]:
    """Where kernels may be kept, best first: `$DEATHMATCH_KERNELS`, then the cache of this user."""
    named = os.environ.get(VARIABLE, "")
    where = [Path(named)] if named else []
    with suppress(RuntimeError):  # this user has no home
        where.append(_user_cache() / "deathmatch" / FOLDER)
    return where


def _user_cache() -> Path:
    """The platform's folder for caches; raises RuntimeError."""
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA") if sys.platform == "win32" else ("XDG_CACHE_HOME",):
        if (given := os.environ.get(name, "")) and Path(given).is_absolute():
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
        """Count a kernel that begins to be compiled, and say its name."""
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
