"""What still counts of a state, for programs that go through all positions of a match."""

from __future__ import annotations

from dataclasses import dataclass, replace

from deathmatch.core.seats import BySeat
from deathmatch.games.five_card_trick import FiveCardTrick
from deathmatch.games.five_card_trick.values import MASKS, Barred, Item, Side, Terms
from deathmatch.games.five_card_trick.view import State


@dataclass(frozen=True, slots=True)
class Essence:
    """The capability `essence` (`deathmatch_lab.exploiting.PublicStateGame`)."""

    game: FiveCardTrick

    def essence(self, state: State, /) -> State:
        """One state for all those that go on alike."""
        return essence(self.game.terms, state)


def essence(terms: Terms, state: State) -> State:
    """One state for all those that go on alike without time-outs: only the lead counts of chips (R25), and of a card of two rounds ago only
    whether it would be the third in a row (R5); shown cards are past, and a Block of a barred card changes nothing."""
    if state.outcome is not None:
        return State(0, 0, 0, 0, _NOBODY, outcome=state.outcome)
    least = min(side.chips for side in state.sides)
    sides = state.sides.map(lambda side: _essential(terms, side, least))
    if state.answering is None:
        return replace(state, sides=sides, last=None)
    return replace(state, sides=sides)


def _essential(terms: Terms, side: Side, least: int) -> Side:
    barred = Barred.after(side.recent, terms.doubles)
    recent = side.recent[-1:] if not barred.three else (MASKS[barred.three], side.recent[-1])
    idle = side.blocked is not None and Item.RESET not in side.items and barred.alone >> side.blocked & 1
    return Side(side.chips - least, side.lights, None if idle else side.blocked, recent, side.items)


_NOBODY = BySeat(Side(), Side())
