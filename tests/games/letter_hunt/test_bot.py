"""The bots of Letter Hunt: without a list they play no words, and a hand that they know they name."""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch.bots.budget import Counted
from deathmatch.core.game import Variant
from deathmatch.core.options import Values
from deathmatch.core.seats import Seat
from deathmatch.games.letter_hunt.bot import bots
from deathmatch.games.letter_hunt.values import Move, Verb
from deathmatch.match.dealer import HmacSource
from tests.games.letter_hunt.matches import COLOSSEUM, GAMBIT, WORDS, Host, after

pytestmark = pytest.mark.one_variant

NAMES = ("random", "steady", "strong")
FEW = (*WORDS, "DWARF", "BRICK", "GLYPH", "WALTZ")


def asked(variant: Variant, given: Values, name: str, seat: Seat, lines: str, host: Host) -> Move:
    """What a bot does after these events."""
    position = after(variant, {"first": "A", **given}, lines)
    bot: Any = bots(variant.bind(given)[1])[name]
    move: Move = bot.equip(host).choose(position.view(seat), position.decision(seat), Counted(2000), HmacSource(b"asked", name))
    return move


@pytest.mark.parametrize("name", NAMES)
def test_without_the_list_of_the_match_only_guesses_are_let_pass_and_so_made(name: str) -> None:
    offered = "deal offer A:EGHJMNPT B:ABCFILQR\nA pick EGJNP\nB pick ABCIR"
    assert asked(COLOSSEUM, {"lexicon": "csw21"}, name, Seat.A, offered, Host()).verb is not Verb.WORD


LAST = """
deal hands A:ABCDE B:FGHIJ
A guess F
B guess A
A guess G
B guess B
A guess H
B guess C
A guess I
B guess D
"""
"""One letter is left of each hand, and A is to move."""


@pytest.mark.parametrize("name", ["steady", "strong"])
def test_a_hand_that_is_known_is_named_or_guessed(name: str) -> None:
    words = "A word JAB\nB hint any\nA hint one\nB word WHY\nA hint any\nB hint one\n"  # A has E, B has J, and A is told so
    move = asked(GAMBIT, {"holds": 0}, name, Seat.A, LAST + words, Host(*FEW))
    assert move in (Move(Verb.HAND, "J"), Move(Verb.GUESS, "J"))
