"""Eight short floats side by side, for kernels that work on eight games at once.

An `Eight` lives in the vector registers of the processor. Numba has no such type, so each operation here is a few instructions of LLVM,
made when the first kernel that uses it is compiled. Operations work in kernels only, and no kernel takes or returns an `Eight`.

Arrays of them are **blocks**, of the shape (N, 8).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.solve.kernel import inner, kernel, maker

Blocks: TypeAlias = NDArray[np.float32]  # shape (N, 8)

Eight: TypeAlias = Any
"""A value in kernels; to a type checker, it may be anything."""

SIZE: Final = 8

Build: TypeAlias = Callable[..., Any]
"""Emits the instructions of an operation, from the builder of LLVM and the operands; an array is the address of its first number."""

EIGHT, FLOAT, INTEGER, ARRAY, NOTHING = "eight", "float", "integer", "array", "nothing"


class Operation:
    """An operation in kernels.

    Args:
        build: emits its instructions.
        operands, result: their kinds.
    """

    def __init__(self, build: Build, operands: tuple[str, ...], result: str) -> None:
        self.py_func = build  # by which the cache of kernels notices a change
        self.targetoptions = {"operands": operands, "result": result}
        self.__doc__ = build.__doc__
        self._operands, self._result = operands, result

    def __call__(self, *_operands: object) -> Any:
        """Not outside kernels."""
        raise TypeError(f"{self.py_func.__name__} works in kernels only")

    @cached_property
    def _numba_type_(self) -> Any:
        """Its type for a kernel that is being compiled."""
        from numba.core.registry import cpu_target
        from numba.extending import intrinsic

        definition = _DEFINITIONS[len(self._operands)](self._typed)
        definition.__name__ = self.py_func.__name__
        context: Any = cpu_target.typing_context
        made = intrinsic(definition)
        context.refresh()
        return context.resolve_value_type(made)

    def _typed(self, *given: Any) -> Any:
        """The signature for operands of these types, and the function that emits the instructions."""
        from numba.core import types as known

        types: Any = known
        numbers: dict[str, Any] = {EIGHT: _eight(), FLOAT: types.float32, INTEGER: types.intp, NOTHING: types.void}
        operands = [given[k] if kind == ARRAY else numbers[kind] for k, kind in enumerate(self._operands)]
        signature = numbers[self._result](*operands)

        def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            ready = [
                context.make_array(signature.args[k])(context, builder, values[k]).data if kind == ARRAY else values[k]
                for k, kind in enumerate(self._operands)
            ]
            result = self.py_func(builder, *ready)
            return context.get_dummy_value() if self._result == NOTHING else result

        return signature, emit


_DEFINITIONS: Final[dict[int, Callable[[Callable[..., Any]], Any]]] = {  # numba counts the parameters
    0: lambda typed: lambda _context: typed(),
    1: lambda typed: lambda _context, a: typed(a),
    2: lambda typed: lambda _context, a, b: typed(a, b),
    3: lambda typed: lambda _context, a, b, c: typed(a, b, c),
    4: lambda typed: lambda _context, a, b, c, d: typed(a, b, c, d),
}


@cache
def _eight() -> Any:
    """Numba's type."""
    from numba.core import types as known
    from numba.extending import models as known_models
    from numba.extending import register_model

    types: Any = known
    models: Any = known_models
    made: Any = type("Eight", (types.Type,), {})

    def model(self: Any, manager: Any, kind: Any) -> None:
        models.PrimitiveModel.__init__(self, manager, kind, _vector())

    register_model(made)(type("EightModel", (models.PrimitiveModel,), {"__init__": model}))
    return made(name="Eight")


@cache
def _ir() -> Any:
    """What LLVM's code is made of."""
    from llvmlite import ir

    return ir


def _vector() -> Any:
    return _ir().VectorType(_ir().FloatType(), SIZE)


def operation(*operands: str, result: str = EIGHT) -> Callable[[Build], Callable[..., Any]]:
    """An operation for kernels, from the function that emits its instructions."""
    return lambda build: Operation(build, operands, result)


# --- Memory


def _block(builder: Any, array: Any, place: Any) -> Any:
    """The address of a block."""
    return _at(builder, array, builder.mul(place, _ir().Constant(place.type, SIZE)))


