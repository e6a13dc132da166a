"""Random matches under random options go as the oracle says, event by event, and keep what must hold in all of them."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from deathmatch.core.game import Deals
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games import find
from deathmatch.games.letter_hunt.rules import HandsDeal
from deathmatch.games.letter_hunt.values import Due
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position, private_state, public_state
from tests.games.letter_hunt.oracle import Oracle

EVENTS = 90  # of a match, after which it is left

SETTINGS = {
    "dmo": ("A", "B"),
    "first": ("choose", "ec_chooses", "coin", "A", "B"),
    "hints": ("none-one-any", "one-odd-any"),
    "repeats": ("distinct", "each"),
    "turn_limit": (0, 1, 3),
    "on_timeout": ("skip", "skip", "lose"),
    "void_after": (0, 1, 3, 10),
    "slip": ("refuse", "reveal"),
}
GAMBIT = {
    "holds": (0, 1, 2, 3),
    "onlookers": (0, 1, 3),
    "onlooker_letters": ("hidden", "split", "public"),
    "last_chance": ("whole", "letters"),
}


@st.composite
def matches(choose: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A variant and options."""
    variant = choose(st.sampled_from(("gambit", "colosseum")))
    table = SETTINGS | (GAMBIT if variant == "gambit" else {})
    return variant, {key: choose(st.sampled_from(values)) for key, values in table.items()}


def hands(position: Position) -> dict[Seat, str]:
    return {seat: position.view(seat).own.hand for seat in SEATS}


def event(position: Position, data: st.DataObject) -> tuple[str, str]:
    """Something legal: whatever is sampled, and more often than chance would have it what makes things happen."""
    source = HmacSource(b"rules", str(data.draw(st.integers(0, 1 << 30))))
    if isinstance(position.pending, Deals):
        chance = position.pending.chance
        return "deal", chance.write(chance.sample(source))
    seat = data.draw(st.sampled_from(position.owing))
    decision, theirs = position.decision(seat), hands(position)[seat.other]
    name = position.pending.name  # type: ignore[union-attr]
    ways = ["sample"] * 5 + ["timeout"] + (["hit", "hit", "short"] if name == "turn" else ["last"] * 6 if name == "last" else [])
    way = data.draw(st.sampled_from(ways))
    if way == "timeout":
        return seat, "timeout"
    if way == "last" or (way == "hit" and position.view(seat).terms.by_letter and data.draw(st.booleans())):
        return seat, f"hand {next(letter for letter in theirs if name == 'turn' or letter not in position.view(seat).turns[-1].what)}"
    if way == "hit":
        return seat, f"guess {data.draw(st.sampled_from(theirs))}"
    if way == "short":  # words that tell something
        word = "".join(data.draw(st.lists(st.sampled_from(theirs + "QZ"), min_size=3, max_size=5)))
        used = any(turn.what == word for turn in position.view(seat).turns)
        if not used and not position.view(seat).terms.over_words(position.view(seat).turn):
            return seat, f"word {word}"
    return seat, decision.write(decision.sample(source))


@settings(max_examples=40, deadline=None)
@given(data=st.data(), match=matches())
def test_random_matches_go_as_the_oracle_says(data: st.DataObject, match: tuple[str, dict[str, Any]]) -> None:
    name, given_ = match
    variant = find(f"letter-hunt/{name}")
    values, game = variant.bind(given_)
    position, oracle = Position.start(variant, game), Oracle(name, dict(values))
    for _ in range(EVENTS):
        assert public_state(position) == json.loads(json.dumps(oracle.public()))
        for seat in SEATS:
            assert private_state(position, seat) == oracle.private(seat)
        if position.over is not None:
            return
        actor, text = event(position, data)
        position, canonical = position.accept(actor, text)
        oracle.event(actor, canonical)


# --- Chance


def test_every_pair_of_hands_is_as_likely_as_any_other() -> None:
    """Two letters for A, one for B, out of four: twelve outcomes."""
    chance = HandsDeal(Due.REDRAW, "ABCD", BySeat(2, 1))
    counts: dict[Any, int] = {}
    for number in range(2400):
        deal = chance.sample(HmacSource(b"even", str(number)))
        counts[deal] = counts.get(deal, 0) + 1
    assert len(counts) == 12
    assert all(140 <= count <= 260 for count in counts.values())  # 200 expected; 4.4 deviations
