"""The rules that refuse something, the options, and the view of each eye."""

from dataclasses import dataclass

from deathmatch.core.game import Over
from deathmatch.core.options import Option, WholeNumber, time_bank, time_limit
from deathmatch.core.seats import BySeat, Eye
from deathmatch.core.simple import rules_of

BOOK = "sealed-cards"
R1, R3, R4 = rules_of(BOOK, 1, 3, 4)

OPTIONS = (
    Option("rounds", WholeNumber(1, 5), 3, "rounds; each seat holds two cards more"),
    time_limit("time_play", 30, "seconds to play a card"),
    time_bank(60),
)


@dataclass(frozen=True, slots=True)
class View:
    """The view of one eye: all that lies open. A card that waits face down is not here, so no eye can see it."""

    eye: Eye
    round: int
    hands: BySeat[tuple[int, ...]]  # the cards that each seat still holds
    points: BySeat[int]
    last: BySeat[int] | None  # the cards of the round before; 0 for none
    outcome: Over | None
