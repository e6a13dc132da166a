"""Letters, moves, deals, turns, options: the values of Letter Hunt, frozen and without play of their own; and how moves and deals are read.

Sets of letters are strings of different capitals in alphabetical order, as the book writes them; the empty string is the empty set.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple, NoReturn, TypeAlias

from deathmatch.core.errors import Malformed, Rule
from deathmatch.core.options import ANNOUNCED, Lexicon, Option, Values, WholeNumber, Word, lower, time_bank, time_limit
from deathmatch.core.seats import SEATS, BySeat, Seat, TextEnum
from deathmatch.core.simple import rules_of
from deathmatch.core.speech import mark, say

BOOK: Final = "letter-hunt"

R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11, R13 = rules_of(BOOK, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13)
R14, R15, R16, R18 = rules_of(BOOK, 14, 15, 16, 18)

ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
COMMON: Final = "ADEGILNORSTU"
UNCOMMON: Final = "BCFHKMPVWY"
RARE: Final = "JQXZ"
RARITIES: Final = ((COMMON, 4), (UNCOMMON, 3), (RARE, 1))
"""The letters of each rarity, and how many of them are in an offer (R7)."""

HAND: Final = 5  # letters of a full hand (R3, R8)
OFFER: Final = 8  # letters offered to a seat (R7)
SHORTEST, LONGEST = 3, 15  # letters of a word (R10)

Letters: TypeAlias = str
"""A set of letters: different capitals in alphabetical order."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many letters there are. The book has one answer (`FULL`); a game small enough to be solved has less of everything.

    Attributes:
        letters: the alphabet.
        hand: letters of a full hand (R3, R8).
        rarities: the letters of each rarity, and how many of them are in an offer (R7).
    """

    letters: Letters = ALPHABET
    hand: int = HAND
    rarities: tuple[tuple[Letters, int], ...] = RARITIES


FULL: Final = Sizes()


def letters(given: Iterable[str]) -> Letters:
    """These letters as a set."""
    return "".join(sorted(set(given)))


def without(those: str, gone: str) -> Letters:
    """A set without some letters."""
    return "".join(letter for letter in those if letter not in gone)


def text_of(letters: Letters) -> str:
    """A set as the notation writes it: `-` stands for no letter."""
    return letters or "-"


# --- What is owed


class Phase(Enum):
    """The phases. A phase in which seats are asked has the name of their decision, any other that of its deal."""

    FIRST = "first"
    COIN = "coin"  # the deal `first`
    HANDS = "hands"
    HOLD = "hold"
    REDRAW = "redraw"
    ONLOOKERS = "onlookers"
    OFFER = "offer"
    PICK = "pick"
    PICKED = "picked"  # the deal `pick`
    TURN = "turn"
    HINT = "hint"
    LAST = "last"  # the rest of a Last Chance that is named letter by letter (as-written W4)
    LOSE = "lose"
    LOST = "lost"  # the deal `lose`
    OVER = "over"


# --- Moves


class Verb(TextEnum):
    """The first word of a submission (Notation)."""

    FIRST = "first"
    HOLD = "hold"
    PICK = "pick"
    WORD = "word"
    GUESS = "guess"
    HAND = "hand"
    HINT = "hint"
    LOSE = "lose"


class Kind(TextEnum):
    """The kinds of hint (R12)."""

    NONE = "none"
    ONE = "one"
    ODD = "odd"
    ANY = "any"

    def holds(self, count: int) -> bool:
        """R12: whether the answer is yes if so many letters of the word are in the hand."""
        match self:
            case Kind.NONE:
                return count == 0
            case Kind.ONE:
                return count == 1
            case Kind.ODD:
                return count % 2 == 1
            case Kind.ANY:
                return count >= 1


class Move(NamedTuple):
    """The submission of a seat, whether or not the rules allow it.

    Attributes:
        verb: the kind of submission.
        what: a seat, a set of letters, a word, a letter or a kind of hint, as the verb asks.
    """

    verb: Verb
    what: str

    @property
    def text(self) -> str:
        """Canonical notation."""
        return f"{self.verb} {text_of(self.what)}"


# --- Deals


class Due(TextEnum):
    """The deals, by their keywords."""

    FIRST = "first"
    HANDS = "hands"
    REDRAW = "redraw"
    ONLOOKERS = "onlookers"
    OFFER = "offer"
    PICK = "pick"
    LOSE = "lose"


@dataclass(frozen=True, slots=True)
class Coin:
    """The seat that takes the first turn (R2)."""

    seat: Seat

    due = Due.FIRST

    @property
    def text(self) -> str:
        """Canonical notation."""
        return f"{self.due} {self.seat}"


@dataclass(frozen=True, slots=True)
class Both:
    """The letters of each seat: `hands`, `redraw`, `offer`, and `pick`, in which the set of a seat that has picked itself is empty."""

    due: Due
    sets: BySeat[Letters]

    @property
    def text(self) -> str:
        """Canonical notation; of a `pick` only the seats that it is for."""
        parts = [f"{seat}:{text_of(letters)}" for seat, letters in self.sets.items() if letters or self.due is not Due.PICK]
        return " ".join([self.due, *parts])


@dataclass(frozen=True, slots=True)
class Row:
    """Letters one after another as they fell: `onlookers`, and the one of `lose`."""

    due: Due
    row: str

    @property
    def text(self) -> str:
        """Canonical notation: as the letters fell."""
        return f"{self.due} {self.row}"


Deal: TypeAlias = Coin | Both | Row


# --- Turns


@dataclass(frozen=True, slots=True)
class Taken:
    """A seat's hint, as everybody sees it.

    Attributes:
        kind: None after a time-out.
        result: None until both seats have chosen, and if there is no hint.
    """

    kind: Kind | None
    result: bool | None = None


SKIP: Final = "skip"
"""The action of a turn that was lost by time-out (R18); the others are verbs."""

UNASKED: Final[BySeat[Taken | None]] = BySeat(None, None)
"""The hints of a turn before anybody has chosen."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as everybody sees it; the last one may be unfinished. It has no secrets.

    Attributes:
        seat: whose.
        action: `word`, `guess`, `hand` or `skip`.
        what: the word, the letter or the letters; letters that are named one after another in that order (W4).
        hints: to a word, None until a seat has chosen.
        hit: whether a guess was right; None for other actions, and as long as letters of a hand are still to be named (W4).
        lost: the letter that it cost its seat; empty if none, or none yet.
    """

    seat: Seat
    action: str
    what: str = ""
    hints: BySeat[Taken | None] = UNASKED
    hit: bool | None = None
    lost: str = ""

    @property
    def asked(self) -> Seat | None:
        """The seat that owes a hint to this word, the other seat first (R11); None if nobody does, or no more."""
        if self.action != Verb.WORD:
            return None
        for seat in (self.seat.other, self.seat):
            if self.hints[seat] is None:
                return seat
        return None

    @property
    def taken(self) -> frozenset[Kind]:
        """The kinds that somebody has taken already (R11)."""
        return frozenset(taken.kind for taken in self.hints if taken is not None and taken.kind is not None)


# --- What a seat has


@dataclass(frozen=True, slots=True)
class Side:
    """The side of one seat. All of it is the seat's own secret until it is lost.

    Attributes:
        hand: the letters held now; during a redraw still the old five, with offers none until both seats have picked.
        dealt: the letters dealt to it: the first hand and those of each redraw, or the offer.
        kept: the letters that it held in each hold phase, or its pick; after a time-out the result of that.
        late: whether it let the time of its last hold or pick run out.
    """

    hand: Letters = ""
    dealt: tuple[Letters, ...] = ()
    kept: tuple[Letters, ...] = ()
    late: bool = False


# --- The options of a match, bound


class Variation(TextEnum):
    """The two variants."""

    GAMBIT = "gambit"
    COLOSSEUM = "colosseum"


@dataclass(frozen=True, slots=True)
class Terms:
    """A variant with its options, in the form that the rules use.

    Attributes:
        variation: which of the two.
        starter: who takes the first turn, if the options say so.
        chooser: the seat that decides that; if no seat does, a coin does (R2).
        holds: hold phases (R4).
        onlookers: how many onlookers get a letter (R6).
        onlooker_letters: `hidden`, `split` or `public`.
        kinds: the three kinds of hint, in order (R11).
        each: whether every place of a word counts (R12).
        lexicon: the list that live play asks; empty if it asks none (R10).
        turn_limit: turns of each seat after which no word may be played; 0 for none (R16).
        lose_on_time: whether a time-out in a turn loses the match (R18).
        void_after: turns skipped in a row that end the match; 0 for none (R18).
        slips: whether a letter that is not in the hand may be named at `lose` (R14).
        by_letter: whether the whole hand may be named letter by letter (as-written W4).
        sizes: of the alphabet, the hands and the offers; no option changes them.
    """

    variation: Variation
    starter: Seat | None
    chooser: Seat | None
    holds: int
    onlookers: int
    onlooker_letters: str
    kinds: tuple[Kind, ...]
    each: bool
    lexicon: str
    turn_limit: int
    lose_on_time: bool
    void_after: int
    slips: bool
    by_letter: bool = False
    sizes: Sizes = FULL

    @property
    def offers(self) -> bool:
        """Whether the hands are picked from an offer (R7)."""
        return self.variation is Variation.COLOSSEUM

    def count(self, word: str, hand: str) -> int:
        """R12: how many letters of a word belong to a hand."""
        return sum(letter in hand for letter in (word if self.each else set(word)))

    def over_words(self, turn: int) -> bool:
        """R16: whether turn number `turn` of the match, from 1, may play no word."""
        return bool(self.turn_limit) and turn > 2 * self.turn_limit


# --- The book's table of options

OPEN: Final = "open"  # the list that comes with the software
ANY: Final = "any"  # no list: the players judge for themselves

_FIRSTS = ("choose", "ec_chooses", "coin", "A", "B")
_HINTS = ("none-one-any", "one-odd-any")


def options(variation: Variation) -> tuple[Option, ...]:
    """The table of one variant, in the book's order."""
    gambit = variation is Variation.GAMBIT
    table = [
        Option("dmo", Word(("A", "B")), "B", mark("which seat is the death match opponent; the other is the elimination candidate")),
        Option("first", Word(_FIRSTS), "choose" if gambit else "coin", mark("who takes the first turn")),
    ]
    if gambit:
        table += [
            Option("holds", WholeNumber(0, 9), 2, mark("hold phases, in which letters may be given up for others")),
            Option("onlookers", WholeNumber(0, 16), 0, mark("how many onlookers get a letter each")),
            Option("onlooker_letters", Word(("hidden", "split", "public")), "hidden", mark("who sees the onlookers' letters")),
        ]
    table += [
        Option("hints", Word(_HINTS), _HINTS[0] if gambit else _HINTS[1], mark("the three kinds of hint")),
        Option("repeats", Word(("distinct", "each")), "distinct" if gambit else "each", mark("how a repeated letter of a word counts")),
        Option("lexicon", Lexicon(free=(ANY,)), OPEN, mark("the word list; any means no list")),
        Option(
            "turn_limit",
            WholeNumber(0, 1000),
            0 if gambit else 40,
            mark("turns of each seat after which only guesses are allowed; 0 means no limit"),
        ),
        Option("on_timeout", Word(("skip", "lose")), "skip" if gambit else "lose", mark("the effect of a time-out in a turn")),
        Option("void_after", WholeNumber(0, 1000), 10, mark("turns skipped in a row that end the match without a winner; 0 means never")),
        Option("slip", Word(("refuse", "reveal")), "refuse", mark("the effect of naming a letter to lose that is not in the hand")),
    ]
    if gambit:
        table.append(Option("last_chance", Word(("whole", "letters")), "whole", mark("how Last Chance names the letters")))
    table.append(time_limit("time_first", 180, mark("seconds to choose who takes the first turn")))
    if gambit:
        table.append(time_limit("time_hold", 180, mark("seconds for a hold phase")))
        first = WholeNumber(1, 86_400)
        table.append(Option("time_first_hold", first, lambda values: values["time_hold"], mark("seconds for the first hold phase"), True))
        from_ = Word(("deal", ANNOUNCED))
        table.append(Option("first_hold_from", from_, "deal", mark("from when the time of the first hold phase counts"), True))
    else:
        table.append(time_limit("time_pick", 180, mark("seconds to pick five letters of eight")))
    table += [
        time_limit("time_turn", 120, mark("seconds for a turn")),
        time_limit("time_hint", 60, mark("seconds to choose a hint")),
        time_limit("time_lose", 60, mark("seconds to choose a letter to lose")),
    ]
    return (*table, time_bank(300))


