"""The adversaries of Even Groups that a search can turn: plain dials are `strong`, and each dial does something."""

from __future__ import annotations

import pytest

from deathmatch.bots import registry
from deathmatch.games import find
from deathmatch.games.even_groups import shape
from deathmatch.games.even_groups.bot import Strong
from deathmatch.games.even_groups.values import COLOURS, Colour
from deathmatch.match.dealer import HmacSource
from deathmatch_lab.games.even_groups.adversaries import Tilted, TiltedFamily
from tests.games.even_groups.trying import scattered

FAMILY = TiltedFamily()


def turned(**settings: float) -> Strong:
    """An adversary with these dials turned."""
    bot = FAMILY.adversary({dial.name: dial.plain for dial in FAMILY.dials} | settings)
    assert isinstance(bot, Strong)
    return bot


def test_an_adversary_whose_dials_are_not_turned_ranks_as_strong_does() -> None:
    plain, board = turned(), scattered(5, 30, HmacSource(b"tilted", "plain"))
    assert (plain.exact, plain.tried) == (Strong.exact, Strong.tried)
    for colour in COLOURS:
        ours, theirs = (rank(board, colour, HmacSource(b"tilted", "one")) for rank in (plain.ranking, shape.ranked))
        assert ours == theirs


@pytest.mark.parametrize("dial", ["last", "other", "apart", "replies"])
def test_each_dial_of_the_ranking_changes_the_order(dial: str) -> None:
    board = scattered(5, 30, HmacSource(b"tilted", "plain"))
    (values,) = [one.values for one in FAMILY.dials if one.name == dial]
    orders = {tuple(turned(**{dial: value}).ranking(board, Colour.WHITE, HmacSource(b"tilted", "one"))) for value in values}
    assert len(orders) == len(values)
    assert len({frozenset(order) for order in orders}) == 1, "the same moves"


def test_only_the_best_moves_are_put_in_another_order_by_their_answers() -> None:
    board, colour = scattered(5, 12, HmacSource(b"tilted", "answers")), Colour.ORANGE
    looked, plain = (Tilted(replies=replies)(board, colour, HmacSource(b"tilted", "one")) for replies in (12, 0))
    assert set(looked[:12]) == set(plain[:12])
    assert looked[:12] != plain[:12]
    assert looked[12:] == plain[12:]


def test_a_command_names_an_adversary_by_its_dials() -> None:
    variant = find("even-groups/standard")
    game = variant.bind({})[1]
    assert registry.pick(variant, game, "tilted@exact=18,tried=0,apart=2") == Strong(18, 0, Tilted(apart=2.0))
    assert registry.written("tilted", FAMILY.dials, {dial.name: dial.plain for dial in FAMILY.dials}) == "tilted@"