def _at(builder: Any, array: Any, place: Any) -> Any:
    """The address of the eight numbers from a place on."""
    return builder.bitcast(builder.gep(array, [place]), _vector().as_pointer())


@operation(ARRAY, INTEGER)
def load(builder: Any, blocks: Any, number: Any) -> Any:
    """The block of this number."""
    loaded = builder.load(_block(builder, blocks, number))
    loaded.align = 4
    return loaded


@operation(ARRAY, INTEGER, EIGHT, result=NOTHING)
def store(builder: Any, blocks: Any, number: Any, value: Any) -> None:
    """Make a value the block of this number."""
    builder.store(value, _block(builder, blocks, number)).align = 4


@operation(ARRAY, INTEGER)
def load_from(builder: Any, numbers: Any, place: Any) -> Any:
    """Eight numbers of an array, from this place on."""
    loaded = builder.load(_at(builder, numbers, place))
    loaded.align = 4
    return loaded


# --- Values


@operation(FLOAT)
def full(builder: Any, number: Any) -> Any:
    """Eight times this number."""
    ir = _ir()
    nothing, first = ir.Constant(_vector(), ir.Undefined), ir.Constant(ir.IntType(32), 0)
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), SIZE), [0] * SIZE)
    return builder.shuffle_vector(builder.insert_element(nothing, number, first), nothing, zeros)


@operation()
def counting(_builder: Any) -> Any:
    """0, 1, 2 to 7."""
    return _ir().Constant(_vector(), [float(k) for k in range(SIZE)])


@operation(EIGHT, EIGHT)
def plus(builder: Any, x: Any, y: Any) -> Any:
    """Sum: x + y."""
    return builder.fadd(x, y)


@operation(EIGHT, EIGHT)
def minus(builder: Any, x: Any, y: Any) -> Any:
    """Difference: x - y."""
    return builder.fsub(x, y)


@operation(EIGHT, EIGHT)
def times(builder: Any, x: Any, y: Any) -> Any:
    """Product: x * y."""
    return builder.fmul(x, y)


@operation(EIGHT, EIGHT)
def over(builder: Any, x: Any, y: Any) -> Any:
    """Quotient: x / y."""
    return builder.fdiv(x, y)


@operation(EIGHT, EIGHT, EIGHT)
def more(builder: Any, x: Any, y: Any, z: Any) -> Any:
    """Product and sum: z + x * y, rounded once or twice, as suits the processor."""
    return builder.fadd(builder.fmul(x, y, flags=("contract",)), z, flags=("contract",))


# --- Choices


@operation(EIGHT, EIGHT, EIGHT, EIGHT)
def where_less(builder: Any, x: Any, y: Any, then: Any, otherwise: Any) -> Any:
    """`then` where x < y, elsewhere `otherwise`."""
    return builder.select(builder.fcmp_ordered("<", x, y), then, otherwise)


@operation(EIGHT, EIGHT, EIGHT, EIGHT)
def where_same(builder: Any, x: Any, y: Any, then: Any, otherwise: Any) -> Any:
    """`then` where x == y, elsewhere `otherwise`."""
    return builder.select(builder.fcmp_ordered("==", x, y), then, otherwise)


@operation(EIGHT, EIGHT, result=INTEGER)
def less(builder: Any, x: Any, y: Any) -> Any:
    """Where x < y, as bits; the first of the eight is bit 0."""
    ir = _ir()
    return builder.zext(builder.bitcast(builder.fcmp_ordered("<", x, y), ir.IntType(SIZE)), ir.IntType(64))


# --- Eight zero-sum matrix games of the same size, solved side by side in short floats: one instruction works on all of them
#
# The games are solved by the rows and columns that matter, which they share (`Few`). `solve` is the simplex of `matrix.py` on those. Each
# game has pivots of its own, chosen by comparisons instead of branches. `weigh` finds the guarantees of the mixtures against all rows and
# columns, and those that would improve on a mixture; the caller lets them join.
#
# Short floats have 24 bits, so a mixture is optimal to within about a millionth of the range of the payoffs, or rounding has spoilt it.
# `weigh` tells, and the caller solves such a game by `matrix.certified`.


MOST: Final = 20
"""Rows, and columns, that matter at most."""

