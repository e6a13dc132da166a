"""Reading and writing the host's lines, answers and deals (section Notation of the book)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Final, NoReturn
from unicodedata import category

from deathmatch.core import options, seats
from deathmatch.core.errors import Illegal, Malformed, Rule
from deathmatch.core.speech import count, either, say
from deathmatch.games.free_table import values
from deathmatch.games.free_table.values import HAND, KINDS, LATE, NONE, NUMBER, ONE, R2, R4, R12, SOME, TEXT, Question, sorted_by

_SPACES: Final = re.compile(r"[ \t]+")
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.?)*"?|[^ \t"]+')
_NUMBER: Final = re.compile(r"0|-?[1-9][0-9]{0,6}")
_NAME: Final = re.compile(r"[a-z0-9_-]{1,24}")
_RANGE: Final = re.compile(r"(0|[1-9][0-9]{0,6})-(0|[1-9][0-9]{0,6})")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_NO_NAMES: Final = ("-", LATE, "resign")
"""No item has these names: they stand for something else where an answer is written."""
_NO_CARDS: Final = (*_NO_NAMES, NONE, "all")
_LATE_DEAL: Final = re.compile(r"late a:(.*?) b:(.*)")
_CARDS_DEAL: Final = re.compile(r"cards a:([^ ]+) b:([^ ]+) open:([^ ]+)")
_THROW_DEAL: Final = re.compile(r"throw ([^ ]+)")
_SEATS: Final = {"a": (seats.Seat.A,), "b": (seats.Seat.B,), "ab": seats.SEATS}


def quoted(words: str) -> str:
    """A text as a record has it."""
    return json.dumps(words, ensure_ascii=False)


def escaped(words: str) -> str:
    """Words in which no brace stands for a name."""
    return words.replace("{", "{{").replace("}", "}}")


def unquoted(token: str, fewest: int, most: int, rule: Rule, at: int = 0) -> str:
    """The text of a quoted token.

    Args:
        token: a JSON string.
        fewest: characters that it has at least.
        most: characters that it may have.
        rule: that refuses it if it is none.
        at: its place in the line.

    Raises: Malformed.
    """
    try:
        words = json.loads(token) if token.startswith('"') else None
    except ValueError:
        words = None
    if not isinstance(words, str):
        raise Malformed(say("a text stands between double quotes, as in JSON"), rule, at)
    if not fewest <= len(words) <= most:
        reason = say("the text must have {low} to {high} characters, not {given}", low=fewest, high=most, given=len(words))
        raise Malformed(reason, rule, at)
    if any(category(letter) in ("Cc", "Cs") and letter != "\n" for letter in words):
        raise Malformed(say("the text must hold no control characters but line breaks"), rule, at)
    return words


# --- The host's lines


class _Reader:
    """The words of a line, one after another."""

    def __init__(self, text: str) -> None:
        self._tokens = [(found[0], found.start()) for found in _TOKEN.finditer(text)]
        self._next = 0
        self._end = len(text)
        self.form = ""

    def fail(self, reason: str = "") -> NoReturn:
        """Refuses the line at the token before, or for its form."""
        at = self._tokens[self._next - 1][1] if 0 < self._next <= len(self._tokens) else self._end
        raise Malformed(reason or say("expected {form}", form=self.form), R2, at)

    def peek(self) -> str:
        """The next token in lower case; empty at the end and for a quoted text."""
        token = self._tokens[self._next][0] if self._next < len(self._tokens) else ""
        return "" if token.startswith('"') else options.lower(token)

    def word(self) -> str:
        """The next token, in lower case; a quoted text is refused."""
        word = self.peek()
        self._next += 1
        return word or self.fail()

    def one_of(self, words: Sequence[str]) -> str:
        """The next token, one of these."""
        word = self.word()
        return word if word in words else self.fail(say("expected {words}, not {given}", words=either(words), given=word))

    def number(self, low: int, high: int) -> int:
        """A whole number in this range."""
        word = self.word()
        if not _NUMBER.fullmatch(word) or not low <= int(word) <= high:
            self.fail(say("expected a whole number from {low} to {high}, not {given}", low=low, high=high, given=word))
        return int(word)

    def words(self, most: int = values.LONGEST_WORDS) -> str:
        """A quoted text."""
        token, at = self._tokens[self._next] if self._next < len(self._tokens) else ("", self._end)
        self._next += 1
        return unquoted(token, 0, most, R2, at)

    def seats(self) -> tuple[seats.Seat, ...]:
        """A, B or AB."""
        return _SEATS.get(self.word()) or self.fail(say("expected A, B or AB"))

    def name(self) -> str:
        """A name."""
        word = self.word()
        return word if _NAME.fullmatch(word) else self.fail(_bad_name(word))

    def items(self, never: Sequence[str], *, ranges: bool = False) -> tuple[str, tuple[str, ...]]:
        """Items joined by commas, or a range of numbers: as they are spelled, and one by one."""
        spelled = self.word()
        found = _RANGE.fullmatch(spelled) if ranges else None
        if found is not None and int(found[1]) <= int(found[2]) < int(found[1]) + values.MOST_ITEMS:
            items = tuple([str(number) for number in range(int(found[1]), int(found[2]) + 1)])
        else:
            items = tuple(spelled.split(","))
        for item in items:
            if not _NAME.fullmatch(item):
                self.fail(_bad_name(item))
            if item in never:
                self.fail(say("no item can have the name {given}", given=item))
        if len(set(items)) < len(items):
            self.fail(say("all items must differ"))
        if not values.FEWEST_ITEMS <= len(items) <= values.MOST_ITEMS:
            low, high = values.FEWEST_ITEMS, values.MOST_ITEMS
            self.fail(say("expected {low} to {high} items, not {given}", low=low, high=high, given=len(items)))
        return spelled, items

    def done(self) -> None:
        """Refuses anything more."""
        if self._next < len(self._tokens):
            self._next += 1
            self.fail()


def _bad_name(given: str) -> str:
    return say("a name has 1 to 24 of a-z, 0-9, _ and -; {given} is none", given=given or '""')


def read_line(text: str) -> values.Line:
    """The host's line of a text. Raises: Malformed (R2)."""
    reader = _Reader(text)
    reader.form = either(tuple(_LINES))
    keyword = reader.one_of(tuple(_LINES))
    reader.form, read = _LINES[keyword]
    line = read(reader)
    reader.done()
    return line


