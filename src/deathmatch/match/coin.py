"""The coin that is tossed before a match: fair by the same commitment as the deals (docs/dealing.md), and kept in the record as a tag."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from deathmatch.core.seats import Seat
from deathmatch.match.dealer import Dealer

Face: TypeAlias = Literal["sun", "moon"]
"""The faces of the coin. Without a call the sun is seat A's and the moon seat B's."""

FACES: Final[tuple[Face, Face]] = ("sun", "moon")
COIN: Final = "coin"
"""The label of the source of the toss, and the key of the tag."""


def toss(dealer: Dealer) -> Face:
    """The face on which the coin of this match falls: it follows from the seed and both nonces, as every deal does."""
    return FACES[dealer.named(COIN).below(len(FACES))]


def winner(face: Face, caller: str, call: str) -> str:
    """The seat that wins the toss: the caller if the call was right, else the other seat; without a caller, the seat of the face."""
    if not caller:
        return "A" if face == FACES[0] else "B"
    return caller if call == face else Seat(caller).other.value


def tag(face: Face, won: str, sets: str, caller: str, call: str) -> str:
    """The text of the tag: the face, the winner, the option that the toss set, and the call if there was one: `sun B first A:moon`."""
    return f"{face} {won} {sets}" + (f" {caller}:{call}" if caller else "")
