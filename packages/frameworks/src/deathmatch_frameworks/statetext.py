"""A state as one line of text and back: JSON, laid out by the annotations of the state's class, without pickles.

- A frozen dataclass or named tuple is an object of its fields; a field that holds its default is left out.
- A member of an enumeration is its name. A tuple is an array.
- Where an annotation allows several classes, the value is an object with the name of its class: `{"Over": {...}}`. None is null.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints


@dataclass(frozen=True, slots=True)
class _Codec:
    """Both ways of one kind of value; `name` is that of its class."""

    name: str
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def write(value: Any) -> str:
    """The line of a value of a class with annotations."""
    return json.dumps(_codec(_class(value)).write(value), separators=(",", ":"), ensure_ascii=True)


def _class(value: Any) -> Any:
    return value.__class__


def read(kind: Any, text: str) -> Any:
    """The value of this class that a line describes; raises ValueError if it describes none."""
    try:
        return _codec(kind).read(json.loads(text))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError(f"no {kind.__name__}: {error}") from None


@lru_cache(maxsize=1024)
def _codec(kind: Hashable) -> _Codec:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _union(arguments)
    if origin is tuple:
        return _tuple(arguments)
    made: Any = origin or kind
    if made in (NoneType, bool, int, float, str):
        return _plain(made)
    if _is_enum(made):
        return _Codec(made.__name__, lambda value: value.name, lambda value: made[value])
    if _has_fields(made):
        return _fields(made, dict(zip(made.__parameters__, arguments, strict=True)) if arguments else {})
    raise TypeError(f"a state cannot hold {kind!r}")


def _is_enum(made: Any) -> bool:
    return isinstance(made, type) and issubclass(made, Enum)


def _has_fields(made: Any) -> bool:
    return is_dataclass(made) or hasattr(made, "_fields")


def _plain(kind: type[Any]) -> _Codec:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise ValueError(f"expected {kind.__name__}, not {value!r}")
        return value

    return _Codec(kind.__name__, lambda value: value, read)


def _tuple(arguments: tuple[Any, ...]) -> _Codec:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        each = _codec(arguments[0])
        return _Codec(
            "tuple", lambda value: [each.write(one) for one in value], lambda value: tuple(each.read(one) for one in _array(value))
        )
    codecs = [_codec(argument) for argument in arguments]

    def written(value: Any) -> list[Any]:
        return [codec.write(one) for codec, one in zip(codecs, value, strict=True)]

    def read(value: Any) -> Any:
        return tuple(codec.read(one) for codec, one in zip(codecs, _array(value), strict=True))

    return _Codec("tuple", written, read)


def _array(value: Any) -> Any:
    if value.__class__ is not list:
        raise ValueError(f"expected an array, not {value!r}")
    return value


def _union(arguments: tuple[Any, ...]) -> _Codec:
    """One of several classes: null for None, the value itself if None is the only other one, else an object with the name of the class."""
    some = [argument for argument in arguments if argument is not NoneType]
    optional = len(some) < len(arguments)
    codecs = [_codec(argument) for argument in some]
    by_name = {codec.name: codec for codec in codecs}

    def written(value: Any) -> Any:
        if value is None and optional:
            return None
        if len(codecs) == 1:
            return codecs[0].write(value)
        name = type(value).__name__
        return {name: by_name[name].write(value)}

    def named(value: Any) -> Any:
        ((name, inner),) = value.items()
        return by_name[name].read(inner)

    def read(value: Any) -> Any:
        if value is None and optional:
            return None
        if len(codecs) == 1:
            return codecs[0].read(value)
        return named(value)

    return _Codec("union", written, read)


def _fields(made: Any, bound: Mapping[Any, Any]) -> _Codec:
    """A dataclass or a named tuple, with its type parameters bound."""
    hints, usual = get_type_hints(made), _defaults(made)
    codecs = {name: _codec(_bound(hints[name], bound)) for name in usual}

    def written(value: Any) -> dict[str, Any]:
        given = {name: getattr(value, name) for name in codecs}
        return {name: codecs[name].write(one) for name, one in given.items() if usual[name] is MISSING or one != usual[name]}

    def read(value: Any) -> Any:
        return made(**{name: codecs[name].read(one) for name, one in value.items()})

    return _Codec(made.__name__, written, read)


def _defaults(made: Any) -> dict[str, Any]:
    """The fields of a class with their defaults, or `MISSING`."""
    if hasattr(made, "_fields"):
        return {name: made._field_defaults.get(name, MISSING) for name in made._fields}
    return {one.name: one.default_factory() if one.default_factory is not MISSING else one.default for one in fields(made)}


def _bound(kind: Any, bound: Mapping[Any, Any]) -> Any:
    """An annotation with type parameters replaced."""
    if isinstance(kind, TypeVar):
        return bound[kind]
    parameters: tuple[Any, ...] = getattr(kind, "__parameters__", None) or ()
    return kind[tuple(bound[parameter] for parameter in parameters)] if bound and parameters else kind
