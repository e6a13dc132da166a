"""Options of a match (rules/README.md, Options): their values, presets, paces and roles, and the reading of a header's text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from deathmatch.core.errors import OptionError
from deathmatch.core.seats import Seat
from deathmatch.core.speech import either, mark, say

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
        item: the name of the item whose holder it names; marked. Empty for all other options.
    """

    key: str
    kind: Word | WholeNumber | Name
    default: Value | Callable[[Values], Value]
    words: str
    clock: bool = False
    item: str = ""

    def default_given(self, values: Values) -> Value:
        """The default, if the options before it in the table have these values."""
        return self.default(values) if callable(self.default) else self.default


def switch(key: str, default: str, words: str, *, clock: bool = False) -> Option:
    """An option that is `yes` or `no`, listed with its default first.

    Args:
        key: its name in records and on the command line.
        default: `yes` or `no`.
        words: its meaning, for people; marked (`core/speech.py`).
        clock: as of an `Option`.
    """
    return Option(key, Word(("no", "yes") if default == "no" else ("yes", "no")), default, words, clock)


def time_limit(key: str, default: int, words: str) -> Option:
    """An option for the time of a decision: 1 to 86400 seconds.

    Args:
        key: its name, `time_` and the decision.
        default: in seconds.
        words: its meaning, for people; marked (`core/speech.py`).
    """
    return Option(key, WholeNumber(1, 86_400), default, words, clock=True)


ANNOUNCED: Final = "announcement"
"""The word of an option `NAME_from` by which the time `time_NAME` of the first decision counts from when the match was set up."""


def announced(values: Values) -> dict[str, int]:
    """The key of each time that counts from the announcement, with its seconds."""
    counted = [f"time_{key.removesuffix('_from')}" for key, value in values.items() if value == ANNOUNCED and key.endswith("_from")]
    return {key: int(values[key]) for key in counted if key in values}


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


# --- Options under one name: the book's defaults, or those that follow the original text to the letter where the book rules otherwise


Preset: TypeAlias = Literal["book", "as-written"]
AS_WRITTEN: Final = "as-written"


class Written(NamedTuple):
    """The value of an option by which a match follows the original text to the letter.

    Attributes:
        value: it differs from the default.
        ruling: of the book, such as `Q15`, which says what the text has and why the default is another.
    """

    value: Value
    ruling: str


def options_of(as_written: Mapping[str, Written], preset: str) -> dict[str, Value]:
    """The options of a preset; none for the book's own."""
    return {key: one.value for key, one in as_written.items()} if preset == AS_WRITTEN else {}


# --- Paces: clocks for a whole match under one name, so that nobody has to set eight numbers
# | pace | time of each decision | reserve |
# | --- | --- | --- |
# | `book` | as in the rule book | as in the rule book |
# | `relaxed` | three times as long | three times as much |
# | `days` | a day | as in the rule book |
# | `none` | no clock runs | |


Pace: TypeAlias = Literal["book", "relaxed", "days", "none"]
PACES: tuple[Pace, ...] = get_args(Pace)

BANK = "bank"
DAY_S = 86_400
TIMES = 3  # by which `relaxed` is slower than the book


def paced(options: Sequence[Option], defaults: Mapping[str, Value], pace: Pace) -> dict[str, Value]:
    """The options that set the clocks of this pace, where they differ from the book's.

    Args:
        options: of the variant.
        defaults: the value of each by the book.
        pace: its name.
    """
    found: dict[str, Value] = {}
    for option in options:
        default = defaults[option.key]
        if not option.clock or not isinstance(option.kind, WholeNumber) or not isinstance(default, int):
            continue
        wanted = _paced_seconds(default, pace, reserve=option.key == BANK)
        value = max(option.kind.low, min(option.kind.high, wanted))
        if value != default:
            found[option.key] = value
    return found


def _paced_seconds(book: int, pace: Pace, *, reserve: bool) -> int:
    if pace == "relaxed":
        return book * TIMES
    return DAY_S if pace == "days" and not reserve else book


def pace_of(options: Sequence[Option], defaults: Mapping[str, Value], values: Mapping[str, Value]) -> Pace | None:
    """The pace whose clocks these values of all options are; None if somebody set the clocks one by one.

    A match without clocks has those of the book in its options, so `none` is never the answer.
    """
    numbers = [option.key for option in options if option.clock and isinstance(option.kind, WholeNumber)]
    for pace in PACES:
        clocks = paced(options, defaults, pace)
        if all(values[key] == clocks.get(key, defaults[key]) for key in numbers):
            return pace
    return None


# --- The two roles of a Death Match: the EC, the elimination candidate, and the DMO, its opponent (rules/README.md)
# A rule that depends on the roles asks the option `dmo`. So at a table whose variant has this option, the option and the role are one: each
# sets the other. Where a variant has no such option, the roles are only shown.


DMO: Final = "dmo"
"""The key of the option that names the seat of the DMO."""

EC: Final = "ec"
"""The key of the tag of a record that names the seat of the EC."""


def roles(options: tuple[Option, ...], given: Mapping[str, Value], ec: str) -> tuple[dict[str, Value], str]:
    """The options with the roles bound to them, and the seat of the EC.

    Args:
        options: of the variant.
        given: those that are set.
        ec: the seat of the EC; empty if nobody said so.

    Returns: the options, in which `dmo` follows from `ec` if the variant has it; and the seat of the EC, which follows from `dmo` if that
        is set; empty if nobody named a role.
    Raises: OptionError, if the two contradict each other.
    """
    if DMO not in given:
        bound = bool(ec) and any(option.key == DMO for option in options)
        return {**given, **({DMO: Seat(ec).other.value} if bound else {})}, ec
    follows = Seat(str(given[DMO])).other.value
    if ec not in ("", follows):
        raise OptionError(say("seat {seat} cannot be both EC and DMO: leave out dmo, or set it to the other seat", seat=ec), DMO)
    return dict(given), follows


def recorded(given: Mapping[str, Value], tags: tuple[tuple[str, str], ...]) -> str:
    """The seat of the EC by the header of a record: by its option `dmo`, else by its tag; empty if it says neither."""
    named = dict(tags).get(EC, "").upper()
    return Seat(str(given[DMO])).other.value if DMO in given else named if named in ("A", "B") else ""


# --- A toss: it sets an option to the seat of its winner, or says which of the two roles chooses who starts


CHOOSER: Final = "chooser"
"""The thing that a toss sets if its winner chooses who starts."""

_CHOOSERS = ("ec_chooses", "choose")  # the words of an option by which the EC, or the DMO, is asked


def chosen(options: tuple[Option, ...]) -> str:
    """The key of the option by which either role may be asked to choose; empty if there is none."""
    return next((one.key for one in options if isinstance(one.kind, Word) and {*_CHOOSERS} <= {*one.kind.words}), "")


def tossed(options: tuple[Option, ...], given: Values, sets: str, winner: str) -> dict[str, Value]:
    """The options that are given, after this seat has won the toss."""
    word: Value = winner
    if sets == CHOOSER:
        sets, word = chosen(options), _CHOOSERS[winner == complete(options, given)[DMO]]
    after = {**given, sets: word}
    return {option.key: after[option.key] for option in options if option.key in after}
