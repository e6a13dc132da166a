"""What all decisions have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from deathmatch.core.arguments import checking
from deathmatch.core.errors import Illegal, Malformed, Rule
from deathmatch.core.game import Resources
from deathmatch.core.speech import say
from deathmatch.core.wording import either, misplaced
from deathmatch.games.letter_hunt import telling
from deathmatch.games.letter_hunt.values import (
    Letters,
    Move,
    Verb,
    letters,
)
from deathmatch.games.letter_hunt.view import Own, View


def wrong(prefix: tuple[str, ...], rule: Rule) -> NoReturn:
    """A token that was not offered."""
    raise Malformed(misplaced(prefix, len(prefix) - 1), rule)


def refuse(move: Move, wanted: tuple[Verb, ...], rule: Rule) -> None:
    """Another decision's move is none here."""
    if move.verb not in wanted:
        raise Illegal(say("{known} is owed now, not {given}", known=either(wanted), given=move.verb), rule)


def taken_letters(prefix: tuple[str, ...], offered: Letters, rule: Rule) -> Letters:
    """The letters that a prefix of single letters names, each of them offered and none twice; raises Malformed."""
    taken = ""
    for place, token in enumerate(prefix, 1):
        letter = token.upper()
        if len(letter) != 1 or token != letter.lower() or letter not in offered or letter in taken:
            wrong(prefix[:place], rule)
        taken += letter
    return letters(taken)


@checking
@dataclass(frozen=True, slots=True)
class SeatDecision:
    """A decision of the seat whose view it is."""

    view: View

    def write(self, move: Move, /) -> str:
        """Canonical."""
        return move.text

    def admit(self, move: Move, resources: Resources, /) -> None:
        """Live play asks nothing more."""

    def told(self, move: Move, /) -> str:
        """In words for the seat itself."""
        return telling.told(self.view.near, move)

    @property
    def own(self) -> Own:
        """What the seat knows of itself."""
        assert self.view.own is not None
        return self.view.own