def _ask(reader: _Reader) -> values.Ask:
    seats, kind = reader.seats(), reader.one_of(KINDS)
    low = high = items = None
    most = values.MOST
    if kind == NUMBER:
        low, high = reader.number(-most, most), reader.number(-most, most)
    elif kind in (SOME, HAND):
        low, high = reader.number(0, most), reader.number(0, most)
    if low is not None and high is not None and low > high:
        reader.fail(say("{low} is more than {high}", low=low, high=high))
    if kind in (ONE, SOME):
        _, items = reader.items(_NO_NAMES if kind == ONE else (*_NO_NAMES, NONE))
        if low is not None and low > len(items):
            reader.fail(say("there are only {number} items", number=len(items)))
    flags = {}
    for flag in ("secret", "keep", "chance"):
        flags[flag] = reader.peek() == flag
        if flags[flag]:
            reader.word()
    seconds = reader.number(1, 86_400) if reader.peek() else None
    return values.Ask(Question(seats, kind, low, high, items, flags["secret"], flags["keep"], flags["chance"], seconds, reader.words()))


def _say(reader: _Reader) -> values.Say:
    who = reader.one_of(("all", "a", "b"))
    return values.Say(None if who == "all" else _SEATS[who][0], reader.words())


def _picture(reader: _Reader) -> values.Picture:
    digest = reader.word()
    if not _DIGEST.fullmatch(digest):
        reader.fail(say("the digest of a picture has 64 of 0-9 and a-f"))
    return values.Picture(digest, reader.words())