CLOSE: Final = 2e-6
"""A gap that is wider is one that rounding has spoilt, or one that other rows and columns would narrow."""

TINY: Final = -1e-6
"""A reduced cost of the scaled tableau (1 to 2 at the start) that is nearer to zero counts as zero."""

PIVOT: Final = 1e-5
"""So does a smaller candidate for a pivot."""

LARGER: Final = -2e-7
"""A larger pivot decides between rows that limit a column nearly alike: a unit of it counts as much as this."""

HUGE: Final = 1e30
NARROW: Final = 1e-12  # payoffs in a smaller range are all alike

# Where things lie among the blocks.
NUMBERS: Final = 0
"""0, 1, 2 and so on, each as a block."""
TABLEAU: Final = NUMBERS + 2 * MOST
ENTERING: Final = TABLEAU + (MOST + 1) ** 2
LINE: Final = ENTERING + MOST + 1
FREE: Final = LINE + MOST + 1
BASIC: Final = FREE + MOST
ROW: Final = BASIC + MOST
"""The row players' mixtures: a block for each row that matters."""
COLUMN: Final = ROW + MOST
"""The column players'."""
LOW: Final = COLUMN + MOST
"""What the row players' mixtures guarantee."""
LEAST: Final = LOW + 1
"""The columns against which they guarantee no more."""
HIGH: Final = LEAST + 1
"""What the column players' mixtures concede at most."""
GREATEST: Final = HIGH + 1
"""The rows that get it."""
PAYOFFS: Final = GREATEST + 1
"""Row by row, those of n columns one behind the other."""


class Few(NamedTuple):
    """Eight games, the rows and columns that matter in them, and room to solve them.

    Attributes:
        blocks: shape (N, 8), as the constants say.
        counts: shape (2,), how many rows and columns matter.
        rows, columns: shape (MOST,), which.
        has_row, has_column: shape (side,), 1 for those.
    """

    blocks: Blocks
    counts: NDArray[np.int64]
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    has_row: NDArray[np.uint8]
    has_column: NDArray[np.uint8]


@maker
def few(side: int) -> Few:
    """Room for games of up to `side` rows and columns; none matters yet."""
    blocks, numbers = np.zeros((PAYOFFS + side * side, SIZE), np.float32), np.int64
    for k in range(2 * MOST):
        blocks[NUMBERS + k] = k
    return Few(
        blocks, np.zeros(2, numbers), np.zeros(MOST, numbers), np.zeros(MOST, numbers), np.zeros(side, np.uint8), np.zeros(side, np.uint8)
    )


@kernel
def solve(blocks: Blocks, rows: NDArray[np.int64], columns: NDArray[np.int64], r: int, s: int, n: int) -> None:
    """The mixtures of eight games in which only the first `r` of `rows` and `s` of `columns` may be played.

    Args:
        blocks: the payoffs, of n columns; receive the mixtures. If rounding spoils a game, so are its mixtures.
        rows: those that matter.
        columns: those that matter.
        r: how many rows, at least 1.
        s: how many columns, at least 1.
        n: the columns of the payoffs.
    """
    width = s + 1
    enter = _begun(blocks, rows, columns, r, s, n)
    _entering(blocks, enter, r + 1, s, width)
    for _ in range(6 * (r + s)):
        if not _pivoted(blocks, r, s, width):
            break
    _mixtures(blocks, r, s, width)


@inner
def _entering(blocks: Blocks, enter: object, rows: int, s: int, width: int) -> None:
    """Copy the entering columns, 0 in games that have none, and note which they are in the block after them."""
    zero = full(np.float32(0.0))
    for i in range(rows):
        column = zero
        for j in range(s):
            column = where_same(enter, load(blocks, NUMBERS + j), load(blocks, TABLEAU + i * width + j), column)
        store(blocks, ENTERING + i, column)
    store(blocks, LOW, enter)