def terms(variation: Variation, values: Values) -> Terms:
    """The options bound; a variant without an option plays as if it held the value that changes nothing."""
    dmo, first = Seat(str(values["dmo"])), str(values["first"])
    return Terms(
        variation=variation,
        starter=Seat(first) if first in ("A", "B") else None,
        chooser={"choose": dmo, "ec_chooses": dmo.other}.get(first),
        holds=int(values.get("holds", 0)),
        onlookers=int(values.get("onlookers", 0)),
        onlooker_letters=str(values.get("onlooker_letters", "hidden")),
        kinds=tuple(Kind(kind) for kind in str(values["hints"]).split("-")),
        each=values["repeats"] == "each",
        lexicon="" if values["lexicon"] == ANY else str(values["lexicon"]),
        turn_limit=int(values["turn_limit"]),
        lose_on_time=values["on_timeout"] == "lose",
        void_after=int(values["void_after"]),
        slips=values["slip"] == "reveal",
        by_letter=values.get("last_chance") == "letters",
    )


# --- Reading moves and deals in every spelling that the book accepts (section Notation). Writing is `Move.text` and `Deal.text`.
# Every reader raises Malformed, with the rule of the decision and the place in the text where reading stopped.

_GAP: Final = re.compile(r"[ \t]+")
_START: Final = re.compile(r"[ \t]*")
_BETWEEN: Final = re.compile(r"[ \t,]+")
_PART: Final = re.compile(r"[^ \t]+")
_LETTER: Final = re.compile(r"[a-z]")
_LETTERS: Final = re.compile(r"[a-z]+")
_KEYWORD: Final = re.compile(r"[ \t]*([^ \t]+)[ \t]*")
_TURN: Final = re.compile(r"[ \t]*(?:last[ \t]+chance(?![^ \t])|[^ \t]+)[ \t]*")

