"""How a hot loop is compiled: one decorator, so that every kernel keeps the same promises and stays typed for the checkers.

A kernel is compiled once and kept on disk (`kernel_cache.py`). Numba itself, which takes longer to load than all else of a game, is loaded
when the first kernel is called.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial, update_wrapper
from pathlib import Path
from threading import Event, Lock
from typing import Any, Final, TypeVar, cast

from deathmatch.solve.kernel_cache import KernelCache, folders, usable

F = TypeVar("F", bound=Callable[..., object])

_FIRST: Final = Lock()
_PLAIN: Final = Event()

COUNTS: Final = "_nrt"
"""Numba's option by which machine code counts references to arrays."""


class Kernel:
    """A function that is compiled on its first call.

    Numba sees it as its compiled form: the attributes without an underscore, and `_numba_type_`, are those by which it knows one.

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
        """What calls of it are to a kernel that is being compiled."""
        return self._dispatcher()._numba_type_

    def _dispatcher(self) -> Any:
        """Numba's own, which threads share; the Python function in a process that does without the compiler."""
        if _PLAIN.is_set():
            self._compiled = self.py_func
            return self._compiled
        import numba

        with _FIRST:
            if self._compiled is None:
                compiled: Any = numba.njit(nogil=True, error_model="numpy", **self.targetoptions)(self.py_func)
                compiled._cache = KernelCache(self.py_func, self.targetoptions, _folder())
                compiled.compile = partial(_compiled_or_given_up, compiled.compile, compiled)
                compiled.get_call_template = partial(_called, compiled.get_call_template, compiled)
                self._compiled = compiled
        return self._compiled


def _compiled_or_given_up(compile_: Callable[[Any], Any], dispatcher: Any, types: Any) -> Any:
    """What numba compiles for these types; if it cannot, no other process waits for that kernel any longer."""
    counts, name = dispatcher.targetoptions.get(COUNTS), dispatcher.py_func.__qualname__
    try:
        compiled = compile_(types)
    except Exception as error:
        dispatcher._cache.give_up(types, dispatcher.targetctx)
        if counts is False:
            error.add_note(f"{name} is a kernel; if it makes arrays, it must be a maker")
        raise
    if counts is False and _has_arrays(dispatcher.nopython_signatures[-1].return_type):
        raise TypeError(f"{name} returns arrays, so it must be a maker")
    return compiled


def _has_arrays(kind: Any) -> bool:
    """Whether values of a type of numba's are arrays or have some."""
    from numba.core import types as known

    types: Any = known
    return isinstance(kind, types.Array) or (isinstance(kind, types.BaseTuple) and any(map(_has_arrays, kind)))


def _called(template: Callable[..., Any], callee: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """What numba makes of a call in another kernel: constants are numbers as others are, so that they compile nothing once more.

    Numba would compile a kernel for each constant that another one hands to it, and for each place of one in a tuple.
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
    """The type of numbers that the type of one number belongs to; of a tuple, of each of its values."""
    from numba.core import types as known

    types: Any = known
    if isinstance(kind, types.BaseAnonymousTuple):
        return types.Tuple.from_types([_any_value(one) for one in kind])
    return types.unliteral(kind)


@cache
def _folder() -> Path | None:
    """Where this process keeps kernels."""
    return usable(folders())


def without_compiler() -> None:
    """Run kernels as the Python functions that they are, in this process from now on: slower by far, and at once."""
    _PLAIN.set()


def kernel(function: F) -> F:
    """The function, compiled on its first call and cached; it releases the interpreter lock and divides as numpy does.

    It makes no arrays and returns numbers alone, so it need not count references to those that it is given. Counting them took longer than
    the work in some loops, above all if several threads count those of the same array.
    """
    return cast("F", Kernel(function, **{COUNTS: False}))


def maker(function: F) -> F:
    """A kernel that makes arrays or returns some, with references that are counted: its loops belong in a `kernel` that it calls."""
    return cast("F", Kernel(function, **{COUNTS: True}))


def inner(function: F) -> F:
    """A small kernel that its callers take into themselves: a call hands over every array of a tuple, which may cost more than the work."""
    return cast("F", Kernel(function, inline="always"))


def dense(function: F) -> F:
    """A kernel over numbers that are neither infinite nor nan: the compiler may add up in any order, several numbers at a time."""
    return cast("F", Kernel(function, fastmath={"nnan", "ninf", "nsz", "contract", "reassoc"}, **{COUNTS: False}))
