"""Arguments of public calls, compared with their annotations: a wrong one is refused by its name, before anything is done with it.

`checking` decorates a function, or a class with public methods. A seat may be given by its letter, and the call gets the `Seat`.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import Parameter, signature
from operator import is_
from reprlib import Repr
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from deathmatch.core.seats import BySeat, Seat

T = TypeVar("T")

WORDS: Final[Mapping[str, str]] = {
    "AnyMatchHistory": "a history, as history_of returns it",
    "Game": "a game, as load_game returns it",
    "Position": "a position, as Game.position and Playthrough.position return it",
    "RandomSource": "a source of random numbers, as random_source returns it",
    "Record": "a record, as parse_record and play_match return it",
    "Scene": "a scene, as Game.picture returns it",
    "Seat": "Seat.A or Seat.B",
    "Onlooker": "PUBLIC or an Onlooker",
    "BySeat": "a BySeat",
    "NoneType": "None",
    "str": "a text (str)",
    "bytes": "bytes",
    "int": "a whole number (int)",
    "float": "a number",
    "bool": "True or False",
    "PathLike": "a path",
    "Bot": "a bot",
    "Callable": "a class or a function",
}
"""A kind of argument in words, by the name of its class."""

_short = Repr()
_short.maxstring = _short.maxother = 80

Check = Callable[[Any], bool]


class _Anything:
    """Stands for a name that only type checkers import."""

    def __class_getitem__(cls, _: object) -> type[_Anything]:
        return cls


class _Names(dict[str, Any]):
    """The names that annotations use."""

    def __init__(self, known: Mapping[str, Any]) -> None:
        super().__init__()
        self._known = known

    def __missing__(self, name: str) -> Any:
        return self._known.get(name, getattr(builtins, name, _Anything))


def shown(value: object) -> str:
    """A value as an error shows it: short, whatever it is."""
    try:
        return _short.repr(value)
    except Exception:
        return f"a {type(value).__name__}"


def wrong(name: str, expected: str, value: object) -> TypeError:
    """The refusal of an argument of the wrong type."""
    return TypeError(f"{name} must be {expected}, not {shown(value)}")


def at_least(name: str, value: float, least: float) -> None:
    """Raises ValueError for a number that is too small, or none at all (nan, infinity)."""
    if not least <= value < float("inf"):
        raise ValueError(f"{name} must be at least {least:g}, not {shown(value)}")


def checking(what: T) -> T:
    """The function with its arguments checked, or the class with those of its public methods."""
    if not isinstance(what, type):
        return _checked(what)  # type: ignore[arg-type, return-value]
    for name, member in list(vars(what).items()):
        if name.startswith("_"):
            continue
        if isinstance(member, classmethod):
            setattr(what, name, classmethod(_checked(cast("Any", member).__func__)))
        elif callable(member) and not isinstance(member, type):
            setattr(what, name, _checked(member))
    return what


def _checked(function: Callable[..., Any]) -> Callable[..., Any]:
    takers: dict[str, Callable[[Any], Any]] = {}
    parameters = list(signature(function).parameters.values())
    rest = next((one.name for one in parameters if one.kind is Parameter.VAR_KEYWORD), "")
    places = [one.name for one in parameters if one.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)]
    in_order: list[Callable[[Any], Any]] = []
    simple: list[bool] = []  # of each of these, whether the class of a value says if it fits
    fitting: set[tuple[type, ...]] = set()  # classes of arguments that are right, so that a call in a hot loop costs one look

    def learn() -> None:
        hints = get_type_hints(function, function.__globals__, _Names(function.__globals__))
        takers.update({one.name: _taker(one.name, hints.get(one.name, Any)) for one in parameters})
        simple.extend(_by_class(hints.get(name, Any)) for name in places)
        in_order.extend(takers[name] for name in places)

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        kinds = tuple(map(type, given))
        if not named and kinds in fitting:
            return function(*given)
        if not takers:
            learn()
        taken = [take(value) for take, value in zip(in_order, given, strict=False)]
        for name, value in named.items():
            if take := takers.get(name) or (takers[rest] if rest else None):
                named[name] = take(value)
        if not named and all(simple[: len(taken)]) and all(map(is_, taken, given)):
            fitting.add(kinds)
        return function(*taken, *given[len(taken) :], **named)  # too many or too few are Python's to refuse

    return call


def _by_class(hint: Any) -> bool:
    """Whether the class of a value says if it fits an annotation; not so where a seat or a text fits, for `A` is a seat."""
    parts = get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        return not {Seat, str} <= set(parts) and all(map(_by_class, parts))
    return get_origin(hint) is None or (_is(get_origin(hint), BySeat) and not _plain_by_seat(hint))


def _plain_by_seat(hint: Any) -> bool:
    """Whether these are texts or numbers by seat, which people write by hand; the referee hands on all others, for each eye and move."""
    if not _is(get_origin(hint), BySeat):
        return False
    part = get_args(hint)[0]
    return not {part, *get_args(part)}.isdisjoint((str, int, float, bool))


def _taker(name: str, hint: Any) -> Callable[[Any], Any]:
    """What makes an argument of the value that was given, or refuses it."""
    fits, expected = _check(hint), _expected(hint)
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    seats = Seat in parts
    keyed = any(get_origin(part) is not None and get_args(part)[:1] == (Seat,) and _is(get_origin(part), Mapping) for part in parts)

    def take(value: Any) -> Any:
        if seats and isinstance(value, str) and value in ("A", "B"):
            return Seat(value)
        if seats and type(value) is str and str not in parts:
            raise ValueError(f"{name} must be {expected}, or its letter A or B, not {shown(value)}")
        if keyed and isinstance(value, Mapping):
            given: Mapping[Any, Any] = value  # pyright: ignore[reportUnknownVariableType]  # of any kind
            value = {Seat(key) if isinstance(key, str) and key in ("A", "B") else key: one for key, one in given.items()}
        if not fits(value):
            raise wrong(name, expected, value)
        return value

    return take


def _is(kind: Any, of: type) -> bool:
    return isinstance(kind, type) and issubclass(kind, of)


def _check(hint: Any) -> Check:
    """Whether a value fits an annotation. One that cannot be checked here fits."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        checks = [_check(part) for part in parts]
        return lambda value: any(check(value) for check in checks)
    if origin is Literal:
        return lambda value: value in parts
    if hint is None or hint is NoneType:
        return lambda value: value is None
    if origin is None:
        return _plain(hint)
    if _is(origin, Callable):  # type: ignore[arg-type]
        return callable
    if origin is tuple or (_is(origin, Iterable) and not _is(origin, BySeat)):
        return _of_parts(origin, parts)
    if _plain_by_seat(hint):
        each = _check(parts[0])
        return lambda value: isinstance(value, BySeat) and all(map(each, value))  # pyright: ignore[reportUnknownArgumentType]
    return _plain(origin)