_HOLD: Final = frozenset({"hold", "keep"})
_PICK: Final = frozenset({"pick", "choose", "take", "keep"})
_LOSE: Final = frozenset({"lose", "remove", "reveal", "discard"})
_TURNS: Final[Mapping[str, Verb]] = {
    **dict.fromkeys(("word", "submit", "w"), Verb.WORD),
    **dict.fromkeys(("guess", "g"), Verb.GUESS),
    **dict.fromkeys(("hand", "last", "last chance", "last-chance", "lastchance"), Verb.HAND),
}
_KINDS: Final = {kind.value: kind for kind in Kind}


def _fail(reason: str, rule: Rule, at: int) -> NoReturn:
    raise Malformed(reason, rule, at)


def _quoted(text: str) -> str:
    """The faulty text, in a few characters."""
    return text[:_QUOTED] or say("nothing")


_QUOTED: Final = 20


class _Expected(NamedTuple):
    """The refusals of a text that has nothing in the place of one part, and of a text that has more."""

    missing: str
    surplus: str


_SEAT: Final = _Expected(mark("A or B was expected at the end"), mark("nothing more was expected after A or B"))
_A_LETTER: Final = _Expected(mark("a letter was expected at the end"), mark("nothing more was expected after a letter"))
_A_WORD: Final = _Expected(mark("a word was expected at the end"), mark("nothing more was expected after a word"))

