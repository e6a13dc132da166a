"""Every spelling that the book reads, and where reading stops on what it does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from deathmatch.core.errors import Malformed
from deathmatch.games.tile_joust import values


def tile(number: int, set_: int = 1, group: int = 1, *, inverted: bool = False) -> values.Tile:
    return values.Tile(number, set_, inverted, values.Colour.of(number), group, None if group == values.LEFT else values.Size.MINUTE)


NINE, SEVEN, TURNED, ZERO = tile(9, group=4), tile(7, group=3), tile(7, group=1, inverted=True), tile(0, group=values.LEFT)
HAND: values.Tiles = (ZERO, SEVEN, TURNED, NINE)
# In the final joust: the 9 of set 2, two of set 1 (one inverted), the 4 of set 3.
SECOND, FIRST, STAR, FOUR = tile(9, 2, 3), tile(9, 1, 2), tile(9, 1, 4, inverted=True), tile(4, 3, 1, inverted=True)
LAST: values.Tiles = (FOUR, FIRST, STAR, SECOND)


@pytest.mark.parametrize(
    ("item", "spellings"),
    [
        (values.Item.INVERSION, ["pick inversion", "inversion", "PICK Tile  Inversion", "tile inversion", "invert", "pick invert"]),
        (values.Item.EQUALISER, ["pick equaliser", "equalizer", "pick\tEqualizer"]),
        (values.Item.CONCEAL, ["pick conceal", " conceal "]),
    ],
)
def test_picks(item: values.Item, spellings: list[str]) -> None:
    assert {values.read_pick(one) for one in spellings} == {values.Pick(item)}


def test_choices() -> None:
    for size, words in {values.Size.MINUTE: "minute min m", values.Size.BALANCE: "balance bal b", values.Size.GIANT: "giant g"}.items():
        for word in words.split():
            assert {values.read_choice(f"{verb}{word}") for verb in ("", "choose ", "next ", "CHOOSE  ")} == {values.Choose(size)}


@pytest.mark.parametrize(
    ("hand", "wanted", "spellings"),
    [
        (HAND, NINE, ["9", "put 9", "play 9", "SUBMIT 9", "9 set 1", "9s1", "9 s1 group 4", "9s1g4", "9 g4", "9 group 4"]),
        (HAND, NINE, ["9  SET  1  GROUP  4"]),
        (HAND, ZERO, ["0", "put 0 g0", "0 group 0"]),
        (HAND, SEVEN, ["7", "7 g3", "7s1", "7 s1"]),  # without * a plain tile, where one fits
        (HAND, TURNED, ["7*", "7 g1", "7*s1g1", "7* g1", "put 7*"]),
        (LAST, SECOND, ["9s2", "9 set 2", "9 g3"]),
        (LAST, FIRST, ["9s1", "9s1g2", "9 g2"]),
        (LAST, STAR, ["9*", "9*s1", "9 g4"]),
        (LAST, FOUR, ["4", "4*", "4*s3", "4s3"]),
    ],
)
def test_tiles(hand: values.Tiles, wanted: values.Tile, spellings: list[str]) -> None:
    canonical = values.text(values.Put(wanted), final=hand is LAST)
    assert {values.read_more(one, hand, values.R10) for one in (*spellings, canonical)} == {values.Put(wanted)}


BOTH = "invert 9 conceal|conceal invert 9|use invert 9 and conceal|conceal, inversion 9|use conceal + tile inversion 9|invert 9,conceal"


@pytest.mark.parametrize(
    ("wanted", "spellings"),
    [
        (values.Use(NINE), ["invert 9", "use invert 9", "inversion 9", "Tile Inversion 9 s1 group 4", "use tile inversion 9g4"]),
        (values.Use(conceal=True), ["conceal", "use conceal", "CONCEAL"]),
        (values.Use(NINE, conceal=True), [*BOTH.split("|"), "conceal+invert 9 g4", "invert 9 group 4 conceal"]),
        (values.Use(TURNED), ["invert 7*"]),
    ],
)
def test_items(wanted: values.Move, spellings: list[str]) -> None:
    assert {values.read_items(one, HAND) for one in spellings} == {wanted}


def test_deals() -> None:
    wanted = values.Deal(((3, 6, 12), (2, 8, 9), (1, 7, 13), (4, 10, 11)), (0, 5))
    for one in ("tiles 3-6-12 2-8-9 1-7-13 4-10-11 left 0-5", "TILES 12,6-3  9-2,8 13-1-7 4-11-10 Left 5,0"):
        assert values.read_deal(one) == wanted
    assert values.read_deal(wanted.text) == wanted


@pytest.mark.parametrize(
    ("read", "wrong", "rule", "position"),
    [
        (values.read_pick, "pick", 2, 0),
        (values.read_pick, "  sword", 2, 2),
        (values.read_bid, "raise 3", 4, 0),
        (values.read_bid, "bid 1 2", 4, 0),
        (values.read_bid, "bid 007", 4, 0),
        (values.read_bid, "bid \u0663", 4, 0),
        (values.read_bid, "", 4, 0),
        (values.read_choice, "choose", 6, 0),
        (values.read_keep, "give 0", 7, 0),
        (values.read_deal, "tiles 1-2-3", 3, 0),
        (values.read_deal, "tiles 1-2-3 4--6 left 5", 3, 12),
        (lambda one: values.read_first(one, HAND, values.R9), "pass", 9, 0),
        (lambda one: values.read_first(one, HAND, values.R9), "put", 9, 0),
        (lambda one: values.read_first(one, HAND, values.R9), "put 9 g4 s1", 11, 9),
        (lambda one: values.read_first(one, HAND, values.R9), "put  4", 11, 5),
        (lambda one: values.read_first(one, HAND, values.R9), "put 9x", 11, 4),
        (lambda one: values.read_first(one, HAND, values.R9), "put 9 s2", 11, 4),
        (lambda one: values.read_first(one, HAND, values.R9), "put 9 7", 11, 6),
        (lambda one: values.read_first(one, HAND, values.R9), "9set1", 11, 0),
        (lambda one: values.read_first(one, HAND, values.R9), "9 s 1", 11, 2),
        (lambda one: values.read_first(one, HAND, values.R9), "9 s1group 4", 11, 2),
        (lambda one: values.read_first(one, HAND, values.R9), "7 *", 11, 2),
        (lambda one: values.read_more(one, HAND, values.R10), "fold", 10, 0),
        (lambda one: values.read_items(one, HAND), "invert", 8, 0),
        (lambda one: values.read_items(one, HAND), "invert 9 invert 7", 8, 9),
        (lambda one: values.read_items(one, HAND), "conceal and", 8, 11),
        (lambda one: values.read_items(one, HAND), "invert 5", 11, 7),
        (lambda one: values.read_items(one, HAND), "invert 9 x", 8, 9),
    ],
)
def test_what_cannot_be_read_is_refused_where_it_stands(read: Callable[[str], object], wrong: str, rule: int, position: int) -> None:
    with pytest.raises(Malformed) as caught:
        read(wrong)
    assert caught.value.rule.number == rule
    assert caught.value.position == position


def test_an_error_does_not_repeat_a_long_text() -> None:
    with pytest.raises(Malformed) as caught:
        values.read_bid("x" * 2000)
    assert len(str(caught.value)) < 200
