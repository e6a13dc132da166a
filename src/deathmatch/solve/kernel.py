"""How a hot loop is compiled and kept: one decorator, so that every kernel keeps the same promises and stays typed for the checkers.

Numba, which takes longer to load than all else of a game, is loaded when the first kernel is called. One file holds one kernel compiled for
one set of argument types, as Numba writes it. Its name is made from all that the machine code depends on: the sources of the kernel and of
those that it calls, the types, the processor, and the versions of Python and Numba. So nothing stale is ever loaded, several processes may
write at the same time, and the folder may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial, update_wrapper
from pathlib import Path
from threading import Event, Lock
from types import ModuleType
from typing import Any, ClassVar, Final, TypeVar, cast

log = logging.getLogger("deathmatch.kernels")

F = TypeVar("F", bound=Callable[..., object])

VARIABLE: Final = "DEATHMATCH_KERNELS"
"""The variable of the environment that names the folder of kept kernels."""

PROGRESS: Final = "DEATHMATCH_PROGRESS"
"""The variable of the environment that is `off` if nobody wants to read of progress."""

FOLDER: Final = "kernels"
"""The name of the folder in a folder of matches, and in the user's cache."""

_FIRST: Final = Lock()
_PLAIN: Final = Event()

COUNTS: Final = "_nrt"
"""Numba's option by which machine code counts references to arrays."""


class Kernel:
    """A function that is compiled on its first call.

    Another kernel may call it: numba reads its public attributes and `_numba_type_`, and takes it for a dispatcher of its own.

    Args:
        function: the Python function to compile.
        options: numba's options.

    Attributes:
        py_func: the Python function that is compiled.
        targetoptions: numba's options.
    """

    def __init__(self, function: Callable[..., object], **options: Any) -> None:
        self.py_func = function
        self.targetoptions = options
        self._compiled: Any = None
        update_wrapper(self, function)

    def __call__(self, *arguments: object) -> object:
        """What the function returns."""
        return (self._compiled or self._dispatcher())(*arguments)

    @property
    def signatures(self) -> tuple[Any, ...]:
        """The types of arguments for which it has been compiled, in this process or from the cache."""
        return () if self._compiled is None else tuple(self._compiled.signatures)

    @property
    def _numba_type_(self) -> Any:
        """Its type for numba, when a kernel that calls it is compiled."""
        return self._dispatcher()._numba_type_

    def _dispatcher(self) -> Any:
        """The dispatcher that numba makes of the function, one for all threads; in a process without the compiler, the function itself."""
        if _PLAIN.is_set():
            self._compiled = self.py_func
            return self._compiled
        import numba

        with _FIRST:
            if self._compiled is None:
                compiled: Any = numba.njit(nogil=True, error_model="numpy", **self.targetoptions)(self.py_func)
                compiled._cache = _KernelCache(self.py_func)
                compiled.compile = partial(_compile, compiled.compile, compiled)
                compiled.get_call_template = partial(_call_template, compiled.get_call_template, compiled)
                self._compiled = compiled
        return self._compiled


def _compile(compile_: Callable[[Any], Any], dispatcher: Any, types: Any) -> Any:
    """Compile a kernel for these types of arguments. Raises an error if it has to count references and is no maker."""
    counts, name = dispatcher.targetoptions.get(COUNTS), dispatcher.py_func.__qualname__
    try:
        compiled = compile_(types)
    except Exception as error:
        if counts is False:
            error.add_note(f"{name} is a kernel; if it makes arrays, it must be a maker")
        raise
    if counts is False and _has_arrays(dispatcher.nopython_signatures[-1].return_type):
        raise TypeError(f"{name} returns arrays, so it must be a maker")
    return compiled


def _has_arrays(kind: Any) -> bool:
    """Whether the values of a type of numba are arrays or tuples with arrays."""
    from numba.core import types as known

    types: Any = known
    return isinstance(kind, types.Array) or (isinstance(kind, types.BaseTuple) and any(map(_has_arrays, kind)))