def _deck(reader: _Reader) -> values.NewDeck:
    name, (spelled, items) = reader.name(), reader.items(_NO_CARDS, ranges=True)
    return values.NewDeck(name, spelled, items, reader.number(1, values.MOST_COPIES) if reader.peek() else 1)


def _deal(reader: _Reader) -> values.Deal:
    name, most = reader.name(), values.MOST_ITEMS * values.MOST_COPIES
    return values.Deal(name, (reader.number(0, most), reader.number(0, most), reader.number(0, most)))


def _take(reader: _Reader) -> values.Take:
    seats, cards = reader.seats(), reader.word()
    if cards == "all":
        return values.Take(seats, None)
    named = tuple(cards.split(","))
    for card in named:
        if not _NAME.fullmatch(card):
            reader.fail(_bad_name(card))
    return values.Take(seats, named)


def _count(reader: _Reader) -> values.Count:
    name, seats, value = reader.name(), reader.seats(), reader.word()
    sign = value[0] if value[0] in "+-" else ""
    number = value.removeprefix(sign) if sign else value
    if not _NUMBER.fullmatch(number) or number.startswith("-") or int(number) > values.MOST:
        reader.fail(say("expected +N, -N or a whole number up to {most}, not {given}", most=values.MOST, given=value))
    return values.Count(name, seats, sign, int(number))


def _end(reader: _Reader) -> values.End:
    winner = reader.one_of(("a", "b", NONE))
    return values.End(None if winner == NONE else _SEATS[winner][0], reader.words())


_LINES: Final[dict[str, tuple[str, Callable[[_Reader], values.Line]]]] = {
    "ask": ('ask SEATS KIND [secret] [keep] [chance] [SECONDS] "WORDS"', _ask),
    "show": ("show SEATS", lambda reader: values.Show(reader.seats())),
    "say": ('say all|A|B "WORDS"', _say),
    "board": ('board "WORDS"', lambda reader: values.Board(reader.words(values.LONGEST_BOARD))),
    "picture": ('picture DIGEST "WORDS"', _picture),
    "deck": ("deck NAME ITEMS [COPIES]", _deck),
    "deal": ("deal NAME NA NB NOPEN", _deal),
    "take": ("take SEATS CARDS", _take),
    "throw": ("throw SIDES", lambda reader: values.Throw(reader.number(*values.SIDES))),
    "count": ("count NAME SEATS VALUE", _count),
    "end": ('end A|B|none "WORDS"', _end),
}
"""Keyword -> the form of its line, and what reads the rest of it."""


def write_line(line: values.Line) -> str:
    """The canonical text of a host's line."""
    match line:
        case values.Ask(question):
            return f"ask {_question(question)}"
        case values.Show(seats):
            return f"show {''.join(seats)}"
        case values.Say(seat, words):
            return f"say {seat or 'all'} {quoted(words)}"
        case values.Board(words):
            return f"board {quoted(words)}"
        case values.Picture(digest, words):
            return f"picture {digest} {quoted(words)}"
        case values.NewDeck(name, spelled, _, copies):
            return f"deck {name} {spelled}" + (f" {copies}" if copies > 1 else "")
        case values.Deal(deck, counts):
            return f"deal {deck} {counts[0]} {counts[1]} {counts[2]}"
        case values.Take(seats, cards):
            return f"take {''.join(seats)} {'all' if cards is None else ','.join(cards)}"
        case values.Throw(sides):
            return f"throw {sides}"
        case values.Count(name, seats, sign, value):
            return f"count {name} {''.join(seats)} {sign}{value}"
        case values.End(winner, words):
            return f"end {winner or NONE} {quoted(words)}"


def _question(asked: Question) -> str:
    parts = ["".join(asked.seats), asked.kind]
    parts += [str(number) for number in (asked.low, asked.high) if number is not None]
    parts += [] if asked.items is None else [",".join(asked.items)]
    parts += [flag for flag, is_set in (("secret", asked.secret), ("keep", asked.keep), ("chance", asked.chance)) if is_set]
    parts += [] if asked.seconds is None else [str(asked.seconds)]
    return " ".join([*parts, quoted(asked.words)])