# --- Moves


def read_first(text: str) -> Move:
    """`first A` (R2)."""
    plain = lower(text)
    at = _keyword(plain, frozenset({"first"}), say("first A or first B was expected"), R2)
    word, start = _one(plain, at, _SEAT, R2)
    if word not in ("a", "b"):
        _fail(say("A or B was expected, not {given}", given=_quoted(word)), R2, start)
    return Move(Verb.FIRST, word.upper())


def read_hold(text: str, hand: Letters) -> Move:
    """`hold ABC`, `hold -`, `hold all` (R4), whether or not the letters are in the hand, which is asked for `all` alone."""
    plain = lower(text)
    at = _keyword(plain, _HOLD, say("hold and the letters to keep were expected, such as hold {hand} or hold -", hand=hand), R4)
    rest = plain[at:].rstrip(" \t")
    if rest in ("-", "none"):
        return Move(Verb.HOLD, "")
    return Move(Verb.HOLD, hand if rest == "all" else _set(text, at, R4))


def read_pick(text: str) -> Move:
    """`pick ABCDE` (R8)."""
    at = _keyword(lower(text), _PICK, say("pick and five letters were expected, such as pick ABCDE"), R8)
    return Move(Verb.PICK, _set(text, at, R8))


def read_turn(text: str) -> Move:
    """`word BASIC`, `guess N`, `hand ACIR` (R9; R10, R13, R15 once the kind is plain)."""
    plain = lower(text)
    matched = _TURN.match(plain)
    word = _GAP.sub(" ", matched[0].strip(" \t")) if matched else ""
    verb = _TURNS.get(word)
    if matched is None or verb is None:
        _fail(say("word, guess or hand was expected, not {given}", given=_quoted(word)), R9, _start(plain))
    at = matched.end()
    if verb is Verb.WORD:
        return Move(verb, _word(text, at))
    if verb is Verb.HAND:
        return Move(verb, _set(text, at, R15))
    return Move(verb, _single(text, at, R13))


