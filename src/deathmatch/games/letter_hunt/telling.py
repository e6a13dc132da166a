"""A move in words for the seat that makes it."""

from __future__ import annotations

from deathmatch.core.seats import Seat
from deathmatch.core.speech import say
from deathmatch.core.wording import name
from deathmatch.games.letter_hunt.values import Kind, Move, Verb

_ASKED = {
    Kind.NONE: lambda: say("You ask: none at all?"),
    Kind.ONE: lambda: say("You ask: exactly one?"),
    Kind.ODD: lambda: say("You ask: an odd number?"),
    Kind.ANY: lambda: say("You ask: at least one?"),
}


def told(own: Seat, move: Move) -> str:
    """`You play GENIUS.`"""
    match move.verb:
        case Verb.FIRST:
            return say("You start.") if Seat(move.what) is own else say("{player} starts.", player=name(own.other))
        case Verb.HOLD:
            return say("You keep {letters}.", letters=move.what) if move.what else say("You keep no letter.")
        case Verb.PICK:
            return say("You pick {letters}.", letters=move.what)
        case Verb.WORD:
            return say("You play {word}.", word=move.what)
        case Verb.GUESS:
            return say("You guess {letter}.", letter=move.what)
        case Verb.HAND:
            return say("You name the hand {letters}.", letters=move.what)
        case Verb.HINT:
            return _ASKED[Kind(move.what)]()
        case Verb.LOSE:
            return say("You lose {letter}.", letter=move.what)