def _plain(kind: Any) -> Check:
    """Whether a value is of a class; every value is of a name that is no class, or a protocol that Python cannot ask for."""
    if kind is float:
        return lambda value: isinstance(value, float) or (hasattr(value, "__float__") and not isinstance(value, str | bytes))
    if kind is int:
        return lambda value: hasattr(value, "__index__")
    if not isinstance(kind, type) or kind in (object, Any, _Anything) or (getattr(kind, "_is_protocol", False)):
        asked = vars(kind).items() if getattr(kind, "_is_protocol", False) else ()
        methods = [name for name, member in asked if callable(member) and not name.startswith("_")]
        return lambda value: all(hasattr(value, name) for name in methods) and not (methods and isinstance(value, type))
    return lambda value: isinstance(value, kind)


def _of_parts(origin: Any, parts: tuple[Any, ...]) -> Check:
    """Whether a value is a collection of such parts; of one that can be gone through only once they are not looked at."""
    wanted: Any = (tuple, list) if origin is tuple else origin
    if _is(origin, Mapping):
        keys, values = _check(parts[0]), _check(parts[1])
        return lambda value: isinstance(value, wanted) and all(keys(key) and values(one) for key, one in value.items())
    if origin is tuple and parts[-1] is not Ellipsis:
        checks = [_check(part) for part in parts]
        return lambda value: (
            isinstance(value, wanted) and len(value) == len(checks) and all(check(one) for check, one in zip(checks, value, strict=True))
        )
    each = _check(parts[0])
    once = not hasattr(origin, "__len__")
    return lambda value: (
        isinstance(value, wanted) and not isinstance(value, str | bytes | Mapping) and (once or all(each(one) for one in value))
    )


def _expected(hint: Any) -> str:
    """An annotation in words."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        words = list(dict.fromkeys(map(_expected, parts)))
        return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]
    if origin is Literal:
        return " or ".join(map(repr, parts))
    kind = origin or hint
    name = "NoneType" if hint is None else getattr(kind, "__name__", str(kind))
    if _is(kind, Mapping):
        return f"a mapping from {_expected(parts[0])} to {_expected(parts[1])}" if parts else "a mapping"
    if kind is tuple and parts and parts[-1] is not Ellipsis:
        return f"a pair of {' and '.join(map(_expected, parts))}" if len(parts) == 2 else "a tuple"
    if parts and (_is(kind, Iterable) or kind is tuple) and not _is(kind, BySeat):
        return f"a sequence of items that are each {_expected(parts[0])}"
    if _is(kind, BySeat) and parts:
        return f"a BySeat of {_expected(parts[0])} for each seat"
    return WORDS.get(name, f"a {name}")
