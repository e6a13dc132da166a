from __future__ import annotations

import json

import pytest

from deathmatch import games
from deathmatch.core.game import Fields, Over, Variant
from deathmatch.core.seats import PUBLIC, SEATS, Seat
from deathmatch.match.position import Position, look, private_state, public_state
from tests import toy
from tests.match.test_position import CARDS, after, begin

SHARED = ["pending", "decision", "over", "winner", "reason"]
VARIANTS = (*games.every(), *toy.VARIANTS)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
def test_the_states_begin_with_what_all_books_share_and_are_plain_json(variant: Variant) -> None:
    position = begin(variant)
    public = public_state(position)
    assert list(public)[:5] == SHARED
    for seat in SEATS:
        private = private_state(position, seat)
        assert list(private)[:7] == [*SHARED, "seat", "submitted"]
        assert private["seat"] == seat
        assert {key: private[key] for key in SHARED} == {key: public[key] for key in SHARED}
        assert json.loads(json.dumps(private)) == private
    assert json.loads(json.dumps(public)) == public


def test_the_shared_fields_follow_the_match() -> None:
    def shared(position: Position) -> list[object]:
        return [public_state(position)[key] for key in SHARED]

    assert shared(begin()) == [["deal"], "cards", False, None, None]
    assert shared(after(f"deal {CARDS}")) == [["A", "B"], "bid", False, None, None]
    assert shared(after(f"deal {CARDS}", "A bid 2")) == [["B"], "bid", False, None, None]
    assert shared(after(f"deal {CARDS}", "A bid 2", "B bid 7")) == [["B"], "turn", False, None, None]
    assert shared(after(f"deal {CARDS}", "A bid 2", "B bid 7", "B guess 4")) == [["B"], "again", False, None, None]
    assert shared(after(f"deal {CARDS}", "A bid 2", "B bid 7", "B say cat")) == [["deal"], "refill", False, None, None]
    assert shared(after("A resign")) == [[], None, True, "B", "resign"]
    level = after("deal cards A:3 B:7", "A bid 0", "B bid 0", "A say cat", "deal refill 1", rounds=1)
    assert shared(level) == [[], None, True, None, "level"]


def test_what_a_seat_submitted_is_shown_to_that_seat_alone() -> None:
    sealed = after(f"deal {CARDS}", "B bid 5")
    assert private_state(sealed, Seat.B)["submitted"] == "bid 5"
    assert private_state(sealed, Seat.A)["submitted"] is None
    assert "5" not in json.dumps([public_state(sealed), private_state(sealed, Seat.A)])
    assert private_state(after(f"deal {CARDS}", "B timeout"), Seat.B)["submitted"] == "timeout"


def test_a_reveal_to_one_seat_reaches_nobody_else() -> None:
    position = after(f"deal {CARDS}", "A bid 2", "B bid 7")
    assert private_state(position, Seat.B)["told"] == 3
    assert private_state(position, Seat.A)["told"] is None


def test_a_look_holds_what_the_match_holds() -> None:
    sealed = after(f"deal {CARDS}", "A bid 2")
    seen = look(sealed, Seat.A)
    assert (seen.eye, seen.ply, seen.submitted, seen.sealed, seen.pending, seen.over) == (Seat.A, 1, "bid 2", (Seat.A,), ("B",), None)
    assert look(sealed, PUBLIC).private is None
    assert look(after("A resign"), PUBLIC).over == Over(Seat.B, "resign")


def test_a_game_that_fills_the_referees_fields_is_our_own_bug() -> None:
    class Meddling(toy.Toy):
        def public(self, view: toy.View, /) -> Fields:
            return {"pending": ["A"]}

    position = Position.start(toy.VARIANTS[0], Meddling(toy.VARIANTS[0].bind({})[0]))
    with pytest.raises(AssertionError, match="pending"):
        public_state(position)
