"""The record that every match leaves: reading it in any spelling, writing it in canonical form (rules/README.md, The record).

A record is read whole or refused whole. `read` plays it through, so a `Record` that exists is a match that the rules allow.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final, NoReturn, TypeAlias

from deathmatch.core.bots import people
from deathmatch.core.errors import DeathmatchError, OptionError, Refusal, Rule
from deathmatch.core.game import AnyGame, Variant
from deathmatch.core.letters import harmless, visible
from deathmatch.core.options import Value, lower, read_one
from deathmatch.core.seats import BySeat, Seat
from deathmatch.core.speech import either, numeral, say
from deathmatch.core.words import NotUtf8Error, text_of
from deathmatch.match.position import DEAL, HOSTS, Position

Find: TypeAlias = Callable[[str], Variant]
"""From `GAME/VARIANT` to the variant; raises LookupError. The referee never imports a game, it is handed this."""

FORMAT = "deathmatch 1"
LARGEST: Final = 16_000_000  # bytes of a record, unless whoever reads it says otherwise; a long match has some 10,000
LONGEST_LINE: Final = 65_536  # bytes; the longest deals have some 500
BY_HAND: Final = "by-hand"
"""The key of the tag with the numbers of the events that are deals of the host (docs/dealing.md)."""
PAST: Final = "past"
"""The key of the tag with the number of events that come from the match that this one goes on from (docs/dealing.md)."""
SOURCE: Final = "source"
"""The key of the tag with the id of that match, if everybody may have its record."""
TITLE: Final = "title"
"""The key of the tag with the title of a duel that a host leads."""
RULES: Final = "rules"
"""The key of the tag with its rules: the words, or an address."""
PRIZE: Final = "prize"
LOSS: Final = "loss"
"""The keys of the tags with the host's words on what becomes of the winner and of the loser; each goes on from the player's name."""
RULING: Final = "ruling"
SUBSTITUTE: Final = "substitute"
"""The key of the tag with a ruling of the host; one each, in the order in which they were made (docs/dealing.md)."""
_COMMENT = re.compile(r"(?:^|[ \t])#")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.?)*"?|(?:^|(?<=[ \t]))(#)')  # a quoted text, or the # of a comment
_SPACE = re.compile(r"[ \t]+")
_TIME = re.compile(r"@[0-9]+(?:\.[0-9]+)?")
_ACTORS: Final[Mapping[str, str]] = {"a": "A", "b": "B", DEAL: DEAL}
_HOSTED_ACTORS: Final[Mapping[str, str]] = {**_ACTORS, HOSTS: HOSTS}  # in a variant with host's lines
_HEADERS = ("game", "option", "name", "tag", "deathmatch")
LONGEST_NAME = 40  # letters that are shown; every sentence of a match has names in it
LONGEST_TITLE = 80  # letters that are shown
LONGEST_STORY = 120  # letters of a line on the winner, or on the loser
_LONGEST_REASON = 500  # characters; a hostile line is quoted in an error, and an error is one line


class RecordError(DeathmatchError, ValueError):
    """A record that is refused, whole.

    Attributes:
        line: the number of the offending line; the first is 1.
        reason: one line of text.
        rule: the rule that it breaks; None if the header or the form of the line is wrong.
    """

    def __init__(self, line: int, reason: str, rule: Rule | None = None) -> None:
        plain = visible(reason)
        self.line = line
        self.reason = plain if len(plain) <= _LONGEST_REASON else plain[:_LONGEST_REASON] + "..."
        self.rule = rule
        super().__init__(f"{self.reason} ({rule})" if rule is not None else self.reason)


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of a record.

    Attributes:
        actor: `A`, `B`, `deal` or `host`.
        text: its submission, deal, line or resignation, in canonical form.
        seconds: how long the decision took, in canonical form; None if the record does not say.
        line: its number in the file that it comes from; 0 if it comes from none.
        ply: in a live match, the question that this submission answered; None for every other event.
        by_hand: in a live match, whether this is a deal of the host.
    """

    actor: str
    text: str
    seconds: str | None = None
    line: int = field(default=0, compare=False)
    ply: int | None = field(default=None, compare=False)
    by_hand: bool = field(default=False, compare=False)

    @property
    def plain(self) -> str:
        """The event without its time: `A score grow`."""
        return f"{self.actor} {self.text}"


