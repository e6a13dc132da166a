"""The rules of `examples/swapping_black_and_white.py`, and that nobody learns a tile that lies face down."""

from __future__ import annotations

import pytest

from deathmatch.core.errors import Illegal
from deathmatch.core.game import Ask, Deals, Over
from deathmatch.core.seats import PUBLIC, SEATS, Seat
from tests.onefile.playing import Played, example, shown

LAYS = (("8 0 5", "7 1 4"), ("1 2 3", "0 2 3"), ("4 6 7", "5 6 8"))


def match(**options: str) -> Played:
    return Played(example("swapping_black_and_white"), **options)


def laid(lays: tuple[tuple[str, str], ...] = LAYS, **options: str) -> Played:
    played = match(**options)
    for a, b in lays:
        played.turn(a, b)
    return played


def revealed(played: Played, a: str, b: str) -> Played:
    """Both turn up these tiles, one after the other; nobody else but who must, swaps, each the first two that it may."""
    for one, other in zip(a.split(), b.split(), strict=True):
        if isinstance(asked := played.game.pending(played.state), Ask) and asked.name == "swap":
            texts = {seat: swap(played, seat) for seat in asked.seats}
            played.turn(texts.get(Seat.A, ""), texts.get(Seat.B, ""))
        played.turn(one, other)
    return played


def swap(played: Played, seat: Seat) -> str:
    decision = played.game.decision(played.game.view(played.state, seat))
    return decision.write(decision.moves()[0])


def test_after_each_lay_only_the_score_of_all_tiles_so_far_is_told() -> None:
    played = match().turn(*LAYS[0])
    assert played.told() == ["{A} has chosen.", "{B} has chosen.", "The score so far: {A} 2, {B} 1."]
    assert played.turn(*LAYS[1]).told()[-1] == "The score so far: {A} 3, {B} 1."
    assert played.public()["tiles"] == {"A": [None] * 9, "B": [None] * 9}
    assert played.public()["hand"] == {"A": [None] * 3, "B": [None] * 3}


def test_a_seat_sees_its_own_tiles_and_of_the_others_only_what_lies_face_up() -> None:
    played = laid().turn("4 7", "8 1").turn("8", "8")
    view = played.game.view(played.state, Seat.A)
    assert played.game.private(view) == {"own_tiles": [8, 0, 5, 1, 2, 3, 7, 6, 4]}
    assert played.public(Seat.A)["tiles"] == {"A": [8, *[None] * 8], "B": [None, 8, *[None] * 7]}
    labels = played.game.picture(view).text()
    assert "{B}, place 2: 8\n" in labels
    assert "{B}, place 1: face down\n" in labels
    assert "{A}, place 7: 7, face down\n" in labels


def test_only_one_black_and_one_white_tile_that_lie_face_down_are_swapped_in_any_order_of_taps() -> None:
    played = laid()
    decision = played.game.decision(played.game.view(played.state, Seat.A))
    assert decision.compose(()).prompt == "a black tile and a white tile"
    assert decision.compose(("7",)).prompt == "a black tile"
    assert decision.compose(("7", "4")).whole == decision.compose(("4", "7")).whole == "4 7"
    with pytest.raises(Illegal, match="swapping-black-and-white R5"):
        decision.check(decision.read("4 6"))


def test_who_has_not_both_colours_face_down_does_not_swap() -> None:
    played = revealed(laid(), "1 3 5 7", "0 2 4 6")
    assert played.game.pending(played.state) == Ask((Seat.B,), "swap")
    revealed(played, "0 2 4 6", "8 1 3 5")
    assert played.game.pending(played.state) == Ask(SEATS, "reveal")


def test_a_tile_that_lies_face_up_is_refused_where_it_is_tapped() -> None:
    played = laid().turn("4 7", "8 1").turn("8", "8").turn("4 7", "4 1")
    decision = played.game.decision(played.game.view(played.state, Seat.A))
    assert str(decision.why_not((), "a-tiles-1")) == "it lies face up (swapping-black-and-white R6)"
    assert decision.why_not((), "a-tiles-2") is None
    assert {choice.slot for choice in decision.compose(()).choices} == {f"a-tiles-{place}" for place in range(2, 10)}


