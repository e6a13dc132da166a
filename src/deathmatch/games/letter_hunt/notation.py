"""Reading moves and deals in every spelling that the book accepts (section Notation). Writing is `Move.text` and `Deal.text`.

Every reader raises Malformed, with the rule of the decision and the place in the text where reading stopped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple, NoReturn

from deathmatch.core.errors import Malformed, Rule
from deathmatch.core.options import lower
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.speech import mark, say
from deathmatch.games.letter_hunt import values

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
_TURNS: Final[Mapping[str, values.Verb]] = {
    **dict.fromkeys(("word", "submit", "w"), values.Verb.WORD),
    **dict.fromkeys(("guess", "g"), values.Verb.GUESS),
    **dict.fromkeys(("hand", "last", "last chance", "last-chance", "lastchance"), values.Verb.HAND),
}
_KINDS: Final = {kind.value: kind for kind in values.Kind}


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


def read_first(text: str) -> values.Move:
    """`first A` (R2)."""
    plain = lower(text)
    at = _keyword(plain, frozenset({"first"}), say("first A or first B was expected"), values.R2)
    word, start = _one(plain, at, _SEAT, values.R2)
    if word not in ("a", "b"):
        _fail(say("A or B was expected, not {given}", given=_quoted(word)), values.R2, start)
    return values.Move(values.Verb.FIRST, word.upper())


def read_hold(text: str, hand: values.Letters) -> values.Move:
    """`hold ABC`, `hold -`, `hold all` (R4), whether or not the letters are in the hand, which is asked for `all` alone."""
    plain = lower(text)
    at = _keyword(plain, _HOLD, say("hold and the letters to keep were expected, such as hold ABC or hold -"), values.R4)
    rest = plain[at:].rstrip(" \t")
    if rest in ("-", "none"):
        return values.Move(values.Verb.HOLD, "")
    return values.Move(values.Verb.HOLD, hand if rest == "all" else _set(text, at, values.R4))


def read_pick(text: str) -> values.Move:
    """`pick ABCDE` (R8)."""
    at = _keyword(lower(text), _PICK, say("pick and five letters were expected, such as pick ABCDE"), values.R8)
    return values.Move(values.Verb.PICK, _set(text, at, values.R8))


def read_turn(text: str) -> values.Move:
    """`word BASIC`, `guess N`, `hand ACIR` (R9; R10, R13, R15 once the kind is plain)."""
    plain = lower(text)
    matched = _TURN.match(plain)
    word = _GAP.sub(" ", matched[0].strip(" \t")) if matched else ""
    verb = _TURNS.get(word)
    if matched is None or verb is None:
        _fail(say("word, guess or hand was expected, not {given}", given=_quoted(word)), values.R9, _start(plain))
    at = matched.end()
    if verb is values.Verb.WORD:
        return values.Move(verb, _word(text, at))
    if verb is values.Verb.HAND:
        return values.Move(verb, _set(text, at, values.R15))
    return values.Move(verb, _single(text, at, values.R13))


def read_hint(text: str) -> values.Move:
    """`hint one`, `one`, `take one` (R11)."""
    plain = lower(text)
    words = plain.strip(" \t")
    start = _start(plain)
    matched = _KEYWORD.match(plain)
    if matched is not None and matched[1] in ("hint", "take"):
        words, start = plain[matched.end() :].rstrip(" \t"), matched.end()
    if words not in _KINDS:
        reason = mark("a kind of hint was expected: {known}; not {given}")
        _fail(say(reason, known=", ".join(_KINDS), given=_quoted(words)), values.R11, start)
    return values.Move(values.Verb.HINT, words)


def read_lose(text: str) -> values.Move:
    """`lose B` (R14)."""
    at = _keyword(lower(text), _LOSE, say("lose and a letter were expected, such as lose B"), values.R14)
    return values.Move(values.Verb.LOSE, _single(text, at, values.R14))


# --- Deals


def read_deal(text: str, due: values.Due, rule: Rule) -> values.Deal:
    """The deal that is due."""
    if due is values.Due.FIRST:
        return values.Coin(Seat(read_first(text).what))
    return (read_row if due in (values.Due.ONLOOKERS, values.Due.LOSE) else read_both)(text, due, rule)


def read_both(text: str, due: values.Due, rule: Rule) -> values.Both:
    """`hands A:ABCDE B:FGHIJ` and its like: the letters of each seat, in either order; a part may be missing if `pick` is dealt."""
    plain = lower(text)
    expected = say("{known} and letters for each seat were expected, such as {known} A:ABC B:DEF", known=due)
    at = _keyword(plain, frozenset({due.value}), expected, rule)
    parts: dict[Seat, values.Letters] = {}
    for matched in _PART.finditer(plain, at):
        seat, colon, given = matched[0].partition(":")
        if seat not in ("a", "b") or not colon:
            _fail(say("A: or B: and letters were expected, not {given}", given=_quoted(matched[0])), rule, matched.start())
        owner = Seat(seat.upper())
        if owner in parts:
            _fail(say("{letter} is named twice", letter=owner), rule, matched.start())
        begins = matched.start() + 2
        parts[owner] = "" if given == "-" and due is not values.Due.PICK else _run(text, begins, matched.end(), rule)
    if not parts or (len(parts) < len(SEATS) and due is not values.Due.PICK):
        _fail(say("letters were expected for A and for B"), rule, len(plain.rstrip(" \t")))
    return values.Both(due, BySeat.of(lambda seat: parts.get(seat, "")))


def read_row(text: str, due: values.Due, rule: Rule) -> values.Row:
    """`onlookers KQ`, `lose B`: letters in the order in which they fell."""
    plain = lower(text)
    at = _keyword(plain, frozenset({due.value}), say("{known} and letters were expected", known=due), rule)
    end = len(plain.rstrip(" \t"))
    _run(text, at, end, rule)
    return values.Row(due, plain[at:end].upper())


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
    rest, start = _one(text, at, _A_WORD, values.R10)
    if not _LETTERS.fullmatch(lower(rest)):
        for place in range(start, start + len(rest)):
            _letter(text, place, values.R10)
    if not values.SHORTEST <= len(rest) <= values.LONGEST:
        _fail(
            say("a word has {low} to {high} letters, not {number}", low=values.SHORTEST, high=values.LONGEST, number=len(rest)),
            values.R10,
            start,
        )
    return rest.upper()


def _run(text: str, at: int, end: int, rule: Rule) -> values.Letters:
    """Different letters without anything between them."""
    run: list[str] = []
    for place in range(at, end):
        _add(run, text, place, rule)
    if not run:
        _fail(say("letters were expected"), rule, at)
    return values.letters(run)


def _set(text: str, at: int, rule: Rule) -> values.Letters:
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
    return values.letters(listed)


def _add(letters: list[str], text: str, at: int, rule: Rule) -> None:
    letter = _letter(text, at, rule)
    if letter in letters:
        _fail(say("{letter} is named twice", letter=letter), rule, at)
    letters.append(letter)
