"""Sentences in the language of the person who reads them (docs/languages.md).

The English sentence is the key of its translations, as with gettext. `say` gives the whole sentence in the language that is being spoken;
that is English unless `with speaking(...)` says otherwise. Words are made for a reader: a value that is kept for readers of several
languages (a match, a log, a record, a cache) holds none.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextvars import ContextVar, Token
from functools import lru_cache, wraps
from types import TracebackType
from typing import ParamSpec, TypeVar, cast

from deathmatch.core.catalogues import ENGLISH, Catalogue, catalogue
from deathmatch.core.letters import filled
from deathmatch.core.seats import Seat

P = ParamSpec("P")
T = TypeVar("T")

_speech: ContextVar[Catalogue | None] = ContextVar("speech", default=None)  # None: English, which needs no catalogue
_reader: ContextVar[Seat | None] = ContextVar("reader", default=None)  # the player who reads the words, if only one does


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
        to: the player who alone reads the words; `voiced` and `called` say "you" to this player.
    """

    __slots__ = ("_before", "_catalogue", "_to", "_to_before")

    def __init__(self, language: str, *, to: Seat | None = None) -> None:
        self._catalogue = None if language == ENGLISH else catalogue(language)
        self._to = to

    def __enter__(self) -> None:
        self._before: Token[Catalogue | None] = _speech.set(self._catalogue)
        self._to_before: Token[Seat | None] = _reader.set(self._to)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        _reader.reset(self._to_before)
        _speech.reset(self._before)


def cached_by_language(maxsize: int | None) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """`lru_cache` for a function whose result holds words: each language and each player spoken to has a cache of its own.

    Args:
        maxsize: results kept for each language; None for all.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        english = cast("Callable[P, T]", lru_cache(maxsize=maxsize)(function))
        others: dict[Hashable, Callable[P, T]] = {}

        @wraps(function)
        def cached(*args: P.args, **kwargs: P.kwargs) -> T:
            now, reader = _speech.get(), _reader.get()
            if now is None and reader is None:
                return english(*args, **kwargs)
            key = (ENGLISH if now is None else now.code, reader)
            kept = others.get(key)
            if kept is None:
                kept = others[key] = cast("Callable[P, T]", lru_cache(maxsize=maxsize)(function))
            return kept(*args, **kwargs)

        return cached

    return decorate


# --- Turns of phrase that all games share, in the language that is being spoken


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`; nothing for none."""
    if len(words) <= 1:
        return words[0] if words else ""
    return say("{several} and {last}", several=", ".join(words[:-1]), last=words[-1])


def either(words: Sequence[str]) -> str:
    """`a`, `a or b`, `a, b or c`; nothing for none."""
    if len(words) <= 1:
        return words[0] if words else ""
    return say("{several} or {last}", several=", ".join(words[:-1]), last=words[-1])


def capital(words: str) -> str:
    """As a sentence begins."""
    return words[:1].upper() + words[1:]


def numeral(number: float, digits: int = 0) -> str:
    """`1,234.5`: a number with this many digits after the point, as it is written in the language that is being spoken."""
    thousands, point = (sign for sign in say("1,234.5") if sign in ",.")
    return f"{number:,.{digits}f}".translate({ord(","): thousands, ord("."): point})


def percent(share: float) -> str:
    """`34 %`: a share from 0 to 1, as reviews write it. Only a certain one is `0 %` or `100 %`."""
    number = f"{100 * share:.0f}"
    if number == "0" and share > 0:
        return say("under 1 %")
    return say("over 99 %") if number == "100" and share < 1 - 1e-9 else say("{number} %", number=number)


def lasting(seconds: int) -> str:
    """A time in words: `4 minutes 30 seconds`."""
    minutes, rest = divmod(seconds, 60)
    parts = [count("{number} minute", "{number} minutes", minutes), count("{number} second", "{number} seconds", rest)]
    return " ".join([part for part, number in zip(parts, (minutes, rest), strict=True) if number])


def name(seat: Seat) -> str:
    """Where a player's name will stand (`core/game.py`)."""
    return f"{{{seat}}}"


def reads(seat: Seat) -> bool:
    """Whether this player alone reads the words."""
    return _reader.get() is seat


def called(seat: Seat) -> str:
    """`you` if this player reads the words, else where the name will stand. It serves lists, such as `Points: you 4, Badger 0`."""
    return say("you") if reads(seat) else name(seat)


def voiced(seat: Seat, mine: str, theirs: str, yours: str = "", /, **values: object) -> str:
    """A sentence about a player, in the second person for the players. `{player}` stands for the name, `{other}` for that of the other.

    Args:
        seat: the player.
        mine: the English sentence for this player: `You steal the pot from {other}.`
        theirs: for everybody else: `{player} steals the pot from {other}.`
        yours: for the other player, if that reads better: `{player} steals the pot from you.`
        values: for the other `{names}`.
    """
    text = mine if reads(seat) else yours if yours and reads(seat.other) else theirs
    return say(text, player=name(seat), other=name(seat.other), **values)


def owned(mine: str, theirs: str, player: str, **values: object) -> str:
    """A sentence about something of the reader's own, or the same sentence about a player's.

    Args:
        mine: if `player` is empty: `Your side`.
        theirs: else; `{player}` stands for the name: `{player}'s side`.
        player: the name, or where it will stand.
        values: for the other `{names}`.
    """
    return say(theirs, player=player, **values) if player else say(mine, **values)


def misplaced(prefix: Sequence[str], place: int) -> str:
    """A token of a composition that was not offered after those before it."""
    if not place:
        return say("{token} cannot come after nothing", token=prefix[0])
    return say("{token} cannot come after {tokens}", token=prefix[place], tokens=" ".join(prefix[:place]))
