"""Rules of Sealed Cards that the worked examples of its book do not show."""

from deathmatch.core.game import Over
from deathmatch.core.seats import Seat
from deathmatch.games import find
from tests.rules.cases import after, assert_refuses

VARIANT = find("sealed-cards/standard")


def test_equal_cards_win_nothing() -> None:
    assert after(VARIANT, ["A 1", "B 1"], {"rounds": 1}).over == Over(None, "level")


def test_the_higher_card_wins_for_either_seat() -> None:
    assert after(VARIANT, ["A 1", "B 2"], {"rounds": 1}).over == Over(Seat.B, "rounds")


def test_a_card_serves_once() -> None:
    assert_refuses(after(VARIANT, ["A 1", "B 2"], {}), 4, "A 1", "A 2")


def test_nobody_wins_a_round_in_which_both_are_late() -> None:
    assert after(VARIANT, ["A timeout", "B timeout"], {"rounds": 1}).over == Over(None, "level")
