"""The picture shows what the view holds, it says itself in words, and it is the golden one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deathmatch.core.seats import PUBLIC, SEATS, BySeat
from deathmatch.games.five_card_trick.picture import picture
from deathmatch.games.five_card_trick.values import ITEMS, Card, Item, Round, Side, Submission
from deathmatch.games.five_card_trick.view import View
from tests import scene_checks
from tests.games.five_card_trick.positions import after
from tests.golden import scenes

VARIANTS = ("gauntlet", "final", "setna")
EYES = (*SEATS, PUBLIC)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_largest_figures_and_the_fullest_table_fit(variant: str) -> None:
    position = after(variant, ["A score claim", "B grow block:score"])
    view: View = position.view(PUBLIC)
    cards = (Card.SCORE, Card.GROW, Card.BLOCK)
    crowded = Side(888, 31, Card.CLAIM, ((Card.CLAIM, Card.BLOCK, Card.STEAL), cards), ITEMS if variant == "final" else ())
    moves = BySeat.of(lambda _seat: Submission(cards, Card.GROW, (Item.OVERLOAD, Item.RESET)))
    assert view.last is not None
    last: Round = replace(view.last, number=199, moves=moves, played=moves.map(lambda move: move.cards), took=388)
    sides = BySeat(crowded, replace(crowded, items=()))
    full = replace(view.at, round=200, ends_after=200, replays=9, pot=388, sides=sides, last=last)
    for eye in EYES:
        for sealed in ((), SEATS):
            scene_checks.check(picture(replace(full, eye=eye), sealed))
            scene_checks.check(picture(replace(full, eye=eye, sides=sides.swap()), sealed))


@pytest.mark.parametrize("name", list(scenes.CASES))
def test_the_picture_is_the_golden_one(name: str) -> None:
    assert scenes.document(name) == scenes.path(name).read_text(encoding="utf-8"), "python -m tests.golden.scenes writes them again"


def test_every_golden_picture_is_one_of_a_case() -> None:
    assert {path.stem for path in scenes.FOLDER.glob("*.svg")} == set(scenes.CASES)
