"""What the picture says in words, and how wide its words are. `{A}` and `{B}` stand for the players' names."""

from __future__ import annotations

from typing import Final

from deathmatch.core.seats import Seat
from deathmatch.games.letter_hunt.values import SKIP, Phase, Turn, Verb
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

SMALLEST: Final = 9.5  # a text is not smaller


def name(seat: Seat) -> str:
    """Where a player's name will stand."""
    return f"{{{seat}}}"


def whose(view: View, seat: Seat) -> str:
    """`Your` for the viewer's own seat, else the player's name."""
    return "Your" if seat is view.eye else f"{name(seat)}'s"


def counted(number: int, noun: str = "letter") -> str:
    """`1 letter`, `2 letters`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


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
    asked = owing(view)
    match view.phase:
        case Phase.FIRST | Phase.COIN:
            return "The first turn is being decided"
        case Phase.HOLD:
            return f"Hold phase {view.redraws + 1} of {view.terms.holds}"
        case Phase.HANDS | Phase.OFFER | Phase.REDRAW | Phase.ONLOOKERS | Phase.PICKED:
            return "Letters are being dealt"
        case Phase.PICK:
            return "Picking five of eight letters"
        case Phase.HINT:
            what = f"{name(asked[0])} chooses a hint" if asked else "hints"
        case Phase.LOSE | Phase.LOST:
            what = f"{name(view.turns[-1].seat)} loses a letter"
        case _:
            what = f"{name(view.active)}'s turn" if view.active is not None else "the end"
    limit = f" of {view.terms.turn_limit}" if view.terms.turn_limit and not view.terms.over_words(view.turn) else ""
    return f"Round {view.round}{limit}, {what}"


def owing(view: View) -> tuple[Seat, ...]:
    """The seats that are asked, whether or not they have answered."""
    match view.phase:
        case Phase.HOLD | Phase.PICK:
            return (Seat.A, Seat.B)
        case Phase.FIRST:
            seats = view.terms.chooser
        case Phase.HINT:
            seats = view.turns[-1].asked
        case Phase.TURN | Phase.LOSE:
            seats = view.active
        case _:
            return ()
    return () if seats is None or view.outcome is not None else (seats,)


def _ending(view: View) -> str:
    outcome = view.outcome
    assert outcome is not None
    when = f" in round {view.round}" if view.round else ""
    if outcome.winner is None:
        return f"Nobody wins: turn after turn was skipped, the last{when}"
    won, lost = name(outcome.winner), name(outcome.winner.other)
    why = {
        "hand_empty": f"{lost} has no letter left",
        "hand_guessed": "the whole hand was named",
        "hand_missed": f"{lost} named a wrong hand",
        "timeout": f"{lost} ran out of time",
    }.get(outcome.reason, f"{lost} resigned")
    return f"{won} wins{when}: {why}"


# --- Turns


def turn_label(view: View, turn: Turn) -> str:
    """A turn with everything that it brought."""
    who = name(turn.seat)
    cost = f", which cost {turn.lost}" if turn.lost else ""
    if turn.action == SKIP:
        return f"{who} ran out of time{cost}"
    if turn.action == Verb.GUESS:
        return f"{who} guessed {turn.what}: {'right' if turn.hit else 'wrong'}{cost}"
    if turn.action == Verb.HAND:
        return f"{who} named the hand {listed(turn.what)}: {'right' if turn.hit else 'wrong'}"
    parts = [hint_label(view, turn, seat) for seat in (turn.seat.other, turn.seat)]
    return "; ".join([f"{who} played {turn.what}", *(part for part in parts if part)])


def hint_label(view: View, turn: Turn, seat: Seat) -> str:
    """A seat's hint to a word; empty while it has not chosen."""
    taken = turn.hints[seat]
    if taken is None:
        return ""
    if taken.kind is None:
        return f"{name(seat)} ran out of time and got no hint"
    fact = learned(view.terms, turn, seat)
    answer = f"{'yes' if taken.result else 'no'}, {fact}" if fact else QUESTIONS[taken.kind]
    return f"{name(seat)}'s hint “{taken.kind}”: {answer}"