def _call_template(template: Callable[..., Any], callee: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """How another kernel calls this one. A constant among the arguments counts as any number of its type.

    Otherwise numba would compile the kernel again for each constant, and for each place of one in a tuple.
    """
    from numba.core import errors, targetconfig

    try:
        found = template(tuple(map(_any_value, arguments)), {name: _any_value(one) for name, one in named.items()})
    except errors.TypingError:  # it needs the constant, such as the place of a value in a tuple
        found = template(arguments, named)
    stack: Any = targetconfig.ConfigStack
    if not stack.top_or_none().nrt and any(_has_arrays(one.return_type) for one in callee.nopython_signatures):
        raise TypeError(f"{callee.py_func.__qualname__} returns arrays, which nobody would free, so a kernel that calls it must be a maker")
    return found


def _any_value(kind: Any) -> Any:
    """A type without the constant in it, such as `int64` for the literal 3; in a tuple, the same for each value."""
    from numba.core import types as known

    types: Any = known
    if isinstance(kind, types.BaseAnonymousTuple):
        return types.Tuple.from_types([_any_value(one) for one in kind])
    return types.unliteral(kind)


def without_compiler() -> None:
    """From now on run kernels of this process as plain Python functions: far slower, but they start at once."""
    _PLAIN.set()


def kernel(function: F) -> F:
    """The function, compiled on its first call and cached; it releases the interpreter lock and divides as numpy does.

    It makes no arrays and returns only numbers, so it need not count references to the arrays that it is given. In some loops that would
    take longer than the work, above all if several threads use the same array.
    """
    return cast("F", Kernel(function, **{COUNTS: False}))


def maker(function: F) -> F:
    """A kernel that makes or returns arrays, so it counts references to them. Put its loops into a `kernel` that it calls."""
    return cast("F", Kernel(function, **{COUNTS: True}))


def inner(function: F) -> F:
    """A small kernel that is inlined: a call would hand over every array of a tuple, which may cost more than the work."""
    return cast("F", Kernel(function, inline="always"))


def dense(function: F) -> F:
    """A kernel over numbers that are neither infinite nor nan: the compiler may add up in any order, several numbers at a time."""
    return cast("F", Kernel(function, fastmath={"nnan", "ninf", "nsz", "contract", "reassoc"}, **{COUNTS: False}))


# --- The kept kernels


class _KernelCache:
    """The compiled forms of one kernel on disk: the cache of a dispatcher of numba, which calls its two public methods.

    Attributes:
        since: when this process began; it does not run sources that were written later.
    """

    since: ClassVar = time.time()

    def __init__(self, function: Callable[..., object]) -> None:
        self._function = function
        self._name = f"{function.__module__}.{function.__qualname__}"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The kernel compiled for these types; None if it has to be compiled. A file that cannot be read only costs time."""
        from numba.core import compiler

        target_context.refresh()
        path, rebuild = self._path(sig, target_context.codegen()), cast("Any", compiler.CompileResult)._rebuild
        try:
            if path is not None and path.exists():
                digest, _, data = path.read_bytes().partition(b"\n")
                if hashlib.sha256(data).hexdigest().encode() == digest:
                    return rebuild(target_context, *pickle.loads(data))  # noqa: S301 - the folder is its owner's
        except Exception as error:
            log.debug("%s: %s", path, error)
        log.info("compiling %s", self._name)
        if not _followers and _is_read():
            _tell()
        for begins in _followers:
            begins(self._name)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write the kernel compiled for these types to disk, if that is possible."""
        from numba.core import serialize

        if (path := self._path(sig, data.codegen)) is None or data.library.has_dynamic_globals:
            return
        payload = serialize.dumps(data._reduce())  # type: ignore[no-untyped-call, unused-ignore]
        new = path.with_suffix(f".{uuid.uuid4().hex}")
        try:
            new.write_bytes(hashlib.sha256(payload).hexdigest().encode() + b"\n" + payload)
            new.replace(path)
        except OSError as error:  # a full disk, or a folder that may only be read
            log.debug("%s: %s", path, error)
            with suppress(OSError):
                new.unlink()

    def _path(self, sig: Any, codegen: Any) -> Path | None:
        """The file of the kernel compiled for these types; None if it cannot be kept."""
        import numba
        import numpy as np

        where, stamp, types = folder(), _stamp(self._function.__module__), repr(sig)
        if where is None or not stamp or " at 0x" in types:  # the types of functions have other names in each process
            return None
        versions = (numba.__version__, np.__version__, sys.version, repr(codegen.magic_tuple()))
        key = "\0".join((stamp, str(self._function.__code__.co_firstlineno), types, *versions))
        return where / f"{self._name}-{hashlib.sha256(key.encode()).hexdigest()[:32]}.machine"


@cache
def folder() -> Path | None:
    """Where this process keeps kernels: `$DEATHMATCH_KERNELS`, by default in the cache of this user; None if there is no such folder."""
    try:
        cache_home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        kept = Path(os.environ.get(VARIABLE) or Path(cache_home, "deathmatch", FOLDER))
        kept.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # this user has no home
        return None
    return kept


@cache
def _stamp(name: str) -> str:
    """A digest of the sources and constants of a module with kernels and of those that it names; empty if they may not be what runs."""
    modules, digest = [sys.modules[name], sys.modules[__name__]], hashlib.sha256()
    for module in modules:  # it grows
        try:
            file = Path(str(module.__file__))
            digest.update(file.read_bytes())
            if file.stat().st_mtime > _KernelCache.since:
                return ""
        except (AttributeError, OSError):  # a notebook
            return ""
        for key, value in list(vars(module).items()):
            other = sys.modules[value.__module__] if isinstance(value, Kernel) else value
            if not isinstance(other, ModuleType):
                digest.update(_constant(key, value))
            elif other not in modules and other.__name__.partition(".")[0] not in _VERSIONED and not hasattr(module, "__path__"):
                modules.append(other)  # not a package: its attributes depend on the modules loaded so far
    return digest.hexdigest()


_VERSIONED: Final = {*sys.stdlib_module_names, "numpy", "numba"}
"""Modules that are part of a version that the name of a file holds."""


def _constant(key: str, value: Any) -> bytes:
    """A number, a text or an array, or some of them, that a kernel may use by this name; empty for anything else."""
    import numpy as np

    if isinstance(value, (np.ndarray, np.generic)):
        return key.encode() + value.tobytes()
    known = isinstance(value, (int, float, str, tuple)) and not key.startswith("__")
    return f"{key} {value!r}".encode() if known and " at 0x" not in repr(value) else b""


# --- What is compiled now

_followers: Final[list[Callable[[str], None]]] = []


@contextmanager
def followed(begins: Callable[[str], None]) -> Iterator[None]:
    """Inside the block, call `begins` with the name of each kernel that is about to be compiled."""
    _followers.append(begins)
    try:
        yield
    finally:
        _followers.remove(begins)


def _is_read() -> bool:
    """Whether a person at a terminal or in a notebook reads standard error, and wants to know about progress."""
    if sys.stderr is None or os.environ.get(PROGRESS, "").strip().lower() == "off":
        return False
    return "ipykernel" in sys.modules or sys.stderr.isatty()


@cache
def _tell() -> None:
    """Say once that the wait is for the compiler."""
    with suppress(OSError, ValueError):  # nobody reads it any more
        sys.stderr.write("deathmatch: compiling code for its first use, which takes up to a minute\n")
