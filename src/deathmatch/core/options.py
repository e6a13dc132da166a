"""Options of a match (rules/README.md, Options): the values of a key, and how a header's text becomes plain values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from deathmatch.core.errors import OptionError
from deathmatch.core.listing import either
from deathmatch.core.speech import mark, say

Value: TypeAlias = str | int
"""A word of the list, or a whole number."""

Values: TypeAlias = Mapping[str, Value]
"""Every option of a variant with its value, in the order of the book's table."""


def lower(text: str) -> str:
    """The text with only A-Z put in lower case: no other letter is another spelling of one of ours."""
    return text.lower() if text.isascii() else text.translate(_LOWER)


_LOWER = {ord(letter): letter.lower() for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


@dataclass(frozen=True, slots=True)
class Word:
    """An option that holds one of a few words; a switch is `yes` or `no`."""

    words: tuple[str, ...]

    def read(self, key: str, text: str) -> str:
        """The word as it is listed, whatever the letter case of the text; raises OptionError."""
        for word in self.words:
            if lower(word) == lower(text):
                return word
        raise OptionError(say("{key} must be {words}, not {given}", key=key, words=either(self.words), given=text), key)

    def __str__(self) -> str:
        return ", ".join(self.words)


@dataclass(frozen=True, slots=True)
class WholeNumber:
    """An option that holds a whole number from `low` to `high`."""

    low: int
    high: int

    def read(self, key: str, text: str) -> int:
        """The number, without sign and leading zeros; raises OptionError."""
        plain = text.isascii() and text.isdigit() and (text == "0" or text[0] != "0") and len(text) <= 9
        if not plain or not self.low <= int(text) <= self.high:
            low, high = self.low, self.high
            reason = say("{key} must be a whole number from {low} to {high}, not {given}", key=key, low=low, high=high, given=text)
            raise OptionError(reason, key)
        return int(text)

    def __str__(self) -> str:
        return f"{self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class Name:
    """An option that holds a free name of 1 to `longest` characters out of a-z 0-9 . _ -"""

    longest: int = 40

    def read(self, key: str, text: str) -> str:
        """The name, in lower case; raises OptionError."""
        name = lower(text)
        if not 1 <= len(name) <= self.longest or not all(c.isascii() and (c.isalnum() or c in "._-") for c in name):
            characters = "a-z 0-9 . _ -"
            reason = say(
                "{key} must be a name of 1 to {most} characters out of {characters}, not {given}",
                key=key,
                most=self.longest,
                characters=characters,
                given=text,
            )
            raise OptionError(reason, key)
        return name

    def __str__(self) -> str:
        return "a name"


@dataclass(frozen=True, slots=True)
class Lexicon(Name):
    """An option that holds the name of a word list, which a live match needs and a record does not.

    Attributes:
        free: names that stand for no list; anyone who runs a match need not have one for them.
    """

    free: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One row of a book's table of options.

    Attributes:
        key: as in the record.
        kind: its possible values.
        default: the value if the record gives none, or how it follows from the options before it.
        words: its meaning, in one sentence for a form or a help page; marked (`core/speech.py`).
        clock: whether it only sets a clock; such options come last and change nothing in a replay.
    """

    key: str
    kind: Word | WholeNumber | Name
    default: Value | Callable[[Values], Value]
    words: str
    clock: bool = False

    def default_given(self, values: Values) -> Value:
        """The default, if the options before it in the table have these values."""
        return self.default(values) if callable(self.default) else self.default


def switch(key: str, default: str, words: str) -> Option:
    """An option that is `yes` or `no`, listed with its default first.

    Args:
        key: its name in records and on the command line.
        default: `yes` or `no`.
        words: its meaning, for people; marked (`core/speech.py`).
    """
    return Option(key, Word(("no", "yes") if default == "no" else ("yes", "no")), default, words)


def time_limit(key: str, default: int, words: str) -> Option:
    """An option for the time of a decision: 1 to 86400 seconds.

    Args:
        key: its name, `time_` and the decision.
        default: in seconds.
        words: its meaning, for people; marked (`core/speech.py`).
    """
    return Option(key, WholeNumber(1, 86_400), default, words, clock=True)


def time_bank(default: int) -> Option:
    """The option `bank`, a reserve of time for each seat: 0 to 1000000 seconds; `default` is in seconds."""
    return Option("bank", WholeNumber(0, 1_000_000), default, mark("reserve of each seat for the whole match, in seconds"), clock=True)


def key_words(key: str) -> str:
    """A key, or the name of a variant, in words: `max_rounds` is `max rounds`. The catalogues hold them (`tools/words.py`)."""
    return key.replace("_", " ").replace("-", " ")


def read_one(options: tuple[Option, ...], key: str, text: str) -> tuple[str, Value]:
    """One option from its text.

    Returns: the key in lower case, and the value.
    Raises: OptionError, if the variant lacks the key or the key does not take the value.
    """
    wanted = lower(key)
    for option in options:
        if option.key == wanted:
            return wanted, option.kind.read(wanted, text)
    known = ", ".join([option.key for option in options])
    raise OptionError(say("unknown option {key}; the options are {known}", key=key, known=known), wanted)


def lexicons(options: tuple[Option, ...], values: Values) -> tuple[str, ...]:
    """The names of the word lists that a live match with these values needs."""
    named = [(option.kind, str(values[option.key])) for option in options if isinstance(option.kind, Lexicon)]
    return tuple(name for kind, name in named if name not in kind.free)


def complete(options: tuple[Option, ...], given: Values) -> dict[str, Value]:
    """All options in the order of the table: those given, and the defaults of the others."""
    values: dict[str, Value] = {}
    for option in options:
        values[option.key] = given[option.key] if option.key in given else option.default_given(values)
    return values