def read_hint(text: str, left: Iterable[Kind] = Kind) -> Move:
    """`hint one`, `one`, `take one` (R11), whether or not this kind is left."""
    plain = lower(text)
    words = plain.strip(" \t")
    start = _start(plain)
    matched = _KEYWORD.match(plain)
    if matched is not None and matched[1] in ("hint", "take"):
        words, start = plain[matched.end() :].rstrip(" \t"), matched.end()
    if words not in _KINDS:
        reason = mark("a kind of hint was expected: {known}; not {given}")
        _fail(say(reason, known=", ".join(left), given=_quoted(words)), R11, start)
    return Move(Verb.HINT, words)


def read_lose(text: str) -> Move:
    """`lose B` (R14)."""
    at = _keyword(lower(text), _LOSE, say("lose and a letter were expected, such as lose B"), R14)
    return Move(Verb.LOSE, _single(text, at, R14))


# --- Deals


def read_deal(text: str, due: Due, rule: Rule) -> Deal:
    """The deal that is due."""
    if due is Due.FIRST:
        return Coin(Seat(read_first(text).what))
    return (read_row if due in (Due.ONLOOKERS, Due.LOSE) else read_both)(text, due, rule)


def read_both(text: str, due: Due, rule: Rule) -> Both:
    """`hands A:ABCDE B:FGHIJ` and its like: the letters of each seat, in either order; a part may be missing if `pick` is dealt."""
    plain = lower(text)
    expected = say("{known} and letters for each seat were expected, such as {known} A:ABC B:DEF", known=due)
    at = _keyword(plain, frozenset({due.value}), expected, rule)
    parts: dict[Seat, Letters] = {}
    for matched in _PART.finditer(plain, at):
        seat, colon, given = matched[0].partition(":")
        if seat not in ("a", "b") or not colon:
            _fail(say("A: or B: and letters were expected, not {given}", given=_quoted(matched[0])), rule, matched.start())
        owner = Seat(seat.upper())
        if owner in parts:
            _fail(say("{letter} is named twice", letter=owner), rule, matched.start())
        begins = matched.start() + 2
        parts[owner] = "" if given == "-" and due is not Due.PICK else _run(text, begins, matched.end(), rule)
    if not parts or (len(parts) < len(SEATS) and due is not Due.PICK):
        _fail(say("letters were expected for A and for B"), rule, len(plain.rstrip(" \t")))
    return Both(due, BySeat.of(lambda seat: parts.get(seat, "")))