_TAKEN_OVER = re.compile("([AB]) ([0-9]{1,9}) (.*)")  # the text of a tag `substitute`: seat, number of the question, name


@dataclass(frozen=True, slots=True)
class Header:
    """The lines above the events.

    Attributes:
        variant: which game.
        given: the options that the record gives, in the order of the book's table.
        names: the players' names; None for a name that is not given.
        tags: key in lower case and text, in the order of the file.
    """

    variant: Variant
    given: Mapping[str, Value]
    names: BySeat[str | None]
    tags: tuple[tuple[str, str], ...]

    def game(self) -> AnyGame:
        """The variant with its options bound."""
        return self.variant.bind(self.given)[1]

    @property
    def called(self) -> str:
        """The title that its host gave a duel; empty if nobody did."""
        return next((visible(text)[:LONGEST_TITLE] for key, text in self.tags if key == TITLE), "") if self.variant.hosted else ""

    @property
    def title(self) -> str:
        """The match for people: as its host has called it, else its game in the language that is being spoken."""
        return self.called or say(self.variant.title)

    @property
    def people(self) -> BySeat[str]:
        """The players' names as people read them: without letters that are not seen, and no longer than those of a server.

        A seat without a name is called by its letter.
        """
        return people(self.names.map(lambda name: visible(name or "")[:LONGEST_NAME]))

    def people_at(self, ply: int) -> BySeat[str]:
        """The same while this question was open: somebody who took a seat over is named from that question on."""
        now = self
        for key, text in self.tags:
            if key == SUBSTITUTE and (told := _TAKEN_OVER.fullmatch(text)) and int(told[2]) <= ply:
                now = replace(now, names=now.names.put(Seat(told[1]), told[3]))
        return now.people

    @property
    def substituted(self) -> bool:
        """Whether somebody took a seat over."""
        return any(key == SUBSTITUTE for key, _ in self.tags)


@dataclass(frozen=True, slots=True, repr=False)
class Record:
    """A match that the rules allow, perhaps an unfinished one."""

    header: Header
    entries: tuple[Entry, ...]

    @property
    def variant(self) -> Variant:
        """Which game it is."""
        return self.header.variant

    @property
    def winner(self) -> Seat | None:
        """The seat that has won, as the rules say of the events; None for a match that nobody has won, or not yet, or that is void."""
        position = Position.start(self.variant, self.header.game())
        for entry in self.entries:
            position, _ = position.accept(entry.actor, entry.text)
        return None if position.over is None else position.over.winner

    def __repr__(self) -> str:
        count = len(self.entries)
        return f"<Record of {self.variant.id}, {count} event{'s' * (count != 1)}>"

    def __str__(self) -> str:
        """The record in canonical form."""
        return write(self)


