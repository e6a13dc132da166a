"""Matches to look at: positions after written events, and walks at random."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Refusal
from deathmatch.core.game import Ask, Deals, Variant
from deathmatch.core.options import Values
from deathmatch.core.words import WordList
from deathmatch.games.letter_hunt import VARIANTS
from deathmatch.match.position import Position
from tests.rules import cases

GAMBIT, COLOSSEUM = VARIANTS
WORDS = ("BASIC", "NEED", "MUMMY", "GENIUS", "FIGHT", "QUARTZ", "BUMMED", "EERIE", "SOLD", "VEX", "WHY", "JUMPS", "KNOT", "PLAZA", "CRWTH")


class Host:
    """A host with one list, whatever it is called, or with none. `asked` are the lists that were wanted."""

    def __init__(self, *words: str) -> None:
        self.asked: list[str] = []
        self._words = WordList.of(words)

    def words(self, lexicon: str, /) -> WordList:
        self.asked.append(lexicon)
        if not len(self._words):
            raise LookupError(lexicon)
        return self._words


def after(variant: Variant, given: Values, lines: str) -> Position:
    """The position after these events, one a line."""
    return cases.after(variant, lines.strip().splitlines(), given)


def replayed(variant: Variant, given: Values, lines: list[str]) -> Position | None:
    """Likewise; None where the rules refuse one of them."""
    try:
        return after(variant, given, "\n".join(lines))
    except Refusal:
        return None


def walk(variant: Variant, given: Values, source: RandomSource, length: int = 60) -> Iterator[Position]:
    """Positions of a match at random, in which hands are seldom named, so that it lasts."""
    position = after(variant, given, "")
    for _ in range(length):
        yield position
        if isinstance(position.pending, Deals):
            chance = position.pending.chance
            position, _ = position.accept("deal", chance.write(chance.sample(source)))
        elif isinstance(position.pending, Ask):
            seat = position.owing[0]
            text = _text(position, seat, source)
            position, _ = position.accept(str(seat), text)
        else:
            return


def _text(position: Position, seat: Any, source: RandomSource) -> str:
    decision = position.decision(seat)
    used = {turn.what for turn in position.view(seat).turns}
    fresh = [word for word in WORDS if word not in used]
    while True:
        move = decision.sample(source)
        if move.verb == "word" and fresh:
            return f"word {source.choice(fresh)}"
        if move.verb == "hand":
            continue
        if move.verb != "guess" or not source.below(4) or not fresh:
            return str(decision.write(move))
