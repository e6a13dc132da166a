"""Packed sets of cards, what earlier rounds bar, and the options bound."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from deathmatch.core.errors import OptionError
from deathmatch.core.seats import BySeat
from deathmatch.games import find
from deathmatch.games.five_card_trick import FiveCardTrick
from deathmatch.games.five_card_trick.values import ALL, CARDS, HANDS, MASKS, Barred, Card, Item, bit, mask_of

SCORE, GROW, CLAIM, BLOCK, STEAL = Card


def test_a_hand_counts_copies_so_that_a_difference_says_who_has_more() -> None:
    for (mine, my_hand), (theirs, their_hand) in product(HANDS.items(), HANDS.items()):
        more = my_hand & ~their_hand
        ours = Counter(mine)
        for card in CARDS:
            assert bool((more | more >> 5) & bit(card)) == (ours[card] > theirs.count(card))


def test_masks_name_their_cards_in_order() -> None:
    assert len(MASKS) == ALL + 1
    for mask, cards in enumerate(MASKS):
        assert sum(bit(card) for card in cards) == mask
        assert list(cards) == sorted(cards)
    assert mask_of((SCORE, SCORE, STEAL)) == bit(SCORE) | bit(STEAL)


def test_what_two_rounds_bar() -> None:
    barred = Barred.after(((SCORE, STEAL), (SCORE, SCORE, GROW)), True)
    assert barred == Barred(three=bit(SCORE), pairs=bit(SCORE) | bit(GROW), doubled=bit(SCORE))
    assert barred.alone == bit(SCORE)
    assert barred.pair(bit(SCORE) | bit(GROW) | bit(STEAL)) == bit(SCORE) | bit(GROW)
    assert barred.pair(bit(GROW) | bit(STEAL)) == 0
    assert Barred.after(((SCORE, SCORE),), False).doubled == 0


@pytest.mark.parametrize(("variant", "most"), [("gauntlet", 40), ("setna", 40), ("final", 50)])
def test_max_rounds_follows_rounds(variant: str, most: int) -> None:
    variant_ = find(f"five-card-trick/{variant}")
    assert variant_.bind({})[0]["max_rounds"] == most
    assert variant_.bind({"rounds": 10})[0]["max_rounds"] == most - 15
    assert variant_.bind({"rounds": 99})[0]["max_rounds"] == most + 74
    with pytest.raises(OptionError, match="max_rounds") as caught:
        variant_.bind({"rounds": 30, "max_rounds": 20})
    assert set(caught.value.keys) == {"rounds", "max_rounds"}


def test_items_go_to_the_seats_that_the_options_name() -> None:
    game = find("five-card-trick/final").bind({"overload": "B", "reset": "none", "priority": "B"})[1]
    assert isinstance(game, FiveCardTrick)
    assert game.terms.received == BySeat((), (Item.OVERLOAD, Item.PRIORITY))


@pytest.mark.parametrize(("variant", "limit", "time"), [("gauntlet", 3, 90), ("setna", 0, 60), ("final", 3, 90)])
def test_defaults_of_the_book(variant: str, limit: int, time: int) -> None:
    values = find(f"five-card-trick/{variant}").bind({})[0]
    assert (values["replay_limit"], values["time_submit"], values["bank"], values["dmo"]) == (limit, time, 0, "B")
    assert values.get("illegal") == ("disregard" if variant == "setna" else None)
    assert values.get("time_priority") == (90 if variant == "final" else None)
