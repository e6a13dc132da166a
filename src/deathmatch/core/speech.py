"""Sentences in the language of the person who reads them (docs/languages.md).

The English sentence is the key of its translations, as with gettext. `say` gives the whole sentence in the language that is being spoken;
that is English unless `with speaking(...)` says otherwise. Words are made for a reader: a value that is kept for readers of several
languages (a match, a log, a record, a cache) holds none.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextvars import ContextVar, Token
from functools import lru_cache, wraps
from types import TracebackType
from typing import ParamSpec, TypeVar, cast

from deathmatch.core.catalogues import ENGLISH, Catalogue, catalogue
from deathmatch.core.letters import filled

P = ParamSpec("P")
T = TypeVar("T")

_speech: ContextVar[Catalogue | None] = ContextVar("speech", default=None)  # None: English, which needs no catalogue


def say(text: str, /, **values: object) -> str:
    """A sentence in the language that is being spoken.

    Args:
        text: the English sentence; a literal, or a constant whose literal stands in `mark`.
        values: for the `{names}` in it, filled in as by `str.format`. Without any, the sentence keeps its braces: `{A}` is filled in later.
    """
    spoken = _speech.get()
    if spoken is None:
        return filled(text, values) if values else text
    return spoken.say(text, values)


def count(one: str, many: str, number: int, /, **values: object) -> str:
    """A sentence in the form for a number.

    Args:
        one: the English sentence for 1.
        many: for every other number.
        number: chooses the form, and fills `{number}`.
        values: for the other `{names}`.
    """
    spoken = _speech.get()
    if spoken is None:
        return filled(one if number == 1 else many, {"number": number, **values})
    return spoken.count(one, many, number, values)


def mark(text: str, /) -> str:
    """The text itself, marked for the catalogue. A constant is made with `mark`, and `say(CONSTANT)` translates it."""
    return text


def signs_of(part: str, /) -> list[str]:
    """The texts by which a sentence that has this part in English is known in the language that is being spoken.

    Args:
        part: a few English words out of the middle of sentences; those that stand between names serve best.
    """
    now = _speech.get()
    return [part] if now is None else now.signs_of(part)


def spoken() -> str:
    """The code of the language that is being spoken, such as `en`."""
    now = _speech.get()
    return ENGLISH if now is None else now.code


class speaking:  # noqa: N801 - it reads as a word in front of its block
    """A block that speaks a language, `with speaking("ko"):`. It holds for the calls in it and for the tasks that start in it.

    Args:
        language: its code; raises UnknownNameError if there is no catalogue for it.
    """

    __slots__ = ("_before", "_catalogue")

    def __init__(self, language: str) -> None:
        self._catalogue = None if language == ENGLISH else catalogue(language)

    def __enter__(self) -> None:
        self._before: Token[Catalogue | None] = _speech.set(self._catalogue)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        _speech.reset(self._before)


def cached_by_language(maxsize: int | None) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """`lru_cache` for a function whose result holds words: each language has a cache of its own.

    Args:
        maxsize: results kept for each language; None for all.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        english = cast("Callable[P, T]", lru_cache(maxsize=maxsize)(function))
        others: dict[Hashable, Callable[P, T]] = {}

        @wraps(function)
        def cached(*args: P.args, **kwargs: P.kwargs) -> T:
            now = _speech.get()
            if now is None:
                return english(*args, **kwargs)
            kept = others.get(now.code)
            if kept is None:
                kept = others[now.code] = cast("Callable[P, T]", lru_cache(maxsize=maxsize)(function))
            return kept(*args, **kwargs)

        return cached

    return decorate