@inner
def _begun(blocks: Blocks, rows: NDArray[np.int64], columns: NDArray[np.int64], r: int, s: int, n: int) -> object:
    """Fill the tableaux (`matrix.py`); the columns that enter first are those whose greatest payoff is least."""
    zero, one, huge = full(np.float32(0.0)), full(np.float32(1.0)), full(np.float32(HUGE))
    floor, ceiling, width = huge, minus(zero, huge), s + 1
    for i in range(r):
        for j in range(s):
            payoff = load(blocks, PAYOFFS + rows[i] * n + columns[j])
            floor, ceiling = where_less(payoff, floor, payoff, floor), where_less(ceiling, payoff, payoff, ceiling)
    range_ = minus(ceiling, floor)
    scale = over(one, where_less(range_, full(np.float32(NARROW)), one, range_))
    base = minus(one, times(floor, scale))
    enter, best = minus(zero, one), huge
    for j in range(s):
        most = zero
        for i in range(r):
            entry = more(load(blocks, PAYOFFS + rows[i] * n + columns[j]), scale, base)
            store(blocks, TABLEAU + i * width + j, entry)
            most = where_less(most, entry, entry, most)
        store(blocks, TABLEAU + r * width + j, minus(zero, one))
        here = load(blocks, NUMBERS + j)
        store(blocks, FREE + j, here)
        enter, best = where_less(most, best, here, enter), where_less(most, best, most, best)
    for i in range(r):
        store(blocks, TABLEAU + i * width + s, one)
        store(blocks, BASIC + i, load(blocks, NUMBERS + s + i))
    store(blocks, TABLEAU + r * width + s, zero)
    return enter


@kernel
def _pivoted(blocks: Blocks, r: int, s: int, width: int) -> bool:
    """Pivot in all games that have an entering column; whether any has one then."""
    zero, one, none = full(np.float32(0.0)), full(np.float32(1.0)), full(np.float32(-1.0))
    enter = load(blocks, LOW)
    # 1. The rows that limit the entering columns first.
    least, larger = full(np.float32(PIVOT)), full(np.float32(LARGER))
    leave, ratio, pivot, leaving = none, full(np.float32(HUGE)), one, none
    for i in range(r):
        candidate = load(blocks, ENTERING + i)
        limit = over(load(blocks, TABLEAU + i * width + s), where_less(least, candidate, candidate, one))
        limit = where_less(least, candidate, more(candidate, larger, limit), full(np.float32(HUGE)))
        pivot = where_less(limit, ratio, candidate, pivot)
        leave = where_less(limit, ratio, load(blocks, NUMBERS + i), leave)
        leaving = where_less(limit, ratio, load(blocks, BASIC + i), leaving)
        ratio = where_less(limit, ratio, limit, ratio)
    # 2. The variables change places.
    variable = none
    for j in range(s):
        here, free = load(blocks, NUMBERS + j), load(blocks, FREE + j)
        variable = where_same(enter, here, free, variable)
        store(blocks, FREE + j, where_same(enter, here, leaving, free))
    for i in range(r):
        store(blocks, BASIC + i, where_same(leave, load(blocks, NUMBERS + i), variable, load(blocks, BASIC + i)))
    # 3. The new rows of the pivots, and the reduced costs, by which the next columns enter.
    inverse, next_, best, cost = over(one, pivot), none, full(np.float32(TINY)), minus(zero, load(blocks, ENTERING + r))
    for j in range(width):
        row, here = zero, load(blocks, NUMBERS + j)
        for i in range(r):
            row = where_same(leave, load(blocks, NUMBERS + i), load(blocks, TABLEAU + i * width + j), row)
        row = times(inverse, where_same(enter, here, one, row))
        store(blocks, LINE + j, row)
        reduced = more(cost, row, where_same(enter, here, zero, load(blocks, TABLEAU + r * width + j)))
        store(blocks, TABLEAU + r * width + j, reduced)
        if j < s:
            next_, best = where_less(reduced, best, here, next_), where_less(reduced, best, reduced, best)
    # 4. All other rows, and in passing their entries in the columns that enter next.
    for i in range(r):
        factor, here, entering = minus(zero, load(blocks, ENTERING + i)), load(blocks, NUMBERS + i), zero
        for j in range(width):
            place, row, k = load(blocks, NUMBERS + j), load(blocks, LINE + j), TABLEAU + i * width + j
            entry = more(factor, row, where_same(enter, place, zero, load(blocks, k)))
            entry = where_same(leave, here, row, entry)
            store(blocks, k, entry)
            entering = where_same(next_, place, entry, entering)
        store(blocks, ENTERING + i, entering)
    reduced = zero
    for j in range(s):
        reduced = where_same(next_, load(blocks, NUMBERS + j), load(blocks, TABLEAU + r * width + j), reduced)
    store(blocks, ENTERING + r, reduced)
    store(blocks, LOW, next_)
    return bool(less(none, next_))


