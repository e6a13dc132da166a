"""Random matches under random options keep the invariants of the book, and every turn is what a second reading of the book makes of it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deathmatch.core.game import Ask
from deathmatch.core.seats import PUBLIC, SEATS
from deathmatch.games.guidance_rite.values import Board, Kind
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position, public_state
from tests.games.guidance_rite.matches import BY_NAME, advanced, scattered, start
from tests.games.guidance_rite.oracle import Oracle, read, write

Options = dict[str, Any]

PLY = 400  # questions within which a match of the walks below has ended
RULES: Options = {
    "dmo": st.sampled_from("AB"),
    "size": st.sampled_from(["3x3", "4x3", "3x5", "4x4", "5x5"]),
    "best_of": st.sampled_from(["1", "3"]),
    "board": st.sampled_from(["free", "free", "full"]),
    "turns": st.sampled_from(["standard", "alternate", "simultaneous"]),
    "first": st.sampled_from(["choose", "A", "B"]),
    "fill": st.integers(0, 3),
    "powers": st.sampled_from(["own", "any"]),
    "removals": st.sampled_from(["powers", "all"]),
    "crossing": st.sampled_from(["pass", "clash"]),
    "draw_from": st.sampled_from(["capture", "reached"]),
    "draw_turns": st.integers(1, 6),
    "quiet_turns": st.integers(1, 8),
    "last_tie": st.sampled_from(["replay", "dmo", "ec"]),
    "timeouts_lose": st.integers(0, 2),
}
FINAL: Options = {
    "crow_power": st.sampled_from(["upto", "exact"]),
    "item_uses": st.sampled_from(["match", "bout"]),
    **{item: st.sampled_from(["none", "A", "B", "both"]) for item in ("honour", "rotate", "swap")},
}
OPTIONS = {"guardians": st.fixed_dictionaries(RULES), "final": st.fixed_dictionaries({**RULES, **FINAL})}

each_variant = pytest.mark.parametrize("variant", BY_NAME)
few = settings(max_examples=25, deadline=None)


def assert_board(board: Board, *, final: bool) -> None:
    for piece in board:
        if piece is None:
            continue
        assert not piece.black & piece.grey, "one arrow in each direction (R4)"
        assert final or not piece.marked
        assert final or not piece.grey or piece.kind is Kind.CROW or piece.owner is not None
        if piece.kind is Kind.LIZARD:
            assert piece.black or (final and piece.grey == 255), "a lizard refills (R27)"


def assert_follows(before: Position, after: Position) -> None:
    """What one event may change."""
    was, now = public_state(before), public_state(after)
    bout, terms = after.state.bout, after.game.terms
    same = len(was["results"]) == len(now["results"])
    if was["decision"] == "turn" and same:
        assert len(now["board"]) <= len(was["board"]), "nothing comes onto the board in a battle"
        left = len(now["board"]) < len(was["board"])
        if after.ply > before.ply and after.over is None:
            assert now["round"] == was["round"] + 1
            moved = [seat for seat in SEATS if seat in before.pending.seats] if isinstance(before.pending, Ask) else []
            assert now["quiet"] == {seat.value: 0 if left else was["quiet"][seat] + (seat in moved) for seat in SEATS}
    if not same:
        assert len(now["results"]) == len(was["results"]) + 1
        ended = now["results"][-1]
        assert now["wins"] == {seat.value: was["wins"][seat] + (ended["winner"] == seat) for seat in SEATS}
        replays = sum(result["winner"] is None and result["bout"] == ended["bout"] for result in now["results"])
        assert replays <= 2
        assert terms.last_tie == "replay" or not replays
        if after.over is None:
            assert now["board"] == {}
            assert now["decision"] == "board"
            assert now["bout"] == ended["bout"] + (ended["winner"] is not None)
    if after.over is not None:
        assert 2 * now["wins"][now["winner"]] > terms.best_of or now["reason"] == "resign"
    held = {seat: set(now["items"][seat]) <= set(was["items"][seat]) for seat in SEATS}
    assert all(held.values()) or (terms.each_bout and not same)
    assert_board(bout.board, final=terms.final)


@each_variant
@few
@given(data=st.data(), seed=st.integers(0, 1 << 30))
def test_every_event_of_a_random_match_keeps_the_invariants(variant: str, data: st.DataObject, seed: int) -> None:
    position = start(variant, data.draw(OPTIONS[variant]))
    source = HmacSource(b"rules", str(seed))
    while position.over is None and position.ply < PLY:
        after = advanced(position, source)
        assert_follows(position, after)
        views = [after.view(eye) for eye in (*SEATS, PUBLIC)]
        assert len({(view.board, view.bout, view.items, view.last, view.owing) for view in views}) == 1, "nothing is hidden"
        position = after
    assert position.over is not None


def _oracle(variant: str, options: Options) -> Oracle:
    columns, rows = map(int, options["size"].split("x"))
    return Oracle(columns, rows, variant == "final", options)


def _scattered(variant: str, options: Options, source: HmacSource, most: int) -> Position:
    """A bout on a random free board, in its battle."""
    given = {**options, "board": "free", "fill": 0, "best_of": "1", "first": "A", "quiet_turns": 30, "draw_turns": 30, "timeouts_lose": 0}
    position = start(variant, given)
    chance = position.pending.chance
    return position.accept("deal", chance.write(scattered(position.game.terms, source, most)))[0]


@each_variant
@settings(max_examples=60, deadline=None)
@given(data=st.data(), seed=st.integers(0, 1 << 30))
def test_turns_come_to_what_a_second_reading_says(variant: str, data: st.DataObject, seed: int) -> None:
    """A few turns on a random board."""
    options = data.draw(OPTIONS[variant])
    source = HmacSource(b"oracle", str(seed))
    position, oracle = _scattered(variant, options, source, 12), _oracle(variant, options)
    for _ in range(8):
        if position.over is not None:
            return
        assert isinstance(position.pending, Ask)
        before, turns, replayed = read(public_state(position)["board"]), {}, len(public_state(position)["results"])
        for seat in position.pending.seats:
            decision = position.decision(seat)
            text = "timeout" if not source.below(10) else decision.write(decision.sample(source))
            position, turns[seat.value] = position.accept(seat, text)
        if len(public_state(position)["results"]) > replayed and position.over is None:
            return  # the bout is played again, on another board
        assert public_state(position)["board"] == write(oracle.play(before, turns)), (write(before), turns)


@each_variant
@settings(max_examples=25, deadline=None)
@given(data=st.data(), seed=st.integers(0, 1 << 30))
def test_legal_turns_are_those_of_a_second_reading(variant: str, data: st.DataObject, seed: int) -> None:
    options = {**data.draw(OPTIONS[variant]), "size": "3x3"}
    source = HmacSource(b"legal", str(seed))
    position, oracle = _scattered(variant, options, source, 6), _oracle(variant, options)
    if position.over is not None:
        return
    assert isinstance(position.pending, Ask)
    for seat in position.pending.seats:
        decision = position.decision(seat)
        moves = decision.moves()
        assert moves is not None
        wanted = oracle.turns(read(public_state(position)["board"]), seat.value)
        assert {decision.write(move) for move in moves} == wanted
        assert decision.count() == len(wanted)