# --- Reading


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that holds something, without its comment; `whole` has all of it, because a `#` in a quoted text begins no comment."""

    number: int
    text: str
    whole: str = ""


@dataclass(slots=True)
class _Unfinished:
    """A header while it is being read."""

    game_line: int
    variant: Variant
    given: dict[str, Value] = field(default_factory=dict[str, Value])
    where: dict[str, int] = field(default_factory=dict[str, int])  # option -> its line
    names: dict[Seat, str] = field(default_factory=dict[Seat, str])
    tags: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])


def read(source: str | bytes, find: Find, *, largest: int = LARGEST) -> Record:
    """The record in this text or file; raises RecordError, also for more than `largest` bytes."""
    header, steps = unfold(source, find, largest=largest)
    return Record(header, tuple(entry for entry, _ in steps if entry is not None))


def unfold(source: str | bytes, find: Find, *, largest: int = LARGEST) -> tuple[Header, Iterator[tuple[Entry | None, Position]]]:
    """The header, and the positions in turn: the start (without an entry), then one after each event.

    Raises: RecordError, also while the positions are asked for, and for more than `largest` bytes.
    """
    # Of a text no more is encoded than shows that it is too large: a character has a byte at least.
    data = source[: largest + 1].encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    _check_size(data, largest)
    last, lines = _split(data)
    header, game, events = _read_header(lines, last, find)
    return header, _play(header.variant, game, events)


def gather(parts: Iterable[bytes], largest: int = LARGEST) -> bytes:
    """The parts of a file joined, for `read`; raises RecordError at the first part with which it is larger, or a line longer, than allowed.

    So a file of any size, or without an end, is refused in constant memory.
    """
    data = bytearray()
    checked = 0  # where the line begins up to which all lines are short enough
    for part in parts:
        data += part
        checked = _check_size(data, largest, checked)
    return bytes(data)


def _check_size(data: bytes | bytearray, largest: int, start: int = 0) -> int:
    """Raises RecordError for too many bytes, and for too long a line.

    Args:
        data: of a file, perhaps not all of it.
        largest: how many bytes it may have.
        start: the beginning of a line, before which all is well.

    Returns: the beginning of the last line that was reached.
    """
    while len(data) - start > LONGEST_LINE:
        end = data.rfind(b"\n", start, start + LONGEST_LINE + 1)
        if end < 0:
            line = data.count(b"\n", 0, start) + 1
            raise RecordError(line, say("this line is too long; a line has {most} bytes at most", most=numeral(LONGEST_LINE)))
        start = end + 1
    if len(data) > largest:
        line = data.count(b"\n", 0, largest) + 1
        raise RecordError(
            line, say("the record is too large; it may have {most} bytes unless a higher limit is given", most=numeral(largest))
        )
    return start


def _split(data: bytes) -> tuple[int, Iterator[_Line]]:
    """The number of the last line (1 if there is none), and the lines that hold something."""
    try:
        text = text_of(data)
    except NotUtf8Error as error:
        line = error.line if b"\n" in data else 1  # a carriage return alone ends no line of a record
        raise RecordError(line, say("this line is not UTF-8 text; save the file as UTF-8")) from None
    last = data.count(b"\n") + (not data.endswith(b"\n"))
    return last, _lines(text)


def _lines(text: str) -> Iterator[_Line]:
    """The lines that hold something."""
    for number, row in enumerate(io.StringIO(text, newline="\n"), 1):
        whole = row = row.removesuffix("\n").removesuffix("\r")
        if "#" in row and (comment := _COMMENT.search(row)):
            row = row[: comment.start()]
        row = row.strip(" \t")
        if row:
            yield _Line(number, row, whole)


def _quoting(line: _Line) -> _Line:
    """The line of an event as a book with quoted texts has it cut."""
    row = line.whole
    end = next((found.start() for found in _QUOTED.finditer(row) if found[1]), len(row)) if "#" in row else len(row)
    return _Line(line.number, row[:end].strip(" \t"))


def _read_header(lines: Iterator[_Line], last: int, find: Find) -> tuple[Header, AnyGame, Iterator[_Line]]:
    """The header, its game, and the lines of the events."""
    if (line := next(lines, None)) is None:
        raise RecordError(last, say("a record must start with the line {format}", format=FORMAT))
    first = _SPACE.split(line.text)
    if lower(first[0]) != "deathmatch":
        raise RecordError(line.number, say("a record must start with the line {format}, not {given}", format=FORMAT, given=line.text))
    if first[1:] != ["1"]:
        if not first[1:]:
            raise RecordError(line.number, say("unknown record format (none); this program reads {format}", format=FORMAT))
        unknown = " ".join(first[1:])
        raise RecordError(line.number, say("unknown record format {unknown}; this program reads {format}", unknown=unknown, format=FORMAT))
    if (line := next(lines, None)) is None:
        raise RecordError(last, say("the line game GAME/VARIANT is missing"))
    header = _Unfinished(line.number, _read_game(line, find))
    actors = _actors(header.variant)
    for line in lines:
        if lower(_SPACE.split(line.text, maxsplit=1)[0]) in actors:
            lines = chain([line], lines)
            break
        _read_header_line(header, line)
    return *_finish(header), lines


def _read_game(line: _Line, find: Find) -> Variant:
    words = _SPACE.split(line.text)
    if lower(words[0]) != "game" or len(words) != 2:
        raise RecordError(line.number, say("expected the line game GAME/VARIANT, not {given}", given=line.text))
    try:
        return find(lower(words[1]))
    except LookupError as error:
        raise RecordError(line.number, str(error.args[0] if error.args else error)) from None


def _read_header_line(header: _Unfinished, line: _Line) -> None:
    words = _SPACE.split(line.text)
    kind = lower(words[0])
    if kind == "option":
        _read_option(header, line, words)
    elif kind == "name":
        _read_name(header, line, words)
    elif kind == "tag":
        if not (text := _free_text(words)):
            raise RecordError(line.number, say("expected tag KEY TEXT, not {given}", given=line.text))
        header.tags.append((lower(words[1]), text))
    elif kind in _HEADERS:
        raise RecordError(line.number, say("a record has only one line {kind}; this is the second", kind=kind))
    else:
        actors = _listed(header.variant)
        raise RecordError(line.number, say("expected option, name, tag, {actors}, not {given}", actors=actors, given=line.text))


def _read_option(header: _Unfinished, line: _Line, words: list[str]) -> None:
    if len(words) != 3:
        raise RecordError(line.number, say("expected option KEY VALUE, not {given}", given=line.text))
    try:
        key, value = read_one(header.variant.options, words[1], words[2])
    except OptionError as error:
        raise RecordError(line.number, error.reason) from None
    if key in header.given:
        raise RecordError(
            line.number, say("option {key} is given twice; the first time is in line {line}", key=key, line=header.where[key])
        )
    header.given[key] = value
    header.where[key] = line.number


def _read_name(header: _Unfinished, line: _Line, words: list[str]) -> None:
    text = _free_text(words)
    if not text or lower(words[1]) not in ("a", "b"):
        raise RecordError(line.number, say("expected name A TEXT or name B TEXT, not {given}", given=line.text))
    seat = Seat(_ACTORS[lower(words[1])])
    if seat in header.names:
        raise RecordError(line.number, say("seat {seat} has two names; remove one", seat=seat))
    header.names[seat] = text


def _free_text(words: list[str]) -> str:
    """The text of a name or a tag. A carriage return at its end would be the line's when it is written, so it is the line's here too."""
    return " ".join(words[2:]).rstrip(" \r")


def _finish(header: _Unfinished) -> tuple[Header, AnyGame]:
    """The header as a value. What only several options together show is refused at the last of them that is given."""
    given = {option.key: header.given[option.key] for option in header.variant.options if option.key in header.given}
    try:
        _, game = header.variant.bind(given)
    except OptionError as error:
        line = max((header.where[key] for key in error.keys if key in header.where), default=header.game_line)
        raise RecordError(line, error.reason) from None
    names = BySeat(header.names.get(Seat.A), header.names.get(Seat.B))
    return Header(header.variant, given, names, tuple(header.tags)), game


def _play(variant: Variant, game: AnyGame, lines: Iterator[_Line]) -> Iterator[tuple[Entry | None, Position]]:
    position = Position.start(variant, game)
    yield None, position
    for line in lines:
        actor, text, seconds = _read_event(_quoting(line) if variant.hosted else line, variant)
        try:
            position, canonical = position.accept(actor, text)
        except Refusal as refusal:
            raise RecordError(line.number, refusal.reason, refusal.rule) from None
        yield Entry(actor, canonical, seconds, line.number), position


def _actors(variant: Variant | None) -> Mapping[str, str]:
    """The actors of events of a variant, or of any, by their word in lower case."""
    return _HOSTED_ACTORS if variant is None or variant.hosted else _ACTORS


def _listed(variant: Variant | None) -> str:
    """The actors of events in words."""
    return either(tuple(_actors(variant).values()))


def _read_event(line: _Line, variant: Variant | None = None) -> tuple[str, str, str | None]:
    """Actor, move as it stood, and time in canonical form."""
    text, seconds = _cut_time(line.text)
    head = _SPACE.split(text, maxsplit=1)
    actor = _actors(variant).get(lower(head[0]))
    if actor is None:
        _refuse_actor(line, head[0], variant)
    if len(head) == 1:
        raise RecordError(line.number, say("expected a move after {actor}", actor=actor))
    return actor, head[1], seconds


def recalled(lines: Iterable[str]) -> tuple[Entry, ...]:
    """The events of lines that `write` has written, without a look at the rules; raises RecordError for a line of another form."""
    events = [_read_event(_Line(number, text)) for number, text in enumerate(lines, 1)]
    return tuple([Entry(actor, text, seconds) for actor, text, seconds in events])


def _refuse_actor(line: _Line, word: str, variant: Variant | None) -> NoReturn:
    if lower(word) in _HEADERS:
        raise RecordError(line.number, say("{word} must stand above the first event", word=lower(word)))
    raise RecordError(line.number, say("an event must start with {actors}, not {word}", actors=_listed(variant), word=word))


def _cut_time(text: str) -> tuple[str, str | None]:
    """The line without its trailing ` @SECONDS`, and that time in canonical form."""
    space = max(text.rfind(" "), text.rfind("\t"))
    if space < 0 or not _TIME.fullmatch(text, space + 1):
        return text, None
    return text[:space].rstrip(" \t"), canonical_seconds(text[space + 2 :])


def canonical_seconds(text: str) -> str:
    """Seconds without needless zeros: `012.50` is `12.5`."""
    whole, _, part = text.partition(".")
    whole = whole.lstrip("0") or "0"
    part = part.rstrip("0")
    return f"{whole}.{part}" if part else whole


def seconds_of(millis: int) -> str:
    """Milliseconds as a record writes them: 4200 is `4.2`."""
    return canonical_seconds(f"{millis // 1000}.{millis % 1000:03}")


# --- Writing


def tidy(text: str) -> str:
    """Free text made fit for a line of a record, so that reading gives it back: letters that are seen, single spaces, no comment."""
    words = harmless(text).split()
    return " ".join("\N{FULLWIDTH NUMBER SIGN}" + word[1:] if word.startswith("#") else word for word in words)


def new_header(variant: Variant, given: Mapping[str, Value], names: BySeat[str], tags: Iterable[tuple[str, str]]) -> Header:
    """The header of a live match; raises ValueError if the key of a tag is not one word."""
    return Header(
        variant,
        {option.key: given[option.key] for option in variant.options if option.key in given},
        names.map(lambda name: name or None),
        tuple([(_one_word(key), tidy(text)) for key, text in tags if tidy(text)]),
    )


def _one_word(key: str) -> str:
    """The key of a tag as a record writes it; raises ValueError."""
    if len(key.split()) != 1 or tidy(key) != key:
        raise ValueError(f"the key of a tag is one word, not {key!r}")
    return lower(key)


def write(record: Record) -> str:
    """The record in canonical form."""
    header = record.header
    lines = [FORMAT, f"game {header.variant.id}"]
    lines += [f"option {key} {value}" for key, value in header.given.items()]
    lines += [f"name {seat} {name}" for seat, name in header.names.items() if name is not None]
    lines += [f"tag {key} {text}" for key, text in header.tags]
    lines += [line(entry) for entry in record.entries]
    return "\n".join(lines) + "\n"


def line(entry: Entry) -> str:
    """An event as a line of a record, with its time."""
    return entry.plain if entry.seconds is None else f"{entry.plain} @{entry.seconds}"