@inner
def _mixtures(blocks: Blocks, r: int, s: int, width: int) -> None:
    """Read the mixtures off the tableaux, without the crumbs of rounding."""
    zero = full(np.float32(0.0))
    for x in range(r):
        part, here = zero, load(blocks, NUMBERS + s + x)
        for j in range(s):
            part = where_same(load(blocks, FREE + j), here, load(blocks, TABLEAU + r * width + j), part)
        store(blocks, ROW + x, where_less(zero, part, part, zero))
    for y in range(s):
        part, here = zero, load(blocks, NUMBERS + y)
        for i in range(r):
            part = where_same(load(blocks, BASIC + i), here, load(blocks, TABLEAU + i * width + s), part)
        store(blocks, COLUMN + y, where_less(zero, part, part, zero))
    _normalise(blocks, ROW, r)
    _normalise(blocks, COLUMN, s)


@kernel
def _normalise(blocks: Blocks, first: int, size: int) -> None:
    """Make the blocks from `first` on add up to 1."""
    total = full(np.float32(0.0))
    for k in range(size):
        total = plus(total, load(blocks, first + k))
    scale = over(full(np.float32(1.0)), total)
    for k in range(size):
        store(blocks, first + k, times(scale, load(blocks, first + k)))


@kernel
def weigh(blocks: Blocks, rows: NDArray[np.int64], columns: NDArray[np.int64], r: int, s: int, m: int, n: int) -> int:
    """What the mixtures of `solve` guarantee against all m rows and n columns: `LOW` to `GREATEST` of the blocks receive it.

    Returns: the games whose mixtures are not optimal, as bits.
    """
    weigh_rows(blocks, rows, r, n)
    weigh_columns(blocks, columns, s, m, n)
    low, high, close = load(blocks, LOW), load(blocks, HIGH), full(np.float32(CLOSE))
    return 255 - int(less(minus(high, low), close) & less(minus(low, high), close))  # of mixtures that are no numbers, `LOW` is huge


@kernel
def weigh_rows(blocks: Blocks, rows: NDArray[np.int64], r: int, n: int) -> None:
    """What the row players' mixtures guarantee (`LOW`), and against which column no more (`LEAST`)."""
    zero = full(np.float32(0.0))
    low, least = full(np.float32(HUGE)), zero
    for j in range(n):
        total = zero
        for x in range(r):
            total = more(load(blocks, ROW + x), load(blocks, PAYOFFS + rows[x] * n + j), total)
        least, low = where_less(total, low, full(np.float32(j)), least), where_less(total, low, total, low)
    store(blocks, LOW, low)
    store(blocks, LEAST, least)


@kernel
def weigh_columns(blocks: Blocks, columns: NDArray[np.int64], s: int, m: int, n: int) -> None:
    """What the column players' mixtures concede at most (`HIGH`), and to which row (`GREATEST`)."""
    zero = full(np.float32(0.0))
    high, greatest = full(np.float32(-HUGE)), zero
    for i in range(m):
        total = zero
        for y in range(s):
            total = more(load(blocks, COLUMN + y), load(blocks, PAYOFFS + i * n + columns[y]), total)
        greatest, high = where_less(high, total, full(np.float32(i)), greatest), where_less(high, total, total, high)
    store(blocks, HIGH, high)
    store(blocks, GREATEST, greatest)


@kernel
def used(blocks: Blocks, first: int, number: int) -> bool:
    """Whether a row or a column, by its number among those that matter, has a part in any mixture; `first` is `ROW` or `COLUMN`."""
    return bool(less(full(np.float32(0.0)), load(blocks, first + number)))


@kernel
def game(blocks: Blocks, number: int, m: int, n: int, out: NDArray[np.float64]) -> None:
    """The payoffs of one of the games, by its number from 0 to 7; `out` receives them, shape (m, n) at least."""
    for i in range(m):
        for j in range(n):
            out[i, j] = blocks[PAYOFFS + i * n + j, number]
