"""Eight short floats side by side, for kernels that work on eight games at once.

An `Eight` lives in the vector registers of the processor. Numba has no such type, so each operation here is a few instructions of LLVM,
made when the first kernel that uses it is compiled. Operations work in kernels only, and no kernel takes or returns an `Eight`.

Arrays of them are **blocks**, of the shape (N, 8).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

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