# --- Answers. The move of an answer is its canonical text


def chosen(answer: str) -> tuple[str, ...]:
    """The items or cards of an answer to `one`, `some` or `hand`."""
    return () if answer in (NONE, LATE) else tuple(answer.split(" "))


def written(cards: Sequence[str], pool: Sequence[str]) -> str:
    """An answer to `some` or `hand`, in the order of the pool."""
    return " ".join(sorted_by(cards, pool)) or NONE


def shown(answer: str) -> str:
    """An answer for people: a text without its quotes, items with commas."""
    if answer.startswith('"'):
        return str(unquoted(answer, 1, values.LONGEST_ANSWER, R4))
    return say("nothing") if answer == NONE else ", ".join(answer.split(" "))


def read_answer(asked: Question, hand: Sequence[str], text: str) -> str:
    """The canonical answer of a text. Raises: Malformed, Illegal (R4)."""
    plain = options.lower(text.strip(" \t"))
    if asked.kind == TEXT:
        return quoted(unquoted(text.strip(" \t"), 1, values.LONGEST_ANSWER, R4))
    low, high = asked.bounds
    if asked.kind == NUMBER:
        if not _NUMBER.fullmatch(plain) or not low <= int(plain) <= high:
            raise Malformed(say("the answer is a whole number from {low} to {high}, not {given}", low=low, high=high, given=text), R4)
        return plain
    pool = asked.pool(hand)
    words = tuple([word for word in re.split("[ \t,]+", plain) if word])
    if words == (NONE,) and asked.kind != ONE:
        words = ()
    for word in words:
        if word not in pool:
            raise Malformed(say("{given} is not there to choose; there are {known}", given=word, known=", ".join(pool) or NONE), R4)
        if words.count(word) > (there := pool.count(word)):
            raise Illegal(count("{given} is there only once", "{given} is there only {number} times", there, given=word), R4)
    if not plain or not low <= len(words) <= high:
        raise Malformed(say("choose {low} to {high}, not {given}", low=low, high=high, given=len(words)), R4)
    return written(words, pool)


# --- Deals


def _plain(text: str) -> str:
    """The text of a deal in lower case with single spaces."""
    return options.lower(" ".join(_SPACES.split(text.strip(" \t"))))


def read_cards(text: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The cards of A, of B and face up. Raises: Malformed (R12)."""
    found = _CARDS_DEAL.fullmatch(_plain(text))
    if found is None:
        raise Malformed(say("expected the cards for A, for B and face up, such as: cards A:3,7 B:1 open:-"), R12)
    return (_dealt(found[1]), _dealt(found[2]), _dealt(found[3]))


def _dealt(text: str) -> tuple[str, ...]:
    return () if text == "-" else tuple(text.split(","))


def write_cards(dealt: Sequence[tuple[str, ...]]) -> str:
    """`cards A:3,7 B:1 open:-`."""
    a, b, face_up = [",".join(cards) or "-" for cards in dealt]
    return f"cards A:{a} B:{b} open:{face_up}"


def read_throw(text: str, sides: int) -> int:
    """The side of a throw. Raises: Malformed (R12)."""
    found = _THROW_DEAL.fullmatch(_plain(text))
    if found is None or not _NUMBER.fullmatch(found[1]) or not 1 <= int(found[1]) <= sides:
        raise Malformed(say("expected throw and a side, 1 to {sides}", sides=sides), R12)
    return int(found[1])


def read_late(text: str) -> seats.BySeat[str]:
    """The texts of the answers by chance, `-` for a seat that gets none. Raises: Malformed (R8)."""
    found = _LATE_DEAL.fullmatch(_plain(text))
    if found is None:
        raise Malformed(say("expected the answers by chance, such as: late A:- B:2"), values.R8)
    return seats.BySeat(found[1], found[2])


def write_late(dealt: seats.BySeat[str | None]) -> str:
    """`late A:red B:-`."""
    return f"late A:{dealt.a or '-'} B:{dealt.b or '-'}"