def test_when_all_tiles_are_face_up_the_higher_of_each_pair_scores() -> None:
    played = revealed(laid(), "0 2 4 6 8 1 3 5 7", "0 2 4 6 8 1 3 5 7")
    tiles, score = played.public()["tiles"], played.public()["score_told"]
    assert score == {"A": sum(map(int.__gt__, tiles["A"], tiles["B"])), "B": sum(map(int.__gt__, tiles["B"], tiles["A"]))}
    assert played.over == Over(Seat.A if score["A"] > score["B"] else Seat.B, "points")


@pytest.mark.parametrize(("dmo", "winner"), [("A", Seat.A), ("B", Seat.B)])
def test_a_tie_is_played_again_from_the_start_and_the_third_goes_to_the_dmo(dmo: str, winner: Seat) -> None:
    played, order = match(dmo=dmo), "0 1 2 3 4 5 6 7 8"
    for time in range(3):
        assert played.over is None
        assert played.public()["tiles"] == {"A": [None] * 9, "B": [None] * 9}, time
        for lay in ("0 1 2", "3 4 5", "6 7 8"):
            played.turn(lay, lay)
        revealed(played, order, order)
        beats = played.game.narrate(played.game.view(match().state, PUBLIC), played.game.view(played.state, PUBLIC))
        assert any("All tiles are face up" in beat.words for beat in beats)
    assert played.over == Over(winner, "dmo")


def test_for_a_late_seat_chance_answers_and_nobody_else_sees_what() -> None:
    played = match().turn("timeout", "7 1 4")
    pending = played.game.pending(played.state)
    assert isinstance(pending, Deals)
    assert (pending.chance.name, pending.chance.by_hand, pending.chance.count()) == ("late", False, 9 * 8 * 7)
    assert played.told(PUBLIC)[0] == "{A} is late: chance answers."
    with pytest.raises(Illegal):
        pending.chance.check((0, 0, 1))
    played.deal("late A 8 0 5")
    assert played.told(Seat.B) == ["{A} has chosen.", "The score so far: {A} 2, {B} 1."]
    assert played.told(Seat.A)[0] == "{A}: 8, 0, 5."
    assert played.state.shot == match().turn("8 0 5", "7 1 4").state.shot


def test_both_may_be_late() -> None:
    played = match().turn("timeout", "timeout").deal("late A 8 0 5").deal("late B 7 1 4")
    assert played.public()["score_told"] == {"A": 2, "B": 1}


TWINS = {
    "tiles laid in other places": (("8 0 5", "3 2 4", "6 7 1"), ("8 1 5", "3 2 4", "6 7 0"), ("8 5", "8 5")),
    "another swap": (("8 0 5", "3 2 4", "6 7 1"), ("8 0 5", "3 2 4", "6 7 1"), ("8 5", "0 5")),
    "another swap by chance": (("8 0 5", "3 2 4", "6 7 1"), ("8 0 5", "3 2 4", "6 7 1"), ("late A 8 5", "late A 0 5")),
}
OTHERS = ("7 2 4", "0 1 3", "5 6 8")


@pytest.mark.parametrize("name", TWINS)
def test_matches_that_differ_in_a_hidden_choice_look_the_same_to_the_other_seat_and_to_the_public(name: str) -> None:
    seen: list[list[object]] = [[], []]
    own: list[list[object]] = [[], []]
    *lays, swaps = TWINS[name]
    for world, lay in enumerate(lays):
        played = match()
        for a, b in zip(lay, OTHERS, strict=True):
            seen[world].append((shown(played.turn(a, b), Seat.B), shown(played, PUBLIC)))
        late = swaps[world].startswith("late")
        played.turn("timeout" if late else swaps[world], "8 1")
        seen[world].append((shown(played, Seat.B), shown(played, PUBLIC)))
        if late:
            seen[world].append((shown(played.deal(swaps[world]), Seat.B), shown(played, PUBLIC)))
        own[world].append(shown(played, Seat.A))
    assert seen[0] == seen[1]
    assert own[0] != own[1], "the seat itself sees the difference"


def test_three_tiles_are_seen_in_their_places_before_they_are_submitted() -> None:
    played = match()
    decision = played.game.decision(played.game.view(played.state, Seat.B))
    step = decision.compose(("8", "0"))
    assert step.prompt == "the third tile"
    labels = played.game.picture(step.view).text()
    assert "{B}, place 1: 8, face down\n{B}, place 2: 0, face down\n{B}, place 3: empty" in labels