def read_row(text: str, due: Due, rule: Rule) -> Row:
    """`onlookers KQ`, `lose B`: letters in the order in which they fell."""
    plain = lower(text)
    at = _keyword(plain, frozenset({due.value}), say("{known} and letters were expected", known=due), rule)
    end = len(plain.rstrip(" \t"))
    _run(text, at, end, rule)
    return Row(due, plain[at:end].upper())


# --- Parts


def _start(plain: str) -> int:
    """Where the text begins, after blanks."""
    matched = _START.match(plain)
    return matched.end() if matched and matched.end() < len(plain) else 0


def _keyword(plain: str, words: frozenset[str], expected: str, rule: Rule) -> int:
    """Where the text goes on after one of these words and blanks."""
    matched = _KEYWORD.match(plain)
    if matched is None or matched[1] not in words:
        _fail(expected, rule, _start(plain))
    return matched.end()


def _one(plain: str, at: int, expected: _Expected, rule: Rule) -> tuple[str, int]:
    """The rest of the text, which is one word, and where it stands."""
    rest = plain[at:].rstrip(" \t")
    if not rest:
        _fail(say(expected.missing), rule, len(plain))
    gap = _GAP.search(rest)
    if gap is not None:
        _fail(say(expected.surplus), rule, at + gap.end())
    return rest, at


def _letter(text: str, at: int, rule: Rule) -> str:
    """The capital of the letter at this place; only the 26 letters A to Z exist."""
    if not _LETTER.match(lower(text[at])):
        _fail(say("a letter A to Z was expected, not {given}", given=text[at]), rule, at)
    return text[at].upper()


def _single(text: str, at: int, rule: Rule) -> str:
    """One letter, the rest of the text."""
    _, start = _one(text, at, _A_LETTER, rule)
    letter = _letter(text, start, rule)
    if text[start + 1 :].strip(" \t"):
        _fail(say("exactly one letter was expected"), rule, start + 1)
    return letter


def _word(text: str, at: int) -> str:
    """A word, the rest of the text (R10)."""
    rest, start = _one(text, at, _A_WORD, R10)
    if not _LETTERS.fullmatch(lower(rest)):
        for place in range(start, start + len(rest)):
            _letter(text, place, R10)
    if not SHORTEST <= len(rest) <= LONGEST:
        _fail(
            say("a word has {low} to {high} letters, not {number}", low=SHORTEST, high=LONGEST, number=len(rest)),
            R10,
            start,
        )
    return rest.upper()


def _run(text: str, at: int, end: int, rule: Rule) -> Letters:
    """Different letters without anything between them."""
    run: list[str] = []
    for place in range(at, end):
        _add(run, text, place, rule)
    if not run:
        _fail(say("letters were expected"), rule, at)
    return letters(run)


def _set(text: str, at: int, rule: Rule) -> Letters:
    """Different letters, the rest of the text, perhaps with blanks or commas between."""
    end = len(text.rstrip(" \t"))
    listed: list[str] = []
    while at < end:
        _add(listed, text, at, rule)
        at += 1
        gap = _BETWEEN.match(text, at, end)
        if gap is not None:
            at = gap.end()
            if at == end:
                _fail(say("another letter was expected after the comma"), rule, at - 1)
    if not listed:
        _fail(say("letters were expected at the end"), rule, end)
    return letters(listed)


def _add(letters: list[str], text: str, at: int, rule: Rule) -> None:
    letter = _letter(text, at, rule)
    if letter in letters:
        _fail(say("{letter} is named twice", letter=letter), rule, at)
    letters.append(letter)
