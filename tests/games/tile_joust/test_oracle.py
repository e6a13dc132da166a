"""The rules against the oracle: random matches under random options, compared in full after every turn."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from deathmatch.core.game import Ask, Deals
from deathmatch.core.seats import SEATS
from deathmatch.games import find
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import DEAL, Position, legal_counts, private_state, public_state
from tests.games.tile_joust.oracle import Oracle

_OPTIONS = {
    "chips": st.sampled_from([0, 1, 2, 7, 25, 90]),
    "sets": st.integers(1, 3),
    "opening": st.integers(0, 1),
    "preview": st.sampled_from(["no", "yes"]),
    "shown": st.sampled_from(["all", "first"]),
    "late_first": st.sampled_from(["surrender", "nothing"]),
}
GAUNTLET = st.fixed_dictionaries({**_OPTIONS, "dmo": st.sampled_from("AB")})
FINAL = st.fixed_dictionaries(
    {
        **_OPTIONS,
        "picker": st.sampled_from("AB"),
        "conceal": st.sampled_from(["both", "own"]),
        "inverted_colour": st.sampled_from(["new", "old"]),
        **{f"holds_{item}": st.sampled_from(["none", "none", "A", "B"]) for item in ("inversion", "equaliser", "conceal")},
    }
)


def plain(state: Any) -> Any:
    return json.loads(json.dumps(state))


def same(position: Position, oracle: Oracle) -> None:
    assert plain(public_state(position)) == plain(oracle.public())
    for seat in SEATS:
        assert plain(private_state(position, seat)) == plain(oracle.private(seat.value))


def counted(oracle: Oracle, seat: str) -> int:
    """How many submissions are legal, as the book says it in words."""
    hand = len(oracle.hand[seat])
    match oracle.decision:
        case "bid":
            assert oracle.auction is not None
            standing = oracle.auction["bid"]
            return oracle.chips[seat] - (oracle.o["opening"] if standing is None else standing + 1) + 2
        case "items":
            free = [name for name, held in oracle.items.items() if held == {"seat": seat, "used": None}]
            conceal = "conceal" in free and oracle.set != "final"
            return (hand + 1 if "inversion" in free else 1) * (2 if conceal else 1)
        case other:
            return {"pick": 3, "choose": 2, "keep": 2, "first": hand, "more": hand + 1}[other]


def go_along(variant: str, options: dict[str, Any], seed: int, late: int) -> None:
    variant_ = find(f"tile-joust/{variant}")
    values, game = variant_.bind(options)
    position, oracle = Position.start(variant_, game), Oracle(variant, values)
    source = HmacSource(str(seed).encode(), "oracle")
    same(position, oracle)
    while position.over is None:
        if isinstance(position.pending, Deals):
            text = position.pending.chance.write(position.pending.chance.sample(source))
            assert legal_counts(position) == {DEAL: None}
            position, _ = position.accept(DEAL, text)
            oracle.happen({DEAL: text})
        else:
            assert isinstance(position.pending, Ask)
            turn = {}
            assert legal_counts(position) == {seat.value: counted(oracle, seat.value) for seat in position.pending.seats}
            for seat in position.pending.seats:
                decision = position.decision(seat)
                text = "timeout" if source.below(late) == 0 else decision.write(decision.sample(source))
                turn[seat.value] = text
                position, _ = position.accept(seat, text)
            oracle.happen(turn)
        same(position, oracle)


MATCHES = st.one_of(st.tuples(st.just("gauntlet"), GAUNTLET), st.tuples(st.just("final"), FINAL))


@settings(max_examples=60, deadline=None)
@given(MATCHES, st.integers(0, 10**6), st.sampled_from([2, 8, 1000]))
def test_a_match_goes_as_the_book_says(match: tuple[str, dict[str, Any]], seed: int, late: int) -> None:
    go_along(*match, seed, late)
