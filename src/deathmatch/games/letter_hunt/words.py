"""The words of the picture, and their widths. `{A}` and `{B}` stand for the players' names."""

from __future__ import annotations

from typing import Final, NamedTuple

from deathmatch.core.seats import Seat
from deathmatch.core.speech import cached_by_language, count, mark, name, say, voiced
from deathmatch.games.letter_hunt.values import SKIP, Letters, Phase, Terms, Turn, Verb
from deathmatch.games.letter_hunt.view import QUESTIONS, View, learned, listed

_WIDTHS: Final = {
    letter: width
    for width, letters in {
        264: "I", 543: "J", 563: "L", 587: "F", 598: "E", 625: "Z", 635: "P", 638: "S", 639: "R", 642: "TX", 651: "B", 652: "K", 665: "Y",
        676: "AV", 719: "D", 727: "C", 740: "H", 741: "U", 743: "G", 753: "N", 761: "OQ", 821: "…", 889: "M", 949: "W",
    }.items()
    for letter in letters
}  # fmt: skip
"""How wide each capital of the shipped font is, in thousandths of its size."""

SMALLEST: Final = 14  # a text is not smaller


class Deduced(NamedTuple):
    """The certain facts about one hand.

    Attributes:
        held: letters that are in it.
        absent: letters that are not, those that are out left aside.
    """

    held: Letters
    absent: Letters


def player(view: View, seat: Seat) -> str:
    """Where a player's name will stand; empty for the viewer's own seat, as `core.speech.owned` has it."""
    return "" if seat is view.eye else name(seat)


def counted(number: int) -> str:
    """`1 letter`, `2 letters`."""
    return count("{number} letter", "{number} letters", number)


def wide(word: str) -> float:
    """How wide a word of capitals is, in units, at size 1."""
    return sum(_WIDTHS[letter] for letter in word) / 1000


def fitted(word: str, room: float, largest: float) -> tuple[str, float]:
    """A word of capitals and its size so that it fits into so many units; a word that is too long is cut, and its label says all of it."""
    size = min(largest, room / max(wide(word), 0.001))
    if size >= SMALLEST:
        return word, size
    while wide(f"{word}…") * SMALLEST > room:
        word = word[:-1]
    return f"{word}…", SMALLEST


# --- Where the match stands


def title(view: View) -> str:
    """The state of the match in a few words."""
    if view.outcome is not None:
        return _ending(view)
    match view.phase:
        case Phase.FIRST | Phase.COIN:
            return say("The first turn is being decided")
        case Phase.HOLD:
            return hold_phase(view)
        case Phase.HANDS | Phase.OFFER | Phase.REDRAW | Phase.ONLOOKERS | Phase.PICKED:
            return say("Letters are being dealt")
        case Phase.PICK:
            return say("Picking five of eight letters")
        case Phase.HINT:
            what = voiced(view.owing[0], mark("you choose a hint"), mark("{player} chooses a hint")) if view.owing else say("hints")
        case Phase.LAST:
            what = voiced(view.turns[-1].seat, mark("your Last Chance"), mark("{player}'s Last Chance"))
        case Phase.LOSE | Phase.LOST:
            what = voiced(view.turns[-1].seat, mark("you lose a letter"), mark("{player} loses a letter"))
        case _:
            what = voiced(view.active, mark("your turn"), mark("{player}'s turn")) if view.active is not None else say("the end")
    if view.terms.turn_limit and not view.terms.over_words(view.turn):
        round_ = say("Round {number} of {last}", number=view.round, last=view.terms.turn_limit)
    else:
        round_ = say("Round {number}", number=view.round)
    return f"{round_}, {what}"


def hold_phase(view: View) -> str:
    """Which hold phase it is."""
    return say("Hold phase {number} of {last}", number=view.redraws + 1, last=view.terms.holds)


def _ending(view: View) -> str:
    outcome = view.outcome
    assert outcome is not None
    if outcome.winner is None:
        return say("Nobody wins: turn after turn was skipped, the last in round {number}", number=view.round)
    winner, reason = name(outcome.winner), say(_REASONS.get(outcome.reason, _RESIGNED), loser=name(outcome.winner.other))
    if not view.round:
        return say("{winner} wins: {reason}", winner=winner, reason=reason)
    return say("{winner} wins in round {number}: {reason}", winner=winner, number=view.round, reason=reason)


_REASONS: Final = {
    "hand_empty": mark("{loser} has no letter left"),
    "hand_guessed": mark("the whole hand was named"),
    "hand_missed": mark("{loser} named a wrong hand"),
    "timeout": mark("{loser} ran out of time"),
}
_RESIGNED: Final = mark("{loser} resigned")


# --- Turns


_GUESSED = {
    None: mark("{player} guessed {letter}"),
    True: mark("{player} guessed {letter}: right"),
    False: mark("{player} guessed {letter}: wrong"),
}


@cached_by_language(maxsize=4096)  # the ledger tells of every turn again and again
def turn_label(terms: Terms, turn: Turn) -> str:
    """A turn with everything that it brought."""
    who = name(turn.seat)
    if turn.action == Verb.HAND and turn.hit is None:
        return say("{player} takes Last Chance: {letters} right so far", player=who, letters=listed(turn.what))
    if turn.action == Verb.HAND:
        text = mark("{player} named the hand {letters}: right") if turn.hit else mark("{player} named the hand {letters}: wrong")
        return say(text, player=who, letters=listed(turn.what))
    if turn.action == Verb.WORD:
        parts = [hint_label(terms, turn, seat) for seat in (turn.seat.other, turn.seat)]
        return "; ".join([say("{player} played {word}", player=who, word=turn.what), *(part for part in parts if part)])
    words = say(mark("{player} ran out of time") if turn.action == SKIP else _GUESSED[turn.hit], player=who, letter=turn.what)
    return say("{turn}, which cost {letter}", turn=words, letter=turn.lost) if turn.lost else words


def hint_label(terms: Terms, turn: Turn, seat: Seat) -> str:
    """A seat's hint to a word; empty while it has not chosen."""
    taken = turn.hints[seat]
    if taken is None:
        return ""
    if taken.kind is None:
        return say("{player} ran out of time and got no hint", player=name(seat))
    asked = say("{player}'s hint: {question}", player=name(seat), question=say(QUESTIONS[taken.kind]))
    return f"{asked} {learned(terms, turn, seat)}".rstrip()
